// The announcements about a figure. A screen reader announces its start and its end to a person who
// requested it, or who has the focus in its card. All other figures compute without announcements.
import { tr } from "../../i18n/i18n";
import type { FigureRun } from "../../desk/figures/figure-run";
import type { FigureResult } from "../../desk/figures/measure-figure";

/** Describes a computed figure: "M figure 6-3 is computed: 4 lines of 24 rates." */
export function describeComputed(name: string, drawn: readonly FigureResult[]): string {
  return tr("{name} is computed: {join}.", { name, join: drawn.map(describeDrawn).join("; ") });
}

function describeDrawn(drawn: FigureResult): string {
  switch (drawn.kind) {
    case "lines": {
      const { picture, lines } = drawn;
      const most = Math.max(0, ...lines.map(({ points }) => points.length));
      const what =
        picture.kind === "latency" ? "time" : picture.kind === "first_packet" ? "burst" : "rate";
      const whose = picture.kind === "user_share" ? tr(" for the user process") : "";
      return tr("{count} of {count2}{whose}", {
        count: count(lines.length, "line"),
        count2: count(most, what),
        whose,
      });
    }
    case "calls":
      return tr("a time line of {count}", { count: count(drawn.bars.length, "call") });
    case "table":
      return tr("a table of {count}", { count: count(drawn.rows.length, "trial") });
  }
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? "" : "s"}`;
}

/** Announces the start and the end of a figure if it concerns the person at that moment. Returns a function that stops it. */
export function announceFigure(
  name: string,
  { store }: FigureRun,
  isConcerned: () => boolean,
  announce: (text: string) => void,
): () => void {
  let before = store.get().phase;
  // The store calls this before React renders, so the button still has its focus.
  return store.subscribe(() => {
    const { phase, results } = store.get();
    if (phase === before) return;
    before = phase;
    if (!isConcerned()) return;
    if (phase === "running") announce(tr("{name} is being computed.", { name }));
    if (phase === "done") announce(describeComputed(name, results));
  });
}
