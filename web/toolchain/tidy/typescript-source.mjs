// Takes a TypeScript or JavaScript file apart: what it imports, the names it uses, the texts in it.
// On TypeScript's own parser, so that comments and strings are told apart from code.

import path from "node:path";
import ts from "typescript";

/**
 * @typedef {{ value: string, line: number }} Found
 *
 * @typedef {object} Source
 * @property {(Found & { typeOnly: boolean })[]} imports module specifiers, and the x of
 *   `new URL(x, import.meta.url)`
 * @property {Found[]} names globals: names that stand for themselves and that the file does not declare
 * @property {Found[]} identifiers all identifiers
 * @property {Found[]} texts strings, parts of templates, text in JSX
 */

/** @type {Map<string, Source>} */
const parsed = new Map();

/**
 * @param {string} file
 * @param {string} text
 * @returns {Source}
 */
export function parseTypeScript(file, text) {
  const key = `${file}\0${text}`;
  const known = parsed.get(key);
  if (known) return known;
  const kind = /\.(tsx|js|mjs)$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, kind);
  /** @type {Source} */
  const source = { imports: [], names: [], identifiers: [], texts: [] };
  /** @type {Set<string>} */
  const declared = new Set();
  const visit = (/** @type {ts.Node} */ node) => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (ts.isIdentifier(node)) {
      source.identifiers.push({ value: node.text, line });
      if (isDeclared(node)) declared.add(node.text);
      else if (standsForItself(node)) source.names.push({ value: node.text, line });
    } else if (ts.isStringLiteralLike(node) || ts.isJsxText(node) || isTemplatePart(node)) {
      if (isSpecifier(node)) {
        source.imports.push({ value: node.text, line, typeOnly: isTypeOnly(node.parent) });
      } else source.texts.push({ value: node.text, line });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  source.names = source.names.filter(({ value }) => !declared.has(value));
  parsed.set(key, source);
  return source;
}

/**
 * @param {ts.Node} node
 * @returns {node is ts.TemplateHead | ts.TemplateMiddle | ts.TemplateTail}
 */
function isTemplatePart(node) {
  return ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node);
}

/**
 * Does this identifier bring a name into the file? (A property's or member's name does not.)
 * @param {ts.Identifier} node
 */
function isDeclared(node) {
  const { parent } = node;
  const declares =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionDeclaration(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent);
  return declares && parent.name === node;
}

/** @param {ts.Identifier} node */
function standsForItself(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === node;
  if (ts.isQualifiedName(parent)) return parent.left === node;
  if (ts.isShorthandPropertyAssignment(parent)) return true;
  return !("name" in parent && parent.name === node) && !ts.isJsxAttribute(parent);
}

/**
 * Does this string name a module or a file beside this one?
 * @param {ts.Node} node
 */
function isSpecifier(node) {
  const { parent } = node;
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent)) return ts.isImportTypeNode(parent.parent);
  if (ts.isCallExpression(parent)) return parent.expression.kind === ts.SyntaxKind.ImportKeyword;
  if (!ts.isNewExpression(parent) || parent.expression.getText() !== "URL") return false;
  return parent.arguments?.[1]?.getText() === "import.meta.url";
}

/**
 * Does this import bring types alone?
 * @param {ts.Node} node what the specifier stands in
 */
function isTypeOnly(node) {
  if (ts.isImportDeclaration(node)) {
    return node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  }
  return ts.isExportDeclaration(node) ? node.isTypeOnly : ts.isLiteralTypeNode(node);
}

const extensions = ["", ".ts", ".tsx", ".mjs", ".js", "/index.ts", "/index.tsx", "/index.mjs"];

/**
 * The project's file that a specifier means, or undefined for a package.
 * @param {import("./project.mjs").Project} project
 * @param {string} file the importing file
 * @param {string} specifier
 */
export function resolveImport(project, file, specifier) {
  if (!specifier.startsWith(".")) return undefined;
  const base = path.posix.join(path.posix.dirname(file), specifier.replace(/\?.*$/, ""));
  const found = extensions.map((extension) => base + extension).find((name) => project.has(name));
  return found ?? base;
}
