// Answers the messages of the page that embeds the lab, and tells it what happens: ready, a new state, results. Which
// page may send messages is decided where they arrive (web/embed.tsx). While nobody can see the lab, it is paused.
import { RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import type { AppServices } from "../app-services";
import type { Machine } from "../lab/machine";
import { refuse } from "../link/link-changes";
import { waitForState } from "../../lib/store";
import { readEmbedState, secondMachine, watchEmbedState } from "./embed-state";
import { changeSettings, createTrialRunner, notStarted } from "./machine-requests";
import type { EmbedAnswer, HostMessage, MachineLetter } from "./protocol";

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

const loadMessages = () => import("./messages");

export function createEmbedHost(
  services: Pick<AppServices, "lab" | "comparison" | "trials">,
  environment: EmbedHostEnvironment,
): EmbedHost {
  const { lab, comparison } = services;
  const { post, fullAddress } = environment;
  let stopHolding: (() => void) | null = null;
  const runTrial = createTrialRunner(services.trials);
  const embedded = { lab, comparison, fullAddress };
  const currentState = () => readEmbedState(embedded);

  /** The messages wait until a machine is shown. The check of messages arrives with the first one. */
  const shown = waitForState(lab.tick, ({ frame }) => frame !== null);
  const broken = waitForState(lab.state, ({ phase }) => phase === "broken");
  const ready = Promise.all([shown, environment.opened]);
  const started = Promise.race([ready, broken]);
  let messages: ReturnType<typeof loadMessages> | null = null;

  /** Does what a message asks, and returns the answer. */
  async function answer(message: HostMessage): Promise<EmbedAnswer> {
    switch (message.type) {
      case "play":
        lab.clock.play();
        return DONE;
      case "pause":
        lab.clock.pause();
        return DONE;
      case "seek": {
        const hertz = lab.state.get().topology?.clock_hz ?? 1;
        lab.time.goTo((message.milliseconds / 1e3) * hertz);
        return DONE;
      }
      case "speed":
        lab.clock.setSpeed(message.speed);
        return DONE;
      case "set":
        return doneOrError(
          await changeSettings(lab, await machineOf(message, services), message.settings),
        );
      case "trial":
        return {
          type: "result",
          report: await runTrial(await machineOf(message, services), message),
        };
      case "open":
        return doneOrError(await environment.open(message.address));
      case "state":
        return { type: "state", state: currentState() };
    }
  }

  void ready.then(() => {
    const model = lab.state.get().catalogue?.model ?? "";
    post({ type: "ready", versions: [1], model, state: currentState() });
    watchEmbedState(embedded, environment.schedule, () =>
      post({ type: "state", state: currentState() }),
    );
  });

  return {
    receive(data) {
      if (typeof data !== "object" || data === null || !("livelock" in data)) return;
      messages ??= loadMessages();
      void Promise.all([messages, started]).then(async ([{ parseHostMessage, idOf }]) => {
        try {
          if (lab.state.get().phase === "broken") throw notStarted();
          const message = parseHostMessage(data);
          if (message !== null) post({ id: message.id, ...(await answer(message)) });
        } catch (error) {
          post({ id: idOf(data), type: "error", problems: problemsOf(error) });
        }
      });
    },
    setVisible(isVisible) {
      if (isVisible === (stopHolding === null)) return;
      stopHolding?.();
      stopHolding = isVisible ? null : lab.clock.hold();
    },
  };
}

/** The machine that a message means. The second one may be opening. */
async function machineOf(
  { machine: letter = "a" }: { machine?: MachineLetter },
  { lab, comparison }: Pick<AppServices, "lab" | "comparison">,
): Promise<Machine> {
  if (letter === "a") return lab;
  await waitForState(comparison.state, ({ phase }) => phase !== "opening");
  const allowed = "a; an address with views=compare shows a second machine";
  return (
    secondMachine({ lab, comparison }) ??
    refuse("machine", letter, "there is no second machine", allowed)
  );
}

const DONE: EmbedAnswer = { type: "done" };

function doneOrError(problems: readonly FieldProblem[]): EmbedAnswer {
  return problems.length > 0 ? { type: "error", problems } : DONE;
}

function problemsOf(error: unknown): readonly FieldProblem[] {
  if (error instanceof RefusedError) return error.problems;
  const problem = error instanceof Error ? error.message : String(error);
  return [{ field: "lab", value: "", problem, allowed: "" }];
}
