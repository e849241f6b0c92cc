// Opens the files that were dropped on the page, by their kind. It is loaded when files are first dropped.
import { tr } from "../i18n/i18n";
import { RefusedError } from "../engine/problems";
import { classifyDrop, findKind, readScenarioFile, type SavedRun } from "../model/dropped-files";
import type { AppServices } from "../desk/app-services";
import type { Machine } from "../desk/lab/machine";
import { describeProblem } from "../model/scenario/setting-text";

export async function openDropped(
  services: AppServices,
  files: readonly File[],
  inLab: boolean,
): Promise<void> {
  const { lab, droppedFiles, notices } = services;
  const refuse = (title: string, text: readonly string[]) =>
    notices.show({ key: "dropped", tone: "bad", title, text, actions: [] });
  const kind = classifyDrop(files.map(({ name }) => name));
  const [file] = files;
  const says = kind === "scenario" && file !== undefined ? await findKind(file) : null;
  notices.dismiss("dropped");
  if (kind === "lesson") {
    droppedFiles.set({ lesson: files });
    location.hash = "#/lessons";
  } else if (kind === "too many" || file === undefined) {
    refuse(tr("One file at a time"), [
      tr(`Drop one capture or one scenario. Only a lesson can be dropped together with its
        scenario files.`),
    ]);
  } else if (kind === "program") {
    droppedFiles.set({ program: file });
    location.hash = "#/workshop";
  } else if (kind === "report" || says === "report") {
    droppedFiles.set({ report: file });
    location.hash = "#/lessons";
  } else if (says === "results") {
    droppedFiles.set({ results: file });
    location.hash = "#/figures";
  } else if (says === "progress") {
    refuse(tr("This file contains a learner’s progress"), [
      tr("Go to Lessons and open it with “Read a progress file”. Your own progress is not lost."),
    ]);
  } else if (!inLab) {
    refuse(tr("Captures and scenarios can only be opened in the lab"), [
      tr("The file was not opened. Go to the lab and drop it there."),
    ]);
  } else if (kind === "capture") droppedFiles.set({ capture: file });
  else {
    try {
      const opened = await readScenarioFile(file);
      if ("shown" in opened) await openSavedRun(lab, opened);
      else lab.openScenario(opened.scenario);
    } catch (error) {
      const messages =
        error instanceof RefusedError ? error.problems.map(describeProblem) : [String(error)];
      refuse(tr("The scenario could not be read"), [
        ...messages,
        tr("The machine has not changed."),
      ]);
    }
  }
}

/** Opens a run at the moment that it was saved at. If it needs a capture, its link waits for that file. */
async function openSavedRun(lab: Machine, { scenario, shown, link }: SavedRun): Promise<void> {
  const hash = /#.*$/s.exec(link)?.[0];
  if (scenario.capture !== undefined && hash !== undefined) return void lab.openLink(hash);
  const known = lab.state.get().catalogue?.scenarios.find(({ id }) => id === scenario.id);
  const { head_cycles: head, time_cycles: t } = shown;
  await lab.openRun(known ?? scenario, scenario, { cycles: head }, t);
  lab.clock.pause();
}
