// Who may import whom in web/. Tests are free. What a folder may not name (the page, the clock) and the addresses
// of workers are in eslint.config.js; the modules of the core have their order in web/toolchain/rules.

/** Folders of pure functions: no React, no page, no store. */
const pure = "^web/(format|frame|machine-layout|motion|charts)/";

/** Files of which pure folders may import types, and nothing else. */
const typeSources = "^web/(engine/model|ui/palette)[.]ts$";

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
    forbid("pure-folders", pure, "^web/(store|views|ui|lesson|gallery|engine)/", {
      pathNot: typeSources,
    }),
    forbid("pure-folders-types-only", pure, typeSources, { dependencyTypesNot: ["type-only"] }),
    forbid(
      "pure-folders-packages",
      pure,
      "^node_modules/(react|d3-(selection|zoom|axis|transition|drag)|@(?!types/))",
    ),
    forbid("lesson", "^web/lesson/", "^web/(views|ui|gallery|engine/worker[.]ts$)"),
    forbid("engine", "^web/engine/", "^web/(store|views|ui|lesson|gallery)/"),
    forbid("no-react-no-d3", "^web/(lesson|engine)/", "^node_modules/(react|d3-)"),
    forbid("store", "^web/store/", "^web/(views|ui|gallery|engine/worker[.]ts$)"),
    forbid("ui", "^web/ui/", "^web/(store|engine|views|gallery)/"),
    forbid("views", "^web/views/", "^web/(gallery/|engine/worker[.]ts$)"),
    forbid("gallery", "^web/gallery/", "^web/engine/worker[.]ts$"),
    {
      name: "npm-start-without-checks",
      comment:
        "`npm start` installs no devDependencies: only files that are loaded later may import them.",
      severity: "error",
      from: { path: "^web/toolchain/", pathNot: "[.]test[.]mjs$|/(screens|workflows)[.]mjs$" },
      to: { dependencyTypes: ["npm-dev"], dynamic: false },
    },
    {
      name: "only-workers-import-the-core",
      comment: "Everybody else talks to a worker. The address of the module (`?url`) is free.",
      severity: "error",
      from: {
        path: "^web/",
        pathNot: [tests, "^web/engine/(capture-)?worker[.]ts$", "^web/toolchain/"],
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
