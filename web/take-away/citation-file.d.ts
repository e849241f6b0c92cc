// CITATION.cff, as the build reads it (web/toolchain/citation.mjs).
declare module "virtual:citation" {
  export const citation: import("./citation").CitationFile;
}
