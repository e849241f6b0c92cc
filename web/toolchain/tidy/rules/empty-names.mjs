// Names say what a thing is: no file and nothing in it is called Manager, Helper or utils.

import { emptyWords } from "../house.mjs";
import { rustCode } from "../rust-source.mjs";
import { parseTypeScript } from "../typescript-source.mjs";

/** @type {import("./index.mjs").Rule} */
export const emptyNames = {
  name: "nothing is called Manager, Helper or utils",
  check: (project) =>
    project.select(/\.(ts|tsx|mjs|js|rs)$/).flatMap((file) => [
      ...(emptyWords.test(capitalised(file)) ? [`${file} the file's name says nothing`] : []),
      ...identifiersOf(file, project.text(file))
        .filter(({ value }) => emptyWords.test(value))
        .map(({ value, line }) => `${file}:${line} ${value} says nothing`),
    ]),
};

/**
 * `web/frame/draw-helper.ts` gives `Web/Frame/Draw-Helper.Ts`: words of a path begin small.
 * @param {string} file
 */
function capitalised(file) {
  return file.replace(/(?<![A-Za-z])[a-z]/g, (letter) => letter.toUpperCase());
}

/**
 * @param {string} file
 * @param {string} text
 */
function identifiersOf(file, text) {
  if (!file.endsWith(".rs")) return parseTypeScript(file, text).identifiers;
  return rustCode(text)
    .split("\n")
    .flatMap((row, index) =>
      (row.match(/\b[A-Za-z_]\w*/g) ?? []).map((value) => ({ value, line: index + 1 })),
    );
}
