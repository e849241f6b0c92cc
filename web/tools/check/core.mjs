// Rules for the core that no other tool has: the order of its modules, forbidden words, and files
// that no crate contains. First the data, then one function for each rule.

import path from "node:path";
import { cratePaths, rustCode, rustCodeWithoutTests } from "./rust-source.mjs";
import { isIn } from "./project.mjs";

/** Import order of core/src: a module may use the modules of its own line and of the lines above. */
const order = [
  ["units", "ordered", "random", "scenario", "trace"],
  ["cpu"],
  ["hardware"],
  ["family", "kernel", "program", "schedulers"],
  ["families"],
  ["machine"],
  ["probes", "experiment", "session"],
  ["frame"],
  ["catalogue"],
];

/** Folders in which no module uses another one: the families of kernels, and M's designs. */
const independent = ["families", "families/routers/designs"];

/** @typedef {{ pattern: RegExp, why: string, except?: string[] }} Forbidden */

/**
 * Words that are forbidden in core/src, except in the modules that are listed with them.
 * @type {Forbidden[]}
 */
const forbidden = [
  { pattern: /\bwasm_bindgen\b/, why: "the model knows no browser" },
  { pattern: /\bstd::thread\b/, why: "a run has one thread" },
  { pattern: /\bstd::time\b/, why: "a run has its own time" },
  { pattern: /\bHash(Map|Set)\b/, why: "its order is not fixed: use BTreeMap or a Vec" },
  {
    pattern: /\bf(32|64)\b/,
    why: "floats decide nothing: whole cycles, or a ratio of integers",
    except: [
      ...["random.rs", "probes", "experiment", "frame", "catalogue.rs"],
      // It only hands numbers on.
      "scenario/unique_json.rs",
    ],
  },
];

/** @type {import("./check.mjs").Rule} */
export const coreImportOrder = {
  name: "a module of the core uses only the modules before it",
  check: (project) =>
    coreFiles(project).flatMap((file) => orderFindings(project, file, project.text(file))),
};

/**
 * Words that are forbidden in core/cli/src.
 * @type {Forbidden[]}
 */
const forbiddenInCommand = [
  {
    pattern: /\b(read_to_string|from_utf8|from_utf8_lossy|from_utf16|from_slice)\b/,
    why: "text_file reads texts: with byte order marks, UTF-16 and CR LF",
    // Completions and manual pages are texts of our own; the digest of a hand-in takes any bytes.
    except: ["text_file.rs", "output.rs", "commands/generate.rs", "grade/hand_in/files.rs"],
  },
  {
    pattern: /\b(fs::(write|rename|copy)|File::(create|create_new|options)|OpenOptions)\b/,
    why: "output_file writes files: behind links, with their mode, and never over a pipe or a device",
    except: ["output_file.rs"],
  },
];

/** @type {import("./check.mjs").Rule} */
export const coreForbiddenWords = {
  name: "the core and the command have none of the forbidden words",
  check: (project) => [
    ...forbiddenFindings(project, coreFiles(project), "core/src", forbidden),
    ...["core/compiler/src", "core/text/src"].flatMap((folder) =>
      forbiddenFindings(project, project.select(/\.rs$/, [folder]), folder, forbidden),
    ),
    ...forbiddenFindings(project, commandFiles(project), "core/cli/src", forbiddenInCommand),
  ],
};

/**
 * @param {import("./project.mjs").Project} project
 * @param {string[]} files
 * @param {string} folder the exceptions are in it
 * @param {Forbidden[]} words
 */
function forbiddenFindings(project, files, folder, words) {
  return files.flatMap((file) => {
    const lines = rustCodeWithoutTests(project.text(file)).split("\n");
    return words
      .filter(({ except = [] }) => !except.some((name) => isIn(file, `${folder}/${name}`)))
      .flatMap(({ pattern, why }) =>
        lines.flatMap((line, index) => {
          const found = pattern.exec(line)?.[0];
          return found ? [`${file}:${index + 1} ${found}: ${why}`] : [];
        }),
      );
  });
}

/**
 * A file is in a crate if cargo starts there, or if a `mod` in another file of a crate names it.
 * @type {import("./check.mjs").Rule}
 */
export const deadRustFiles = {
  name: "every Rust file is in a crate",
  check: (project) => {
    const files = project.select(/\.rs$/);
    const programs = [...project.text("core/packager/Cargo.toml").matchAll(/^path = "(.+\.rs)"/gm)];
    const alive = new Set([
      ...files.filter((file) => crateRoots.test(file)),
      ...programs.map(([, file = ""]) => `core/packager/${file}`),
    ]);
    for (const file of alive) {
      for (const child of modulesOf(project, file, !crateRoots.test(file))) alive.add(child);
    }
    return files
      .filter((file) => !alive.has(file))
      .map((file) => `${file} belongs to no crate: no mod names it`);
  },
};

/** Files that cargo finds by their path. */
const crateRoots =
  /(^|\/)(src\/(lib|main)|src\/bin\/\w+|(tests|benches|examples)\/\w+(\/main)?|build)\.rs$/;

/** @param {import("./project.mjs").Project} project */
function commandFiles(project) {
  return project.select(/\.rs$/, ["core/cli/src"]).filter((file) => !/_tests\.rs$/.test(file));
}

/** @param {import("./project.mjs").Project} project */
function coreFiles(project) {
  return project
    .select(/\.rs$/, ["core/src"])
    .filter((file) => file !== "core/src/lib.rs" && !/(^|[/_])tests\.rs$/.test(file));
}

/**
 * @param {import("./project.mjs").Project} project
 * @param {string} file
 * @param {string} text
 */
function orderFindings(project, file, text) {
  const modulePath = modulePathOf(file);
  const [own = ""] = modulePath;
  if (placeOf(own) === -1) return [`${file} ${own} is missing from the order in rules/core.mjs`];
  return cratePaths(rustCodeWithoutTests(text), modulePath).flatMap(({ value, line }) => {
    const used = value.split("::");
    if (placeOf(used[0] ?? "") > placeOf(own)) {
      return [`${file}:${line} ${own} uses ${used[0]}, which comes after it`];
    }
    return independent
      .filter((folder) => areNeighbours(project, folder.split("/"), modulePath, used))
      .map((folder) => `${file}:${line} uses ${value}, another module of ${folder}`);
  });
}

/**
 * Returns whether two modules are in different modules of the same folder.
 * @param {import("./project.mjs").Project} project
 * @param {string[]} folder
 * @param {string[]} own
 * @param {string[]} used
 */
function areNeighbours(project, folder, own, used) {
  const isBelow = (/** @type {string[]} */ names) =>
    names.length > folder.length && folder.every((name, index) => names[index] === name);
  if (!isBelow(own) || !isBelow(used)) return false;
  const [from, to] = [own[folder.length], used[folder.length]];
  const file = `core/src/${folder.join("/")}/${to}`;
  return from !== to && (project.has(`${file}.rs`) || project.has(`${file}/mod.rs`));
}

/**
 * `core/src/cpu/line.rs` gives `cpu`, `line`; `core/src/cpu/mod.rs` and `core/src/cpu.rs` give `cpu`.
 * @param {string} file
 */
function modulePathOf(file) {
  return file
    .replace(/^core\/src\//, "")
    .replace(/(\/mod)?\.rs$/, "")
    .split("/");
}

/** @param {string} name of a module; the result is its line in the order, -1 for none */
function placeOf(name) {
  return order.findIndex((line) => line.includes(name));
}

/**
 * The files of `mod name;` in a file, those of `#[path = "..."]` included.
 * @param {import("./project.mjs").Project} project
 * @param {string} file
 * @param {boolean} isModule its modules are in the folder of its name, unless it is a mod.rs or main.rs
 */
function modulesOf(project, file, isModule) {
  const folder = path.posix.dirname(file);
  const own = path.posix.basename(file, ".rs");
  const below = isModule && own !== "mod" && own !== "main" ? `${folder}/${own}` : folder;
  const text = project.text(file);
  const names = [...rustCode(text).matchAll(/\bmod (\w+);/g)].map((match) => match[1]);
  const paths = [...text.matchAll(/#\[path = "([^"]+)"\]/g)].map((match) => match[1] ?? "");
  return [
    ...names.flatMap((name) => [`${below}/${name}.rs`, `${below}/${name}/mod.rs`]),
    ...paths.map((name) => path.posix.join(folder, name)),
  ].filter((child) => project.has(child));
}
