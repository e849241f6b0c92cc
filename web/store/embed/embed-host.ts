// Answers the messages of the page that embeds the lab, and tells it what happens: ready, a new state, results. Which
// page may send messages is decided where they arrive (web/embed.tsx). While nobody can see the lab, it is paused.
import { readThroughput } from "../../charts/outcomes";
import type { Catalogue, Diagnosis, Report, Value } from "../../engine/model";
import { Priority } from "../../engine/pool";
import { RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import type { AppServices } from "../app-services";
import { splitChange } from "../compare/shared-traffic";
import type { Lab } from "../lab/lab";
import { refuse, similarNames } from "../link/link-changes";
import {
  catalogueForMachine,
  findParameter,
  nonDefaultSettings,
  parseValue,
  validateValue,
  type SettingValues,
} from "../scenario/settings";
import { waitForState } from "../store";
import type { EmbedAnswer, EmbedState, HostMessage, MachineLetter, MachineState } from "./protocol";

export interface EmbedHostEnvironment {
  post(answer: EmbedAnswer): void;
  /** Shows another address. Resolves with what was wrong with it. */
  open(address: string): Promise<readonly FieldProblem[]>;
  /** Resolves when the machines of the first address are open. */
  opened: Promise<unknown>;
  /** The full address of a link of the lab. */
  fullAddress(link: string): string;
  schedule(run: () => void, milliseconds: number): void;
}

export interface EmbedHost {
  /** Answers a message that the embedding page has sent. */
  receive(data: unknown): void;
  /** Pauses while the lab is not visible; plays again afterwards if it played before. */
  setVisible(isVisible: boolean): void;
}

/** A state is sent at most this often, in wall milliseconds. */
const STATE_MILLISECONDS = 100;
const TRIALS_MAX = 16;

const loadMessages = () => import("./messages");

export function createEmbedHost(
  services: AppServices,
  environment: EmbedHostEnvironment,
): EmbedHost {
  const { lab, comparison, trials } = services;
  const { post } = environment;
  let isVisible = true;
  let resumes = false;
  let trialCount = 0;
  let waitingTrials = 0;

  /** The messages wait until a machine is shown. The check of messages arrives with the first one. */
  const shown = waitForState(lab.tick, ({ frame }) => frame !== null);
  const broken = waitForState(lab.state, ({ phase }) => phase === "broken");
  const ready = Promise.all([shown, environment.opened]);
  const started = Promise.race([ready, broken]);
  let messages: ReturnType<typeof loadMessages> | null = null;

  /** The second machine; null while there is none. */
  function secondLab(): Lab | null {
    const { phase, follower } = comparison.state.get();
    return phase === "ready" ? follower : null;
  }

  /** The machine that a message means. The second one may be opening. */
  async function machineOf(letter: MachineLetter = "a"): Promise<Lab> {
    if (letter === "a") return lab;
    await waitForState(comparison.state, ({ phase }) => phase !== "opening");
    const allowed = "a; an address with views=compare shows a second machine";
    return secondLab() ?? refuse("machine", letter, "there is no second machine", allowed);
  }

  function currentState(): EmbedState {
    const { speed, playing, topology } = lab.state.get();
    const second = secondLab();
    return {
      ...machineState(lab),
      playing: isVisible ? playing : resumes,
      speed,
      milliseconds: (lab.tick.get().t / (topology?.clock_hz ?? 1)) * 1e3,
      second: second && machineState(second),
      link: environment.fullAddress(comparison.link() ?? lab.link()),
    };
  }

  function tellChanges(): void {
    let last = "";
    let isScheduled = false;
    const tell = () => {
      isScheduled = false;
      const { playing, speed } = lab.state.get();
      // Leaves out the time while the machine plays, because the time then changes constantly.
      const key = JSON.stringify([
        ...[lab, secondLab()].map((machine) => machine && changesOf(machine)),
        ...[isVisible ? playing : resumes, speed, playing ? 0 : lab.tick.get().t],
      ]);
      if (key === last) return;
      last = key;
      post({ type: "state", state: currentState() });
    };
    const tellSoon = () => {
      if (isScheduled) return;
      isScheduled = true;
      environment.schedule(tell, STATE_MILLISECONDS);
    };
    let followed: Lab | null = null;
    const follow = (machine: Lab) => {
      machine.state.subscribe(tellSoon);
      machine.tick.subscribe(tellSoon);
    };
    const followSecond = () => {
      const { follower } = comparison.state.get();
      if (follower !== null && follower !== followed) follow((followed = follower));
      tellSoon();
    };
    follow(lab);
    followSecond();
    comparison.state.subscribe(followSecond);
  }

  /** Checks settings against the machine's table. Throws a RefusedError that names all wrong ones. */
  function checkSettings(machine: Lab, settings: Record<string, Value>): SettingValues {
    const catalogue = machineCatalogue(machine, settings);
    const problems: FieldProblem[] = [];
    const checked: SettingValues = {};
    for (const [path, given] of Object.entries(settings)) {
      const parameter = findParameter(catalogue, path);
      if (parameter === undefined) {
        const paths = catalogue.parameters.map((one) => one.path);
        const allowed = similarNames(path, paths);
        problems.push({
          field: path,
          value: String(given),
          problem: "there is no such setting",
          allowed,
        });
        continue;
      }
      const value = typeof given === "string" ? parseValue(parameter, given) : given;
      const problem = validateValue(parameter, value);
      if (problem !== null) problems.push(problem);
      else checked[path] = value;
    }
    if (problems.length > 0) throw new RefusedError(problems);
    return checked;
  }

  function machineCatalogue(machine: Lab, settings: SettingValues): Catalogue {
    const { catalogue } = lab.state.get();
    if (catalogue === null) throw notStarted();
    return catalogueForMachine(catalogue, { ...machine.values(), ...settings });
  }

  async function changeSettings(message: HostMessage & { type: "set" }): Promise<void> {
    const machine = await machineOf(message.machine);
    const set = checkSettings(machine, message.settings);
    machine.change(set);
    // Knobs of the traffic are those of the first machine.
    for (const one of new Set([lab, machine])) {
      await new Promise<void>((resolve) => one.pairing.afterChanges(resolve));
    }
    answerChange(message.id, machine, set);
  }

  /** Whether the machine has these values now: the core may have refused a combination of them. */
  function answerChange(id: string | undefined, machine: Lab, wanted: SettingValues): void {
    const values = { ...machine.values(), ...splitChange(lab.values()).shared };
    const refused = Object.entries(wanted).filter(([path, value]) => values[path] !== value);
    if (refused.length === 0) return post({ id, type: "done" });
    const problems = refused.map(([field, value]) => ({
      field,
      value: String(value),
      problem: "the machine refused it; a notice on the embedded page says why",
      allowed: "",
    }));
    post({ id, type: "error", problems });
  }

  async function runTrial(message: HostMessage & { type: "trial" }): Promise<void> {
    const { id, seed } = message;
    if (waitingTrials >= TRIALS_MAX) {
      const allowed = `at most ${TRIALS_MAX} trials at a time`;
      throw new RefusedError([
        { field: "type", value: "trial", problem: "too many wait", allowed },
      ]);
    }
    const machine = await machineOf(message.machine);
    const { scenario, catalogue } = machine.state.get();
    if (scenario === null || catalogue === null) throw notStarted();
    const values = { ...machine.values(), ...checkSettings(machine, message.settings ?? {}) };
    const settings = nonDefaultSettings(catalogue, values);
    const text = JSON.stringify({
      ...scenario,
      seed: seed ?? scenario.seed,
      settings,
      interventions: [],
    });
    waitingTrials++;
    try {
      const { pool } = await waitForState(trials, (state) => state.pool !== null);
      const report = await new Promise<Report>((resolve, reject) => {
        pool?.submit({
          scenario: text,
          priority: Priority.goal,
          owner: `embed ${++trialCount}`,
          onReport: resolve,
          onFailure: reject,
        });
      });
      post({ id, type: "result", report });
    } finally {
      waitingTrials--;
    }
  }

  async function answer(message: HostMessage): Promise<void> {
    const { id } = message;
    const done = () => post({ id, type: "done" });
    switch (message.type) {
      case "play":
        resumes = !isVisible;
        if (isVisible) lab.play();
        return done();
      case "pause":
        resumes = false;
        lab.pause();
        return done();
      case "seek": {
        const hertz = lab.state.get().topology?.clock_hz ?? 1;
        lab.goTo((message.milliseconds / 1e3) * hertz);
        return done();
      }
      case "speed":
        lab.setSpeed(message.speed);
        return done();
      case "set":
        return changeSettings(message);
      case "trial":
        return runTrial(message);
      case "open": {
        const problems = await environment.open(message.address);
        return problems.length > 0 ? post({ id, type: "error", problems }) : done();
      }
      case "state":
        return post({ id, type: "state", state: currentState() });
    }
  }

  function fail(id: string | number | undefined, error: unknown): void {
    if (error instanceof RefusedError) return post({ id, type: "error", problems: error.problems });
    const problem = error instanceof Error ? error.message : String(error);
    post({ id, type: "error", problems: [{ field: "lab", value: "", problem, allowed: "" }] });
  }

  function pauseWhileHidden(): void {
    const { phase, playing } = lab.state.get();
    if (isVisible || !playing || phase !== "ready") return;
    resumes = true;
    lab.pause();
  }

  lab.state.subscribe(pauseWhileHidden);
  void ready.then(() => {
    const model = lab.state.get().catalogue?.model ?? "";
    post({ type: "ready", versions: [1], model, state: currentState() });
    tellChanges();
  });

  return {
    receive(data) {
      if (typeof data !== "object" || data === null || !("livelock" in data)) return;
      messages ??= loadMessages();
      void Promise.all([messages, started]).then(async ([{ parseHostMessage, idOf }]) => {
        try {
          if (lab.state.get().phase === "broken") throw notStarted();
          const message = parseHostMessage(data);
          if (message !== null) await answer(message);
        } catch (error) {
          fail(idOf(data), error);
        }
      });
    },
    setVisible(next) {
      if (next === isVisible) return;
      isVisible = next;
      if (!next) pauseWhileHidden();
      else if (resumes) {
        resumes = false;
        lab.play();
      }
    },
  };
}

function notStarted(): RefusedError {
  const problem = "the simulator is not running; the embedded page says why";
  return new RefusedError([{ field: "lab", value: "", problem, allowed: "" }]);
}

function machineState({ state, tick, values }: Lab): MachineState {
  const { base, topology } = state.get();
  const { frame, diagnosis } = tick.get();
  const throughput = frame === null || topology === null ? null : readThroughput(frame, topology);
  return {
    scenario: base?.id ?? "",
    title: base?.title ?? "",
    settings: values(),
    rates:
      throughput === null || throughput.isTooFew
        ? null
        : { offered: throughput.offeredRate, delivered: throughput.deliveredRate },
    diagnosis: diagnosis && {
      id: diagnosis.id,
      tone: diagnosis.tone,
      headline: diagnosis.headline,
      sentence: diagnosis.sentence,
    },
  };
}

/** The values of a machine whose change is sent to the embedding page. */
function changesOf({ state, tick, values }: Lab): unknown {
  const { base, scenario } = state.get();
  return [base?.id, scenario?.interventions.length, values(), headlineOf(tick.get().diagnosis)];
}

/** While the machine settles, the headline counts milliseconds down. */
function headlineOf(diagnosis: Diagnosis | null): string | undefined {
  return diagnosis?.id === "settling" ? diagnosis.id : diagnosis?.headline;
}
