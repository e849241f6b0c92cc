// The house rules as data. Rooms are folders or files; a path names everything below it.

/** Where a file's text, in lines, ends. */
export const longestFile = 400;

/** Lines that a header's first paragraph may have. */
export const longestHeader = 5;

/** Words that say nothing about what a thing is. */
export const emptyWords = /(Manager|Helper|[Uu]tils?)(?![a-z])/;

/** What a pure room may not name: the page, the clock, chance. */
const impureNames = [
  ["document", "window", "navigator", "location", "localStorage", "sessionStorage", "fetch"],
  [
    "HTMLElement",
    "HTMLCanvasElement",
    "CanvasRenderingContext2D",
    "SVGElement",
    "Path2D",
    "Worker",
  ],
  ["requestAnimationFrame", "getComputedStyle", "setTimeout", "setInterval"],
  ["Date", "performance"],
].flat();

const pure = {
  packages: /^(react|d3-(selection|zoom|axis|transition|drag)|@)/,
  rooms: ["web/store", "web/views", "web/ui", "web/lesson", "web/gallery", "web/engine"],
  typesFrom: ["web/engine/model.ts", "web/ui/palette.ts"],
  names: impureNames,
};

/**
 * What may not enter a room of the web: packages, files of other rooms (but for types from the files
 * named), global names. Tests are free.
 * @type {{ room: string, packages?: RegExp, rooms?: string[], typesFrom?: string[], names?: string[] }[]}
 */
export const webRooms = [
  { room: "web/format", ...pure },
  { room: "web/frame", ...pure },
  { room: "web/machine-layout", ...pure },
  { room: "web/motion", ...pure },
  { room: "web/charts", ...pure },
  // The lesson format: no React and no page; it reads settings and words as the store does.
  {
    room: "web/lesson",
    packages: /^(react|d3-)/,
    rooms: ["web/views", "web/ui", "web/gallery", "web/engine/worker.ts"],
    names: impureNames,
  },
  {
    room: "web/engine",
    packages: /^(react|d3-)/,
    rooms: ["web/store", "web/views", "web/ui", "web/lesson", "web/gallery"],
  },
  { room: "web/store", rooms: ["web/views", "web/ui", "web/gallery", "web/engine/worker.ts"] },
  { room: "web/ui", rooms: ["web/store", "web/engine", "web/views", "web/gallery"] },
  { room: "web/views", rooms: ["web/engine/worker.ts", "web/gallery"] },
  { room: "web/gallery", rooms: ["web/engine/worker.ts"] },
];

/** The compiled core, and the only files that may import its code (its address is free). */
export const wasmPackage = {
  folder: "web/engine/pkg",
  importers: ["web/engine/worker.ts", "web/engine/capture-worker.ts"],
};

/** Import order of core/src: a room may use the rooms of its own line and of the lines above. */
export const coreOrder = [
  ["units", "ordered", "random", "scenario", "trace"],
  ["cpu"],
  ["hardware"],
  ["kernel", "system"],
  ["designs", "schedulers", "apps"],
  ["router", "linux", "srp", "today"], // coreFamilies
  ["systems"],
  ["machine"],
  ["probes", "experiment", "session"],
  ["frame"],
  ["catalogue"],
];

/** Rooms of core/src that build machines, each of its own papers' kernels: they never use each other. */
export const coreFamilies = ["router", "linux", "srp", "today"];

/**
 * What may not be named in core/src, outside the rooms listed with it.
 * @type {{ pattern: RegExp, why: string, except: string[] }[]}
 */
export const coreForbidden = [
  { pattern: /\bwasm_bindgen\b/, why: "the model knows no browser", except: [] },
  { pattern: /\bstd::thread\b/, why: "a run has one thread", except: [] },
  { pattern: /\bstd::time\b/, why: "a run has its own time", except: [] },
  {
    pattern: /\bHash(Map|Set)\b/,
    why: "its order is not fixed: use BTreeMap or a Vec",
    except: [],
  },
  {
    pattern: /\bf(32|64)\b/,
    why: "floats decide nothing: whole cycles, or a ratio of integers",
    except: ["random.rs", "probes", "experiment", "frame", "catalogue.rs"],
  },
];

/** Files that nobody imports and that are started by name. */
export const startedByName = [
  /\.config\.(ts|js)$/,
  /\.spec\.ts$/,
  /^web\/toolchain\/tidy\/tidy\.mjs$/,
  /^web\/gallery\/freeze\.mjs$/,
];

/** Addresses that are names, not places: XML namespaces. */
export const namespaces = /^http:\/\/www\.w3\.org\//;
