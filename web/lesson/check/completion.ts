// Files with which an editor completes lessons: snippets for the directives, and a JSON schema for scenario files. Both are
// made from the tables that the parser uses. web/tools/build/completion.mjs writes them.
import type { Catalogue, Parameter } from "../../generated/model";
import {
  attributesOf,
  DIRECTIVES,
  FORMS,
  type AttributeForm,
  type DirectiveName,
} from "../parse/directives";

interface Snippet {
  scope: "markdown";
  prefix: string;
  body: string[];
  description: string;
}

/** The files of Visual Studio Code's folder, by name. */
export function completionFiles(catalogue: Catalogue): Record<string, object> {
  return {
    "lesson.code-snippets": directiveSnippets(),
    "scenario.schema.json": scenarioSchema(catalogue),
  };
}

/** Snippets in the form of Visual Studio Code, by name. */
export function directiveSnippets(): Record<string, Snippet> {
  const names = Object.keys(DIRECTIVES) as DirectiveName[];
  return Object.fromEntries(names.map((name) => [name, snippetOf(name)]));
}

const COLONS = { inline: ":", leaf: "::", container: ":::" };

function snippetOf(name: DirectiveName): Snippet {
  const attributes = attributesOf(name);
  const form = FORMS[name];
  const required = attributes.filter(({ isRequired }) => isRequired);
  const fields = required.map(({ name: field }, at) => `${field}="\${${at + 1}:…}"`);
  const braces = attributes.length === 0 ? "" : `{${fields.join(" ")}}`;
  const text = form === "inline" ? `[$${fields.length + 1}]` : "";
  const opening = `${COLONS[form]}${name}${text}${braces}`;
  const body = form === "container" ? [opening, "$0", ":::"] : [opening];
  const description = attributes.map(describeAttribute).join("\n");
  return { scope: "markdown", prefix: `${COLONS[form]}${name}`, body, description };
}

function describeAttribute({ name, isRequired, remedy }: AttributeForm): string {
  return `${name}${isRequired ? "" : " (optional)"}: ${remedy}`;
}

const TEXT = { type: "string" };

/** The JSON schema of a lesson's scenario file. */
export function scenarioSchema({ parameters }: Pick<Catalogue, "parameters">): object {
  const settings = parameters.map((parameter) => [parameter.path, settingSchema(parameter)]);
  const properties = Object.fromEntries(settings) as object;
  const set = { $ref: "#/definitions/settings" };
  return {
    title: "A scenario of Livelock Lab",
    type: "object",
    required: ["schema", "id", "settings"],
    properties: {
      schema: { const: 1 },
      id: { type: "string", pattern: "^[a-z0-9]+(-[a-z0-9]+)*$" },
      ...Object.fromEntries(["model", "title", "source", "text"].map((name) => [name, TEXT])),
      seed: { type: "integer", minimum: 0 },
      settings: set,
      interventions: {
        type: "array",
        items: {
          type: "object",
          required: ["at", "set"],
          properties: { at: { type: "integer", minimum: 0, description: "in cycles" }, set },
        },
      },
    },
    definitions: { settings: { type: "object", additionalProperties: false, properties } },
  };
}

function settingSchema({ kind, label, one_line, unit }: Parameter): object {
  const description = `${label}${unit === "" ? "" : ` (${unit})`}. ${one_line}`;
  switch (kind.type) {
    case "switch":
      return { type: "boolean", description };
    case "choice":
      return { enum: kind.options.map(({ id }) => id), description };
    default: {
      const number = { type: "number", minimum: kind.min, maximum: kind.max };
      const infinity = "infinity" in kind && kind.infinity;
      return infinity
        ? { anyOf: [number, { const: "infinity" }], description }
        : { ...number, description };
    }
  }
}
