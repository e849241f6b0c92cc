// What an embedded lab can show: the views of one machine and of two, knobs, and buttons for the time. An address contains the ids.
import { msg } from "../../i18n/i18n";
import { COMPARED_VIEWS, VIEW_ROWS, VIEWS, type ViewName } from "../../model/views";

type ComparedView = "compare" | `compare-${ViewName}`;
export type EmbedView = ViewName | "knobs" | "transport" | ComparedView;

interface EmbedViewRow {
  title: string;
  /** The views of a machine, or of both, that it consists of. */
  shows: readonly ViewName[];
  /** As in the row of a view. */
  needsWidth?: boolean;
  height?: number;
}

const isInWhole = (view: ViewName) => VIEW_ROWS[view].compared?.isInWhole === true;
const comparedId = (view: ViewName) => `compare-${view}` as const;
const bothMachines = msg("Both machines and their results");

const ROWS: readonly (readonly [EmbedView, EmbedViewRow])[] = [
  ...VIEWS.map((view) => [view, { ...VIEW_ROWS[view], shows: [view] }] as const),
  ["knobs", { title: msg("Knobs"), shows: [] }],
  ["transport", { title: msg("Time"), shows: [], height: 1 }],
  ["compare", { title: bothMachines, shows: COMPARED_VIEWS.filter(isInWhole) }],
  ...COMPARED_VIEWS.map((view) => {
    const { title, compared } = VIEW_ROWS[view];
    return [comparedId(view), { title: compared?.title ?? title, shows: [view] }] as const;
  }),
];

export const EMBED_VIEWS = ROWS.map(([view]) => view);
export const EMBED_VIEW_ROWS = Object.fromEntries(ROWS) as Readonly<
  Record<EmbedView, EmbedViewRow>
>;
export const DEFAULT_VIEWS: readonly EmbedView[] = ["sentence", "machine"];

/** Whether a view shows two machines. */
export const isComparedView = (view: EmbedView): view is ComparedView => view.startsWith("compare");

/** The views that the share dialog offers for one machine, and those for two. */
export const CHOICES: readonly EmbedView[] = [...VIEWS, "knobs"];
export const COMPARED_CHOICES: readonly EmbedView[] = [
  "compare",
  ...COMPARED_VIEWS.filter((view) => !isInWhole(view)).map(comparedId),
  "knobs",
];
