// Running text of a lesson. What it points at in the machine is a button that points; a term is one that
// unfolds its meaning below the paragraph, aloud too. What is pointed at and is in the glossary too does both.
import { createContext, useContext, useId, useRef, useState, type KeyboardEvent } from "react";
import {
  findEntry,
  type Block,
  type GlossaryEntry,
  type Inline,
  type Pointer,
} from "../../lesson/model";
import { plainText } from "../../lesson/prose";
import "../glossary/glossary.css";
import "./prose.css";

/** Points at something in the pictures; beside no pictures it points at nothing. */
export const Pointing = createContext<(at: Pointer) => void>(() => undefined);

/** What a text needs to explain its words. */
interface Words {
  readonly glossary: readonly GlossaryEntry[];
}

interface ProseProps {
  blocks: readonly Block[];
  desk: Words;
}

export function Prose({ blocks, desk }: ProseProps) {
  return blocks.map((block, index) => <ProseBlock key={index} block={block} desk={desk} />);
}

function ProseBlock({ block, desk }: { block: Block; desk: Words }) {
  switch (block.kind) {
    case "paragraph":
      return <Paragraph inlines={block.children} desk={desk} />;
    case "heading":
      return (
        <h3 className="prose-heading">
          <Inlines inlines={block.children} desk={desk} />
        </h3>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className="prose-list">
          {block.items.map((item, index) => (
            <li key={index}>
              <Prose blocks={item} desk={desk} />
            </li>
          ))}
        </List>
      );
    }
    case "note":
      return (
        <aside className="prose-note">
          <Prose blocks={block.blocks} desk={desk} />
        </aside>
      );
  }
}

/** A paragraph keeps which of its terms is unfolded. Escape folds it, with the focus where it was opened. */
function Paragraph({ inlines, desk }: { inlines: readonly Inline[]; desk: Words }) {
  const [open, setOpen] = useState<string | null>(null);
  const words = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const entry = open === null ? undefined : findEntry(desk.glossary, open);
  const terms = { open, id, show: setOpen };
  const fold = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || entry === undefined) return;
    // What it does elsewhere on the page waits until nothing is unfolded here.
    event.stopPropagation();
    words.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    setOpen(null);
  };
  if (!hasTerms(inlines, desk)) {
    return (
      <p>
        <Inlines inlines={inlines} desk={desk} terms={terms} />
      </p>
    );
  }
  return (
    <div className="prose-explained" onKeyDown={fold}>
      <p ref={words}>
        <Inlines inlines={inlines} desk={desk} terms={terms} />
      </p>
      <div aria-live="polite">
        {entry !== undefined && (
          <div id={id} className="prose-meaning" role="note" aria-labelledby={`${id}-term`}>
            <p className="prose-meaning-term" id={`${id}-term`}>
              {entry.term}
            </p>
            <Prose blocks={entry.meaning} desk={desk} />
          </div>
        )}
      </div>
    </div>
  );
}

/** Only such a paragraph has something to unfold, and a place where it is said. */
function hasTerms(inlines: readonly Inline[], desk: Words): boolean {
  return inlines.some((inline) => {
    if (inline.kind === "term") return true;
    if (inline.kind === "look" && explains(inline, desk)) return true;
    return "children" in inline && hasTerms(inline.children, desk);
  });
}

function explains({ children }: Extract<Inline, { kind: "look" }>, desk: Words): boolean {
  return findEntry(desk.glossary, plainText(children).toLowerCase()) !== undefined;
}

interface Terms {
  open: string | null;
  id: string;
  show(term: string | null): void;
}

interface InlinesProps {
  inlines: readonly Inline[];
  desk: Words;
  /** Without it a term is plain text. */
  terms?: Terms;
}

export function Inlines({ inlines, desk, terms }: InlinesProps) {
  return inlines.map((inline, index) => {
    switch (inline.kind) {
      case "text":
        return inline.text;
      case "code":
        return <code key={index}>{inline.text}</code>;
      case "break":
        return <br key={index} />;
      case "strong":
      case "emphasis": {
        const Mark = inline.kind === "strong" ? "strong" : "em";
        return (
          <Mark key={index}>
            <Inlines inlines={inline.children} desk={desk} terms={terms} />
          </Mark>
        );
      }
      case "link":
        return (
          <a key={index} href={inline.to}>
            <Inlines inlines={inline.children} desk={desk} terms={terms} />
          </a>
        );
      case "look":
        return <Look key={index} inline={inline} desk={desk} terms={terms} />;
      case "term":
        return <Term key={index} inline={inline} desk={desk} terms={terms} />;
    }
  });
}

interface LookProps {
  inline: Extract<Inline, { kind: "look" }>;
  desk: Words;
  terms: Terms | undefined;
}

function Look({ inline, desk, terms }: LookProps) {
  const pointAt = useContext(Pointing);
  const term = plainText(inline.children).toLowerCase();
  const explained = terms !== undefined && explains(inline, desk);
  const open = explained && terms.open === term;
  return (
    <button
      type="button"
      className="look"
      title={explained ? "Show it in the pictures, and say what it is" : "Show it in the pictures"}
      aria-expanded={explained ? open : undefined}
      aria-controls={open ? terms.id : undefined}
      onClick={() => {
        if (explained) terms.show(open ? null : term);
        if (!open) pointAt(inline.at);
      }}
    >
      <Inlines inlines={inline.children} desk={desk} />
    </button>
  );
}

interface TermProps {
  inline: Extract<Inline, { kind: "term" }>;
  desk: Words;
  terms: Terms | undefined;
}

function Term({ inline, desk, terms }: TermProps) {
  const words = <Inlines inlines={inline.children} desk={desk} />;
  if (terms === undefined) return words;
  const term = inline.term.toLowerCase();
  const open = terms.open === term;
  return (
    <button
      type="button"
      className="term"
      title="What is this?"
      aria-expanded={open}
      aria-controls={open ? terms.id : undefined}
      onClick={() => terms.show(open ? null : term)}
    >
      {words}
    </button>
  );
}
