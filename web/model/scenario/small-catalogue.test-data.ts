// A small made-up catalogue for unit tests; there is no machine behind it.
import type { Catalogue, Parameter, Scenario } from "../../generated/model";

function parameter(path: string, changes: Partial<Parameter>): Parameter {
  return {
    path,
    group: "traffic",
    label: path,
    one_line: `What ${path} does.`,
    unit: "",
    source: { text: "", values: [] },
    kind: { type: "switch" },
    default: false,
    effect: "now",
    basic: true,
    scale: "linear",
    when: "",
    ...changes,
  };
}

export function scenarioOf(changes: Partial<Scenario> = {}): Scenario {
  return {
    schema: 1,
    model: "m1",
    id: "first",
    title: "First",
    source: "M 1",
    text: "",
    settings: {},
    seed: 7,
    interventions: [],
    ...changes,
  };
}

export function catalogueOf(): Catalogue {
  const number = (min: number, max: number, infinity = false) =>
    ({ type: "integer", min, max, infinity }) as const;
  const options = ["steady", "bursty"].map((id) => ({ id, label: id }));
  return {
    model: "m1",
    profiles: [],
    taken_over: "",
    orders: [],
    groups: [{ id: "traffic", label: "Traffic", one_line: "" }],
    designs: [],
    families: [],
    marks: [],
    scenarios: [
      scenarioOf(),
      scenarioOf({ id: "second", title: "Second", settings: { rate: 900 } }),
    ],
    parameters: [
      parameter("rate", { kind: number(0, 14_880), default: 1000, unit: "packets/s" }),
      parameter("traffic.rate", { kind: number(0, 14_880), default: 2000, unit: "packets/s" }),
      parameter("cure", {}),
      parameter("limit", { kind: number(1, 255, true), default: 10, when: "cure=true" }),
      parameter("mode", { kind: { type: "choice", options }, default: "steady" }),
      parameter("ring", { kind: number(1, 1024), default: 32, effect: "restart" }),
    ],
  };
}
