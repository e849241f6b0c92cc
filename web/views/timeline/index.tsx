// The timeline: lanes by context over time, with nested procedures, drawn from a frame. Props only;
// it knows no store and no worker.
import type { Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/source";
import type { Topology } from "../../frame/topology";
import type { Palette } from "../../ui/palette";

/** Times are cycles. */
export interface Range {
  from: number;
  to: number;
}

export interface TimelineViewProps {
  topology: Topology;
  /** Frames requested with flags 1 + 2 + 4, this view's range and the width it reports. */
  frames: FrameSource;
  palette: Palette;
  range: Range;
  /** The range wanted: by wheel, pinch, drag, keys and buttons. Bounded to [1 us, 10 s] wide. */
  onRangeChange(range: Range): void;
  /** Pixel columns that the next frame should be asked for (the lanes' width in CSS pixels). */
  onWidth(columns: number): void;
  /** The shown time (the playhead), in cycles. */
  now: number;
  /** The machine's head and the earliest time there is, in cycles: how far one can go. */
  head: number;
  onSeek(t: number): void;
  selection: Selection;
  onSelect(selection: Selection): void;
  highlight?: Selection;
  onHighlight?(highlight: Selection): void;
}

export function TimelineView(_props: TimelineViewProps) {
  return <div />;
}
