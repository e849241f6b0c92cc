// Which program is open: those of this device, and those that ship, to begin from. Choosing one keeps the one before.
import { msg, tr } from "../../i18n/i18n";
import { EMPTY_PROGRAM } from "../../desk/workshop/empty-program";
import { SHIPPED_PROGRAMS } from "../../desk/workshop/shipped-programs";
import { labelsOf } from "../../desk/workshop/programs";
import type { Workshop } from "../../desk/workshop/workshop";
import { useStore } from "../../lib/store";
import { Button } from "../../ui/button";
import { Popover } from "../../ui/popover";

export function ProgramChoice({ workshop }: { workshop: Workshop }) {
  const open = useStore(workshop.state, (state) => state.open);
  const list = useStore(workshop.programs.store, (stored) => stored.list);
  const labels = labelsOf(list, document.documentElement.lang);
  return (
    <div className="workshop-choice">
      <label>
        <span>{tr("Your programs")}</span>
        <select
          value={open ?? ""}
          onChange={(event) => workshop.open(event.target.value)}
          disabled={list.length === 0}
          translate="no"
        >
          {open === null && <option value="">{tr("Choose one …")}</option>}
          {list.map(({ id }) => (
            <option key={id} value={id}>
              {labels.get(id)}
            </option>
          ))}
        </select>
      </label>
      {/* A list of buttons: an arrow key in a closed select would make a program at each press. */}
      <Popover className="button button-plain" role="dialog" label={tr("New program …")}>
        {(_, close) => (
          <ul className="workshop-new">
            {beginnings().map(({ file, title, text }) => (
              <li key={file}>
                <Button
                  variant="quiet"
                  onClick={() => {
                    close();
                    workshop.create({ file, text });
                  }}
                >
                  {tr(title)}
                </Button>
              </li>
            ))}
          </ul>
        )}
      </Popover>
    </div>
  );
}

/** What a new program can begin with. */
function beginnings() {
  return [
    { file: "kernel.c", title: msg("A kernel that drops everything"), text: EMPTY_PROGRAM },
    ...SHIPPED_PROGRAMS.map(({ id, title, text }) => ({ file: `${id}.c`, title, text })),
  ];
}
