// Notices below the header: errors (role alert) and news (role status). And the toasts, which disappear after a while: the
// newest is one strip in the header, where it covers neither a picture nor the knob that was just turned.
import { tr } from "../i18n/i18n";
import type { Notice } from "../lib/notices";
import type { AppServices } from "../desk/app-services";
import { useStore } from "../lib/store";
import { Button, IconButton } from "../ui/button";
import "./notices.css";
import { CompareBeforeButton } from "../cards/compared/start-comparison";

interface NoticeListProps {
  services: AppServices;
  /** The page is the lab. Only there a notice offers to compare with the machine before a change. */
  isLab: boolean;
}

export function NoticeList(props: NoticeListProps) {
  const list = useStore(props.services.notices.store, (state) => state.list);
  return (
    <div className="notices">
      {list
        .filter(({ tone }) => tone !== "done")
        .map((notice) => (
          <NoticeItem key={notice.key} notice={notice} {...props} />
        ))}
    </div>
  );
}

/** The newest toast. The others follow when it is gone. */
export function Toasts(props: NoticeListProps) {
  const newest = useStore(props.services.notices.store, ({ list }) =>
    list.findLast(({ tone }) => tone === "done"),
  );
  return (
    <div className="toasts" role="status">
      {newest !== undefined && <NoticeItem key={newest.key} notice={newest} {...props} />}
    </div>
  );
}

function NoticeItem({ notice, services, isLab }: NoticeListProps & { notice: Notice }) {
  const { notices } = services;
  const { key, tone, title, text, actions, change } = notice;
  const lastChange = useStore(services.lab.state, services.comparison.lastChange);
  const role = tone === "bad" ? "alert" : tone === "news" ? "status" : undefined;
  return (
    <div
      className={`notice notice-${tone}`}
      role={role}
      onPointerEnter={() => notices.hold(key, true)}
      onPointerLeave={() => notices.hold(key, false)}
      onFocus={() => notices.hold(key, true)}
      onBlur={() => notices.hold(key, false)}
    >
      <div className="notice-text">
        <p className="notice-title">{title}</p>
        {text.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
        {actions.length > 0 && (
          <div className="notice-actions">
            {actions.map((action) => (
              <Button
                key={action.label}
                {...(action.isUndo === true ? { className: "undo-button" } : {})}
                onClick={() => {
                  action.run();
                  if (action.stays !== true) notices.dismiss(key);
                }}
              >
                {action.label}
              </Button>
            ))}
            {isLab && change !== undefined && change === lastChange && (
              <CompareBeforeButton
                services={services}
                place="notice"
                onCompare={() => notices.dismiss(key)}
              />
            )}
          </div>
        )}
      </div>
      <IconButton icon="close" label={tr("Dismiss")} onClick={() => notices.dismiss(key)} />
    </div>
  );
}
