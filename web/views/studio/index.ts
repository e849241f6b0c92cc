// The page's one studio, and React's way to a board. It is opened with the page, so that its worker has
// answered by the time that there is a machine to paint.
import { useEffect } from "react";
import { useStore } from "../../store/react";
import { Studio, type Painted, type PaintWorker } from "./studio";

let opened: Studio | null = null;

export function openStudio(): Studio {
  opened ??= new Studio({
    spawn,
    later: (run, milliseconds) => void setTimeout(run, milliseconds),
  });
  return opened;
}

function spawn(): PaintWorker | null {
  const able =
    "OffscreenCanvas" in window && "transferControlToOffscreen" in HTMLCanvasElement.prototype;
  if (!able) return null;
  return new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
}

/**
 * Where pictures are painted. A canvas that was given to the worker can never be painted on by the page:
 * `canvasKey` makes React take a new one when the worker is lost.
 */
export function useStudio(canvas: HTMLCanvasElement | null): {
  studio: Studio;
  painted: Painted;
  canvasKey: string;
} {
  const studio = openStudio();
  const painted = useStore(studio.state, (state) => state.painted);
  useEffect(() => {
    if (canvas === null) return;
    return () => studio.takeDown(canvas);
  }, [studio, canvas]);
  return { studio, painted, canvasKey: painted === "here" ? "here" : "beside" };
}
