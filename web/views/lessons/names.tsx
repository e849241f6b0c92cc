// What authors have to call things: every setting by its path, with what is allowed, and the ids of what the
// machine in the Lab is made of.
import type { Catalogue, Topology } from "../../engine/model";
import type { Lab } from "../../store/lab";
import { useStore } from "../../store/react";
import { sayAllowed } from "../../store/settings";
import { DataTable } from "../../ui/data-table";
import { Disclosure } from "../../ui/disclosure";

export function Names({ lab }: { lab: Lab }) {
  const catalogue = useStore(lab.state, (state) => state.catalogue);
  const topology = useStore(lab.state, (state) => state.topology);
  if (catalogue === null) return null;
  return (
    <div className="author-names">
      <Disclosure label="Settings by their path">
        <DataTable
          caption="Settings by their path"
          columns={["Path", "What it is", "Allowed"]}
          rows={settingRows(catalogue)}
        />
      </Disclosure>
      {topology !== null && (
        <Disclosure label="Ids of the machine in the Lab">
          <DataTable
            caption="Ids of the machine in the Lab"
            columns={["Id", "Kind", "Name"]}
            rows={idRows(topology)}
          />
        </Disclosure>
      )}
    </div>
  );
}

function settingRows({ parameters }: Catalogue): string[][] {
  return parameters.map((parameter) => [parameter.path, parameter.label, sayAllowed(parameter)]);
}

function idRows({ places, contexts, lines }: Topology): string[][] {
  const rows = (kind: string, found: readonly { id: string; name: string }[]) =>
    found.map(({ id, name }) => [id, kind, name]);
  return [...rows("place", places), ...rows("context", contexts), ...rows("line", lines)];
}
