// The one way in which the page explains a word where it stands: dotted, and pressed it opens its entry of
// the glossary. Texts come from the catalogue and know nothing of this; `Explained` finds their words.
import { memo } from "react";
import { annotateText, type TextPart } from "../../lesson/glossary-text";
import { findEntry, type GlossaryEntry } from "../../lesson/model";
import { plainText } from "../../lesson/prose";
import { Popover } from "../../ui/popover";
import { Prose } from "../lessons/prose";
import "./glossary.css";
import { useGlossary } from "./use-glossary";

export const GLOSSARY_HASH = "#/glossary";

/** A text whose terms and sources can be pressed; not for use inside a button or a label. */
export const GlossaryText = memo(function Explained({ text }: { text: string }) {
  const glossary = useGlossary();
  return annotateText(text, glossary).map((part, index) => (
    <GlossaryPart key={index} part={part} glossary={glossary} />
  ));
});

/** The same inside a button: sources do not break and have a tooltip, nothing can be pressed. */
export function SourceText({ text }: { text: string }) {
  const glossary = useGlossary();
  return annotateText(text, glossary).map((part, index) =>
    part.kind === "source" ? (
      <span key={index} className="source-text" title={citation(part.paper, part.section)}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

/** A paper by its letter, with authors and title as the glossary has them. */
export function PaperName({ letter }: { letter: string }) {
  const entry = findEntry(useGlossary(), letter);
  return entry === undefined ? letter : `${letter}: ${workTitle(entry)}`;
}

/** A word that stands by itself: a heading, a mark in a picture's legend. */
export function Term({ word, children = word }: { word: string; children?: string }) {
  const glossary = useGlossary();
  const entry = findEntry(glossary, word);
  if (entry === undefined) return children;
  return <GlossaryPart part={{ kind: "term", text: children, entry }} glossary={glossary} />;
}

/** What the glossary says of the first of some names that it knows, in a paragraph; nothing of strangers. */
export function Definition({ of }: { of: readonly string[] }) {
  const glossary = useGlossary();
  const entry = of.map((name) => findEntry(glossary, name)).find((one) => one !== undefined);
  if (entry === undefined) return null;
  return (
    <div className="definition">
      <Prose blocks={entry.meaning.slice(0, 1)} desk={{ glossary }} />
    </div>
  );
}

function GlossaryPart({ part, glossary }: { part: TextPart; glossary: readonly GlossaryEntry[] }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "term":
      return (
        <Popover className="term" title="What is this?" label={part.text}>
          {() => <Meaning entry={part.entry} glossary={glossary} />}
        </Popover>
      );
    case "source": {
      const { paper, section, text } = part;
      return (
        <Popover className="term source-text" title={citation(paper, section)} label={text}>
          {() => <Meaning entry={paper} glossary={glossary} title={`Section ${section} of`} />}
        </Popover>
      );
    }
  }
}

interface MeaningProps {
  entry: GlossaryEntry;
  glossary: readonly GlossaryEntry[];
  title?: string;
}

function Meaning({ entry, glossary, title = entry.term }: MeaningProps) {
  return (
    <div className="glossary-note">
      <p className="glossary-note-term">{title}</p>
      <Prose blocks={entry.meaning} desk={{ glossary }} />
      <a href={GLOSSARY_HASH}>Glossary</a>
    </div>
  );
}

function citation(paper: GlossaryEntry, section: string): string {
  return `${workTitle(paper)}, section ${section}`;
}

/** A paper's entry begins with its authors and its title, in a paragraph of their own. */
function workTitle(paper: GlossaryEntry): string {
  const [first] = paper.meaning;
  return first?.kind === "paragraph" ? plainText(first.children).replace(/\.$/, "") : "";
}
