// The views of a machine: one row for each, from which pages, lessons, comparisons, embedded labs and prints take what they show.
// cards/view-cards.tsx has the card of each view. Links, lessons and addresses contain the ids, so an id never changes: the view
// "sentence" is the diagnosis.
import { msg } from "../i18n/i18n";

export const VALUE_KINDS = ["cpu", "packets", "latency"] as const;
export type ValueKind = (typeof VALUE_KINDS)[number];

export interface ViewRow {
  title: string;
  /** A wide lab has pictures at the left. A lab of medium width has numbers side by side. Text is not printed as a drawing. */
  kind: "picture" | "numbers" | "text";
  /** It comes before the views that a reader scrolls to: in one column, on a slide, and while a page is being filled. */
  isOnFirstScreen?: boolean;
  /** The values that it cannot leave out. If one of them is concealed, the whole view is. */
  values: readonly ValueKind[];
  /** The view whose content it shows too. */
  contentOf?: "timeline";
  /** How the card calls the table of its numbers. */
  table?: string;
  /** How it shows two machines; without this, it shows only one. */
  compared?: {
    /** A card for each machine, or one for both. */
    of: "each" | "both";
    /** The title, if it is not that of the view. */
    title?: string;
    /** The values that it cannot leave out, beside those of the view. */
    values?: readonly ValueKind[];
    /** It is a part of the view `compare` of an embedded lab. */
    isInWhole?: boolean;
    /** A lesson's step with two machines has it. */
    isInLesson?: boolean;
  };
  /** In an embedded lab it needs width. */
  needsWidth?: boolean;
  /** About how high it is in an embedded lab, compared with other views; 3 if left out. */
  height?: number;
  /** The print of a lesson has it at each step: it needs no trials, and all of it is on paper. */
  isInLessonPrint?: boolean;
}

const ROWS = {
  sentence: {
    title: msg("What is happening"),
    kind: "text",
    isOnFirstScreen: true,
    values: VALUE_KINDS,
    compared: { of: "each", isInWhole: true, isInLesson: true },
    height: 1,
    isInLessonPrint: true,
  },
  machine: {
    title: msg("Machine"),
    kind: "picture",
    isOnFirstScreen: true,
    values: ["cpu", "packets"],
    table: msg("“The machine as a table”"),
    compared: { of: "each", isInWhole: true, isInLesson: true },
    needsWidth: true,
    height: 4,
    isInLessonPrint: true,
  },
  timeline: {
    title: msg("Timeline"),
    kind: "picture",
    values: ["cpu"],
    compared: { of: "both", title: msg("Timelines"), isInLesson: true },
    needsWidth: true,
  },
  code: {
    title: msg("Code"),
    kind: "text",
    isOnFirstScreen: true,
    values: ["cpu", "packets"],
    // Step by step.
    contentOf: "timeline",
    needsWidth: true,
  },
  curve: {
    title: msg("Throughput"),
    kind: "numbers",
    isOnFirstScreen: true,
    values: ["packets"],
    table: msg("“The curve as a table”"),
    compared: { of: "both" },
  },
  outcomes: {
    title: msg("Where it went"),
    kind: "numbers",
    // Each part is concealed by itself; the results of two machines are one table.
    values: [],
    table: msg("“The numbers as tables”"),
    compared: {
      of: "both",
      title: msg("Results"),
      values: VALUE_KINDS,
      isInWhole: true,
      isInLesson: true,
    },
  },
} as const satisfies Record<string, ViewRow>;

export type ViewName = keyof typeof ROWS;
export const VIEW_ROWS: Readonly<Record<ViewName, ViewRow>> = ROWS;
export const VIEWS = Object.keys(ROWS) as readonly ViewName[];

const isFirst = (view: ViewName) => VIEW_ROWS[view].isOnFirstScreen === true;

/** The views in one column, and as they appear: no view moves one that is there already. */
export const VIEWS_IN_COLUMN = [...VIEWS.filter(isFirst), ...VIEWS.filter((one) => !isFirst(one))];

export const COMPARED_VIEWS = VIEWS.filter((view) => VIEW_ROWS[view].compared !== undefined);

/** Views with one card for two machines. */
export type ViewOfBoth = {
  [V in ViewName]: (typeof ROWS)[V] extends { compared: { of: "both" } } ? V : never;
}[ViewName];
