// For authors: a lesson as text. Pastes a lesson, or a link that holds one, and makes such a link.
import { useId, useState } from "react";
import { tr } from "../../../i18n/i18n";
import {
  formatLessonLink,
  isLessonLink,
  LINK_CHARACTERS_MAX,
  readLessonLink,
  type LessonFileTexts,
} from "../../../lesson/lesson-link";
import { Button } from "../../../ui/button";
import { replaceHash } from "../../../shell/location-hash";
import { LESSONS_HASH } from "../../../shell/lesson-address";

/** Returns the files of a pasted text: those of a link, or the text as lesson.md. Throws an UnreadableError. */
export function filesOfText(text: string): File[] {
  const texts = isLessonLink(text) ? readLessonLink(text) : { "lesson.md": text };
  return Object.entries(texts).map(([name, content]) => new File([content], name));
}

/** If the address holds a lesson, returns the address, and leaves the short one in its place: a reload then shows the
 * saved draft. */
export function takeLessonLink(): string | null {
  const { hash } = location;
  if (!isLessonLink(hash)) return null;
  replaceHash(LESSONS_HASH);
  return hash;
}

export function PasteLesson({ onText }: { onText(text: string): void }) {
  const [text, setText] = useState("");
  const id = useId();
  return (
    <details className="author-paste">
      <summary>{tr("Paste a lesson instead")}</summary>
      <label htmlFor={id}>{tr("The text of lesson.md, or a link that holds a lesson")}</label>
      <textarea
        id={id}
        rows={4}
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button disabled={text.trim() === ""} onClick={() => onText(text)}>
        {tr("Read the text")}
      </Button>
    </details>
  );
}

interface CopyLinkProps {
  files: LessonFileTexts;
  copy(text: string): void;
}

/** Copies a link that holds the whole lesson. */
export function CopyLessonLink({ files, copy }: CopyLinkProps) {
  const hash = formatLessonLink(files);
  if (hash.length > LINK_CHARACTERS_MAX) {
    return (
      <p>{tr("The lesson is too long for a link. To show it to others, send them its files.")}</p>
    );
  }
  return (
    <Button onClick={() => copy(location.href.replace(/#.*$/, "") + hash)}>
      {tr("Copy a link that holds this lesson")}
    </Button>
  );
}
