// The exact text of the policy in every built page, so that nobody changes it by accident.

import { expect, test } from "vitest";
import { contentPolicy } from "./content-policy.mjs";

/** @param {"build" | "serve"} command */
function policyFor(command) {
  const plugin = /** @type {any} */ (contentPolicy());
  plugin.configResolved({ command });
  return plugin.transformIndexHtml()[0].attrs.content;
}

test("a built page may not request another host or run inline code", () => {
  expect(policyFor("build").split("; ")).toEqual([
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "img-src 'self' blob: data:",
    "style-src 'self'",
    "font-src 'self'",
    "connect-src 'self'",
  ]);
});

test("only the development server may put code and style into a page", () => {
  expect(policyFor("serve")).toContain("'unsafe-inline'");
  expect(policyFor("build")).not.toContain("unsafe-inline");
});
