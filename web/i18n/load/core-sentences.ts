// The sentences that the core writes, in another language: those of the diagnosis and the problems of a scenario. They are English
// with numbers and names in them. Here each sentence is recognized by its template in generated/diagnosis.json or
// generated/scenario-problems.json, and the translation of the template is filled with the same values. (Templates in the core would
// not fit: its first module has 2 of 200 KB left.) If one sentence is unknown, the whole text stays English; a test compares the
// templates with the core's sources and with what its machines say.
import sentences from "../../generated/diagnosis.json";
import problems from "../../generated/scenario-problems.json";
import { tr, trTemplate, type Values } from "../i18n";
import { nameTemplate } from "../model-texts";

/** What a value may look like, by its name without a digit: a template may have `packets` and `packets2`. */
const SLOTS: Record<string, string> = {
  n: "[\\d,.]+",
  time: "[\\d,.]+ (?:µs|ms)",
  share: "(?:only |less than )?\\d+ %",
  packets: "[\\d,]+ packets?(?:/s)?",
  place: "(?:the|an?) [A-Za-z][^.,;:]*?",
  Place: "(?:The|An?) [A-Za-z][^.,;:]*?",
  leave:
    "(?:go(?:es)? out|gets? through|reach(?:es)? the [^.,;:]+?)(?: and [\\d,]+ packets?(?:/s)? reach(?:es)? the [^.,;:]+?|, and none [^.,;:]+?)?",
  thrown: "(?:is|are) (?:thrown away|refused)",
  cpus: "the CPU|each CPU|all CPUs together",
  Tenths: "[A-Z][a-z]+",
  unit: "[A-Za-z][A-Za-z /]*",
  choices: '"[^"]*"(?:, "[^"]*")*',
  path: "[\\w.-]+",
  file: ".+",
  /** Clauses of an enumeration. */
  list: "[^.]+(?:\\.\\d[^.]*)*",
};

interface Template {
  text: string;
  pattern: RegExp;
  /** The names of its values, in order. */
  names: string[];
}

const slotOf = (name: string) => name.replace(/\d$/, "");

const compiled: Template[] = [...sentences, ...problems].map((text) => {
  const names: string[] = [];
  const parts = text.split(/\{(\w+)\}/).map((part, index) => {
    if (index % 2 === 0) return part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
    names.push(part);
    return `(${SLOTS[slotOf(part)] ?? ""})`;
  });
  return { text, names, pattern: new RegExp(`^${parts.join("")}$`) };
});

/** Sentences end with a mark; the next one begins with a capital letter or a number. */
const BETWEEN_SENTENCES = /(?<=\.) (?=[A-Z\d])/;

/** Translates a text of the core. Returns it unchanged if one of its sentences has no template. */
export function translateSentences(text: string): string {
  const translated = text.split(BETWEEN_SENTENCES).map(translateSentence);
  return translated.includes(null) ? text : translated.join(" ");
}

function translateSentence(sentence: string): string | null {
  for (const { text, pattern, names } of compiled) {
    const values = pattern.exec(sentence)?.slice(1);
    if (values === undefined) continue;
    const translated = names.map((name, at) => [name, translateValue(name, values[at] ?? "")]);
    if (translated.some(([, value]) => value === null)) continue;
    return trTemplate(text, Object.fromEntries(translated) as Values);
  }
  return null;
}

function translateValue(name: string, value: string): string | null {
  switch (slotOf(name)) {
    case "place":
      return namePhrase(value);
    case "Place": {
      const phrase = namePhrase(value.charAt(0).toLowerCase() + value.slice(1));
      return phrase && phrase.charAt(0).toUpperCase() + phrase.slice(1);
    }
    case "unit":
      return tr(value);
    case "packets": {
      const [number = "", unit = ""] = value.split(" ");
      return `${number} ${tr(unit)}`;
    }
    case "share":
    case "leave":
    case "thrown":
    case "cpus":
    case "Tenths":
      return translateSentence(value);
    case "list": {
      const clauses = value
        .split(/(, |; )/)
        .map((part, at) => (at % 2 ? part : translateSentence(part)));
      return clauses.includes(null) ? null : clauses.join("");
    }
    default:
      return value;
  }
}

/** "the receive queue 2" -> the same in the language of the page; null if the catalogue does not have the name. */
function namePhrase(value: string): string | null {
  const { text, values } = nameTemplate(value);
  const translated = trTemplate(text, values);
  return translated === value ? null : translated;
}
