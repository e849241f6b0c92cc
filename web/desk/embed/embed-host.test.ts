// Facts about the answers to the page that embeds the lab: what it is told without asking, what a request does, and what is
// wrong with a request.
import { describe, expect } from "vitest";
import type { Job } from "../../engine/pool";
import type { FieldProblem } from "../../engine/protocol";
import type { AppServices } from "../app-services";
import { createComparison } from "../compare/comparison";
import { it as labTest } from "../lab/lab-harness.test-data";
import { createStore } from "../../lib/store";
import { createEmbedHost } from "./embed-host";
// The host loads it with the first message, which takes longer than these tests wait.
import "./messages";
import type { EmbedAnswer, HostRequest } from "./protocol";

const it = labTest
  .extend("comparison", ({ harness, lab }) => createComparison(lab, () => harness.another().lab))
  .extend("jobs", (): Job[] => [])
  .extend("posted", (): EmbedAnswer[] => [])
  .extend("host", async ({ lab, comparison, jobs, posted, animate }) => {
    const trials = createStore({ pool: { submit: (job: Job) => jobs.push(job) } });
    const timers: (() => void)[] = [];
    const services = { lab, comparison, trials } as unknown as AppServices;
    const host = createEmbedHost(services, {
      post: (answer) => void posted.push(answer),
      open: (address) => Promise.resolve(address === "" ? [] : [problem(address)]),
      opened: Promise.resolve(),
      fullAddress: (link) => `https://lab/${link}`,
      schedule: (run) => void timers.push(run),
    });
    await animate(50);
    /** Sends a request, and returns its answer. */
    const ask = async (request: HostRequest, id = "1") => {
      host.receive({ livelock: 1, id, ...request });
      await animate(100);
      return posted.findLast((answer) => "id" in answer && answer.id === id);
    };
    /** The states that are sent without a request, until the machines have stayed the same for a while. */
    const states = async () => {
      for (const run of timers.splice(0)) run();
      await animate(20);
      return posted.filter((answer) => answer.type === "state" && !("id" in answer));
    };
    return { ...host, ask, states };
  });

const problem = (field: string): FieldProblem => ({ field, value: "", problem: "", allowed: "" });
const fieldsOf = (answer?: EmbedAnswer) =>
  answer?.type === "error" ? answer.problems.map(({ field }) => field) : answer?.type;

describe("without a request", () => {
  it("the_page_learns_that_the_lab_is_ready", ({ host, posted }) => {
    expect(host).toBeDefined();
    expect(posted[0]).toMatchObject({ type: "ready", versions: [1], model: "m1" });
  });

  it("a_change_is_told_once_and_the_time_of_a_playing_machine_is_not", async ({
    lab,
    host,
    animate,
  }) => {
    await host.states();
    const before = (await host.states()).length;
    await animate(300);
    expect(await host.states()).toHaveLength(before);
    lab.change({ limit: 5 });
    await animate(50);
    const told = await host.states();
    expect(told).toHaveLength(before + 1);
    expect(told.at(-1)).toMatchObject({ state: { settings: { limit: 5 }, playing: true } });
  });

  it("the_time_is_told_when_the_machine_is_paused", async ({ lab, host, animate }) => {
    lab.clock.pause();
    await animate(50);
    await host.states();
    lab.time.seek(150);
    await animate(50);
    expect((await host.states()).at(-1)).toMatchObject({
      state: {
        milliseconds: 150,
        playing: false,
        link: expect.stringContaining("t=150") as string,
      },
    });
  });
});

describe("a request", () => {
  it("for_a_setting_changes_the_machine", async ({ lab, host }) => {
    expect(fieldsOf(await host.ask({ type: "set", settings: { limit: "7" } }))).toBe("done");
    expect(lab.values().limit).toBe(7);
  });

  it("with_wrong_settings_changes_nothing_and_all_are_named", async ({ lab, host }) => {
    const settings = { limit: 0, limits: 3, "traffic.rate": 5 };
    const answer = await host.ask({ type: "set", settings });
    expect(fieldsOf(answer)).toEqual(["limit", "limits"]);
    const allowed = expect.stringContaining("limit") as string;
    expect(answer).toMatchObject({ problems: [{}, { allowed }] });
    expect(lab.values()).toMatchObject({ limit: 10, "traffic.rate": 2000 });
  });

  it("that_the_core_refuses_names_the_refused_setting", async ({ engine, host }) => {
    engine.refuseNext = true;
    expect(fieldsOf(await host.ask({ type: "set", settings: { limit: 7 } }))).toEqual(["limit"]);
  });

  it("for_a_second_machine_needs_one", async ({ lab, comparison, host }) => {
    const request = { type: "set", settings: { limit: 7 }, machine: "b" } as const;
    expect(fieldsOf(await host.ask(request))).toEqual(["machine"]);
    await comparison.start({ kind: "copy" });
    expect(fieldsOf(await host.ask(request, "2"))).toBe("done");
    expect(comparison.state.get().machines[1]?.values().limit).toBe(7);
    expect(lab.values().limit).toBe(10);
    expect(await host.ask({ type: "state" }, "3")).toMatchObject({
      state: { settings: { limit: 10 }, second: { settings: { limit: 7 } } },
    });
  });

  it("for_a_trial_runs_the_settings_at_the_shown_time_and_its_own", async ({
    lab,
    host,
    jobs,
    posted,
  }) => {
    lab.change({ limit: 5 });
    const request = { type: "trial", settings: { ring: 64 }, seed: 3 } as const;
    expect(await host.ask(request)).toBeUndefined();
    const [job] = jobs;
    expect(JSON.parse(job?.scenario ?? "")).toMatchObject({
      ...{ id: "first", seed: 3, interventions: [] },
      settings: { limit: 5, ring: 64 },
    });
    job?.onReport({ offered_pps: 1, dropped_pps: { ring: 2 } } as never);
    expect(await host.ask({ type: "pause" }, "2")).toMatchObject({ type: "done" });
    expect(posted.find(({ type }) => type === "result")).toMatchObject({
      report: {
        offered_pps: 1,
        dropped_pps: { ring: 2 },
        scenario: JSON.parse(job?.scenario ?? "") as object,
      },
    });
  });

  it("for_too_many_trials_is_refused", async ({ host, jobs }) => {
    for (let id = 0; id < 16; id++) await host.ask({ type: "trial" }, String(id));
    expect(fieldsOf(await host.ask({ type: "trial" }, "16"))).toEqual(["type"]);
    jobs[0]?.onFailure(new Error("no memory"));
    expect(await host.ask({ type: "trial" }, "17")).toBeUndefined();
    expect(jobs).toHaveLength(17);
  });

  it("for_an_address_answers_with_what_is_wrong_with_it", async ({ host }) => {
    expect(fieldsOf(await host.ask({ type: "open", address: "" }))).toBe("done");
    expect(fieldsOf(await host.ask({ type: "open", address: "knob" }, "2"))).toEqual(["knob"]);
  });
});

describe("while nobody can see the lab", () => {
  it("it_is_paused_and_plays_on_when_it_is_seen", async ({ lab, host }) => {
    host.setVisible(false);
    expect(lab.state.get().playing).toBe(false);
    expect(await host.ask({ type: "state" })).toMatchObject({ state: { playing: true } });
    host.setVisible(true);
    expect(lab.state.get().playing).toBe(true);
  });

  it("play_and_pause_count_when_it_is_seen", async ({ lab, host }) => {
    host.setVisible(false);
    await host.ask({ type: "pause" });
    host.setVisible(true);
    expect(lab.state.get().playing).toBe(false);
    host.setVisible(false);
    await host.ask({ type: "play" }, "2");
    expect(lab.state.get().playing).toBe(false);
    host.setVisible(true);
    expect(lab.state.get().playing).toBe(true);
  });

  it("a_machine_that_begins_to_play_is_paused", async ({ lab, host, animate }) => {
    lab.clock.pause();
    host.setVisible(false);
    lab.clock.play();
    await animate(20);
    expect(lab.state.get().playing).toBe(false);
    host.setVisible(true);
    expect(lab.state.get().playing).toBe(true);
  });
});
