// All rules, in the order they are printed.

import { coreForbiddenWords } from "./core-forbidden-words.mjs";
import { coreImportOrder } from "./core-import-order.mjs";
import { deadRustFiles } from "./dead-rust-files.mjs";
import { deadWebFiles } from "./dead-web-files.mjs";
import { designNames } from "./design-names.mjs";
import { emptyNames } from "./empty-names.mjs";
import { fileHeaders } from "./file-headers.mjs";
import { fileLengths } from "./file-lengths.mjs";
import { otherHosts } from "./other-hosts.mjs";
import { roomCaptions } from "./room-captions.mjs";
import { wasmImporter } from "./wasm-importer.mjs";
import { webRoomImports } from "./web-room-imports.mjs";

/**
 * @typedef {object} Rule
 * @property {string} name the rule in words
 * @property {(project: import("../project.mjs").Project) => string[]} check findings, empty when all is well
 */

/** @type {Rule[]} */
export const rules = [
  webRoomImports,
  wasmImporter,
  coreImportOrder,
  coreForbiddenWords,
  designNames,
  fileHeaders,
  fileLengths,
  emptyNames,
  roomCaptions,
  deadWebFiles,
  deadRustFiles,
  otherHosts,
];
