// Checking a lesson against its machines: the problems that an author reads if the lesson does not fit them.
import { expect, test } from "vitest";
import type { Catalogue, Topology } from "../../generated/model";
import { catalogueOf, scenarioOf } from "../../model/scenario/small-catalogue.test-data";
import { checkLesson } from "./check";
import { formatProblem } from "../lesson";
import { parseSample, SAMPLE } from "../parse/sample.test-data";

const made = catalogueOf();
const ring = made.parameters.find(({ path }) => path === "ring");
if (ring === undefined) throw new Error("the made-up catalogue has a ring");
const catalogue: Catalogue = {
  ...made,
  model: "2026.1",
  scenarios: [scenarioOf({ id: "lab" })],
  parameters: [
    ...made.parameters,
    { ...ring, path: "queues.ipintrq" },
    ...made.parameters.flatMap((one) => {
      if (one.path === "mode") return [{ ...one, path: "machine.mode" }];
      return one.path === "limit" ? [{ ...one, path: "cycle.limit" }] : [];
    }),
  ],
};
const topologyOf = () =>
  ({
    places: [{ id: "ipintrq" }],
    contexts: [{ id: "device" }],
    lines: [{ id: "ln0" }],
  }) as unknown as Topology;
const context = {
  catalogue,
  terms: new Set(["idle"]),
  topologyOf,
  figures: ["m-figure-6-1"],
  challenges: [{ id: "off-the-ring", settings: { "queues.ipintrq": 40, "traffic.rate": 500 } }],
  file: "lesson.md",
};

function problemsOf(text: string): string {
  const { lesson, problems } = parseSample(text);
  if (lesson === null) throw new Error(problems.map(formatProblem).join("\n"));
  return checkLesson(lesson, context).map(formatProblem).join("\n");
}

test("a figure that the papers do not have is reported, also inside another block", () => {
  const of = (id: string) =>
    problemsOf(
      `${SAMPLE}\n## More\n\nText.\n\n:::after\nLook.\n\n::figure{id=${id} caption="Two curves"}\n:::\n`,
    );
  expect(of("m-figure-9-9")).toMatch(
    /lesson.md:\d+ figure id: there is no figure “m-figure-9-9”. Remedy: the figures are m-figure-6-1/,
  );
  expect(of("m-figure-6-1")).not.toContain("figure id");
});

test("the_sample_has_no_problems", () => {
  expect(problemsOf(SAMPLE)).toBe("");
});

test.each([
  ["another model", 'model="2026.1"', 'model="2025.9"', "lesson model: was checked with 2025.9"],
  ["an unknown scenario", "scenario=lab", "scenario=laboratory", "there is no “laboratory”"],
  ["an unknown setting", "traffic.rate=2000", "traffic.speed=2000", "no parameter “traffic.speed”"],
  ["a value out of range", "traffic.rate=2000", "traffic.rate=20000", "allowed: 0 to 14880"],
  [
    "an unknown group of knobs",
    'free="traffic.rate',
    'free="kernel.* traffic.rate',
    "no parameter “kernel.*”",
  ],
  [
    "an unknown value among the choices",
    '::knobs{free="traffic.rate queues.ipintrq"}',
    '::knobs{free="machine.mode" choices="machine.mode=steady,fast"}',
    "knobs choices: machine.mode=fast is",
  ],
  [
    "choices of a locked knob",
    '::knobs{free="traffic.rate queues.ipintrq"}',
    '::knobs{free="traffic.rate" choices="machine.mode=steady"}',
    "knobs choices: machine.mode is locked",
  ],
  [
    "an axis that does not exist",
    "::spotlight{place=ipintrq}",
    "::curve{axis=queues.none}",
    "no parameter “queues.none”",
  ],
  [
    "an axis without numbers",
    "::spotlight{place=ipintrq}",
    "::curve{axis=machine.mode}",
    "machine.mode is not a number",
  ],
  [
    "an axis without effect",
    "::spotlight{place=ipintrq}",
    "::curve{axis=cycle.limit}",
    "cycle.limit has no effect",
  ],
  [
    "a predicted value out of range",
    'rates="1000 2000 4000"',
    'axis=queues.ipintrq values="1 5 20000"',
    "predict values: queues.ipintrq=20000 is",
  ],
  ["an unknown knob", 'free="traffic.rate', 'free="traffic.tempo', "no parameter “traffic.tempo”"],
  [
    "an unknown setting that two machines share",
    "::spotlight{place=ipintrq}",
    '::compare{shared="programs.none"}',
    "compare shared: there is no parameter “programs.none”",
  ],
  ["an unknown place", "spotlight{place=ipintrq}", "spotlight{place=queue}", "no place “queue”"],
  [
    "an unknown place in a metric",
    "metric=delivered_share op",
    "metric=dropped_pps.q op",
    "no place “q”",
  ],
  ["a term without an entry", ":term[idle]", ":term[busy]", "“busy” is not in the glossary"],
  [
    "a solution with a locked knob",
    '::solution{set="queues.ipintrq=100"}',
    '::solution{set="traffic.rate=1"}',
    "turns traffic.rate, which is locked",
  ],
])("%s", (_what, from, to, said) => {
  expect(SAMPLE).toContain(from);
  expect(problemsOf(SAMPLE.replace(from, to))).toContain(said);
});

test("a_solution_with_a_choice_that_the_step_does_not_offer_is_reported", () => {
  const knobs = `::knobs{free="queues.ipintrq machine.mode" choices="machine.mode=steady"}`;
  const text = SAMPLE.replace('::knobs{free="queues.ipintrq"}', knobs);
  expect(problemsOf(text)).toBe("");
  const solution = (mode: string) => `::solution{set="queues.ipintrq=100 machine.mode=${mode}"}`;
  const solved = (mode: string) =>
    problemsOf(text.replace('::solution{set="queues.ipintrq=100"}', solution(mode)));
  expect(solved("steady")).toBe("");
  expect(solved("bursty")).toContain("which the step does not offer. Remedy: offered: steady");
});

test("without_a_topology_ids_are_not_checked", () => {
  const { lesson } = parseSample(
    SAMPLE.replace("spotlight{place=ipintrq}", "spotlight{place=queue}"),
  );
  if (lesson === null) throw new Error("the changed sample parses");
  expect(checkLesson(lesson, { ...context, topologyOf: () => undefined })).toEqual([]);
});

test("scenario_files_are_checked_too_and_named", () => {
  const { lesson } = parseSample();
  if (lesson === null) throw new Error("the sample parses");
  const own = { ...scenarioOf({ id: "own" }), settings: { "queues.ipintrk": 20 } };
  const file = "02-small/lesson.md";
  const said = checkLesson({ ...lesson, scenarios: { own } }, { ...context, file }).map(
    formatProblem,
  );
  expect(said).toEqual([
    "02-small/own.json:1 settings: there is no parameter “queues.ipintrk”. Remedy: `livelock list --settings` lists all paths, and so does the page Lessons, below the drop area.",
  ]);
});

test("a_missing_scenario_is_reported_once", () => {
  const text = SAMPLE.replaceAll("scenario=lab", "scenario=nowhere");
  const said = problemsOf(text).split("\n");
  expect(said).toHaveLength(1);
  expect(said[0]).toContain("put nowhere.json into the lesson's folder");
});

test("a_pointer_is_reported_with_its_own_line", () => {
  const text = SAMPLE.replace("spotlight{place=ipintrq}", "spotlight{place=queue}");
  const line = text.split("\n").findIndex((one) => one.startsWith("::spotlight")) + 1;
  expect(problemsOf(text)).toContain(`lesson.md:${line} spotlight`);
});

test("a_setting_is_checked_against_the_range_of_its_own_machine", () => {
  const profile = (id: string, max: number) => ({
    ...{ id, label: id, source: "", settings: [] },
    ranges: [{ path: "traffic.rate", min: 0, max }],
  });
  const { lesson } = parseSample(SAMPLE.replace("traffic.rate=2000", "traffic.rate=20000"));
  if (lesson === null) throw new Error("the changed sample parses");
  const withMachine = (scenario: string): Catalogue => ({
    ...catalogue,
    profiles: [profile("slow", 14_880), profile("fast", 100_000)],
    scenarios: [scenarioOf({ id: "lab", settings: { "machine.profile": scenario } })],
  });
  const said = (scenario: string) =>
    checkLesson(lesson, { ...context, catalogue: withMachine(scenario) })
      .map(formatProblem)
      .join();
  expect(said("slow")).toContain("allowed: 0 to 14880");
  expect(said("fast")).toBe("");
});

const PROGRAM = ":::program{#driver challenge=off-the-ring medal=silver}\nTake it off.\n:::\n";

test("a_program_names_a_challenge_and_the_learner_watches_its_machine", () => {
  const own = (set: string, task = PROGRAM) =>
    problemsOf(`${SAMPLE}\n## Write\n\n::machine{scenario=lab${set}}\n\nText.\n\n${task}`);
  expect(own(' set="queues.ipintrq=40"')).not.toContain("program challenge");
  expect(own(' set="queues.ipintrq=50"')).toMatch(
    /lesson.md:\d+ program challenge: the step's machine has queues.ipintrq=50, and the challenge's 40. Remedy: /,
  );
  expect(own("", PROGRAM.replace("off-the-ring", "of-the-ring"))).toMatch(
    /program challenge: there is no challenge “of-the-ring”. Remedy: the challenges are off-the-ring/,
  );
});

test("a_step_that_shows_nothing_is_reported", () => {
  const said = (conceal: string) => problemsOf(SAMPLE.replace("{views=curve}", conceal));
  expect(said('{views="machine curve"}')).toMatch(
    /lesson.md:\d+ conceal: hides every view of the step \(machine, curve\), so that the page is/,
  );
  // The machine shows numbers of packets.
  expect(said("{views=curve values=packets}")).toContain("conceal: hides every view");
  expect(said("{views=machine}")).not.toContain("hides every view");
});

test("a_knob_that_the_learner_may_turn_is_one_that_the_program_declares", () => {
  const said = (knob: string, kernel?: string) => {
    const { lesson } = parseSample(SAMPLE.replace("queues.ipintrq", `program.knobs.${knob}`));
    if (lesson === null) throw new Error("the changed sample parses");
    const program = { file: "kernel.c", digest: "", statement: 20, knobs: {}, text: kernel ?? "" };
    const lab = scenarioOf({ id: "lab", ...(kernel !== undefined && { program }) });
    const scenarios = { ...lesson.scenarios, lab };
    return checkLesson({ ...lesson, scenarios }, context)
      .map(formatProblem)
      .filter((one) => one.includes("knobs free"))
      .join("\n");
  };
  const declares = 'KNOB(quota, 5, 1, 100, "packets in each turn");';
  expect([said("quota", declares), said("*", declares)]).toEqual(["", ""]);
  expect(said("budget", declares)).toMatch(
    /knobs free: kernel.c declares no knob “budget”. Remedy: it declares quota/,
  );
  expect(said("quota", "void")).toMatch(/declares no knob “quota”. Remedy: write KNOB\(quota/);
  expect(said("quota")).toMatch(/knobs free: the step's machine runs no program. Remedy: name a/);
});

test("a_prediction_or_a_goal_on_a_machine_with_a_program_is_reported", () => {
  const { lesson } = parseSample(SAMPLE);
  if (lesson === null) throw new Error("the sample is valid");
  const own = lesson.scenarios.own;
  if (own === undefined) throw new Error("the sample has a scenario");
  const program = { file: "kernel.c", digest: "", statement: 20, knobs: {}, text: "void" };
  const scenarios = { own: { ...own, program } };
  expect(checkLesson({ ...lesson, scenarios }, context).map(formatProblem)).toEqual([
    expect.stringMatching(/^lesson.md:\d+ goal: the step's machine runs a program/),
  ]);
});
