// Every lesson by keyboard alone, from its first step to its last: each question is answered, each prediction typed, and
// the first solution of each goal set and judged. A new lesson is walked too: what to do comes from its text.
import { readCourse } from "../web/tools/vite/lessons.mjs";
import { inProject } from "../web/tools/lib/paths.mjs";
import { expect, test } from "./fixtures";
import { readLesson, LessonWalk } from "./pages/lesson-walk";

// The machine plays during nearly the whole walk. With ten pictures a second it would take more CPU time.
test.use({ picturesPerSecond: 4 });

const folders = readCourse(inProject("lessons")).folders.map(({ folder }) => folder);

for (const folder of folders) {
  test(`${folder} is walked by keyboard alone`, async ({ page, lab }) => {
    test.slow();
    const walk = new LessonWalk(page, readLesson(folder));
    const lesson = await walk.open(lab);
    for (const step of lesson.steps) {
      await test.step(step.title, async () => {
        await walk.isAt(step);
        await expect(walk.mark(step)).toHaveAttribute("aria-current", "step");
        for (const item of step.body) {
          if (item.kind === "task") await walk.solve(item.task);
        }
        await expect(page.getByRole("alert")).toHaveCount(0);
        await expect(walk.mark(step)).toHaveAccessibleName(/, done$/);
        await walk.next();
      });
    }
    await expect(page.getByRole("heading", { level: 2, name: "Lessons" })).toBeFocused();
  });
}
