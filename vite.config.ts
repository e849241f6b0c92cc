// How the pages are built: the lab and the gallery, static files that work from any sub-path.
// Tests of web/ (vitest) take their settings from here too.
/// <reference types="vitest/config" />
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { citation } from "./web/tools/vite/citation.mjs";
import { contentPolicy } from "./web/tools/build/content-policy.mjs";
import { embedding } from "./web/tools/vite/embedding.mjs";
import { firstFiles, TEXT_PAGES } from "./web/tools/vite/first-files.mjs";
import { firstTexts } from "./web/tools/vite/first-texts.mjs";
import { lessons } from "./web/tools/vite/lessons.mjs";
import { messages } from "./web/tools/vite/messages.mjs";
import { inProject } from "./web/tools/lib/paths.mjs";

/** What every page loads first. */
const ENTRY = inProject("web/main.tsx");
const LAB = inProject("web/pages/lab/index.tsx");
/** What these share with the lab is loaded by every page. */
const TEXT_PAGE_MODULES = TEXT_PAGES.map((page) => inProject(`web/pages/${page}/index.tsx`));
const imported = new Map<string, ReadonlySet<string>>();

interface Modules {
  getModuleInfo(id: string): { importedIds: string[] } | null;
}

/** Names the chunk of a module that every page or the lab imports statically: one file each instead of many small ones. */
function firstChunk(id: string, modules: Modules): string | null {
  const isOf = (start: string) => staticImports(start, modules).has(id);
  if (id === ENTRY) return null;
  if (isOf(ENTRY)) return "every-page";
  if (!isOf(LAB)) return null;
  return TEXT_PAGE_MODULES.some(isOf) ? "every-page" : "lab-view";
}

function staticImports(start: string, modules: Modules): ReadonlySet<string> {
  const known = imported.get(start);
  if (known !== undefined) return known;
  const found = new Set([start]);
  imported.set(start, found);
  for (const id of found) {
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  }
  return found;
}

export default defineConfig({
  root: "web",
  base: "./",
  cacheDir: "../node_modules/.vite",
  plugins: [
    messages(),
    react(),
    contentPolicy(),
    embedding(),
    lessons(inProject("lessons")),
    citation(inProject("CITATION.cff")),
    firstFiles(),
    firstTexts(),
  ],
  worker: { format: "es", plugins: () => [messages()] },
  build: {
    outDir: "../dist",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
    rolldownOptions: {
      input: {
        lab: inProject("web/index.html"),
        embed: inProject("web/embed.html"),
        gallery: inProject("web/gallery/index.html"),
      },
      output: {
        codeSplitting: {
          groups: [
            { name: "react", test: /node_modules\/(react|react-dom|scheduler)\// },
            // d3-scale, with its colours and dates, arrives with the pages that use it.
            { name: "d3", test: /node_modules\/(d3-(array|path|shape)|internmap)\// },
            { name: firstChunk },
          ],
        },
      },
    },
  },
  server: { host: "127.0.0.1", fs: { allow: [".."] } },
  test: {
    environment: "node",
    include: ["**/*.test.{ts,tsx,mjs}"],
    restoreMocks: true,
    // Files share their modules, read once by each core: no test keeps anything in one. A third less work.
    isolate: false,
    maxWorkers: "100%",
    // A machine at work may take ten times as long; how long a test takes is no part of what it holds.
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
