// Which program is open: those of this device, and those that ship, to begin from. Choosing one keeps the one before.
import { tr } from "../../i18n/i18n";
import { EMPTY_PROGRAM } from "../../desk/workshop/empty-program";
import { SHIPPED_PROGRAMS } from "../../desk/workshop/shipped-programs";
import type { Workshop } from "../../desk/workshop/workshop";
import { useStore } from "../../lib/store";

export function ProgramChoice({ workshop }: { workshop: Workshop }) {
  const open = useStore(workshop.state, (state) => state.open);
  const list = useStore(workshop.programs.store, (stored) => stored.list);
  const create = (id: string) => {
    const shipped = SHIPPED_PROGRAMS.find((one) => one.id === id);
    if (shipped !== undefined) workshop.create({ file: `${shipped.id}.c`, text: shipped.text });
    else if (id === EMPTY) workshop.create({ file: "kernel.c", text: EMPTY_PROGRAM });
  };
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
          {list.map(({ id, file }) => (
            <option key={id} value={id}>
              {file}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span>{tr("New from")}</span>
        <select value="" onChange={(event) => create(event.target.value)}>
          <option value="">{tr("Choose a kernel …")}</option>
          <option value={EMPTY}>{tr("A kernel that drops everything")}</option>
          {SHIPPED_PROGRAMS.map(({ id, title }) => (
            <option key={id} value={id}>
              {tr(title)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

const EMPTY = "empty";
