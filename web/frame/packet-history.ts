// The selected packet's story as a frame tells it: every step spent on it, where it ended and what it
// cost. Read for lists and sentences, not for drawing.
import { ContextField, Fate, field, JourneyField, MoveField, namedIn, type Frame } from "./frame";
import { usesCpu, type Topology } from "./topology";
import { duration, moment, thousands } from "./words";

export interface StoryStep {
  step: number;
  context: number;
  begin: number;
  end: number;
  /** CPU cycles spent; less than end - begin when it was interrupted. */
  cycles: number;
}

export interface Story {
  packet: number;
  arrived: number;
  fate: number;
  /** Where it is, or where it ended; -1 = in somebody's hands. */
  place: number;
  fateTime: number;
  invested: number;
  bytes: number;
  steps: StoryStep[];
}

const STORY_ROWS = 8;

export function readStory(frame: Frame, packet: number): Story | null {
  if (frame.rows("story") < STORY_ROWS) return null;
  const read = (row: number) => field(frame, "story", row, 0);
  if (read(0) !== packet) return null;
  const steps = Array.from({ length: frame.rows("journey") }, (_, row): StoryStep => {
    const part = (position: number) => field(frame, "journey", row, position);
    return {
      step: part(JourneyField.step),
      context: part(JourneyField.context),
      begin: part(JourneyField.begin),
      end: part(JourneyField.end),
      cycles: part(JourneyField.cycles),
    };
  });
  return {
    packet,
    arrived: read(1),
    fate: read(2),
    place: read(3),
    fateTime: read(4),
    invested: read(5),
    bytes: read(7),
    steps: steps.filter((step) => step.cycles > 0),
  };
}

/** What becomes of the packet, in one or two sentences; what is still to come is told as such. */
export function fateSentence(topology: Topology, story: Story, frame: Frame): string {
  if (isOver(story, frame)) return fateWords(topology, story, false);
  if (frame.t < story.arrived) {
    const comes = `Not here yet: it comes in at ${moment(story.arrived, topology.clock_hz)}.`;
    return story.fate === Fate.inside ? comes : `${comes} ${fateWords(topology, story, true)}`;
  }
  const spent = duration(spentSoFar(story, frame), topology.clock_hz);
  const now = `${whereabouts(topology, frame, story.packet)} ${spent} of CPU time so far.`;
  return story.fate === Fate.inside ? now : `${now} ${fateWords(topology, story, true)}`;
}

function fateWords(topology: Topology, story: Story, later: boolean): string {
  const hertz = topology.clock_hz;
  const name = topology.places[story.place]?.name ?? "";
  const spent = duration(story.invested, hertz);
  const lived = duration(Math.max(0, story.fateTime - story.arrived), hertz);
  if (story.fate === Fate.delivered) {
    return later
      ? `It will be delivered ${lived} after its arrival.`
      : `Delivered ${lived} after it arrived; ${spent} of CPU time were spent on it.`;
  }
  if (story.invested === 0) {
    return later
      ? `It will be refused at the ${name}, at no cost.`
      : `Refused: the ${name} was full. That cost no CPU time.`;
  }
  return later
    ? `It will be thrown away at the ${name}, and ${spent} of CPU time with it.`
    : `Thrown away at the ${name}, ${lived} after it arrived. The ${spent} of CPU time already spent on it were wasted.`;
}

/** What became of the packet has happened by the frame's moment. */
export function isOver(story: Story, frame: Frame): boolean {
  return story.fate !== Fate.inside && story.fateTime <= frame.t;
}

export interface StoryPart extends StoryStep {
  /** Seen from the frame's moment. */
  when: "done" | "going on" | "later";
  /** Of its cycles, those spent by then. */
  spent: number;
}

/** The steps as they stand at the frame's moment: one that has not begun has cost nothing yet. */
export function partsOf(story: Story, frame: Frame): StoryPart[] {
  return story.steps.map((step): StoryPart => {
    if (frame.t >= step.end) return { ...step, when: "done", spent: step.cycles };
    if (frame.t <= step.begin) return { ...step, when: "later", spent: 0 };
    return { ...step, when: "going on", spent: spentOnStep(story, step, frame) };
  });
}

/** CPU cycles spent on the packet by the frame's moment. */
export function spentSoFar(story: Story, frame: Frame): number {
  return partsOf(story, frame).reduce((sum, { spent }) => sum + spent, 0);
}

/** As its context tells; while something that it called has the CPU, by the time that has passed. */
function spentOnStep({ packet }: Story, step: StoryStep, frame: Frame): number {
  const told = (position: number) => field(frame, "contexts", step.context, position);
  const inHand =
    told(ContextField.packet) === packet &&
    told(ContextField.step) === step.step &&
    told(ContextField.stepCycles) === step.cycles;
  if (inHand) return told(ContextField.progress) * step.cycles;
  return (step.cycles * (frame.t - step.begin)) / Math.max(1, step.end - step.begin);
}

/** Where a packet is at the frame's moment. */
function whereabouts(topology: Topology, frame: Frame, packet: number): string {
  for (let row = 0; row < frame.rows("moves"); row += 1) {
    if (field(frame, "moves", row, MoveField.packet) !== packet) continue;
    const edge = topology.edges[field(frame, "moves", row, MoveField.edge)];
    const context = topology.contexts[edge?.context ?? -1];
    return context !== undefined && usesCpu(context)
      ? `In the hands of: ${context.name}.`
      : "On the wire.";
  }
  for (const [index, place] of topology.places.entries()) {
    if (namedIn(frame, index).packets.includes(packet)) {
      return `Waits in the ${place.name}.`;
    }
  }
  return "Inside the machine.";
}

/** CPU time by who spent it, in lane order. */
export function costByContext(
  topology: Topology,
  story: Story,
): { context: number; cycles: number }[] {
  return topology.contexts.flatMap((context, index) => {
    if (!usesCpu(context)) return [];
    const cycles = story.steps
      .filter((step) => step.context === index)
      .reduce((sum, step) => sum + step.cycles, 0);
    return cycles > 0 ? [{ context: index, cycles }] : [];
  });
}

export function packetName(packet: number): string {
  return `Packet ${thousands(packet)}`;
}
