// Steps of which nothing is shown until their tasks are done: each of their views is concealed, or would show a concealed value.
import { isConcealed, NO_LIMITS } from "../../model/limits";
import type { Lesson, Problem } from "../lesson";

export function emptySteps({ steps }: Lesson, file: string): Problem[] {
  return steps.flatMap(({ shown, concealed: { views, values }, line }) => {
    const limits = { ...NO_LIMITS, concealed: [...views, ...values] };
    if (shown.length === 0 || shown.some((view) => !isConcealed(limits, view))) return [];
    const problem = `hides every view of the step (${shown.join(", ")}), so that the page is empty`;
    const remedy = "conceal less, or show another view, such as code";
    return [{ file, line, field: "conceal", problem, remedy }];
  });
}
