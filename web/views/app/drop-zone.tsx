// Accepts files that are dropped anywhere on the page: a capture becomes the traffic, a scenario is opened, a lesson is
// checked on the lessons page. By keyboard, the buttons of those views open the same files.
import { useEffect, useRef, useState } from "react";
import { RefusedError, formatProblem } from "../../engine/problems";
import {
  isProgressFile,
  isReportFile,
  classifyDrop,
  readScenarioFile,
} from "../../store/dropped-files";
import type { AppServices } from "../../store/app-services";

/** `inLab`: the lab is shown, so that its machine may be replaced. */
export function DropZone({ services, inLab }: { services: AppServices; inLab: boolean }) {
  const isDragging = useFileDrag((files) => void openDropped(services, files, inLab));
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
            <b>Drop the file here.</b> A capture (pcap, pcapng) becomes the traffic. A scenario
            (.json) is opened. A lesson (.md) is checked. A report is shown.
          </>
        ) : (
          <>
            <b>Drop the file here.</b> A lesson (.md) is checked. A report is shown. Captures and
            scenarios can only be opened in the lab.
          </>
        )}
      </p>
    </div>
  );
}

/** Returns whether files are dragged over the page. Prevents the browser from opening a dropped file itself. */
function useFileDrag(onDrop: (files: readonly File[]) => void): boolean {
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
      latest.current([...event.dataTransfer.files]);
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

async function openDropped(
  services: AppServices,
  files: readonly File[],
  inLab: boolean,
): Promise<void> {
  const { lab, droppedFiles, notices } = services;
  const refuse = (title: string, text: readonly string[]) =>
    notices.show({ key: "dropped", tone: "bad", title, text, actions: [] });
  const kind = classifyDrop(files.map(({ name }) => name));
  const [file] = files;
  notices.dismiss("dropped");
  if (kind === "lesson") {
    droppedFiles.set({ lesson: files });
    location.hash = "#/lessons";
  } else if (kind === "too many" || file === undefined) {
    refuse("One file at a time", [
      "Drop one capture or one scenario. Only a lesson can be dropped together with its scenario files.",
    ]);
  } else if (kind === "scenario" && (await isReportFile(file))) {
    droppedFiles.set({ report: file });
    location.hash = "#/lessons";
  } else if (kind === "scenario" && (await isProgressFile(file))) {
    refuse("This file contains a learner’s progress", [
      "Go to Lessons and open it with “Read a progress file”. Your own progress is not lost.",
    ]);
  } else if (!inLab) {
    refuse("Captures and scenarios can only be opened in the lab", [
      "The file was not opened. Go to the lab and drop it there.",
    ]);
  } else if (kind === "capture") droppedFiles.set({ capture: file });
  else {
    try {
      lab.openScenario(await readScenarioFile(file));
    } catch (error) {
      const messages =
        error instanceof RefusedError ? error.problems.map(formatProblem) : [String(error)];
      refuse("The scenario could not be read", [...messages, "The machine has not changed."]);
    }
  }
}
