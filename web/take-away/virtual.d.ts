// CITATION.cff, as the build reads it (web/toolchain/citation.mjs).
declare module "virtual:citation" {
  import type { CitationFile } from "./citation";

  export const citation: CitationFile;
}
