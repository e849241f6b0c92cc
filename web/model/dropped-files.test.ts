// Facts about dropped files: how they are classified, and the refusal of a file without a scenario.
import { expect, it } from "vitest";
import { RefusedError } from "../engine/problems";
import { encodings } from "../lib/format/encodings.test-data";
import { classifyDrop, findKind, readScenarioFile } from "./dropped-files";
import { formatProgressFile } from "../lesson/progress";
import { describeProblem } from "./scenario/setting-text";

it("files_are_classified_by_their_names", () => {
  expect(classifyDrop(["evening.pcap"])).toBe("capture");
  expect(classifyDrop(["evening.pcapng.1"])).toBe("capture");
  expect(classifyDrop(["mine.json"])).toBe("scenario");
  expect(classifyDrop(["Lesson.MD", "mine.json"])).toBe("lesson");
  expect(classifyDrop(["livelock-report-lesson-7.html"])).toBe("report");
  expect(classifyDrop(["a.pcap", "b.pcap"])).toBe("too many");
  expect(classifyDrop([])).toBe("too many");
});

const saying = async (text: string) => {
  try {
    await readScenarioFile(new File([text], "mine.json"));
  } catch (error) {
    if (error instanceof RefusedError) return error.problems.map(describeProblem).join(" ");
    throw error;
  }
  return "read";
};

it("a_file_without_a_scenario_is_refused_with_its_name_and_a_remedy", async () => {
  for (const [text, problem] of [
    ['[machine]\nclock = "1 MHz"', "not JSON"],
    ["[1, 2]", "not an object"],
    ["", "not JSON"],
  ] as const) {
    const said = await saying(text);
    expect(said).toContain("mine.json");
    expect(said).toContain(problem);
    expect(said).toContain("livelock list --format json");
  }
  expect(await saying(" ".repeat(2 ** 20 + 1))).toContain("too long");
  const endless = await saying('{"settings": {"traffic.rate": 1e999}}');
  expect(endless).toContain("the number in traffic.rate is too large");
  const twice = await saying('{"settings": {"traffic.rate": 1, "traffic.rate": 2}}');
  expect(twice).toContain("the field settings.traffic.rate is there twice");
  expect(await saying("{}")).toContain("has none of the fields id, title and settings");
  expect(await saying('{"settings": {}}')).toBe("read");
});

it("a_saved_run_that_cannot_be_read_is_refused_with_the_wrong_field", async () => {
  const run = {
    ...{ kind: "livelock-lab run", version: 1, link: "#/lab" },
    ...{ scenario: { id: "lab" }, shown: { time_cycles: 5, head_cycles: 9 } },
  };
  expect(await saying(JSON.stringify(run))).toBe("read");
  for (const [field, wrong] of [
    ["version", { version: 2 }],
    ["scenario", { scenario: [] }],
    ["shown", { shown: null }],
    ["shown.time_cycles", { shown: { time_cycles: -1, head_cycles: 2 } }],
    ["shown.head_cycles", { shown: { time_cycles: 1, head_cycles: 1e300 } }],
  ] as const) {
    const said = await saying(JSON.stringify({ ...run, ...wrong }));
    expect(said).toContain(`the field ${field} of this saved run cannot be read`);
  }
});

it("a_progress_file_is_recognized", async () => {
  const file = (text: string) => new File([text], "livelock-lab-progress.json");
  expect(await findKind(file(formatProgressFile({})))).toBe("progress");
  expect(await findKind(file('{"settings": {}}'))).toBe(null);
  expect(await findKind(file('{"kind": "livelock-lab claims", "claims": []}'))).toBe("results");
});

it("a_dropped_scenario_and_a_saved_run_read_the_same_in_every_encoding", async () => {
  const scenario = { id: "mine", title: "“Mine”", settings: { "traffic.rate": 5 } };
  const shown = { time_cycles: 5, head_cycles: 6 };
  const run = { kind: "livelock-lab run", version: 1, scenario, shown, link: "" };
  for (const [name, file] of encodings(JSON.stringify(scenario, null, 2), "mine.json")) {
    expect(await readScenarioFile(file), name).toEqual({ scenario });
  }
  for (const [name, file] of encodings(JSON.stringify(run, null, 2), "run.json")) {
    expect(await readScenarioFile(file), name).toEqual({ scenario, shown, link: "" });
  }
});

it("progress_reports_and_results_are_recognized_in_every_encoding", async () => {
  for (const [kind, found] of [
    ["livelock-lab progress", "progress"],
    ["livelock-lab report", "report"],
    ["livelock-lab claims", "results"],
  ]) {
    for (const [name, file] of encodings(JSON.stringify({ kind }, null, 2), "a.json")) {
      expect(await findKind(file), name).toBe(found);
    }
  }
});
