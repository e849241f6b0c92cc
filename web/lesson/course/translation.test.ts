// A translation has the structure of its lesson and only other words. One that is out of date is left out, one that differs
// is reported. Answers, goals and progress are the same in both languages.
// cspell:ignore Livelock recepción Texto paso anillo Otro
import { describe, expect, it } from "vitest";
import { course } from "./course.test-data";
import { formatProblem, tasksOf, type Lesson } from "../lesson";
import { parseLesson } from "../parse/parse";
import { lessonDigest, readTranslations } from "./translation";
import { lessonOfSeed } from "../variants";

const { lessons, translations, outOfDate, problems } = course;
const spanish = translations.es ?? [];

describe("the course", () => {
  it("has_lessons_1_3_and_14_to_16_in_spanish", () => {
    expect({ problems, outOfDate }).toEqual({ problems: [], outOfDate: [] });
    expect(spanish.map(({ number }) => number)).toEqual([1, 3, 14, 15, 16]);
    expect(spanish.map(({ title }) => title)[1]).toBe("Livelock de recepción");
  });

  it.each(spanish.map((one) => [one.title, one] as const))(
    "%s_has_the_ids_answers_and_machines_of_its_lesson",
    (_, translated) => {
      const original = lessons.find(({ id }) => id === translated.id)!;
      const data = (lesson: Lesson) =>
        [1, 2, 3].map((seed) => {
          const { steps } = lessonOfSeed(lesson, seed);
          return steps.map((step) => ({
            ids: [step.id, ...tasksOf(step).map(({ id, kind }) => `${kind} ${id}`)],
            machine: step.machine,
            expects: step.expects,
            answers: tasksOf(step).map((task) =>
              task.kind === "number"
                ? [task.answer, task.within]
                : task.kind === "choice" && task.options.map(({ right }) => right),
            ),
          }));
        });
      expect(data(translated)).toEqual(data(original));
    },
  );
});

describe("a translation", () => {
  const SOURCE = `# One
::lesson{number=1 model="2026.7" minutes=5 source="M 1"}
Summary.
## First step
::machine{scenario=lab}
Look at the :look[ring]{place=receive_ring}.
:::question{id=q kind=choice}
Which?

- [x] This

  Yes.
- [ ] That

  No.
:::
::expect{metric=delivered_share op=">=" value=0.9}
`;
  const original = parseLesson({ folder: "01-one", files: { "lesson.md": SOURCE } }).lesson!;
  const words = SOURCE.replace("# One", "# Uno")
    .replace("## First step", "## Primer paso")
    .replace("Look at the :look[ring]", "Mira el :look[anillo]")
    .replace(/::expect.*\n/, "")
    .replace('source="M 1"', `source="M 1" translates="${lessonDigest(original)}"`);
  const read = (text: string, lesson = original) =>
    readTranslations({ folder: "01-one", files: { "lesson.es.md": text } }, lesson)[0]!;

  it("has_its_own_words_and_the_ids_and_statements_of_the_original", () => {
    const { lesson, problems: found } = read(words);
    expect(found).toEqual([]);
    expect(lesson).toMatchObject({ id: "one", language: "es", title: "Uno" });
    expect(lesson?.steps[0]).toMatchObject({ id: "first-step", title: "Primer paso" });
    expect(lesson?.steps[0]?.expects).toEqual(original.steps[0]?.expects);
  });

  it.each([
    ["another right answer", words.replace("[x] This", "[ ] This").replace("[ ] That", "[x] That")],
    ["another id", words.replace("id=q", "id=p")],
    ["another machine", words.replace("scenario=lab", "scenario=figure-6-1")],
    ["two right options", words.replace(/- \[ \] That\n\n {2}No.\n/, "- [x] That\n\n  No.\n")],
    ["another part of the picture", words.replace("receive_ring", "ipintrq")],
    ["one step more", `${words}\n## Otro\n::machine{scenario=lab}\nTexto.\n`],
  ])("with_%s_is_reported", (_, text) => {
    const { lesson, problems: found } = read(text);
    expect(lesson).toBeNull();
    expect(found.map(formatProblem).join("\n")).toMatch(/01-one\/lesson.es.md:\d+ .*Remedy/);
  });

  it("of_an_earlier_version_is_out_of_date_and_no_problem", () => {
    const changed = { ...original, summary: [] };
    const { lesson, outOfDate: reason, problems: found } = read(words, changed);
    expect([lesson, found]).toEqual([null, []]);
    expect(reason).toContain(`write translates="${lessonDigest(changed)}"`);
  });

  it("stays_current_when_only_a_statement_about_the_machine_changes", () => {
    const changed = SOURCE.replace("value=0.9", "value=0.8");
    const { lesson } = parseLesson({ folder: "01-one", files: { "lesson.md": changed } });
    expect(read(words, lesson!).lesson).not.toBeNull();
  });
});
