// What is said of a figure, and to whom: those who asked for it, or are in it, hear that it begins and that it
// is there. All others compute in silence.
import type { FigureResult, FigureRun } from "../../store/figures/figure-run";

/** "M figure 6-3 is computed: 4 lines of 24 rates." */
export function describeComputed(name: string, drawn: readonly FigureResult[]): string {
  return `${name} is computed: ${drawn.map(describeDrawn).join("; ")}.`;
}

function describeDrawn(drawn: FigureResult): string {
  switch (drawn.kind) {
    case "lines": {
      const { picture, lines } = drawn;
      const most = Math.max(0, ...lines.map(({ points }) => points.length));
      const what =
        picture.kind === "latency" ? "time" : picture.kind === "first_packet" ? "burst" : "rate";
      const whose = picture.kind === "user_share" ? " for the user process" : "";
      return `${count(lines.length, "line")} of ${count(most, what)}${whose}`;
    }
    case "calls":
      return `a time line of ${count(drawn.bars.length, "call")}`;
    case "table":
      return `a table of ${count(drawn.rows.length, "trial")}`;
  }
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? "" : "s"}`;
}

/** Says when it begins and when it is done, to whom it concerns at that moment; gives back how to stop. */
export function announceFigure(
  name: string,
  { store }: FigureRun,
  concerns: () => boolean,
  say: (text: string) => void,
): () => void {
  let before = store.get().phase;
  // Before the page is drawn anew: who is at the button has not lost it yet.
  return store.subscribe(() => {
    const { phase, results } = store.get();
    if (phase === before) return;
    before = phase;
    if (!concerns()) return;
    if (phase === "running") say(`${name} is being computed.`);
    if (phase === "done") say(describeComputed(name, results));
  });
}
