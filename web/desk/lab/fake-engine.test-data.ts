// An engine for tests that only counts cycles. It records requests, and cancels, refuses or ends when a test says so.

import type { Engine, FrameAnswer, FrameRequest, Opened } from "../../engine/client";
import type {
  CodeRow,
  Diagnosis,
  Intervention,
  Scenario,
  Topology,
  Value,
} from "../../generated/model";
import { CancelledError, RefusedError, TrapError } from "../../engine/problems";
import type { FieldProblem, Question, RunTarget, Told } from "../../engine/protocol";
import { FRAME_FIELDS, FRAME_VERSION } from "../../generated/layout";
import { catalogueOf } from "../../model/scenario/small-catalogue.test-data";

const DIAGNOSIS = JSON.stringify({
  id: "keeping_up",
  headline: { text: "Every packet gets through.", values: [] },
  sentences: [],
  tone: "good",
  cure: null,
  window_ms: 100,
} satisfies Diagnosis);

/** A machine with 1000 cycles per second (or `hertz`) that only counts. */
export class FakeEngine implements Engine {
  head = 0;
  hertz = 1000;
  /** Ids of the places of machines that are opened from now on. */
  places: readonly string[] = [];
  scenario: Scenario | null = null;
  opened: { scenario: Scenario; until: RunTarget }[] = [];
  cancelNext = false;
  /** The next opening fails with this error. */
  failNext: Error | null = null;
  refuseNext = false;
  bound = Infinity;
  /** What has stopped the kernel. */
  fault: FieldProblem | null = null;
  told: Told<FieldProblem>[] = [];
  /** The machine runs by at most this many cycles for one frame. */
  cyclesPerRequest = 1000;
  /** Whether the next request is lost, as one that waits and is replaced. */
  losesNext = false;
  /** Whether an answer waits until the test calls `answer`, as on a busy computer: one request is under way, the newest waits. */
  isSlow = false;
  private underWay: (() => void) | null = null;
  private nextRequest: FrameRequest | null = null;
  /** Cycles from any time to the next boundary. */
  boundary = 7;
  /** The lines of the program of machines that are opened from now on. */
  code: readonly Pick<CodeRow, "line" | "step" | "procedure">[] = [];
  /** Where breakpoints stop. */
  stopsAt: readonly number[] = [];
  /** What was asked, and what a debugger is told. */
  asked: Question[] = [];
  answers = {
    debug_view: [0, 0, 0, 1, 0, 0, 0, 0, 0, 0],
    last_write: [] as number[],
    locals: [0, 0],
  };
  requests: FrameRequest[] = [];
  /** The windows of frames end where the last diagnosis was made, as in the worker. */
  private countedUntil = 0;
  private frames: (answer: FrameAnswer) => void = () => undefined;
  private traps: (trap: TrapError) => void = () => undefined;

  get interventions(): readonly Intervention[] {
    return this.scenario?.interventions ?? [];
  }
  catalogue = () => Promise.resolve(catalogueOf());
  start = () => Promise.resolve(catalogueOf());
  open(text: string, until: RunTarget) {
    const scenario = JSON.parse(text) as Scenario;
    const done = (async (): Promise<Opened> => {
      await Promise.resolve();
      if (this.cancelNext) {
        this.cancelNext = false;
        throw new CancelledError("");
      }
      const failure = this.failNext;
      this.failNext = null;
      if (failure !== null) throw failure;
      this.opened.push({ scenario, until });
      this.head = "cycles" in until ? until.cycles : until.milliseconds;
      this.scenario = scenario;
      const places = this.places.map((id) => ({ id }));
      const { code, hertz: clock_hz } = this;
      const variables = [{ name: "count" }];
      const topology = { clock_hz, places, code, variables } as unknown as Topology;
      return { topology, scenario, head: this.head, atBound: false };
    })();
    return { done, cancel: () => undefined };
  }
  async intervene(set: Record<string, Value>, at = 0) {
    await Promise.resolve();
    if (this.refuseNext) {
      this.refuseNext = false;
      throw new RefusedError([
        { field: "limit", value: "0", problem: "too small", allowed: "1 to 255" },
      ]);
    }
    if (this.scenario === null) throw new Error("closed");
    const interventions = [...this.scenario.interventions, { at: Math.max(at, this.head), set }];
    this.scenario = { ...this.scenario, interventions };
    return { scenario: this.scenario, head: this.head };
  }
  /** What is wrong with a program: a text with "wrong" has one problem. */
  private check(text: string) {
    const message = { text: "That is wrong.", values: [] };
    const place = { line: 1, column: 1 };
    const problem = { ...place, end: place, rule: "a", problem: message, remedy: message };
    return JSON.stringify(text.includes("wrong") ? [problem] : []);
  }
  ask(question: Question) {
    this.asked.push(question);
    const answer = (text: string) => Promise.resolve({ text, head: this.head });
    if (question.what === "check_program") return answer(this.check(question.text));
    if (question.what === "check_condition")
      return answer(question.condition.includes("wrong") ? this.check("wrong") : '"00ff"');
    if (question.what in this.answers)
      return answer(JSON.stringify(this.answers[question.what as keyof FakeEngine["answers"]]));
    const t = question.what === "neighbour" ? question.t + this.boundary * question.direction : 0;
    this.head = Math.max(this.head, t);
    return Promise.resolve({ text: String(t), head: this.head });
  }
  release(): void {
    this.scenario = null;
  }
  requestFrame(request: FrameRequest): void {
    this.requests.push(request);
    if (this.losesNext) return void (this.losesNext = false);
    if (this.underWay !== null) return void (this.nextRequest = request);
    const reachable = this.head + this.cyclesPerRequest;
    const reached = Math.min(request.runOptions.until, reachable, this.bound);
    this.head = Math.max(this.head, reached);
    const atBound = this.head >= this.bound;
    const { stop } = request.runOptions;
    const end = Math.min(request.t, this.head);
    const stoppedAt = this.stopsAt.find((at) => stop && at > stop.from && at <= end) ?? null;
    const frame = new Float64Array(80);
    frame.set([FRAME_VERSION, stoppedAt ?? end, this.head, 0, request.from, request.to]);
    if (request.runOptions.diagnose) this.countedUntil = Math.min(request.t, this.head);
    frame[FRAME_FIELDS.header.indexOf("windowTo")] = this.countedUntil;
    const diagnosis = request.runOptions.diagnose ? DIAGNOSIS : null;
    const stopped = { fault: this.fault, told: this.told, stoppedAt };
    const answer = { frame, diagnosis, atBound, ...stopped, request, spent: 0, roundTrip: 1 };
    if (this.isSlow) this.underWay = () => this.frames(answer);
    else this.frames(answer);
  }
  /** The answer of the request that is under way. */
  answer(): void {
    const { underWay, nextRequest } = this;
    this.underWay = null;
    this.nextRequest = null;
    underWay?.();
    if (nextRequest !== null) this.requestFrame(nextRequest);
  }
  onFrame(listener: (answer: FrameAnswer) => void): void {
    this.frames = listener;
  }
  onTrap(listener: (trap: TrapError) => void): void {
    this.traps = listener;
  }
  trap(): void {
    this.traps(new TrapError("unreachable", "frame", this.head));
  }
}
