// The text of a lesson. A reference to a part of the machine is a button that selects that part. A term is a button that
// unfolds its meaning below the paragraph and announces it. A reference that is also a term does both. A text may be written in another
// direction than the page: a lesson that is not translated.
import {
  createContext,
  lazy,
  Suspense,
  useContext,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
} from "react";
import { tr } from "../../i18n/i18n";
import { loadFigureTexts } from "../../i18n/load/load-page-texts";
import {
  plainText,
  findEntry,
  type Block,
  type GlossaryEntry,
  type Inline,
  type Pointer,
} from "../../lesson/lesson";
import type { AppServices } from "../../desk/app-services";
import { ProseLanguageProvider, useProseLang } from "./prose-language";
import "./glossary.css";
import "./prose.css";
import { pressedKey } from "../../ui/pressed-key";

interface FormulaProps {
  tex: string;
  display: boolean;
}

/** Until KaTeX has loaded, and without it, a formula is shown as it was written. */
const AsWritten = ({ tex }: FormulaProps) => <code>{tex}</code>;

const Formula = lazy(() => import("./formula").catch(() => ({ default: AsWritten })));

function LazyFormula(props: FormulaProps) {
  return (
    <Suspense fallback={<AsWritten {...props} />}>
      <Formula {...props} />
    </Suspense>
  );
}

/** Loaded with the first figure of a text. */
const LessonFigure = lazy(async () => {
  const [figure] = await Promise.all([import("../figure/lesson-figure"), loadFigureTexts()]);
  return figure;
});

/** Selects a part of the pictures. The default does nothing, for pages without pictures. */
export const PointingContext = createContext<(at: Pointer) => void>(() => undefined);

/** The glossary has only English entries. */
const GLOSSARY_LANGUAGE = "en";

/** The glossary that explains the terms of a text. */
interface GlossarySource {
  readonly glossary: readonly GlossaryEntry[];
  /** The services that compute the figures of a text. The glossary and the guide have no figures. */
  readonly services?: AppServices;
}

interface ProseProps {
  blocks: readonly Block[];
  context: GlossarySource;
}

export function Prose({ blocks, context }: ProseProps) {
  return blocks.map((block, index) => <ProseBlock key={index} block={block} context={context} />);
}

function ProseBlock({ block, context }: { block: Block; context: GlossarySource }) {
  const lang = useProseLang();
  switch (block.kind) {
    case "paragraph":
      return <Paragraph inlines={block.children} context={context} />;
    case "heading":
      return (
        <h3 className="subheading prose-heading" lang={lang} dir="auto">
          <Inlines inlines={block.children} context={context} />
        </h3>
      );
    case "list": {
      const List = block.ordered ? "ol" : "ul";
      return (
        <List className="prose-list" lang={lang} dir="auto">
          {block.items.map((item, index) => (
            <li key={index}>
              <Prose blocks={item} context={context} />
            </li>
          ))}
        </List>
      );
    }
    case "formula":
      return (
        <p>
          <LazyFormula tex={block.tex} display />
        </p>
      );
    case "figure":
      return context.services === undefined ? null : (
        <Suspense fallback={<p className="loading">{tr("Loading …")}</p>}>
          <LessonFigure id={block.id} caption={block.caption} services={context.services} />
        </Suspense>
      );
    case "note":
      return (
        <aside className="prose-note" lang={lang}>
          <Prose blocks={block.blocks} context={context} />
        </aside>
      );
  }
}

/** A paragraph with at most one unfolded term. Escape folds it and returns the focus to the term. */
function Paragraph({ inlines, context }: { inlines: readonly Inline[]; context: GlossarySource }) {
  const [open, setOpen] = useState<string | null>(null);
  const lang = useProseLang();
  const words = useRef<HTMLParagraphElement>(null);
  const id = useId();
  const entry = open === null ? undefined : findEntry(context.glossary, open);
  const terms = { open, id, show: setOpen };
  const fold = (event: KeyboardEvent) => {
    if (pressedKey(event) !== "Escape" || entry === undefined) return;
    // Escape has other meanings on the page: they apply only when nothing is unfolded here.
    event.stopPropagation();
    words.current?.querySelector<HTMLElement>("[aria-expanded=true]")?.focus();
    setOpen(null);
  };
  if (!hasTerms(inlines, context)) {
    return (
      <p lang={lang} dir="auto">
        <Inlines inlines={inlines} context={context} terms={terms} />
      </p>
    );
  }
  return (
    <div className="prose-explained" onKeyDown={fold}>
      <p ref={words} lang={lang} dir="auto">
        <Inlines inlines={inlines} context={context} terms={terms} />
      </p>
      <div aria-live="polite">
        {entry !== undefined && (
          <div id={id} className="prose-meaning" role="note" aria-labelledby={`${id}-term`}>
            <ProseLanguageProvider value={GLOSSARY_LANGUAGE}>
              <p className="strong" id={`${id}-term`} lang={GLOSSARY_LANGUAGE}>
                {entry.term}
              </p>
              <Prose blocks={entry.meaning} context={context} />
            </ProseLanguageProvider>
          </div>
        )}
      </div>
    </div>
  );
}

/** Whether a paragraph has terms, and needs a place for their meanings. */
function hasTerms(inlines: readonly Inline[], context: GlossarySource): boolean {
  return inlines.some((inline) => {
    if (inline.kind === "term") return true;
    if (inline.kind === "look" && explains(inline, context)) return true;
    return "children" in inline && hasTerms(inline.children, context);
  });
}

function explains(
  { children }: Extract<Inline, { kind: "look" }>,
  context: GlossarySource,
): boolean {
  return findEntry(context.glossary, plainText(children).toLowerCase()) !== undefined;
}

interface Terms {
  open: string | null;
  id: string;
  show(term: string | null): void;
}

interface InlinesProps {
  inlines: readonly Inline[];
  context: GlossarySource;
  /** Without it, terms are plain text. */
  terms?: Terms;
}

export function Inlines({ inlines, context, terms }: InlinesProps) {
  return inlines.map((inline, index) => {
    switch (inline.kind) {
      case "text":
        return textBetween(inlines, index);
      case "code":
        return <code key={index}>{inline.text}</code>;
      case "break":
        return <br key={index} />;
      case "formula":
        return <LazyFormula key={`${index} ${inline.tex}`} tex={inline.tex} display={false} />;
      case "strong":
      case "emphasis": {
        const Mark = inline.kind === "strong" ? "strong" : "em";
        return (
          <Mark key={index}>
            <Inlines inlines={inline.children} context={context} terms={terms} />
          </Mark>
        );
      }
      case "link":
        return (
          <a key={index} href={inline.to}>
            <Inlines inlines={inline.children} context={context} terms={terms} />
          </a>
        );
      case "look":
      case "term": {
        // Without a place for its meaning, a term is words that may wrap.
        const isPlain = inline.kind === "term" && terms === undefined;
        const button =
          inline.kind === "look" ? (
            <Look inline={inline} context={context} terms={terms} />
          ) : (
            <Term inline={inline} context={context} terms={terms} />
          );
        return (
          <span key={index} className={isPlain ? undefined : "prose-with-signs"}>
            {OPENING.exec(textOf(inlines[index - 1]))?.[0]}
            {button}
            {CLOSING.exec(textOf(inlines[index + 1]))?.[0]}
          </span>
        );
      }
    }
  });
}

/** Punctuation directly before and after a button. It stays on the button's line: without help, a browser may break the line between
 * them. */
const OPENING = /[(“]+$/;
const CLOSING = /^[.,:;!?)”]+/;

const textOf = (inline: Inline | undefined) => (inline?.kind === "text" ? inline.text : "");
const isButton = (inline: Inline | undefined) => inline?.kind === "look" || inline?.kind === "term";

/** A text without the punctuation that is rendered with the buttons beside it. Each number stays on the line of its unit. */
function textBetween(inlines: readonly Inline[], index: number): string {
  let text = textOf(inlines[index]);
  if (isButton(inlines[index + 1])) text = text.replace(OPENING, "");
  if (isButton(inlines[index - 1])) text = text.replace(CLOSING, "");
  return text.replace(/(\d) (?=(%|µs|ms|KB|MB|Mb\/s|Gbit\/s)(?!\w))/g, "$1\u00a0");
}

interface LookProps {
  inline: Extract<Inline, { kind: "look" }>;
  context: GlossarySource;
  terms: Terms | undefined;
}

function Look({ inline, context, terms }: LookProps) {
  const pointAt = useContext(PointingContext);
  const term = plainText(inline.children).toLowerCase();
  const explained = terms !== undefined && explains(inline, context);
  const open = explained && terms.open === term;
  return (
    <button
      type="button"
      className="look"
      title={
        explained ? tr("Show it in the pictures, and explain it") : tr("Show it in the pictures")
      }
      aria-expanded={explained ? open : undefined}
      aria-controls={open ? terms.id : undefined}
      onClick={() => {
        if (explained) terms.show(open ? null : term);
        if (!open) pointAt(inline.at);
      }}
    >
      <Inlines inlines={inline.children} context={context} />
    </button>
  );
}

interface TermProps {
  inline: Extract<Inline, { kind: "term" }>;
  context: GlossarySource;
  terms: Terms | undefined;
}

function Term({ inline, context, terms }: TermProps) {
  const words = <Inlines inlines={inline.children} context={context} />;
  if (terms === undefined) return words;
  const term = inline.term.toLowerCase();
  const open = terms.open === term;
  return (
    <button
      type="button"
      className="term"
      title={tr("What is this?")}
      aria-expanded={open}
      aria-controls={open ? terms.id : undefined}
      onClick={() => terms.show(open ? null : term)}
    >
      {words}
    </button>
  );
}
