// The names that authors need: the path of every setting with its allowed values, and the ids of the parts of the lab's
// machine.
import { tr } from "../../../i18n/i18n";
import type { Catalogue, Topology } from "../../../generated/model";
import type { ShownMachine } from "../../../desk/lab/machine";
import { useStore } from "../../../lib/store";
import { formatAllowed } from "../../../model/scenario/settings";
import { DataTable } from "../../../ui/data-table";
import { Disclosure } from "../../../ui/disclosure";

export function IdTables({ lab }: { lab: ShownMachine }) {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const topology = useStore(lab.state, (state) => state.topology);
  if (catalogue === null) return null;
  const lists: [label: string, columns: string[], rows: string[][]][] = [
    [tr("Settings by their path"), [tr("Path"), tr("Name"), tr("Allowed")], settingRows(catalogue)],
  ];
  if (topology !== null) {
    lists.push([
      tr("Ids of the machine in the Lab"),
      [tr("Id"), tr("Kind"), tr("Name")],
      idRows(topology),
    ]);
  }
  return (
    <div className="author-names">
      {lists.map(([label, columns, rows]) => (
        <Disclosure key={label} label={label}>
          <DataTable caption={label} columns={columns} rows={rows} />
        </Disclosure>
      ))}
    </div>
  );
}

function settingRows({ parameters }: Catalogue): string[][] {
  return parameters.map((parameter) => [parameter.path, parameter.label, formatAllowed(parameter)]);
}

function idRows({ places, contexts, lines }: Topology): string[][] {
  const rows = (kind: string, found: readonly { id: string; name: string }[]) =>
    found.map(({ id, name }) => [id, kind, name]);
  return [...rows("place", places), ...rows("context", contexts), ...rows("line", lines)];
}
