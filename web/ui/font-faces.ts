// The fonts of shell/page-services.ts for what gets none from the page's style sheets: a worker, and a picture that is saved.
import code400 from "@fontsource/source-code-pro/files/source-code-pro-latin-400-normal.woff2?url";
import code600 from "@fontsource/source-code-pro/files/source-code-pro-latin-600-normal.woff2?url";
import sans from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";

/** Family, address and weight. */
export const FONT_FACES = [
  ["Source Sans 3 Variable", sans, "200 900"],
  ["Source Code Pro", code400, "400"],
  ["Source Code Pro", code600, "600"],
] as const;
