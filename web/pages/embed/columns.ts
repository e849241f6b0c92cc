// Two columns of an embedded lab. The views keep the order of the address: the first ones are in the first column, the others
// in the second, so that a reader, the Tab key and a screen reader meet them in that order. The columns become about equally
// high. Buttons for the time at the beginning or at the end have the whole width.
import { EMBED_VIEW_ROWS, type EmbedView } from "../../desk/embed/embed-views";

export interface EmbedColumns {
  above: readonly EmbedView[];
  columns: readonly [readonly EmbedView[], readonly EmbedView[]];
  below: readonly EmbedView[];
  /** Which column is wider, because only it has pictures; null: both are equal. */
  wide: 0 | 1 | null;
}

const HEIGHT = 3;
const isPicture = (view: EmbedView) => EMBED_VIEW_ROWS[view].needsWidth === true;
const heightOf = (views: readonly EmbedView[]) =>
  views.reduce((sum, view) => sum + (EMBED_VIEW_ROWS[view].height ?? HEIGHT), 0);

/** Whether there are pictures and other views: then a wide page shows them in two columns unasked. */
export function suitsColumns(views: readonly EmbedView[]): boolean {
  const others = views.filter((view) => !isPicture(view) && view !== "transport");
  return others.length > 0 && views.some(isPicture);
}

/** Divides views into two columns; null for fewer than two. */
export function divideIntoColumns(views: readonly EmbedView[]): EmbedColumns | null {
  const begin = views[0] === "transport" ? 1 : 0;
  const end = views.length - (views.length > 1 && views.at(-1) === "transport" ? 1 : 0);
  const between = views.slice(begin, end);
  if (between.length < 2) return null;
  const divisions = between.slice(1).map((_, index) => {
    const columns = [between.slice(0, index + 1), between.slice(index + 1)] as const;
    const hasPictures = columns.map((column) => column.some(isPicture));
    const wide = hasPictures[0] === hasPictures[1] ? null : hasPictures[0] ? 0 : 1;
    // Of two divisions that are equally high, the one that keeps the pictures together.
    const cost = Math.max(...columns.map(heightOf)) + (wide === null ? 0.5 : 0);
    return { columns, wide, cost } as const;
  });
  const [best] = divisions.sort((a, b) => a.cost - b.cost);
  if (best === undefined) return null;
  const { columns, wide } = best;
  return { above: views.slice(0, begin), columns, below: views.slice(end), wide };
}
