// Right or not yet: a sign and a word beside the colour, and what there is to say about it.
import type { ReactNode } from "react";
import { Cross, Tick } from "./task-view";

export function Verdict({ right, children }: { right: boolean; children: ReactNode }) {
  return (
    <div className={right ? "verdict verdict-right" : "verdict"}>
      <p className="verdict-word">
        {right ? <Tick /> : <Cross />} {right ? "Right." : "Not yet."}
      </p>
      {children}
    </div>
  );
}
