// Accepts files that are dropped anywhere on the page: a capture becomes the traffic, a scenario is opened, a lesson is
// checked on the lessons page. By keyboard, the buttons of those views open the same files.
import { useEffect, useRef, useState } from "react";
import { tr } from "../i18n/i18n";
import { rich } from "../i18n/rich";
import type { AppServices } from "../desk/app-services";
import { LOAD_REMEDY } from "../ui/error-boundary";

/** `inLab`: the lab is shown, so that its machine may be replaced. */
export function DropZone({ services, inLab }: { services: AppServices; inLab: boolean }) {
  const isDragging = useFileDrag(async (files) => {
    try {
      const { openDropped } = await import("./open-dropped");
      await openDropped(services, files, inLab);
    } catch {
      const title = tr("The file was not opened");
      const actions = [{ label: tr("Reload the page"), run: () => location.reload() }];
      services.notices.show({
        key: "dropped",
        tone: "bad",
        title,
        text: [tr(LOAD_REMEDY)],
        actions,
      });
    }
  });
  const overlay = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A popover is in the top layer, so it also covers an open dialog.
    overlay.current?.togglePopover(isDragging);
  }, [isDragging]);
  return (
    <div ref={overlay} popover="manual" className="drop-overlay" aria-hidden="true">
      <p>
        {inLab ? (
          <>
            {rich(
              `<b>Drop the file here.</b> A capture (pcap, pcapng) becomes the traffic. A scenario
                (.json) is opened. A program (.c) is opened on the page “Write a kernel”. A lesson
                (.md) is checked. A report or results are shown.`,
              { b: <b /> },
            )}
          </>
        ) : (
          <>
            {rich(
              `<b>Drop the file here.</b> A program (.c) is opened on the page “Write a kernel”. A lesson
                (.md) is checked. A report or results are shown. Captures and scenarios can only be opened in the lab.`,
              { b: <b /> },
            )}
          </>
        )}
      </p>
    </div>
  );
}

/** Returns whether files are dragged over the page. Prevents the browser from opening a dropped file itself. */
function useFileDrag(onDrop: (files: readonly File[]) => Promise<void>): boolean {
  const [isDragging, setDragging] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const onDragOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    };
    // The pointer left the window, or the drag was cancelled.
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setDragging(false);
    const onDragEnd = () => setDragging(false);
    const onFilesDropped = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      void latest.current([...event.dataTransfer.files]);
    };
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("dragleave", onDragLeave);
    // In the capture phase: a handler inside the page could stop the event.
    window.addEventListener("drop", onDragEnd, true);
    window.addEventListener("drop", onFilesDropped);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("dragleave", onDragLeave);
      window.removeEventListener("drop", onDragEnd, true);
      window.removeEventListener("drop", onFilesDropped);
    };
  }, []);
  return isDragging;
}
