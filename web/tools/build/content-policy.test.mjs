// The exact text of the policy in every built page, so that nobody changes it by accident.

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { contentPolicy } from "./content-policy.mjs";

/** @param {"build" | "serve"} command */
function pageFor(command) {
  const plugin = /** @type {any} */ (contentPolicy());
  plugin.configResolved({ command });
  const { html, tags } = plugin.transformIndexHtml('<meta charset="utf-8" /><title>Lab</title>');
  const script = /^<meta charset="utf-8" \/>\s*<script>(.*)<\/script><title>Lab<\/title>$/s.exec(
    html,
  )?.[1];
  return { policy: tags[0].attrs.content, script: script ?? "" };
}

/** @param {"build" | "serve"} command */
const policyFor = (command) => pageFor(command).policy;

test("a built page may not request another host or run inline code, except its notice", () => {
  const { policy, script } = pageFor("build");
  expect(script).toContain("Livelock Lab could not start");
  const hash = createHash("sha256").update(script).digest("base64");
  expect(policy.split("; ")).toEqual([
    "default-src 'self'",
    `script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}'`,
    "worker-src 'self' blob:",
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
