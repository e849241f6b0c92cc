// What is wrong with a program as a list: each problem has its line, a sentence, a remedy, and a button that goes to the place.
import { tr } from "../../i18n/i18n";
import type { WorkshopState } from "../../desk/workshop/workshop-core";
import type { Place, ProgramProblem } from "../../i18n/model-texts";

/** The problems that the editor marks: those of the text, and the place where its last run was stopped. */
export function markedProblems({ problems, stop, text }: WorkshopState): readonly ProgramProblem[] {
  if (stop === null || stop.line === 0 || stop.text !== text) return problems;
  const { line, problem: message } = stop;
  const place = { line, column: 1 };
  return [...problems, { from: place, to: { line, column: Infinity }, message, remedy: "" }];
}

interface ProblemListProps {
  problems: readonly ProgramProblem[];
  onGoTo(place: Place): void;
}

export function ProblemList({ problems, onGoTo }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <section className="workshop-problems" aria-label={tr("Problems")}>
      <ul>
        {problems.map((problem, index) => (
          <li key={index}>
            <button type="button" className="link-button" onClick={() => onGoTo(problem.from)}>
              {tr("Line {line}, column {column}", { ...problem.from })}
            </button>{" "}
            {problem.message} <span className="workshop-remedy">{problem.remedy}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
