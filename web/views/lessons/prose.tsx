// Running text of a lesson. What it points at in the machine is a button that points; a term is one that
// unfolds its meaning below the paragraph.
import { createContext, useContext, useId, useState } from "react";
import type { Block, Inline, Pointer } from "../../lesson/model";
import type { Desk } from "./desk";

/** Points at something in the pictures; beside no pictures it points at nothing. */
export const Pointing = createContext<(at: Pointer) => void>(() => undefined);

interface ProseProps {
  blocks: readonly Block[];
  desk: Desk;
}

export function Prose({ blocks, desk }: ProseProps) {
  return blocks.map((block, index) => <ProseBlock key={index} block={block} desk={desk} />);
}

function ProseBlock({ block, desk }: { block: Block; desk: Desk }) {
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

/** A paragraph keeps which of its terms is unfolded. */
function Paragraph({ inlines, desk }: { inlines: readonly Inline[]; desk: Desk }) {
  const [open, setOpen] = useState<string | null>(null);
  const id = useId();
  const entry = desk.glossary.find(({ term }) => term.toLowerCase() === open);
  const terms = { open, id, toggle: (term: string) => setOpen(term === open ? null : term) };
  return (
    <>
      <p>
        <Inlines inlines={inlines} desk={desk} terms={terms} />
      </p>
      {entry !== undefined && (
        <div id={id} className="prose-meaning" role="note">
          <p className="prose-meaning-term">{entry.term}</p>
          <Prose blocks={entry.meaning} desk={desk} />
        </div>
      )}
    </>
  );
}

interface Terms {
  open: string | null;
  id: string;
  toggle(term: string): void;
}

interface InlinesProps {
  inlines: readonly Inline[];
  desk: Desk;
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
        return <Look key={index} inline={inline} desk={desk} />;
      case "term":
        return <Term key={index} inline={inline} desk={desk} terms={terms} />;
    }
  });
}

function Look({ inline, desk }: { inline: Extract<Inline, { kind: "look" }>; desk: Desk }) {
  const pointAt = useContext(Pointing);
  return (
    <button
      type="button"
      className="look"
      title="Show it in the pictures"
      onClick={() => pointAt(inline.at)}
    >
      <Inlines inlines={inline.children} desk={desk} />
    </button>
  );
}

interface TermProps {
  inline: Extract<Inline, { kind: "term" }>;
  desk: Desk;
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
      onClick={() => terms.toggle(term)}
    >
      {words}
    </button>
  );
}
