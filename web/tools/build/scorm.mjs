// Packs one lesson for a learning platform: the built pages, a start page that names the lesson, and a manifest of SCORM
// 1.2 or SCORM 2004. The pages do the rest (`desk/scorm`). The package needs no network.

import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { zipSync } from "fflate";

/** @typedef {"1.2" | "2004"} ScormVersion */

export const SCORM_VERSIONS = /** @type {const} */ (["1.2", "2004"]);

const START_PAGE = "lesson.html";

/** Parts of the site that no package needs. */
const OMITTED = [
  /^gallery\//,
  /^assets\/gallery-/,
  /^(index|404)\.html/,
  /^[._]/,
  /\.(map|gz|br)$/,
  // A package is a part of the platform's page: it is neither installed nor stored on the device.
  /^service-worker\.js$/,
  /^manifest\.webmanifest$/,
  /^icons\//,
];

/** Lets equal packages have equal bytes. A zip file cannot store an earlier year than 1980. */
const FILE_TIME = new Date("1996-01-22T00:00:00Z");

/**
 * The files of a package, by path.
 * @param {string} site the folder of the built pages
 * @param {{ id: string, title: string }} lesson
 * @param {ScormVersion} version
 * @returns {Record<string, Uint8Array>}
 */
export function packageFiles(site, lesson, version) {
  /** @type {Record<string, Uint8Array>} */
  const files = {};
  for (const entry of readdirSync(site, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const full = path.join(entry.parentPath, entry.name);
    const name = path.relative(site, full).split(path.sep).join("/");
    if (!OMITTED.some((pattern) => pattern.test(name))) files[name] = readFileSync(full);
  }
  const index = readFileSync(path.join(site, "index.html"), "utf8");
  files[START_PAGE] = utf8(startPage(index, lesson.id));
  const manifest = utf8(manifestOf(lesson, version, Object.keys(files)));
  // Some platforms look at the first entry only.
  return { "imsmanifest.xml": manifest, ...files };
}

/** @param {Record<string, Uint8Array>} files */
export function zip(files) {
  return zipSync(files, { level: 9, mtime: FILE_TIME });
}

/** @param {string} text */
function utf8(text) {
  return new TextEncoder().encode(text);
}

/**
 * @param {string} index the site's page
 * @param {string} lesson
 */
function startPage(index, lesson) {
  // Below the charset: a browser looks for that in the first bytes only.
  const meta = `<meta name="lesson-package" content="${escapeXml(lesson)}" />`;
  return index
    .replace(/ *<link rel="(manifest|apple-touch-icon)"[^>]*>\n/g, "")
    .replace(/ *<main class="first-introduction.*?<\/main>\n/s, "")
    .replace(/(<meta charset="utf-8" ?\/?>)/i, `$1\n    ${meta}`);
}

const NAMESPACES = {
  1.2: `xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"`,
  2004: `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"`,
};

/**
 * @param {{ id: string, title: string }} lesson
 * @param {ScormVersion} version
 * @param {string[]} files
 */
function manifestOf({ id, title }, version, files) {
  const type = version === "1.2" ? "adlcp:scormtype" : "adlcp:scormType";
  const schema = version === "1.2" ? "1.2" : "2004 4th Edition";
  const list = files.map((name) => `      <file href="${escapeXml(name)}" />`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="livelock-lab-${escapeXml(id)}" version="1" ${NAMESPACES[version]}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${schema}</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escapeXml(title)}</title>
      <item identifier="lesson" identifierref="page">
        <title>${escapeXml(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" ${type}="sco" href="${START_PAGE}">
${list.join("\n")}
    </resource>
  </resources>
</manifest>
`;
}

/** @param {string} text */
function escapeXml(text) {
  /** @type {Record<string, string>} */
  const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (one) => entities[one] ?? one);
}
