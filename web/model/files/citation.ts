// How to cite the lab, and the paper whose machine a scenario reproduces: as text and as BibTeX. The facts are those of
// CITATION.cff, which the build reads.

export interface Person {
  name?: string;
  "given-names"?: string;
  "family-names"?: string;
}

export interface Reference {
  type: string;
  title: string;
  authors: readonly Person[];
  year: number;
  "collection-title"?: string;
  journal?: string;
  volume?: number;
  institution?: { name: string };
}

/** The fields of CITATION.cff that a citation needs. */
export interface CitationFile {
  title: string;
  version: string;
  "date-released": string;
  authors: readonly Person[];
  references: readonly Reference[];
}

/** The letters of the papers (README.md), in the order of CITATION.cff. */
const PAPERS = ["M", "K", "S", "W", "R"];

export interface Citation {
  text: string;
  bibtex: string;
}

interface CitedRun {
  /** The scenario's title and source: "M 6.1". */
  title: string;
  source: string;
  model: string;
  link: string;
}

/** The citation of the lab with this run, and of its paper if it has one. */
export function citationOf(file: CitationFile, run: CitedRun): Citation {
  const paper = paperOf(file, run.source);
  const year = file["date-released"].slice(0, 4);
  const authors = file.authors.map(plainName).join(", ");
  const text =
    `${authors} (${year}). ${file.title} (version ${file.version}, model ${run.model}) [Computer software]. ` +
    `Run “${run.title}”: ${run.link}`;
  const note = `Model version ${run.model}. Run: ${run.title}`;
  const software = entry(
    "software",
    "livelock_lab",
    [
      ["title", file.title],
      ["author", file.authors.map(bibtexName).join(" and ")],
      ["version", file.version],
      ["year", year],
      ["note", note],
    ],
    run.link,
  );
  if (paper === null) return { text, bibtex: software };
  return {
    text: `${text}\n\nThe run shows a machine of: ${paperText(paper)}`,
    bibtex: `${software}\n${paperEntry(paper)}`,
  };
}

/** The paper of a source such as "M 6.1"; null if the source names none. */
function paperOf({ references }: CitationFile, source: string): Reference | null {
  const letter = /^([A-Z])\b/.exec(source)?.[1] ?? "";
  return references[PAPERS.indexOf(letter)] ?? null;
}

function paperText(paper: Reference): string {
  const where = [
    paper["collection-title"] ?? paper.journal ?? paper.institution?.name,
    paper.volume,
  ]
    .filter((part) => part !== undefined)
    .join(" ");
  return `${paper.authors.map(plainName).join(", ")} (${paper.year}). ${paper.title}. ${where}.`;
}

function paperEntry(paper: Reference): string {
  const kinds: Record<string, string> = { "conference-paper": "inproceedings", article: "article" };
  const fields: [string, string | undefined][] = [
    ["title", paper.title],
    ["author", paper.authors.map(bibtexName).join(" and ")],
    ["booktitle", paper["collection-title"]],
    ["journal", paper.journal],
    ["volume", paper.volume?.toString()],
    ["institution", paper.institution?.name],
    ["year", String(paper.year)],
  ];
  const first = paper.authors[0]?.["family-names"] ?? "paper";
  const key = `${first.toLowerCase()}_${paper.year}`;
  return entry(kinds[paper.type] ?? "misc", key, fields);
}

function plainName({ name, "given-names": given, "family-names": family }: Person): string {
  return name ?? [given, family].filter((part) => part !== undefined).join(" ");
}

/** A name of a group is in braces, so that BibTeX does not divide it. */
function bibtexName({ name, "given-names": given, "family-names": family }: Person): string {
  if (name !== undefined) return `{${bibtexText(name)}}`;
  return [family, given]
    .filter((part) => part !== undefined)
    .map(bibtexText)
    .join(", ");
}

function entry(
  kind: string,
  key: string,
  fields: readonly [string, string | undefined][],
  url?: string,
): string {
  const lines = fields.flatMap(([name, value]) => {
    if (value === undefined) return [];
    // The author's braces are already there. Two braces keep the capitals of a title.
    const text =
      name === "author"
        ? `{${value}}`
        : name === "title"
          ? `{{${bibtexText(value)}}}`
          : `{${bibtexText(value)}}`;
    return [`  ${name} = ${text}`];
  });
  // biblatex takes an address as it is.
  if (url !== undefined)
    lines.push(`  url = {${url.replaceAll("{", "%7B").replaceAll("}", "%7D")}}`);
  return `@${kind}{${key},\n${lines.join(",\n")}\n}\n`;
}

function bibtexText(text: string): string {
  return text
    .replaceAll(/[\\{}]/g, "")
    .replaceAll(/[&%$#_]/g, (sign) => `\\${sign}`)
    .replaceAll("~", "\\textasciitilde{}")
    .replaceAll("^", "\\textasciicircum{}");
}
