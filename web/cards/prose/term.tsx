// Words of the glossary inside other texts: a dotted word opens its entry in a popover. The catalogue's texts contain no
// markup; `GlossaryText` finds the terms and sources in them.
import { memo } from "react";
import { tr } from "../../i18n/i18n";
import { annotateText, type TextPart } from "../../lesson/course/glossary-text";
import { plainText, findEntry, type GlossaryEntry } from "../../lesson/lesson";
import { lazyPart } from "../../ui/lazy-part";
import { Popover } from "../../ui/popover";
import "./glossary.css";
import { useGlossary } from "./use-glossary";

const Prose = lazyPart(
  async () => (await import("./prose")).Prose,
  () => null,
);

export const GLOSSARY_HASH = "#/glossary";

/** A text whose terms and sources open their entries. Not for use inside a button or a label. */
export const GlossaryText = memo(function GlossaryText({ text }: { text: string }) {
  const glossary = useGlossary();
  return annotateText(text, glossary).map((part, index) => (
    <GlossaryPart key={index} part={part} glossary={glossary} />
  ));
});

/** The same for use inside a button: nothing can be pressed, but sources have a tooltip and do not wrap. */
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

/** A paper's letter with the authors and the title from the glossary. */
export function PaperName({ letter }: { letter: string }) {
  const entry = findEntry(useGlossary(), letter);
  return entry === undefined ? letter : `${letter}: ${workTitle(entry)}`;
}

/** A single term, for example in a heading or in a legend. */
export function Term({ word, children = word }: { word: string; children?: string }) {
  const glossary = useGlossary();
  const entry = findEntry(glossary, word);
  if (entry === undefined) return children;
  return <GlossaryPart part={{ kind: "term", text: children, entry }} glossary={glossary} />;
}

/** The first paragraph of the first name that has an entry in the glossary. Renders nothing if none has. */
export function Definition({ of }: { of: readonly string[] }) {
  const glossary = useGlossary();
  const entry = of.map((name) => findEntry(glossary, name)).find((one) => one !== undefined);
  if (entry === undefined) return null;
  return (
    <div className="definition">
      <Prose blocks={entry.meaning.slice(0, 1)} context={{ glossary }} />
    </div>
  );
}

function GlossaryPart({ part, glossary }: { part: TextPart; glossary: readonly GlossaryEntry[] }) {
  switch (part.kind) {
    case "text":
      return part.text;
    case "term":
      return (
        <Popover className="term" title={tr("Explain this word")} label={part.text}>
          {() => <Meaning entry={part.entry} glossary={glossary} />}
        </Popover>
      );
    case "source": {
      const { paper, section, text } = part;
      return (
        <Popover className="term source-text" title={citation(paper, section)} label={text}>
          {() => (
            <Meaning
              entry={paper}
              glossary={glossary}
              title={tr("Section {section} of", { section })}
            />
          )}
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
    <div className="stack">
      <p className="strong">{title}</p>
      <Prose blocks={entry.meaning} context={{ glossary }} />
      <a href={GLOSSARY_HASH}>{tr("Glossary")}</a>
    </div>
  );
}

function citation(paper: GlossaryEntry, section: string): string {
  return tr("{workTitle}, section {section}", { workTitle: workTitle(paper), section });
}

/** Returns authors and title of a paper: the first paragraph of its entry. */
function workTitle(paper: GlossaryEntry): string {
  const [first] = paper.meaning;
  return first?.kind === "paragraph" ? plainText(first.children).replace(/\.$/, "") : "";
}
