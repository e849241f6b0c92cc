// Who may import whom in web/. Tests are free. What a folder may not name (the page, the clock) and the addresses
// of workers are in eslint.config.js; the modules of the core have their order in web/tools/check.

/** The rooms of web/ from the ground up: each imports only itself and the rooms before it. */
const floors = [
  ...["generated", "i18n", "lib", "engine", "ui", "frame", "model", "lesson", "desk", "explore"],
  ...["pictures", "cards", "shell", "save", "pages", "app"],
];

/** Folders of pure functions: no React, no page, no store. */
const pure = "^web/(lib/format|frame|model/(measures|files)|pictures/(charts|machine|timeline))/";

/** What puts elements into the page. */
const pagePackages = "^node_modules/(react|d3-(selection|zoom|axis|transition|drag))";

const tests = "[.](test|test-data)[.]tsx?$";

/**
 * @param {string} name
 * @param {string} from pattern of the importing files
 * @param {string} to pattern of what they may not import
 * @param {object} [more] further conditions on what is imported
 */
const forbid = (name, from, to, more = {}) => ({
  name,
  severity: /** @type {const} */ ("error"),
  from: { path: from, pathNot: tests },
  to: { path: to, ...more },
});

/** @type {import("dependency-cruiser").IConfiguration} */
export default {
  forbidden: [
    { name: "no-circles", severity: "error", from: {}, to: { circular: true } },
    ...floors
      .map((room, at) =>
        forbid(`above-${room}`, `^web/${room}/`, `^web/(${floors.slice(at + 1).join("|")})/`),
      )
      .slice(0, -1),
    forbid("gallery-and-entries", `^web/(${floors.join("|")})/`, "^web/(gallery/|[^/]+[.]tsx?$)"),
    forbid("no-ui", "^web/(model/(?!files/)|lesson/|desk/|explore/)", "^web/ui/"),
    forbid("ui", "^web/ui/", "^web/engine/"),
    forbid("pure-folders", pure, "^web/(ui|engine|lesson|desk|explore)/", {
      pathNot: "^web/ui/palette[.]ts$",
    }),
    forbid("pure-folders-types-only", pure, "^web/ui/palette[.]ts$", {
      dependencyTypesNot: ["type-only"],
    }),
    forbid("pure-folders-packages", pure, `${pagePackages}|^node_modules/@(?!types/)`),
    forbid("no-react", "^web/(generated|engine|frame|model|lesson|desk|explore)/", pagePackages),
    forbid("no-d3", "^web/(engine|lesson)/", "^node_modules/d3-"),
    forbid(
      "views-see-a-machine",
      "^web/(cards|shell|save|pages|app)/",
      "^web/desk/lab/(?!(machine|lab-state|link-watch)[.])",
    ),
    forbid("no-worker", "^web/(?!engine/)", "^web/engine/worker[.]ts$"),
    {
      name: "npm-start-without-checks",
      comment:
        "`npm start` installs no devDependencies: only files that are loaded later may import them.",
      severity: "error",
      from: { path: "^web/tools/", pathNot: "[.]test[.]mjs$|/(screens|workflows)[.]mjs$" },
      to: { dependencyTypes: ["npm-dev"], dynamic: false },
    },
    {
      name: "only-workers-import-the-core",
      comment: "Everybody else talks to a worker. The address of the module (`?url`) is free.",
      severity: "error",
      from: {
        path: "^web/",
        pathNot: [tests, "^web/engine/((capture-)?worker|compiler)[.]ts$", "^web/tools/"],
      },
      to: { path: "^web/engine/pkg/.*[.]js$" },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules", "^web/engine/pkg/"] },
    exclude: { path: ["^virtual:"] },
    tsConfig: { fileName: "tsconfig.browser.json" },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"] },
  },
};
