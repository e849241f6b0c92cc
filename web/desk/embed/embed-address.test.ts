// Facts about the address of an embedded lab, and about the check of messages.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { RefusedError } from "../../engine/problems";
import type { FieldProblem } from "../../engine/protocol";
import { activateLanguage } from "../../i18n/i18n";
import { ENGLISH } from "../../i18n/languages";
import { pseudoLocalize } from "../../i18n/load/pseudo";
import { LAB_ONLY_FIELDS, LINK_FIELDS } from "../link/link";
import { formatEmbedAddress, mayMessage, messageTarget, parseEmbedAddress } from "./embed-address";
import { idOf, parseHostMessage } from "./messages";

test("an_address_without_fields_shows_the_diagnosis_and_the_machine", () => {
  const { problems, ...address } = parseEmbedAddress("#/embed");
  expect(problems()).toEqual([]);
  expect(address).toEqual({
    views: ["sentence", "machine"],
    title: "",
    knobs: null,
    hasControls: true,
    theme: "auto",
    columns: 0,
    parent: "anybody",
    second: null,
    link: "#/lab?",
  });
});

test("the_element_and_its_document_have_every_field_of_a_link", () => {
  const read = (path: string) => readFileSync(new URL(`../../../${path}`, import.meta.url), "utf8");
  const document = read("lessons/embedding.md").split("\n");
  const row = document.find((line) => line.includes("as in a link of the lab")) ?? "";
  // The element imports nothing, so it has a list of its own.
  const [, attributes = ""] =
    /^const FIELDS = \[(.*?)^\];/ms.exec(read("web/embed/element.ts")) ?? [];
  // A course page is as new as its lab.
  const isOfNoPage = (name: string) => [...LAB_ONLY_FIELDS, "v", "model"].includes(name);
  for (const name of LINK_FIELDS.filter((one) => !isOfNoPage(one))) {
    expect(row).toContain(`\`${name}\``);
    expect(attributes).toContain(`"${name}"`);
  }
});

test("own_fields_and_those_of_a_link_are_told_apart", () => {
  const { problems, ...address } = parseEmbedAddress(
    "#/embed?views=curve,machine&title=A%20router&knobs=traffic.rate&theme=dark&columns=1&controls=0" +
      "&parent=https://course.example&scenario=lab&set=traffic.rate:12000&play=0",
  );
  expect(problems()).toEqual([]);
  expect(address).toEqual({
    views: ["curve", "machine", "knobs"],
    title: "A router",
    knobs: ["traffic.rate"],
    hasControls: false,
    theme: "dark",
    columns: 1,
    parent: { origin: "https://course.example" },
    second: null,
    link: "#/lab?scenario=lab&set=traffic.rate:12000&play=0",
  });
});

test("every_wrong_field_is_reported_with_what_is_allowed_and_the_others_count", () => {
  const { problems, ...address } = parseEmbedAddress(
    "#/embed?views=machine2,curve&theme=pink&columns=3&controls=yes&knobs=&nope=1&parent=course&capture=a~1~b" +
      `&title=${"x".repeat(121)}&theme=dark&scenario=lab`,
  );
  expect(address).toMatchObject({ views: ["curve"], theme: "auto", columns: 0, hasControls: true });
  expect(address).toMatchObject({
    knobs: null,
    parent: "nobody",
    link: "#/lab?scenario=lab",
    title: "",
  });
  expect(
    problems()
      .map(({ field }) => field)
      .sort(),
  ).toEqual([
    "capture",
    "columns",
    "controls",
    "knobs",
    "nope",
    "parent",
    "theme",
    "theme",
    "title",
    "views",
  ]);
  for (const { allowed, value } of problems()) {
    expect(allowed).not.toBe("");
    expect(value.length).toBeLessThanOrEqual(80);
  }
});

test("a_comparison_says_how_its_second_machine_differs", () => {
  const secondOf = (fields: string) => {
    const { second, problems } = parseEmbedAddress(`#/embed?scenario=lab&${fields}`);
    return { second, wrong: problems().map(({ field, allowed }) => `${field}: ${allowed}`) };
  };
  expect(secondOf("views=compare&with=limit.enabled:true,limit.percent:5")).toEqual({
    second: { scenario: null, set: "limit.enabled:true,limit.percent:5", link: null },
    wrong: [],
  });
  expect(secondOf("views=compare-curve,knobs&with-scenario=figure-6-3")).toEqual({
    second: { scenario: "figure-6-3", set: "", link: null },
    wrong: [],
  });
  // Without a difference it is a copy; a knob makes the difference.
  expect(secondOf("views=compare").second).toEqual({ scenario: null, set: "", link: null });
  expect(secondOf("views=machine&with=limit.enabled:true")).toEqual({
    second: null,
    wrong: ["with: with views=compare"],
  });
  expect(
    secondOf(`views=compare&with-link=${encodeURIComponent("scenario=lab&t=5")}&with=a:1`),
  ).toEqual({
    second: { scenario: null, set: "", link: "#/lab?scenario=lab&t=5" },
    wrong: ["with: with-link alone"],
  });
});

test("the_address_of_a_comparison_that_is_written_is_read_again", () => {
  const [first, second] = [
    "#/lab?v=1&scenario=lab&do=5~limit.enabled:true,limit.percent:5&t=7",
    "#/lab?v=1&scenario=figure-6-3&set=limit.percent:10&t=7&question=x",
  ];
  const written = formatEmbedAddress(first, { views: ["compare"], secondLink: second });
  const { link, second: read, problems } = parseEmbedAddress(written);
  expect(problems()).toEqual([]);
  expect([link, read?.link]).toEqual([first, second.replace("&question=x", "")]);
});

test("an_address_that_is_written_is_read_again", () => {
  const link =
    "#/lab?v=1&model=2026.7&scenario=lab&set=traffic.rate:12000&t=30000000&play=0&question=x";
  const written = formatEmbedAddress(link, {
    views: ["machine"],
    title: "50 % & more",
    theme: "dark",
  });
  const { problems, ...address } = parseEmbedAddress(written);
  expect(problems()).toEqual([]);
  expect(address).toMatchObject({ views: ["machine"], title: "50 % & more", theme: "dark" });
  expect(address.link).toBe(link.replace("&question=x", ""));
});

test("a_parent_that_cannot_be_read_lets_nobody_send_messages", () => {
  const [course, other] = ["https://course.example", "https://other.example"];
  const talksTo = (fields: string) => {
    const { parent } = parseEmbedAddress(`#/embed?${fields}`);
    return [mayMessage(parent, course), mayMessage(parent, other), messageTarget(parent)];
  };
  expect(talksTo("scenario=lab")).toEqual([true, true, "*"]);
  for (const right of [course, `${course}/`, "https://Course.example", `${course}:443`])
    expect(talksTo(`parent=${right}`), right).toEqual([true, false, course]);
  for (const wrong of [
    ...[
      "",
      "course.example",
      "course",
      "*",
      "null",
      "file:///course",
      "https://",
      "data:text/html,x",
    ],
    ...[`${course}/lesson`, `${course}?a`, `${course}, ${other}`, "https://me@course.example"],
  ])
    expect(talksTo(`parent=${encodeURIComponent(wrong)}`), wrong).toEqual([false, false, null]);
});

test("an_address_that_is_read_before_its_language_has_loaded_is_described_in_that_language", () => {
  const { problems } = parseEmbedAddress(
    "#/embed?views=none&theme=pink&columns=3&knobs=&nope=1&parent=course&capture=a~1~b&with=a:1&theme=dark",
  );
  const english = problems();
  activateLanguage({ ...ENGLISH, id: "en-XA" }, (message) => pseudoLocalize(message, "ltr"));
  const accented = problems();
  activateLanguage(ENGLISH, (message) => message);
  expect(accented.map(({ field }) => field)).toEqual(english.map(({ field }) => field));
  accented.forEach(({ field, problem }, at) => {
    expect(problem, field).not.toBe(english[at]?.problem);
    expect(problem, field).toBe(pseudoLocalize(english[at]?.problem ?? "", "ltr"));
  });
});

test.each([
  ["& percent-encoded", (hash: string) => hash.replaceAll("&", "%26")],
  ["& and = percent-encoded", (hash: string) => hash.replaceAll("&", "%26").replaceAll("=", "%3D")],
  ["the whole hash percent-encoded", (hash: string) => `#${encodeURIComponent(hash.slice(1))}`],
  ["? percent-encoded", (hash: string) => hash.replace("?", "%3F")],
  ["a slash before the ?", (hash: string) => hash.replace("?", "/?")],
  ["&amp;", (hash: string) => hash.replaceAll("&", "&amp;")],
  ["&#38;", (hash: string) => hash.replaceAll("&", "&#38;")],
  ["+ for a space", (hash: string) => hash.replaceAll("%20", "+")],
  ["quoted-printable", (hash: string) => hash.replaceAll("=", "=3D")],
  ["a bracket at the end", (hash: string) => `${hash})`],
  ["a quotation mark at the end", (hash: string) => `${hash}%22`],
])("an embedded address with %s means the same", (_what, mangle) => {
  const addresses = [
    "#/embed?views=machine,curve&title=A%20router&knobs=traffic.rate&theme=dark&columns=1&controls=0",
    "#/embed?title=A%20router&scenario=lab&set=traffic.rate:12000&play=0&theme=dark",
    "#/embed?knobs=traffic.rate,queues.ipintrq&scenario=lab&t=30000000&views=machine",
    "#/embed?views=compare&with=limit.enabled:true,limit.percent:5&columns=2",
    "#/embed?parent=https://course.example&scenario=lab&controls=0",
  ];
  for (const address of addresses) {
    const mangled = parseEmbedAddress(mangle(address));
    expect({ ...mangled, problems: [] }).toEqual({ ...parseEmbedAddress(address), problems: [] });
    expect(mangled.problems()).toEqual([]);
  }
});

/** The problems of a message that must be refused. */
function problemsOf(data: unknown): readonly FieldProblem[] {
  try {
    parseHostMessage(data);
  } catch (error) {
    if (error instanceof RefusedError) return error.problems;
    throw error;
  }
  return [];
}

const tooMany = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`a${index}`, 1]));

const refusedFields = (data: unknown) => problemsOf(data).map(({ field }) => field);

test("messages_of_somebody_else_are_ignored_and_wrong_ones_are_named", () => {
  expect(parseHostMessage("hello")).toBeNull();
  expect(parseHostMessage({ type: "webpackOk" })).toBeNull();
  expect(parseHostMessage(null)).toBeNull();
  expect(refusedFields({ livelock: 2, type: "play" })).toEqual(["livelock"]);
  expect(refusedFields({ livelock: 1, type: "explode" })).toEqual(["type"]);
  expect(refusedFields({ livelock: 1, type: "constructor" })).toEqual(["type"]);
  expect(refusedFields({ livelock: 1, type: "seek", milliseconds: -1 })).toEqual(["milliseconds"]);
  expect(refusedFields({ livelock: 1, type: "seek", milliseconds: NaN })).toEqual(["milliseconds"]);
  expect(refusedFields({ livelock: 1, type: "set", settings: { a: [] } })).toEqual(["settings.a"]);
  expect(refusedFields({ livelock: 1, type: "play", extra: 1 })).toEqual(["message"]);
  expect(refusedFields({ livelock: 1, type: "open", address: "x".repeat(20_001) })).toEqual([
    "address",
  ]);
  expect(refusedFields({ livelock: 1, type: "set", settings: {}, machine: "c" })).toEqual([
    "machine",
  ]);
  expect(refusedFields({ livelock: 1, type: "set", settings: tooMany })).toEqual(["settings"]);
});

test("a_wrong_message_says_what_is_there_and_what_is_allowed", () => {
  expect(problemsOf({ livelock: 1, type: "set" })).toEqual([
    {
      field: "settings",
      value: "",
      problem: "it is missing",
      allowed: "a table of names and values",
    },
  ]);
  const text = "x; allowed: y";
  expect(problemsOf({ livelock: 1, type: "seek", milliseconds: text })).toEqual([
    { field: "milliseconds", value: "", problem: `it is "${text}"`, allowed: "a number" },
  ]);
  expect(problemsOf({ livelock: 1, type: "set", settings: tooMany })).toEqual([
    { field: "settings", value: "", problem: "at most 200 settings", allowed: "" },
  ]);
});

test("an_id_that_is_a_number_is_refused_in_an_answer_with_this_id", () => {
  const message = { livelock: 1, type: "play", id: 7 };
  const allowed = "a text";
  expect(problemsOf(message)).toEqual([{ field: "id", value: "", problem: "it is 7", allowed }]);
  expect([7, "7", "x".repeat(101), {}].map((id) => idOf({ id }))).toEqual([
    ...[7, "7"],
    ...[undefined, undefined],
  ]);
});

test("right_messages_are_returned_as_they_are", () => {
  for (const message of [
    { livelock: 1, type: "play", id: "1" },
    { livelock: 1, type: "speed", speed: Infinity },
    { livelock: 1, type: "set", settings: { "traffic.rate": 12000, "traffic.reverse": true } },
    { livelock: 1, type: "trial", seed: 7 },
    { livelock: 1, type: "trial", machine: "b" },
  ]) {
    expect(parseHostMessage(message)).toEqual(message);
  }
});
