// Rules for files of every language: headers, lengths, captions of folders, empty names. Also the
// words that are forbidden in CSS, in HTML and in the core's hardware; eslint.mjs checks TypeScript
// for the same words.

import { emptyNames, findDesign, findMetaphor, findHost } from "./words.mjs";
import { generated, isTest } from "./project.mjs";
import { rustCode } from "./rust-source.mjs";

const longestFile = 400;

/** Lines that a header's first paragraph may have. */
const longestHeader = 5;

/**
 * Diagrams may follow after an empty line of the comment.
 * @type {import("./check.mjs").Rule}
 */
export const fileHeaders = {
  name: `every source file opens with a comment of 1 to ${longestHeader} lines`,
  check: (project) =>
    project
      .select(/\.(ts|tsx|mjs|js|rs|css|html)$/)
      .filter((file) => !generated.has(file))
      .flatMap((file) => {
        const lines = headerLines(file, project.text(file));
        if (lines.length === 0) return [`${file}:1 has no header`];
        if (lines.length <= longestHeader) return [];
        return [`${file}:1 the header's first paragraph has ${lines.length} lines`];
      }),
};

/** @type {import("./check.mjs").Rule} */
export const fileLengths = {
  name: `no source file is longer than ${longestFile} lines`,
  check: (project) =>
    project
      .select(/\.(ts|tsx|mjs|js|rs|css)$/)
      .filter((file) => !generated.has(file))
      .flatMap((file) => {
        const lines = project.text(file).trimEnd().split("\n").length;
        return lines > longestFile ? [`${file} has ${lines} lines: split it by idea`] : [];
      }),
};

/** @type {import("./check.mjs").Rule} */
export const mergeMarks = {
  name: "no file has the marks of an unfinished merge",
  check: (project) =>
    project.paths
      .filter((file) => /^(<{7}|>{7}) /m.test(project.text(file)))
      .map((file) => {
        return `${file} has lines that begin with <<<<<<< or >>>>>>>: keep what is right of both sides`;
      }),
};

/**
 * A caption is a README.md, or the header of an index, mod.rs, lib.rs or main.rs. The caption of a
 * cargo package may be in its src/lib.rs.
 * @type {import("./check.mjs").Rule}
 */
export const folderCaptions = {
  name: "every folder of sources has a README.md or an index with a header",
  check: (project) =>
    foldersOf(project)
      .filter((folder) => !captionsOf(folder).some((file) => isCaption(project, file)))
      .map((folder) => `${folder} has no README.md and no index with a header`),
};

/**
 * Checks file names of every language, and names in Rust. eslint.mjs checks the names in
 * TypeScript.
 * @type {import("./check.mjs").Rule}
 */
export const emptyFileNames = {
  name: "no name contains Manager, Helper, utils or a metaphor that was replaced",
  check: (project) =>
    project
      .select(/\.(ts|tsx|mjs|js|rs|css)$/)
      .flatMap((file) => [
        ...(emptyNames.test(capitalised(file)) ? [`${file} the file's name is too general`] : []),
        ...(/^(web|e2e)/.test(file) && findMetaphor(file)
          ? [
              `${file} "${findMetaphor(file)}" is a metaphor that was replaced: see the vocabulary in ARCHITECTURE.md`,
            ]
          : []),
        ...(file.endsWith(".rs")
          ? rustLines(project.text(file)).flatMap(({ value, line }) =>
              (value.match(/\b[A-Za-z_]\w*/g) ?? [])
                .filter((name) => emptyNames.test(name))
                .map((name) => `${file}:${line} ${name} is too general`),
            )
          : []),
      ]),
};

/** @type {import("./check.mjs").Rule} */
export const plainWords = {
  name: "hardware, CSS and HTML contain no name of a design, CSS and HTML no address of another host",
  check: (project) => [
    ...project.select(/\.rs$/, ["core/src/hardware"]).flatMap((file) =>
      rustLines(project.text(file)).flatMap(({ value, line }) => {
        const design = findDesign(value);
        return design ? [`${file}:${line} names the design ${design}`] : [];
      }),
    ),
    ...project.select(/\.(css|html)$/, ["web"]).flatMap((file) =>
      numbered(project.text(file)).flatMap(({ value, line }) => {
        const [design, host] = [findDesign(value), findHost(value)];
        return [
          ...(design ? [`${file}:${line} names the design ${design}`] : []),
          ...(host ? [`${file}:${line} names ${host}`] : []),
        ];
      }),
    ),
  ],
};

/** @param {string} text */
function numbered(text) {
  return text.split("\n").map((value, index) => ({ value, line: index + 1 }));
}

/** @param {string} text */
const rustLines = (text) => numbered(rustCode(text));

/**
 * `web/frame/draw-helper.ts` gives `Web/Frame/Draw-Helper.Ts`, because the rule looks for
 * capitalised words.
 * @param {string} file
 */
function capitalised(file) {
  return file.replace(/(?<![A-Za-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * The lines of the first paragraph of the comment that opens a file; none when there is no comment.
 * @param {string} file
 * @param {string} text
 */
export function headerLines(file, text) {
  const mark = file.endsWith(".rs") ? /^\/\/! ?/ : /^\/\/ ?/;
  const start = text.replace(/^#!.*\n/, "").replace(/^<!doctype html>\s*/i, "");
  const block = /^(?:\/\*\*?|<!--)([\s\S]*?)(?:\*\/|-->)/.exec(start)?.[1];
  const rows = block?.trim().split("\n") ?? start.split("\n");
  const contents = rows.map((row) => row.replace(block ? /^\s*\*? ?/ : mark, ""));
  const end = rows.findIndex(
    (row, at) => (!block && !mark.test(row)) || contents[at]?.trim() === "",
  );
  return contents.slice(0, end === -1 ? rows.length : end);
}

/**
 * Folders that hold source files.
 * @param {import("./project.mjs").Project} project
 */
function foldersOf(project) {
  const sources = project
    .select(/\.(ts|tsx|mjs|rs|css)$/, ["web", "core", "e2e", "lessons"])
    .filter((file) => !isTest(file) || /^(e2e|web\/tools)\//.test(file));
  const folders = sources.map((file) => file.replace(/\/[^/]+$/, ""));
  return [...new Set(folders)].filter((folder) => !/\/src\/bin$/.test(folder)).sort();
}

/** @param {string} folder */
function captionsOf(folder) {
  const indexes = ["index.ts", "index.tsx", "index.mjs"];
  const roots = ["mod.rs", "lib.rs", "main.rs", "src/lib.rs"];
  return [
    `${folder}/README.md`,
    `${folder.replace(/\/src$/, "")}/README.md`,
    `${folder}.rs`,
    ...[...indexes, ...roots].map((name) => `${folder}/${name}`),
  ];
}

/**
 * @param {import("./project.mjs").Project} project
 * @param {string} file
 */
function isCaption(project, file) {
  if (!project.has(file)) return false;
  return file.endsWith(".md") || headerLines(file, project.text(file)).length > 0;
}
