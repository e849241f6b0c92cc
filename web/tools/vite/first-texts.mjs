// A Vite plugin that writes the introduction of the lab's page (web/index.html) into the page in the other languages, too.
// page-start.js shows it in the reader's language: the texts of the whole page arrive later, with the scripts.

import { readdirSync, readFileSync } from "node:fs";
import { inProject } from "../lib/paths.mjs";

const ENTRY = inProject("web/index.html");
const CATALOGUES = inProject("web/i18n/catalogues");

/** @returns {import("vite").Plugin} */
export function firstTexts() {
  return {
    name: "first-texts",
    transformIndexHtml: {
      order: "post",
      handler(html, { filename }) {
        if (filename !== ENTRY) return html;
        const texts = JSON.stringify(translationsOf(paragraphsOf(html))).replaceAll("<", "\\u003c");
        // Before the script that reads it. A policy against inline scripts lets data pass.
        const data = `<script type="application/json" id="first-texts">${texts}</script>`;
        return html.replace("<script>", (script) => `${data}\n    ${script}`);
      },
    },
  };
}

/** The English paragraphs of the introduction, with single spaces. @param {string} html */
function paragraphsOf(html) {
  const [introduction = ""] = /<main class="first-introduction[\s\S]*?<\/main>/.exec(html) ?? [];
  return [...introduction.matchAll(/<p[^>]*>([\s\S]*?)<\/p>/g)].map(([, text = ""]) =>
    text.trim().replace(/\s+/g, " "),
  );
}

/** The translations of each language, in the order of the paragraphs. @param {string[]} paragraphs */
function translationsOf(paragraphs) {
  const files = readdirSync(CATALOGUES).filter((name) => name.endsWith(".json"));
  return Object.fromEntries(
    files.map((name) => {
      const sections = JSON.parse(readFileSync(`${CATALOGUES}/${name}`, "utf8"));
      const texts = Object.assign({}, ...Object.values(sections));
      return [name.replace(".json", ""), paragraphs.map((text) => texts[text] ?? text)];
    }),
  );
}
