// The manifest with which a browser installs the lab: it works in any folder, and its icons have the sizes that it states.

import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { inProject } from "../lib/paths.mjs";

const folder = inProject("web/public");

/** @typedef {{ src: string, sizes: string, type: string, purpose?: string }} Icon */

/** @type {{ id: string, start_url: string, scope: string, icons: Icon[], shortcuts: { url: string, icons: Icon[] }[] }} */
const manifest = JSON.parse(readFileSync(path.join(folder, "manifest.webmanifest"), "utf8"));

/**
 * The size in the header of a PNG file.
 * @param {string} file
 */
function pngSize(file) {
  const bytes = readFileSync(path.join(folder, file));
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`;
}

const shortcutIcons = manifest.shortcuts.flatMap(({ icons }) => icons);

test.each([...manifest.icons, ...shortcutIcons])("icon $src has the stated size", (icon) => {
  expect(pngSize(icon.src)).toBe(icon.sizes);
});

test("browsers install the lab only with icons of 192 and 512 pixels; one may be cut to any shape", () => {
  const plain = manifest.icons.filter(({ purpose }) => purpose === undefined);
  expect(plain.map(({ sizes }) => sizes)).toEqual(["192x192", "512x512"]);
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
  expect(pngSize("icons/apple-180.png")).toBe("180x180");
});

test("no address leaves the folder of the lab, wherever that is", () => {
  const { id, start_url, scope, shortcuts } = manifest;
  const here = "https://course.example/some/folder/manifest.webmanifest";
  for (const address of [id, start_url, scope, ...shortcuts.map(({ url }) => url)]) {
    expect(new URL(address, here).pathname).toBe("/some/folder/");
  }
});
