// Completion, and notes at a name that is pointed at: from the table of calls and from the program's own names.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from "@codemirror/autocomplete";
import type { Extension } from "@codemirror/state";
import { hoverTooltip } from "@codemirror/view";
import { ownNames, referenceNames, type KnownName } from "./reference";

/** The text of a larger program is not searched for names at each key. */
const SEARCHED_MAX = 64_000;

export function knownNames(): Extension {
  const reference = referenceNames();
  const namesIn = (text: string) => [
    ...reference,
    ...(text.length > SEARCHED_MAX ? [] : ownNames(text)),
  ];
  return [
    autocompletion({
      override: [(context) => complete(context, namesIn)],
      icons: false,
      tooltipClass: () => "cm-note",
    }),
    hoverTooltip((view, position) => {
      const word = view.state.wordAt(position);
      if (word === null) return null;
      const text = view.state.doc.toString();
      const name = text.slice(word.from, word.to);
      const known = namesIn(text).find((one) => one.name === name);
      if (known === undefined) return null;
      return { pos: word.from, end: word.to, above: true, create: () => ({ dom: noteOf(known) }) };
    }),
  ];
}

function complete(
  context: CompletionContext,
  namesIn: (text: string) => readonly KnownName[],
): CompletionResult | null {
  const word = context.matchBefore(/[A-Za-z_]\w*/);
  if (word === null || (word.to - word.from < 2 && !context.explicit)) return null;
  if (isComment(context)) return null;
  const own = (name: string) => name !== word.text;
  const options = namesIn(context.state.doc.toString())
    .filter(({ name }) => own(name))
    .map((known): Completion => ({
      label: known.name,
      type: known.kind,
      info: () => noteOf(known),
    }));
  return { from: word.from, options, validFor: /^\w*$/ };
}

function isComment({ state, pos }: CompletionContext): boolean {
  const before = state.doc.sliceString(Math.max(0, pos - 4_000), pos);
  return before.lastIndexOf("/*") > before.lastIndexOf("*/") || /\/\/[^\n]*$/.test(before);
}

function noteOf({ signature, note }: KnownName): HTMLElement {
  const element = document.createElement("div");
  element.className = "cm-known";
  const code = document.createElement("code");
  code.textContent = signature;
  element.append(code);
  for (const sentence of note) {
    const paragraph = document.createElement("p");
    paragraph.textContent = sentence;
    element.append(paragraph);
  }
  return element;
}
