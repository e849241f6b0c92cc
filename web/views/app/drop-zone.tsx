// The whole page takes files that are dropped on it: a capture becomes the traffic, a scenario is opened, a
// lesson goes to the author's corner. By keyboard the same files are chosen with the buttons of those views.
import { useEffect, useRef, useState } from "react";
import { RefusedError, formatProblem } from "../../engine/problems";
import { isProgressFile, classifyDrop, readScenarioFile } from "../../store/dropped-files";
import type { AppServices } from "../../store/app-services";

/** `inLab`: the lab is in sight, and its machine may be exchanged for another. */
export function DropZone({ services, inLab }: { services: AppServices; inLab: boolean }) {
  const over = useFileDrag((files) => void openDropped(services, files, inLab));
  const veil = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // In the top layer: above a dialog too.
    veil.current?.togglePopover(over);
  }, [over]);
  return (
    <div ref={veil} popover="manual" className="drop-overlay" aria-hidden="true">
      <p>
        {inLab ? (
          <>
            <b>Drop it here.</b> A capture (pcap, pcapng) becomes the traffic, a scenario (.json) is
            opened, a lesson (.md) is checked.
          </>
        ) : (
          <>
            <b>Drop it here.</b> A lesson (.md) is checked. Captures and scenarios go to the lab.
          </>
        )}
      </p>
    </div>
  );
}

/** Whether files are held over the page; what is dropped is never opened in the page's place. */
function useFileDrag(onDrop: (files: readonly File[]) => void): boolean {
  const [over, setOver] = useState(false);
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  });
  useEffect(() => {
    const hold = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setOver(true);
    };
    // Out of the window, or given up.
    const leave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const end = () => setOver(false);
    const drop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      latest.current([...event.dataTransfer.files]);
    };
    window.addEventListener("dragover", hold);
    window.addEventListener("dragleave", leave);
    // Before anybody keeps it to himself.
    window.addEventListener("drop", end, true);
    window.addEventListener("drop", drop);
    return () => {
      window.removeEventListener("dragover", hold);
      window.removeEventListener("dragleave", leave);
      window.removeEventListener("drop", end, true);
      window.removeEventListener("drop", drop);
    };
  }, []);
  return over;
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
      "Drop one capture or one scenario; only a lesson may bring its scenario files along.",
    ]);
  } else if (kind === "scenario" && (await isProgressFile(file))) {
    refuse("This is a file with a learner’s progress", [
      "Go to Lessons and choose it with “Read a progress file”: nothing that is there is lost.",
    ]);
  } else if (!inLab) {
    refuse("Captures and scenarios go to the lab", [
      "Nothing was opened. Go to the lab and drop the file there.",
    ]);
  } else if (kind === "capture") droppedFiles.set({ capture: file });
  else {
    try {
      lab.openScenario(await readScenarioFile(file));
    } catch (error) {
      const said = error instanceof RefusedError ? error.problems.map(formatProblem) : [String(error)];
      refuse("The scenario could not be read", [...said, "The machine is as it was."]);
    }
  }
}
