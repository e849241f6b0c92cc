// Writes the compressed files of a built site, "x.js.gz" and "x.js.br" beside "x.js", for servers that send such files
// and compress nothing themselves. A cache keeps compressed files by the hash of their content, because the largest
// file, the simulator, seldom changes.

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, statSync } from "node:fs";
import { copyFile, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { filesBelow } from "../lib/fingerprint.mjs";
import { inProject } from "../lib/paths.mjs";

/** Fonts and pictures are compressed already. */
const compressible = /\.(html|js|css|json|svg|txt|wasm|webmanifest|xml)$/;
/** In a smaller file nothing is saved: it is one packet of the network anyway. */
const BYTES_MIN = 1024;

const { BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_QUALITY } = zlib.constants;
const gzip = promisify(zlib.gzip);
const brotli = promisify(zlib.brotliCompress);

/** @type {Record<string, (bytes: Buffer) => Promise<Buffer>>} */
const encodings = {
  gz: (bytes) => gzip(bytes, { level: 9 }),
  br: (bytes) =>
    brotli(bytes, {
      params: { [BROTLI_PARAM_QUALITY]: 11, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
};

/**
 * The files of a folder that have no compressed files yet.
 * @param {string} folder
 */
export function uncompressedFiles(folder) {
  return filesBelow(folder).filter(
    (file) =>
      compressible.test(file) &&
      missingEncodings(file).length > 0 &&
      statSync(file).size >= BYTES_MIN,
  );
}

/**
 * Compresses every file of a folder that has no compressed files yet.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  await Promise.all(uncompressedFiles(folder).map(compressFile));
}

/** @param {string} file */
function missingEncodings(file) {
  return Object.entries(encodings).filter(([ending]) => !existsSync(`${file}.${ending}`));
}

/**
 * Writes the compressed files of one file that are missing.
 * @param {string} file
 */
async function compressFile(file) {
  const bytes = await readFile(file);
  const hash = createHash("sha256").update(bytes).digest("hex");
  for (const [ending, encode] of missingEncodings(file)) {
    const cached = inProject("node_modules/.cache/compressed", `${hash}.${ending}`);
    if (!existsSync(cached)) await writeAtomically(cached, await encode(bytes));
    await copyFile(cached, `${file}.${ending}.new`);
    await rename(`${file}.${ending}.new`, `${file}.${ending}`);
  }
}

/**
 * Writes a file atomically: under another name first, then renames it.
 * @param {string} file
 * @param {Buffer} bytes
 */
async function writeAtomically(file, bytes) {
  mkdirSync(path.dirname(file), { recursive: true });
  const temporary = `${file}.${process.pid}`;
  await writeFile(temporary, bytes);
  await rename(temporary, file);
}
