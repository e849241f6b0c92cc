// Rules that ESLint does not have. For TypeScript: no name of a design in web/, no address of
// another host in shipped code, no empty names such as "Helper", no character of a key. files.mjs checks the other
// languages for the same words. For style sheets: no shorthand with different left and right sides.

import { fingerprint } from "../lib/fingerprint.mjs";
import { emptyNames, findDesign, findMetaphor, findHost, isFamily } from "./words.mjs";

/**
 * Creates a rule that checks each name and each text of a file. `findProblem` returns the problem, if
 * there is one.
 * @param {(text: string, isName: boolean) => string | undefined} findProblem
 * @returns {import("eslint").Rule.RuleModule}
 */
function wordRule(findProblem) {
  return {
    meta: { type: "problem", schema: [] },
    create(context) {
      /** @type {(node: any, text: unknown, isName: boolean) => void} */
      const checkWord = (node, text, isName) => {
        const message = typeof text === "string" ? findProblem(text, isName) : undefined;
        if (message) context.report({ node, message });
      };
      return {
        Identifier: (node) => checkWord(node, node.name, true),
        JSXIdentifier: (/** @type {any} */ node) => checkWord(node, node.name, true),
        PrivateIdentifier: (node) => checkWord(node, node.name, true),
        Literal: (node) => checkWord(node, node.value, false),
        JSXText: (/** @type {any} */ node) => checkWord(node, node.value, false),
        TemplateElement: (node) => checkWord(node, node.value.cooked, false),
      };
    },
  };
}

/** Shorthands whose four values begin at the top and name the right side before the left one. */
const fourSides = /^(margin|padding|inset|border-(width|style|color)|scroll-(margin|padding))$/;

/**
 * Whether the page would need other values if its language is written from right to left.
 * @param {string} property
 * @param {string[]} values
 */
export function hasDirection(property, [top, right, bottom, left]) {
  if (left === undefined) return false;
  // The corners begin at the top left.
  if (property === "border-radius") return top !== right || bottom !== left;
  return fourSides.test(property) && right !== left;
}

/** @type {import("eslint").Rule.RuleModule} */
const noSidedShorthand = {
  meta: { type: "problem", schema: [] },
  create: (context) => ({
    /** @param {any} node */
    Declaration(node) {
      const values = node.value.children?.map((/** @type {any} */ value) =>
        context.sourceCode.getText(value),
      );
      if (!values || !hasDirection(node.property, values)) return;
      const message = `"${node.property}" with a left and a right side: take the logical properties`;
      context.report({ loc: node.loc, message });
    },
  }),
};

/**
 * Refuses the character of a key: a comparison with it fails with Caps Lock, and on a layout without Latin letters.
 * @type {import("eslint").Rule.RuleModule}
 */
const noKeyCharacter = {
  meta: { type: "problem", schema: [] },
  create(context) {
    const message = "depends on the layout and on Caps Lock: take pressedKey from web/ui";
    /** @param {import("eslint").Rule.Node} node */
    const report = (node) => context.report({ node, message });
    const field = "/^(key|code|keyCode|which)$/";
    const modifier = "/^(shift|ctrl|meta|alt)Key$/";
    const event = "[typeAnnotation.typeAnnotation.typeName.name='KeyboardEvent']";
    return {
      [`MemberExpression[object.name=/^(e|ev|event|press)$/][property.name=${field}]`]: report,
      [`ObjectPattern:has(> Property[key.name=${modifier}]) > Property[key.name=${field}]`]: report,
      [`ObjectPattern${event} > Property[key.name=${field}]`]: report,
    };
  },
};

/** @type {import("eslint").ESLint.Plugin} */
export const projectRules = {
  // ESLint's cache checks every file again when the version is another one.
  meta: {
    name: "project",
    version: fingerprint(["web/tools/check", "web/generated/catalogue.json"]),
  },
  rules: {
    "no-design-name": wordRule((text) => {
      const design = findDesign(text);
      return (
        design && `names the design ${design}: take the name from the catalogue or the topology`
      );
    }),
    "no-family-id": wordRule((text, isName) =>
      !isName && isFamily(text)
        ? `names the family ${text}: take the id from the catalogue`
        : undefined,
    ),
    "no-other-host": wordRule((text) => {
      const host = findHost(text);
      return host && `names ${host}: the lab works without a network`;
    }),
    "no-metaphor": wordRule((text, isName) => {
      const word = isName && findMetaphor(text);
      return word
        ? `"${word}" is a metaphor that was replaced: see the vocabulary in ARCHITECTURE.md`
        : undefined;
    }),
    "no-sided-shorthand": noSidedShorthand,
    "no-key-character": noKeyCharacter,
    "no-empty-name": wordRule((text, isName) =>
      isName && emptyNames.test(text) ? `${text} is too general: name what it does` : undefined,
    ),
  },
};
