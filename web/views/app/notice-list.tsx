// Notices at the top of the page: errors (role alert), news (role status), and toasts that disappear after a while.
import { tr } from "../../i18n/i18n";
import type { Notice, Notices } from "../../store/announcements/notices";
import { useStore } from "../../store/store";
import { Button, IconButton } from "../../ui/button";

export function NoticeList({ notices }: { notices: Notices }) {
  const list = useStore(notices.store, (state) => state.list);
  const permanent = list.filter(({ tone }) => tone !== "done");
  const toasts = list.filter(({ tone }) => tone === "done");
  return (
    <>
      <div className="notices">
        {permanent.map((notice) => (
          <NoticeItem key={notice.key} notice={notice} notices={notices} />
        ))}
      </div>
      <div className="toasts" role="status">
        {toasts.map((notice) => (
          <NoticeItem key={notice.key} notice={notice} notices={notices} />
        ))}
      </div>
    </>
  );
}

function NoticeItem({ notice, notices }: { notice: Notice; notices: Notices }) {
  const { key, tone, title, text, actions } = notice;
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
                onClick={() => {
                  action.run();
                  if (action.stays !== true) notices.dismiss(key);
                }}
              >
                {action.label}
              </Button>
            ))}
          </div>
        )}
      </div>
      <IconButton icon="close" label={tr("Dismiss")} onClick={() => notices.dismiss(key)} />
    </div>
  );
}
