// The directives of a lesson and their attributes, as zod schemas. The description of a schema is the remedy that an
// author reads when the attribute is missing or wrong.
import { z } from "../../lib/schema";
import {
  isMachineMetric,
  isTrialMetric,
  settingOf,
  MACHINE_METRIC_NAMES,
  TRIAL_METRIC_NAMES,
} from "../metric";
import { MEDALS } from "../../model/medals";
import { MEASURE_IDS } from "../../model/measures/measures";
import { VALUE_KINDS, VIEWS } from "../../model/views";
import { COMPARISON_OPERATORS, type AxisValue } from "../lesson";
import { parseChoices, parseSettings } from "../settings";

const words = (text: string) => text.split(/\s+/).filter((word) => word !== "");

/** A field whose text `read` converts; when `read` returns null, the text is refused. */
function field<T>(remedy: string, read: (text: string) => T | null) {
  return z
    .string()
    .transform((text, context) => {
      const value = read(text);
      if (value === null) context.addIssue({ code: "custom", message: `“${text}” is not allowed` });
      return value as T;
    })
    .describe(remedy);
}

const number = (remedy: string, least = -Infinity) =>
  field(remedy, (text) => {
    const value = Number(text);
    return text.trim() !== "" && Number.isFinite(value) && value >= least ? value : null;
  });

const numbers = (remedy: string, count: number, most: number) =>
  field(remedy, (text) => {
    const values = words(text).map(Number);
    const rising = values.every((value, at) => at === 0 || value > (values[at - 1] ?? 0));
    const whole = values.every((value) => Number.isInteger(value) && value >= 0);
    return rising && whole && values.length >= count && values.length <= most ? values : null;
  });

/** "1 5 20 infinity" */
const axisValues = field(
  '3 to 12 values of the axis, rising, e.g. values="1 5 20 100"; the last may be infinity',
  (text): AxisValue[] | null => {
    const values = words(text).map((word) => (word === "infinity" ? word : Number(word)));
    const numbers = values.map((value) => (value === "infinity" ? Infinity : value));
    const isRising = numbers.every((value, at) => at === 0 || value > (numbers[at - 1] ?? 0));
    const isWhole = numbers.every((value) => Number.isInteger(value) || value === Infinity);
    const isValid = isRising && isWhole && values.length >= 3 && values.length <= 12;
    return isValid && (numbers[0] ?? -1) >= 0 ? values : null;
  },
);

const listOf = <T extends string>(allowed: readonly T[]) =>
  field(`write some of: ${allowed.join(", ")}`, (text) => {
    const found = words(text);
    return found.every((word) => allowed.includes(word as T)) ? (found as T[]) : null;
  });

const flag = z
  .string()
  .transform((text) => text === "" || text === "true")
  .describe("write only the word, without a value");

const settings = field(
  'write path=value pairs, e.g. set="traffic.rate=12000 queues.ipintrq=100"',
  (text) => {
    const { settings: found, wrong } = parseSettings(text);
    return wrong.length === 0 ? found : null;
  },
);

const choices = field(
  'write the values that the step offers, e.g. choices="traffic.pattern=jittered,bursty"',
  parseChoices,
);

const paths = (example: string) => field(`name parameters by their path, e.g. ${example}`, words);

const path = field("name one parameter by its path, e.g. axis=queues.ipintrq", (value) =>
  /^[a-z][a-z0-9_]*(\.[a-z0-9_]+)+$/.test(value) ? value : null,
);

const text = (remedy: string) =>
  field(remedy, (value) => (value.trim() === "" ? null : value.trim()));

const slug = field("lower-case words joined by hyphens, e.g. id=my-goal", (value) =>
  /^[a-z0-9]+(-[a-z0-9]+)*$/.test(value) ? value : null,
);

const trialMetric = field(`name one of: ${TRIAL_METRIC_NAMES}`, (value) =>
  isTrialMetric(value) ? value : null,
);

const anyMetric = field(
  `name one of: ${TRIAL_METRIC_NAMES}; or, of a running machine, ${MACHINE_METRIC_NAMES}`,
  (value) => (isTrialMetric(value) || isMachineMetric(value) ? value : null),
);

/** A goal may also require a setting. Then the setting itself is judged, and nothing is measured. */
const requiredMetric = field(
  `name one of: ${TRIAL_METRIC_NAMES}; or setting.<path of a parameter>`,
  (value) => (isTrialMetric(value) || settingOf(value) !== null ? value : null),
);

const op = z
  .enum(COMPARISON_OPERATORS)
  .describe(`write one of: ${COMPARISON_OPERATORS.join(" ")}, in quotes`);
/** "lab", and with a program of a challenge "survive-the-wire/4.2bsd". */
const scenario = field(
  "the id of a scenario in the lesson's folder or in the catalogue, or of a challenge, e.g. scenario=poll-with-a-quota/reference",
  (value) => (/^[a-z0-9]+(-[a-z0-9]+)*(\/[a-z0-9]+([-.][a-z0-9]+)*)?$/.test(value) ? value : null),
);
const seeds = numbers('write whole numbers, rising, e.g. seeds="1 2 3"', 1, 10);

const SPEEDS = new Map([
  ["packets", 0.002],
  ["rates", 1],
]);

/** "100us" -> seconds. */
function readMicroseconds(text: string): number | null {
  const digits = /^([1-9]\d*)us$/.exec(text)?.[1];
  return digits === undefined ? null : Number(digits) / 1e6;
}

const speed = field(
  "write packets, rates, or a simulated time per second, e.g. 100us",
  (value) => SPEEDS.get(value) ?? readMicroseconds(value),
);

const pointer = {
  place: text("the id of a place, e.g. place=ipintrq").optional(),
  context: text("the id of a context, e.g. context=device").optional(),
  line: text("the id of an interrupt line, e.g. line=ln0_receive").optional(),
  view: z
    .enum(VIEWS)
    .describe(`one of: ${VIEWS.join(", ")}`)
    .optional(),
};

/** What a statement is about. */
const about = {
  scenario: scenario.optional(),
  machine: z
    .enum(["a", "b"])
    .describe("write a, or b for the second machine of ::compare")
    .optional(),
  set: settings.optional(),
  seeds: seeds.optional(),
  ms: number("simulated milliseconds that the machine runs, e.g. ms=300", 1).optional(),
};

export const DIRECTIVES = {
  lesson: z.strictObject({
    number: number("the lesson's number in the course, e.g. number=3", 1),
    model: text(
      "the version of the model that the lesson was checked with; the other lessons and the figures show it",
    ),
    minutes: number("about how long it takes, e.g. minutes=20", 1),
    source: text('sections of the papers, e.g. source="M 4.2, 6.2"'),
    translates: text(
      "only in a translation: the version of lesson.md that it translates",
    ).optional(),
  }),
  machine: z.strictObject({
    scenario,
    set: settings.optional(),
    speed: speed.optional(),
    span: field("how much time the timeline shows, e.g. 400us", readMicroseconds).optional(),
    run: number("simulated milliseconds before the machine is shown, e.g. run=200", 0).optional(),
    paused: flag.optional(),
    mine: slug
      .describe("the id of a goal of this lesson whose knobs the machine has, e.g. mine=policy")
      .optional(),
  }),
  knobs: z.strictObject({
    free: paths('free="traffic.rate queues.ipintrq"'),
    choices: choices.optional(),
  }),
  show: z.strictObject({ views: listOf(VIEWS) }),
  conceal: z.strictObject({
    views: listOf(VIEWS).optional(),
    values: listOf(VALUE_KINDS).optional(),
    always: flag.optional(),
  }),
  spotlight: z.strictObject(pointer),
  expect: z.strictObject({
    ...about,
    metric: anyMetric,
    op,
    value: text("a number, or a word for a metric whose value is a word"),
  }),
  equals: z.strictObject({
    ...about,
    formula: text('how the number comes about, e.g. formula="100 - 16"').optional(),
    metric: anyMetric.optional(),
    times: number("the factor from the measured value to the number, e.g. times=100").optional(),
    within: number("the largest distance of the measured value from the number", 0).optional(),
  }),
  unmeasured: z.strictObject({
    because: text('why no measurement decides it, e.g. because="it is about the paper"'),
  }),
  cue: z.strictObject({
    set: settings,
    label: text('what it does, for the speaker, e.g. label="8,000 packets/s"'),
  }),
  notes: z.strictObject({}),
  curve: z.strictObject({
    axis: path.optional(),
    measure: z
      .enum(MEASURE_IDS)
      .describe(`write one of: ${MEASURE_IDS.join(", ")}`)
      .optional(),
    from: number("the number at which the axis begins, e.g. from=1", 0).optional(),
    to: number("the number at which the axis ends, e.g. to=100", 1).optional(),
  }),
  predict: z.strictObject({
    id: slug,
    metric: trialMetric,
    rates: numbers('3 to 12 offered rates, rising, e.g. rates="2000 4000 6000"', 3, 12).optional(),
    axis: path.optional(),
    values: axisValues.optional(),
    max: number("the top of the axis, e.g. max=6000", 0),
    set: settings.optional(),
    seeds: seeds.optional(),
  }),
  step: z.strictObject({
    id: slug,
  }),
  compare: z.strictObject({
    scenario: scenario.optional(),
    set: settings.optional(),
    label: text('what machine B is, e.g. label="With a longer queue"').optional(),
    "label-a": text('what machine A is, e.g. label-a="As shipped"').optional(),
    shared: paths('shared="programs.compute programs.screend"').optional(),
    "other-set": settings
      .describe('machine B when A has its kernel already, e.g. other-set="queues.ipintrq=500"')
      .optional(),
    "other-label": text("what this other machine B is").optional(),
  }),
  goal: z.strictObject({
    id: slug,
    seeds: seeds.optional(),
    score: number("the score that reaches the goal, e.g. score=70", 0).optional(),
  }),
  load: z.strictObject({
    id: slug,
    name: text('the load in a few words, e.g. name="A flood"'),
    set: settings,
  }),
  score: z.strictObject({
    metric: trialMetric,
    load: slug.optional(),
    set: settings.optional(),
    from: number("the value that earns nothing; a share is written as 0.25"),
    to: number("the value that earns all points; a share is written as 0.25"),
    points: number("how many points, e.g. points=25", 0),
  }),
  require: z.strictObject({
    metric: requiredMetric,
    op,
    value: number("a number; a share is written as 0.25"),
    load: slug.optional(),
    set: settings.optional(),
  }),
  solution: z.strictObject({ set: settings }),
  wrong: z.strictObject({ set: settings }),
  question: z.strictObject({
    id: slug,
    kind: z.enum(["choice", "number", "text"]).describe("write choice, number or text"),
    answer: number("the right number, e.g. answer=16").optional(),
    within: number("the largest accepted distance from the answer, e.g. within=2", 0).optional(),
    unit: text('the unit to show, e.g. unit="µs"').optional(),
  }),
  /** Any other attribute is a value for its name in braces. */
  variant: z.looseObject({
    answer: number("the right number of this variant, e.g. answer=16").optional(),
    within: number("the largest accepted distance from the answer, e.g. within=2", 0).optional(),
  }),
  program: z.strictObject({
    id: slug,
    challenge: slug.describe("the id of a challenge, e.g. challenge=off-the-ring"),
    medal: z
      .enum(MEDALS)
      .exclude(["none"])
      .describe("the medal that the task asks for: bronze, silver or gold"),
  }),
  figure: z.strictObject({
    id: slug.describe("the id of a figure of the page Figures, e.g. id=m-figure-6-1"),
    caption: text('what to look at, e.g. caption="Compare the two curves beyond 5,000/s"'),
  }),
  hint: z.strictObject({}),
  after: z.strictObject({}),
  note: z.strictObject({}),
  look: z.strictObject(pointer),
  term: z.strictObject({ of: text("the term's name in glossary.md").optional() }),
} as const;

export type DirectiveName = keyof typeof DIRECTIVES;
export type AttributesOf<N extends DirectiveName> = z.output<(typeof DIRECTIVES)[N]>;

/** The form of each directive: alone (::name), with content (:::name), or in a sentence (:name[...]). */
export const FORMS: Record<DirectiveName, "leaf" | "container" | "inline"> = {
  lesson: "leaf",
  machine: "leaf",
  knobs: "leaf",
  show: "leaf",
  conceal: "leaf",
  step: "leaf",
  compare: "leaf",
  cue: "leaf",
  notes: "container",
  curve: "leaf",
  spotlight: "leaf",
  expect: "leaf",
  equals: "leaf",
  unmeasured: "leaf",
  predict: "container",
  goal: "container",
  load: "leaf",
  require: "leaf",
  score: "leaf",
  solution: "leaf",
  wrong: "leaf",
  question: "container",
  program: "container",
  variant: "leaf",
  figure: "leaf",
  hint: "container",
  after: "container",
  note: "container",
  look: "inline",
  term: "inline",
};

export interface AttributeProblem {
  attribute: string;
  problem: string;
  remedy: string;
}

/** Reads a directive's attributes, or returns their problems. */
export function readAttributes<N extends DirectiveName>(
  name: N,
  given: Record<string, string>,
): { attributes: AttributesOf<N> } | { problems: AttributeProblem[] } {
  const schema: z.ZodObject = DIRECTIVES[name];
  const result = schema.safeParse(given);
  if (result.success) return { attributes: result.data as AttributesOf<N> };
  const known = Object.keys(schema.shape);
  const problems = result.error.issues.flatMap((issue): AttributeProblem[] => {
    if (issue.code === "unrecognized_keys") {
      const remedy = known.length > 0 ? `${name} knows ${known.join(", ")}` : "leave it out";
      return issue.keys.map((key) => ({ attribute: key, problem: "is unknown", remedy }));
    }
    const attribute = String(issue.path[0] ?? "");
    const missing = !(attribute in given);
    const problem = missing
      ? "is missing"
      : issue.code === "custom"
        ? issue.message
        : `“${given[attribute] ?? ""}” is not allowed`;
    return [{ attribute, problem, remedy: descriptionOf(schema.shape[attribute]) }];
  });
  return { problems };
}

/** An attribute of a directive, for an editor's completion. */
export interface AttributeForm {
  name: string;
  isRequired: boolean;
  /** What to write, in words. */
  remedy: string;
}

export function attributesOf(name: DirectiveName): AttributeForm[] {
  const { shape }: z.ZodObject = DIRECTIVES[name];
  return Object.entries(shape).map(([attribute, schema]) => ({
    name: attribute,
    isRequired: !(schema as z.ZodType).safeParse(undefined).success,
    remedy: descriptionOf(schema),
  }));
}

/** The description of a field, also of one inside `optional`. */
function descriptionOf(schema: unknown): string {
  const type = schema as z.ZodType & { def: { innerType?: z.ZodType; in?: z.ZodType } };
  return (
    type.description ?? (type.def.innerType ? descriptionOf(type.def.innerType) : "see README.md")
  );
}
