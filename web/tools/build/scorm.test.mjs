// The package of a lesson for a learning platform.
import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, test } from "vitest";
import { packageFiles, zip } from "./scorm.mjs";

const site = mkdtempSync(path.join(tmpdir(), "livelock-site-"));
afterEach(() => rmSync(site, { recursive: true, force: true }));

const LESSON = { id: "who-pays", title: "Who pays? <BSD & LRP>" };

function makePackage() {
  mkdirSync(path.join(site, "gallery"), { recursive: true });
  mkdirSync(path.join(site, "assets"), { recursive: true });
  const links = '<link rel="manifest" href="./manifest.webmanifest" />\n';
  const body = '<body><main class="first-introduction loading">\nText</main>\n</body>';
  const page = `<head><meta charset="utf-8" />\n${links}</head>${body}`;
  writeFileSync(path.join(site, "index.html"), page);
  for (const file of ["manifest.webmanifest", "service-worker.js"]) {
    writeFileSync(path.join(site, file), "");
  }
  writeFileSync(path.join(site, "gallery/index.html"), "");
  writeFileSync(path.join(site, "assets/a.js"), "1;");
  return packageFiles(site, LESSON, "1.2");
}

test("the manifest comes first, and lists every other file", () => {
  const files = makePackage();
  expect(Object.keys(files)).toEqual(["imsmanifest.xml", "assets/a.js", "lesson.html"]);
  const manifest = new TextDecoder().decode(files["imsmanifest.xml"]);
  expect(manifest).toContain("<schemaversion>1.2</schemaversion>");
  expect(manifest).toContain('adlcp:scormtype="sco" href="lesson.html"');
  expect(manifest).toContain('<file href="assets/a.js" />');
  expect(manifest).toContain("Who pays? &lt;BSD &amp; LRP&gt;");
});

test("the start page names the lesson", () => {
  const page = new TextDecoder().decode(makePackage()["lesson.html"]);
  expect(page).toContain('<meta name="lesson-package" content="who-pays" />');
  expect(page).not.toContain("introduction");
  // A platform's page is not installed.
  expect(page).not.toContain("manifest");
});

test("equal packages have equal bytes", () => {
  expect(zip(makePackage())).toEqual(zip(makePackage()));
});
