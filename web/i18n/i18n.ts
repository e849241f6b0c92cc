// Texts of the interface: `tr` gives a text in the language of the page, `msg` marks a text that `tr` gives later. The English
// text is the key. Texts are ICU messages ("{count, plural, one {# packet} other {# packets}}"); the build compiles them
// (web/toolchain/messages.mjs), Lingui fills them in. English stands in the code, other languages are loaded as one file.
import { setupI18n } from "@lingui/core";
import { ENGLISH, type Language } from "./languages";

declare const isMessage: unique symbol;
/** A text that is not given in a language yet: pass it to `tr` where it is shown. */
export type Message = { readonly [isMessage]: true };
export type Values = Readonly<Record<string, string | number>>;
/** A compiled message: a text without values, or Lingui's tokens. */
export type Compiled = string | readonly unknown[];
/** Gives the translation of a message; undefined if there is none. */
export type Translate = (message: Compiled) => Compiled | undefined;

const lingui = setupI18n({ locale: ENGLISH.locale, messages: { [ENGLISH.locale]: {} } });
let translate: Translate = (message) => message;

/** Shows texts in a language from now on. Texts without a translation stay English. */
export function activateLanguage(chosen: Language, its: Translate): void {
  translate = its;
  lingui.loadAndActivate({ locale: chosen.locale, messages: {} });
}

/** A text in the language of the page. Only a literal can be translated: the compiler refuses other strings. */
export function tr<const M extends string | Message>(
  message: string extends M ? never : M,
  values?: Values,
): string {
  return format(message as Compiled, values);
}

/** Marks the text of a constant. `tr` gives it when it is shown, because the language is not known while modules load. */
export function msg(text: string): Message {
  return text as unknown as Message;
}

/** A text that the code does not contain, such as a name that the simulator gives: translated if the catalogue has it. */
export function trModel(text: string): string {
  return format(text);
}

function format(message: Compiled, values?: Values): string {
  const shown = translate(message) ?? message;
  if (typeof shown === "string") return shown;
  return lingui._("", { ...values }, { message: shown as unknown as string });
}
