// Stories of states that a person seldom sees: the panel that finds and loops, the page for an unknown address, and a
// card and a page whose view has failed. Nothing here simulates: the buttons do nothing.
import { useState } from "react";
import type { NamedBoundary } from "../engine/protocol";
import type { AppServices } from "../desk/app-services";
import { createStore } from "../lib/store";
import { Card } from "../ui/card";
import { cardError, LoadError } from "../ui/error-boundary";
import "../ui/buttons.css";
import "../ui/surfaces.css";
import "../shell/app.css";
import { NotFoundPage, pageError } from "../shell/error-pages";
import { FIND_KEYS } from "../cards/transport/find";
import { FindPanel } from "../cards/transport/find-panel";
import "../cards/transport/transport.css";

const HERTZ = 150_000_000;

/** What the panel reads: a paused machine at 500 ms, with a loop, with one mark, or with neither. */
function services(loop: { from: number; to: number } | null, loopMark: number | null) {
  const t = 0.5 * HERTZ;
  return {
    lab: {
      state: createStore({ topology: { clock_hz: HERTZ }, loop, loopMark }),
      tick: createStore({ t, head: t, range: { from: t - HERTZ / 1000, to: t } }),
    },
    playbackAnnouncer: { goTo: ignore, setLoop: ignore, markLoop: ignore },
  } as unknown as AppServices;
}

function ignore(): void {
  // The gallery has no machine.
}

function findStory(id: string, title: string, shown: AppServices) {
  function Story() {
    const [chosen, setChosen] = useState<NamedBoundary>("drop");
    return (
      <div className="card find-panel gallery-panel">
        <FindPanel services={shown} chosen={chosen} keys={FIND_KEYS} onChoose={setChosen} />
      </div>
    );
  }
  return { id, title, Story };
}

const MISSING = new LoadError("/assets/help.js");
const ERROR = new Error("the frame has no section “queues”");

export const STATE_STORIES = [
  findStory("find-panel", "Find, go to a time, loop", services(null, null)),
  findStory("find-panel-mark", "Find: one end of a loop is marked", services(null, 0.42 * HERTZ)),
  findStory(
    "find-panel-loop",
    "Find: a loop plays",
    services({ from: 0.42 * HERTZ, to: 0.45 * HERTZ }, null),
  ),
  { id: "unknown-address", title: "An unknown address", Story: () => <NotFoundPage /> },
  {
    id: "failed-card",
    title: "A card whose view has failed",
    Story: () => <Card title="Machine">{cardError(ERROR, ignore)}</Card>,
  },
  {
    id: "missing-card",
    title: "A card whose script could not be loaded",
    Story: () => <Card title="Machine">{cardError(MISSING, ignore)}</Card>,
  },
  {
    id: "missing-page",
    title: "A page whose script could not be loaded",
    Story: () => pageError(MISSING, ignore),
  },
  { id: "failed-page", title: "A page that has failed", Story: () => pageError(ERROR, ignore) },
];
