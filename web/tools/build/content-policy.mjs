// The content security policy of every page. It forbids requests to other hosts, inline style, and
// inline code except page-start.js, which it names by its hash. It allows
// WebAssembly to compile, and workers from a text of the page (engine/start-worker.ts). Vite's
// development server injects inline code and style, so it has a weaker policy.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { inProject } from "../lib/paths.mjs";

/** The first script of every page, without its comment. */
const pageStart = readFileSync(inProject("web/page-start.js"), "utf8").replace(/^(\/\/.*\n)+/, "");

/** @param {string} code */
const hashOf = (code) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

const strict = {
  "default-src": "'self'",
  "script-src": `'self' 'wasm-unsafe-eval' ${hashOf(pageStart)}`,
  "worker-src": "'self' blob:",
  "img-src": "'self' blob: data:",
  "style-src": "'self'",
  "font-src": "'self'",
  "connect-src": "'self'",
};

const development = {
  ...strict,
  "script-src": "'self' 'wasm-unsafe-eval' 'unsafe-inline'",
  "style-src": "'self' 'unsafe-inline'",
  "connect-src": "'self' ws:",
};

/** @param {Record<string, string>} policy */
function policyText(policy) {
  return Object.entries(policy)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join("; ");
}

/** The policy of the built pages. It leaves out who may embed them: everybody may. */
export const builtPolicy = policyText(strict);

/**
 * A Vite plugin that puts the policy first into the head of every page, and the page's first script behind it.
 * @returns {import("vite").Plugin}
 */
export function contentPolicy() {
  let policy = strict;
  return {
    name: "content-policy",
    configResolved(config) {
      if (config.command === "serve") policy = development;
    },
    transformIndexHtml(html) {
      // After the charset, because a browser looks for it only in the first 1024 bytes. Before the styles, because a
      // script waits for the styles before it.
      const charset = /<meta charset="utf-8" ?\/?>/i;
      return {
        html: html.replace(charset, (meta) => `${meta}\n    <script>${pageStart}</script>`),
        tags: [
          {
            tag: "meta",
            attrs: { "http-equiv": "Content-Security-Policy", content: policyText(policy) },
            injectTo: "head-prepend",
          },
        ],
      };
    },
  };
}
