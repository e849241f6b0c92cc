// The introduction stands twice: in the page that is shown at once, and in the catalogue of texts.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { INTRODUCTION } from "./introduction";

test("the page begins with the same introduction as the lab", () => {
  const page = readFileSync(new URL("../../index.html", import.meta.url), "utf8");
  const introduction = /<p class="introduction">(.*?)<\/p>/s.exec(page)?.[1] ?? "";
  expect(introduction.trim().replace(/\s+/g, " ")).toBe(INTRODUCTION.replace(/\s+/g, " "));
});
