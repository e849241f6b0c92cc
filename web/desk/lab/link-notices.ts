// The notices about links: one that cannot be opened, one of another model, and one that waited for its capture file.
import { tr } from "../../i18n/i18n";
import type { Capture, Catalogue } from "../../generated/model";
import type { RefusedError } from "../../engine/problems";
import type { Notice } from "../../lib/notices";
import { describeProblem, labelProblems } from "../../model/scenario/setting-text";

export function badLink(
  hash: string,
  error: RefusedError,
  catalogue: Catalogue | null,
  copy: (text: string) => void,
): Notice {
  return {
    key: "link",
    tone: "bad",
    title: tr("This link cannot be opened as it is"),
    text: [
      ...labelProblems(error.problems, catalogue).map(describeProblem),
      tr(`This happens when a link was cut off or broken over several lines. Ask for the link
          again, or correct that part of the address. The lab still shows the machine from before.`),
    ],
    actions: [{ label: tr("Copy the link"), run: () => copy(hash), stays: true }],
  };
}

export function otherModel(theirs: string, ours: string): Notice {
  return {
    key: "model",
    tone: "news",
    title: tr("This link was made with another version of the model"),
    text: [
      tr(
        `It was made with {theirs}; this page runs {ours}. The scenario is the same, but its
          numbers may differ.`,
        { theirs, ours },
      ),
    ],
    actions: [],
  };
}

export function discardedLink(
  { hash, capture }: { hash: string; capture: Capture },
  copy: (text: string) => void,
): Notice {
  return {
    key: "link",
    tone: "news",
    title: tr("The link that needs {file} was not opened", { file: capture.file }),
    text: [tr("Keep the link: it opens as intended once you have that capture file.")],
    actions: [{ label: tr("Copy the link"), run: () => copy(hash), stays: true }],
  };
}
