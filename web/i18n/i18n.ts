// Texts of the interface: `tr` gives a text in the language of the page, `msg` marks a text that `tr` gives later. The English
// text is the key. Texts are ICU messages ("{count, plural, one {# packet} other {# packets}}"); the build compiles them
// (web/tools/vite/messages.mjs), Lingui fills them in. English stands in the code, other languages are loaded as one file.
import { setupI18n } from "@lingui/core";
import { ENGLISH, type Language } from "./languages";

export type Values = Readonly<Record<string, string | number>>;
/** A compiled message: a text without values, or Lingui's tokens. */
export type Compiled = string | readonly unknown[];
/** Gives the translation of a message; undefined if there is none. */
export type Translate = (message: Compiled) => Compiled | undefined;

const lingui = setupI18n({ locale: ENGLISH.locale, messages: { [ENGLISH.locale]: {} } });
let translate: Translate = (message) => message;
let language = ENGLISH;

/** Shows texts in a language from now on. Texts without a translation stay English. */
export function activateLanguage(chosen: Language, its: Translate): void {
  translate = its;
  language = chosen;
  lingui.loadAndActivate({ locale: chosen.locale, messages: {} });
}

/** Adds texts that the language's first files do not have, such as those of one page. */
export function addTexts(its: Translate): void {
  const before = translate;
  translate = (message) => before(message) ?? its(message);
}

/** The language that is shown. */
export const shownLanguage = (): Language => language;

/**
 * A text in the language of the page. `message` is a literal, which the catalogue then has; or a constant marked with
 * `msg`; or a text that the simulator gives, such as the name of a queue.
 */
export function tr(message: string, values?: Values): string {
  const compiled = message as Compiled;
  const shown = translate(compiled) ?? compiled;
  if (typeof shown === "string") return shown;
  return lingui._("", { ...values }, { message: shown as unknown as string });
}

/**
 * A text of the simulator with values: "receive queue {n}". Its values have neither plural nor type, so this needs no parser.
 * Gives the compiled message that the build makes of the same text.
 */
export function trTemplate(template: string, values: Values): string {
  const parts = template.split(/\{(\w+)\}/).map((part, index) => (index % 2 ? [part] : part));
  const tokens = parts.filter((part) => part !== "");
  return tr((tokens.length === 1 && template === tokens[0] ? template : tokens) as string, values);
}

/** Marks the text of a constant: modules load before the language is known, so `tr` gives it where it is shown. */
export const msg = (text: string): string => text;
