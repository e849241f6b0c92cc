// Adds to the core's Chrome trace (core/src/frame/chrome.rs) what it leaves out and a reader in Perfetto looks for: the name
// of the process, and the reason and the place of each drop. Arrows lead each packet from one context to the next.

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid?: number;
  ts?: number;
  dur?: number;
  cat?: string;
  id?: number;
  bp?: string;
  args?: Record<string, unknown>;
}

interface TraceFile {
  traceEvents: TraceEvent[];
  [field: string]: unknown;
}

/** With more events, arrows would make the file too large. */
const EVENTS_WITH_ARROWS_MAX = 100_000;
const DROPPED = "dropped: ";

export function describedTrace(text: string, process: string, link: string): string {
  const file = JSON.parse(text) as TraceFile;
  const events = file.traceEvents;
  for (const event of events) {
    if (event.ph === "i" && event.name.startsWith(DROPPED)) describeDrop(event);
  }
  const named: TraceEvent = { name: "process_name", ph: "M", pid: 1, args: { name: process } };
  const arrows = events.length <= EVENTS_WITH_ARROWS_MAX ? packetArrows(events) : [];
  const otherData = { ...(file["otherData"] as object | undefined), link };
  return JSON.stringify({ ...file, otherData, traceEvents: [named, ...events, ...arrows] });
}

function describeDrop(event: TraceEvent): void {
  const wasted = Number(event.args?.["wasted_us"] ?? 0);
  event.cat = "drop";
  event.args = {
    ...event.args,
    place: event.name.slice(DROPPED.length),
    reason: wasted > 0 ? "no room; dropped after CPU work" : "no room; refused at no CPU cost",
  };
}

/** Flow events: a packet's way through the slices of different contexts, in the order of time. */
function packetArrows(events: readonly TraceEvent[]): TraceEvent[] {
  const slices = new Map<number, TraceEvent[]>();
  for (const event of events) {
    const packet = event.args?.["packet"];
    if (event.ph !== "X" || typeof packet !== "number") continue;
    const known = slices.get(packet);
    if (known === undefined) slices.set(packet, [event]);
    else if (known.at(-1)?.tid !== event.tid) known.push(event);
  }
  return [...slices].flatMap(([packet, stations]) => {
    if (stations.length < 2) return [];
    stations.sort((a, b) => (a.ts ?? 0) - (b.ts ?? 0));
    const last = stations.length - 1;
    return stations.map(({ pid, tid, ts = 0, dur = 0 }, index): TraceEvent => {
      const ph = index === 0 ? "s" : index === last ? "f" : "t";
      // Within its slice, so that the arrow belongs to it.
      const flow = { name: "packet", cat: "packet", ph, id: packet, pid, ts: ts + dur / 2 };
      return { ...flow, ...(tid === undefined ? {} : { tid }), ...(ph === "f" ? { bp: "e" } : {}) };
    });
  });
}
