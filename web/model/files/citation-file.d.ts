// CITATION.cff, as the build reads it (web/tools/vite/citation.mjs). `CitationFile` has its fields: a declaration of a module
// cannot import it.
declare module "virtual:citation" {
  export const citation: unknown;
}
