// The selected packet's story as a frame tells it: every step spent on it, where it ended and what it
// cost. Read for lists and sentences, not for drawing.
import { Fate, field, JourneyField, type Frame } from "./frame";
import { usesCpu, type Topology } from "./topology";
import { duration, thousands } from "./words";

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

/** What became of the packet, in one or two sentences. */
export function fateSentence(topology: Topology, story: Story): string {
  const hertz = topology.clock_hz;
  const place = topology.places[story.place];
  const name = place?.name ?? "";
  const spent = duration(story.invested, hertz);
  const lived = duration(Math.max(0, story.fateTime - story.arrived), hertz);
  switch (story.fate) {
    case Fate.delivered:
      return `Delivered ${lived} after it arrived; ${spent} of CPU time were spent on it.`;
    case Fate.dropped:
      return story.invested > 0
        ? `Thrown away at the ${name}, ${lived} after it arrived. The ${spent} of CPU time already spent on it were wasted.`
        : `Refused at the door: the ${name} was full. That cost no CPU time.`;
    default:
      return place === undefined
        ? `Being worked on; ${spent} of CPU time so far.`
        : `Waits in the ${name}; ${spent} of CPU time so far.`;
  }
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
