// Reads the project's own files as text, once. Leaves out generated, installed and binary files.

import { readFileSync } from "node:fs";
import path from "node:path";
import { filesBelow } from "../lib/fingerprint.mjs";

const ignored = new Set([
  ...["node_modules", "target", "dist", "pkg", ".git", "test-results", "playwright-report"],
  ...["screenshots", "package-lock.json"],
]);
const textFiles = /\.(ts|tsx|mjs|js|rs|c|h|css|html|md|json|toml)$/;

/** Files that a program writes. Rules read them, but not those about the form of a file. */
export const generated = new Set(["web/generated/layout.ts", "web/generated/model.ts"]);

/** The project's files: path from the root (with slashes) to text, in a fixed order. */
export class Project {
  /** @param {Record<string, string>} files */
  constructor(files) {
    this.files = files;
    this.paths = Object.keys(files).sort();
  }

  /**
   * Returns the paths that match a pattern and are in one of the folders. Without folders, searches
   * everywhere.
   * @param {RegExp} pattern
   * @param {string[]} folders files or folders
   */
  select(pattern, folders = [""]) {
    return this.paths.filter(
      (file) => pattern.test(file) && folders.some((folder) => isIn(file, folder)),
    );
  }

  /** @param {string} file */
  text(file) {
    return this.files[file] ?? "";
  }

  /** @param {string} file */
  has(file) {
    return file in this.files;
  }
}

/**
 * Returns whether `file` is the folder itself, or below it.
 * @param {string} file
 * @param {string} folder a file, a folder, or "" for everything
 */
export function isIn(file, folder) {
  return folder === "" || file === folder || file.startsWith(`${folder}/`);
}

/** @param {string} file */
export function isTest(file) {
  return /\.(test|spec|test-data)\.\w+$/.test(file) || /^(e2e|web\/tools)\//.test(file);
}

/**
 * Reads a project from disk.
 * @param {string} root
 */
export function readProject(root) {
  const names = filesBelow(root, ignored)
    .map((file) => path.relative(root, file).split(path.sep).join("/"))
    .filter((file) => textFiles.test(file) && !/(^|\/)\./.test(file));
  const text = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
  return new Project(Object.fromEntries(names.map((file) => [file, text(file)])));
}
