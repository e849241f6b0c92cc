// What the page says about a program as a whole: it is open, it was removed or refused, or another tab has changed it.
import { tr } from "../../i18n/i18n";
import type { Notice } from "../../lib/notices";
import { PROGRAM_BYTES_MAX, type NewProgram, type StoredProgram } from "./programs";

const WITHOUT_ACTIONS = { key: "program", actions: [] } as const;

export function tooLong({ file }: NewProgram): Notice {
  const kilobytes = PROGRAM_BYTES_MAX / 1024;
  return {
    ...WITHOUT_ACTIONS,
    tone: "bad",
    title: tr("“{file}” is too long", { file }),
    text: [
      tr("A program has at most {kilobytes} kB. The open program has not changed.", { kilobytes }),
    ],
  };
}

export function noRoom(): Notice {
  return {
    ...WITHOUT_ACTIONS,
    tone: "bad",
    title: tr("This browser has no room for another program"),
    text: [tr("Save some of your programs as files, and remove them here. Nothing was removed.")],
  };
}

export function opened({ file }: StoredProgram, before: StoredProgram | undefined): Notice {
  return {
    ...WITHOUT_ACTIONS,
    tone: "done",
    title: tr("“{file}” is open", { file }),
    text:
      before === undefined
        ? []
        : [tr("“{before}” is kept: choose it under “Your programs”.", { before: before.file })],
  };
}

export function removed({ file }: StoredProgram, restore: () => void): Notice {
  return {
    key: "program",
    tone: "done",
    title: tr("“{file}” is removed", { file }),
    text: [],
    actions: [{ label: tr("Bring it back"), run: restore }],
  };
}

/** `other`: the version of the other tab. */
export function changedElsewhere(other: StoredProgram): Notice {
  return {
    ...WITHOUT_ACTIONS,
    tone: "news",
    title: tr("Another tab has changed this program"),
    text: [tr("Its version is kept as “{file}”. Yours goes on here.", { file: other.file })],
  };
}
