// Rules about paths that a text names: documents name files and folders of the project, and comments name files. What has
// moved is named where it is now.

import path from "node:path/posix";
import { isTest } from "./project.mjs";

/** What a path in a document may begin at, besides the root and the document's own folder. */
const bases = ["core/src", "core", "web"];
const sources = "rs|ts|tsx|mjs|js|json|toml|css|html|md";
const rooms = "core|web|lessons|e2e";

/** Names of what a program writes, which is no text of the repository, and names that stand for any name: TOPIC.json. */
const made = /(^|\/)(dist|target|pkg|node_modules|test-results|screenshots|frames|[A-Z]+)(\/|\.|$)/;

const codeSpan = /`([\w.@-]+(?:\/[\w.@*-]+)+\/?)`/g;
const link = /\]\((?!https?:|#|mailto:)([^)\s]+?)(?:#[^)]*)?\)/g;
const isFile = new RegExp(String.raw`\.(${sources})$`);
const isInRoom = new RegExp(`^(${rooms})/`);
const inComment = new RegExp(String.raw`(?<![\w./-])(?:${rooms})/[\w./-]+\.(?:${sources})\b`, "g");

/** @type {import("./check.mjs").Rule} */
export const documentPaths = {
  name: "each file and folder that a document names is there",
  check: (project) => {
    const exists = finder(project);
    return project.select(/\.md$/).flatMap((file) => {
      // The history names files as they were.
      if (file === "CHANGELOG.md") return [];
      const text = project.text(file);
      const folder = path.dirname(file);
      const spans = matches(text, codeSpan).filter(
        (name) => isFile.test(name) || isInRoom.test(name),
      );
      const links = matches(text, link).filter((name) => isFile.test(name));
      const names = [...spans, ...links].filter((name) => !made.test(name));
      return names
        .filter((name) => !["", folder, ...bases].some((base) => exists(path.join(base, name))))
        .map((name) => `${file} names ${name}, which does not exist`);
    });
  },
};

/** @type {import("./check.mjs").Rule} */
export const commentPaths = {
  name: "each file that a comment names from the root is there",
  check: (project) => {
    const exists = finder(project);
    return project
      .select(/\.(rs|ts|tsx|mjs|css|toml)$/)
      .filter((file) => !isTest(file))
      .flatMap((file) =>
        project
          .text(file)
          .split("\n")
          .filter((line) => /^\s*(\/\/|\/?\*|#)/.test(line))
          .flatMap((line) => line.match(inComment) ?? [])
          .filter((name) => !made.test(name) && !exists(name))
          .map((name) => `${file} names ${name}, which does not exist`),
      );
  },
};

/**
 * @param {string} text
 * @param {RegExp} pattern
 */
const matches = (text, pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? "");

/**
 * Whether a path is a file, a file without its ending, or a folder; a star stands for any part of a name.
 * @param {import("./project.mjs").Project} project
 * @returns {(name: string) => boolean}
 */
function finder(project) {
  const known = new Set();
  for (const file of project.paths) {
    known.add(file).add(file.replace(/(\.test)?\.\w+$/, ""));
    for (let at = path.dirname(file); at !== "."; at = path.dirname(at)) known.add(at);
  }
  return (name) => {
    const whole = name.replace(/\/$/, "");
    if (!whole.includes("*")) return known.has(whole);
    const parts = whole.split("*").map((part) => part.replace(/[.+]/g, String.raw`\$&`));
    const pattern = new RegExp(`^${parts.join("[^/]*")}$`);
    return [...known].some((one) => pattern.test(one));
  };
}
