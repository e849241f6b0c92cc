// Lint rules for everything in JavaScript, TypeScript and CSS. The rules that need types are in .oxlintrc.json, and who may
// import whom is in .dependency-cruiser.mjs.
import css from "@eslint/css";
import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import lingui from "eslint-plugin-lingui";
import globals from "globals";
import tseslint from "typescript-eslint";
import { projectRules } from "./web/tools/check/eslint.mjs";

const tests = ["**/*.{test,test-data}.*", "e2e/**", "web/tools/**"];

/** Folders of web/ whose texts are all in the catalogue (web/i18n). The others give texts to authors of lessons, or none. */
const translated =
  "web/{i18n,lib,ui,frame,model,desk,explore,pictures,cards,shell,save,pages,app}/**/*.{ts,tsx}";
/** Files whose strings nobody reads on the page: names of keys, fields of files, fonts, the format of a learning platform. */
const withoutTexts = [
  ...["web/ui/icon.tsx", "web/desk/scorm/scorm-api.ts", "web/cards/curve/csv.ts"],
  ...["web/desk/lecture/lecture-keys.ts", "web/cards/canvas/canvas-hooks.ts"],
  ...[
    "web/pictures/painter/**",
    "web/lib/format/parse-number.ts",
    "web/ui/{slider.tsx,pressed-key.ts}",
  ],
  ...["web/model/dropped-files.ts", "web/desk/scorm/scorm-session.ts", "web/desk/lab/recovery.ts"],
  ...["web/desk/compare/compare-link.ts", "web/app/embed-code.tsx", "web/cards/code/table.tsx"],
  // Errors for the author of the page that embeds the lab, like those of the command line.
  ...["web/desk/embed/{embed-host,machine-requests}.ts", "web/desk/embed/messages.ts"],
  ...["web/save/picture.ts", "web/save/svg-copy.ts"],
  ...["web/cards/figure/record.ts", "web/pictures/machine/station-descriptions.ts"],
  // Formats of files, and the sizes of texts.
  ...[
    "web/model/files/**",
    "web/pictures/machine/layout/item-sizes.ts",
    "web/lib/{schema,unreadable}.ts",
  ],
  "web/lib/persistence/persistent-store.ts",
  ...["web/pictures/timeline/draw/spans.ts", "web/app/tour/anchor.ts"],
  // C and CSS.
  ...["web/cards/editor/{c-text,style}.ts", "web/desk/workshop/empty-program.ts"],
];

// cspell:ignore MLHV Vmlhvza Amlhvaczsq
/** Strings that nobody reads: without a space or a capital, class names, paths of SVG, selectors, media queries, keys. */
const unread = [
  String.raw`^\S*$(?<!^[A-Z][a-z].*)`,
  "^[a-z0-9-]+( [a-z0-9-]*-[a-z0-9-]*)*$",
  String.raw`^ ?[MLHVmlhvza]-?[\d., -]*( ?[MLHVAmlhvaczsq]?[\d., -]*)*$`,
  String.raw`^[.(#]|:is\(|\[role=|^(input|button)\b`,
  String.raw`^(Shift|Ctrl|Space|Tab|Enter|Esc|Escape|Files|ThreadRun|Livelock Lab|BibTeX|Source (Sans|Code))\b`,
];
/** Attributes and properties that nobody reads. */
const unreadNames = ["className", "id", "key", "href", "d", "transform", "style", "role", "name"];

/** Properties of CSS that are the same in both directions of writing. */
const withoutDirection = [
  ...["top", "bottom", "width", "height", "min-width", "min-height", "max-width", "max-height"],
  ...["margin-top", "margin-bottom", "padding-top", "padding-bottom", "scroll-margin-top"],
  ...["border-top", "border-bottom", "border-top-color", "border-bottom-color"],
  ...["border-top-width", "border-bottom-width", "overflow-x", "overflow-y"],
  ...["scroll-margin-bottom", "scroll-padding-top", "scroll-padding-bottom"],
  ...["overscroll-behavior-y", "contain-intrinsic-height"],
];
const viewportUnits = ["vw", "vh", "dvw", "dvh", "svw", "svh", "lvw", "lvh", "cqw", "cqh"];

/** What a pure folder may not name: the page, the clock, timers. Chance is forbidden with them. */
const impureNames = [
  ...["document", "window", "navigator", "location", "localStorage", "sessionStorage", "fetch"],
  ...["HTMLElement", "HTMLCanvasElement", "CanvasRenderingContext2D", "SVGElement", "Path2D"],
  ...["Worker", "requestAnimationFrame", "getComputedStyle", "setTimeout", "setInterval"],
  ...["Date", "performance"],
];

/** How the text of a file is read without its encoding. */
const fileReaders = [
  "CallExpression[arguments.length=0][callee.property.name='text']",
  "MemberExpression[property.name='readAsText']",
  "NewExpression[callee.name='TextDecoder']",
].map((selector) => ({
  selector,
  message: "lib/format/text-file.ts reads files: with byte order marks, UTF-16 and CR LF",
}));

export default tseslint.config(
  {
    ignores: ["dist/", "core/", "web/engine/pkg/", "playwright-report/", "test-results/"],
  },
  {
    files: ["**/*.{js,mjs,ts,tsx}"],
    extends: [js.configs.recommended],
    plugins: { project: projectRules },
    rules: { "project/no-empty-name": "error", "project/no-metaphor": "error" },
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.recommended, reactHooks.configs.flat["recommended-latest"]],
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      // Takes props that carry a canvas's ref beside other values for a read of the ref.
      "react-hooks/refs": "off",
    },
  },
  {
    // Names of designs come from the catalogue and the topology, in tests too.
    files: ["web/**/*.{ts,tsx}"],
    rules: { "project/no-design-name": "error" },
  },
  {
    files: ["web/**/*.{ts,tsx}"],
    ignores: tests,
    rules: {
      "project/no-family-id": "error",
      "project/no-other-host": "error",
      "project/no-key-character": "error",
      "no-restricted-properties": [
        "error",
        ...["replaceState", "pushState"].map((property) => ({
          object: "history",
          property,
          message: "browsers limit it and may throw: take replaceHash of web/app",
        })),
      ],
    },
  },
  { files: ["web/shell/location-hash.ts"], rules: { "no-restricted-properties": "off" } },
  { files: ["web/ui/pressed-key.ts"], rules: { "project/no-key-character": "off" } },
  {
    // A folder starts its own workers, with web/engine/start-worker.ts.
    files: ["web/**/*.{ts,tsx}"],
    ignores: tests,
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector:
            "NewExpression[callee.name='URL'][arguments.1.object.type='MetaProperty'] > Literal[value=/^\\.\\./]",
          message: "a worker of another folder: import what starts it",
        },
        ...fileReaders,
        ...["Literal.value", "ConditionalExpression.value > Literal"].map((word) => ({
          selector: `CallExpression[callee.name=/^(tr|rich)$/] > ObjectExpression > Property > ${word}[value=/[a-z]{2}/]`,
          message: "an English word inside of a translated text: write a whole text for each case",
        })),
        {
          selector:
            "CallExpression:matches([callee.name='addEventListener'], [callee.property.name='addEventListener'])[arguments.0.value='hashchange']",
          message: "web/shell/location-hash.ts watches the hash: take subscribeHash or useHash",
        },
      ],
    },
  },
  {
    files: ["web/lib/format/text-file.ts", "web/shell/location-hash.ts"],
    rules: { "no-restricted-syntax": "off" },
  },
  {
    files: [
      "web/{lib/format,frame,lesson,model/{measures,files},pictures/{charts,machine,timeline}}/**/*.{ts,tsx}",
    ],
    ignores: tests,
    rules: {
      "no-restricted-globals": [
        "error",
        ...impureNames.map((name) => ({ name, message: "this folder is pure" })),
      ],
      "@typescript-eslint/no-restricted-types": [
        "error",
        { types: Object.fromEntries(impureNames.map((name) => [name, "this folder is pure"])) },
      ],
    },
  },
  {
    files: [translated],
    ignores: [...tests, ...withoutTexts],
    plugins: { lingui },
    rules: {
      "lingui/no-unlocalized-strings": [
        "error",
        {
          ignore: unread,
          ignoreNames: unreadNames,
          ignoreFunctions: ["tr", "msg", "rich", "*Error", "*.querySelector*", "*.closest"],
        },
      ],
    },
  },
  {
    // A language from right to left mirrors the page.
    files: ["web/**/*.css"],
    language: "css/css",
    languageOptions: { tolerant: true },
    plugins: { css, project: projectRules },
    rules: {
      "css/prefer-logical-properties": [
        "error",
        { allowProperties: withoutDirection, allowUnits: viewportUnits },
      ],
      "project/no-sided-shorthand": "error",
    },
  },
  {
    // Tests write to the console on purpose.
    files: ["e2e/**/*.ts"],
    rules: { "no-console": "off" },
  },
  {
    files: ["**/*.{js,mjs}"],
    languageOptions: { globals: globals.node },
  },
  {
    // Scripts that pages get as they are.
    files: ["web/*.js", "web/embed/*.js"],
    languageOptions: { globals: globals.browser },
  },
);
