// The one way to say “go to this line and this moment”: a button with the line, and the time if it leads there.
import type { ReactNode } from "react";
import { formatMoment } from "../../../lib/format/numbers";

export interface MomentLinkProps {
  place: { line: number; at?: number };
  hertz: number;
  onGoTo(place: { line: number; at?: number }): void;
  /** What is there: “Line 14”. */
  children: ReactNode;
}

export function MomentLink({ place, hertz, onGoTo, children }: MomentLinkProps) {
  return (
    <button type="button" className="link-button moment-link" onClick={() => onGoTo(place)}>
      {children}
      {place.at !== undefined && (
        <span className="moment-link-at"> {formatMoment(place.at, hertz)}</span>
      )}
    </button>
  );
}
