// The second machine of an embedded comparison: finds what an address says about it (`with=polling.enabled:true`,
// `with-scenario=`, `with-link=`) and opens it beside the first machine. A wrong field is reported, and the machine opens
// without it: without any field it is a copy of the first one.
import { tr } from "../../i18n/i18n";
import { problemCollector } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import type { Catalogue, Scenario } from "../../generated/model";
import type { AppServices } from "../app-services";
import { splitChange } from "../../model/shared-traffic";
import { catalogueForChanges, parseBase, parseChanges } from "../link/link-changes";
import { waitForState } from "../../lib/store";
import type { SecondMachine } from "./embed-address";

/** Opens the second machine when the first one is open; ends the comparison for null. Resolves with what is wrong. */
export async function openSecondMachine(
  { lab, comparison }: Pick<AppServices, "lab" | "comparison">,
  second: SecondMachine | null,
): Promise<readonly FieldProblem[]> {
  if (second === null) {
    comparison.end();
    return [];
  }
  await waitForState(lab.state, ({ phase }) => phase !== "starting");
  const { catalogue, scenario } = lab.state.get();
  if (catalogue === null || scenario === null) return [];
  if (second.link !== null) {
    await comparison.startWithLink(second.link);
    return [];
  }
  const { id, set, problems } = readDifference(second, catalogue, scenario);
  await comparison.start(id === null ? { kind: "with", set } : { kind: "scenario", id, set });
  return problems;
}

/** Reads how the second machine differs from the first, and lists the wrong fields. */
function readDifference(second: SecondMachine, catalogue: Catalogue, first: Scenario) {
  const problems: FieldProblem[] = [];
  const collect = problemCollector(problems);
  const id = second.scenario;
  const base = id === null ? null : collect(() => parseBase("with-scenario", id, catalogue), null);
  const machine = catalogueForChanges(second.set, base ?? first, catalogue);
  const { shared, own } = splitChange(collect(() => parseChanges(second.set, machine, "with"), {}));
  for (const [path, value] of Object.entries(shared)) {
    problems.push({
      field: `with ${path}`,
      value: String(value),
      problem: tr("both machines get the same packets"),
      allowed: tr("in set, for both machines"),
    });
  }
  return { id: base?.id ?? null, set: own, problems: problems.map(nameField) };
}

/** `set` and `with` have the same settings: the problem of a setting says that it is in `with`. */
const nameField = (problem: FieldProblem): FieldProblem =>
  problem.field.startsWith("with") ? problem : { ...problem, field: `with ${problem.field}` };
