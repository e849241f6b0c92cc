// The machine view: the path of a packet through lanes by priority, drawn from a frame. Props only;
// it knows no store and no worker.
import type { Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/source";
import type { Topology } from "../../frame/topology";
import type { Palette } from "../../ui/palette";

export interface MachineViewProps {
  topology: Topology;
  /** The canvas redraws whenever this says so, outside React's renders. */
  frames: FrameSource;
  palette: Palette;
  selection: Selection;
  onSelect(selection: Selection): void;
  /** What is pointed at in any view; drawn as a halo. */
  highlight?: Selection;
  onHighlight?(highlight: Selection): void;
  /** Positions jump instead of moving. */
  reducedMotion: boolean;
  /** The motion span of the frame requests, in cycles: how long a falling packet is seen. */
  motionSpan: number;
}

export function MachineView(_props: MachineViewProps) {
  return <div />;
}
