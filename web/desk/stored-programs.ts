// The programs of this device and their judged versions, as all pages share them: the workshop, and the file with a learner's
// progress.
import { tr } from "../i18n/i18n";
import type { Notices } from "../lib/notices";
import { browserStorage, type StoredProblem } from "../lib/persistence/persistent-store";
import { saveFile } from "../lib/save-file";
import { createJudgedVersions, type JudgedVersions } from "./challenges/judged-versions";
import { createPrograms, type Programs } from "./workshop/programs";

const opened = new WeakMap<Notices, Programs>();
const judged = new WeakMap<Notices, JudgedVersions>();

const clock = { now: () => Date.now(), newId };

export function programsOf(notices: Notices): Programs {
  const known = opened.get(notices);
  if (known !== undefined) return known;
  const title = tr("Your stored programs could not be read");
  const programs = createPrograms(
    browserStorage(),
    (problem) => reportUnreadable(notices, title, "programs-unreadable.json", problem),
    clock,
  );
  opened.set(notices, programs);
  reportNotStored(programs, notices);
  return programs;
}

/** The versions that were judged. */
export function judgedOf(notices: Notices): JudgedVersions {
  const known = judged.get(notices);
  if (known !== undefined) return known;
  const title = tr("Your judged versions could not be read");
  const versions = createJudgedVersions(
    browserStorage(),
    (problem) => reportUnreadable(notices, title, "judged-unreadable.json", problem),
    clock,
  );
  judged.set(notices, versions);
  return versions;
}

function reportUnreadable(
  notices: Notices,
  title: string,
  file: string,
  { key, field, problem, text, savedUnder }: StoredProblem,
): void {
  notices.show({
    key,
    tone: "bad",
    title,
    text: [
      tr("Field “{field}”: {problem}.", { field, problem }),
      tr("The stored text is kept under “{savedUnder}”; you can save it as a file.", {
        savedUnder,
      }),
    ],
    actions: [{ label: tr("Save the stored text"), run: () => saveFile(file, text), stays: true }],
  });
}

function newId(): string {
  const numbers = crypto.getRandomValues(new Uint32Array(2));
  return [...numbers].map((number) => number.toString(36)).join("");
}

/** Says once when what a person writes is not stored, as soon as there is something to lose. */
function reportNotStored({ store }: Programs, notices: Notices): void {
  const key = "programs not kept";
  let isReported = false;
  const report = () => {
    const { isSaved } = store.status.get();
    if (isSaved && isReported) notices.dismiss(key);
    if (isSaved) isReported = false;
    if (isSaved || isReported || store.get().list.length === 0) return;
    isReported = true;
    notices.show({
      key,
      tone: "bad",
      title: tr("The browser does not store your programs"),
      text: [
        tr(`Its storage is full or blocked, so what you write is lost when you leave this page. Save the
          program as a file before you leave.`),
      ],
      actions: [],
    });
  };
  store.status.subscribe(report);
  store.subscribe(report);
}
