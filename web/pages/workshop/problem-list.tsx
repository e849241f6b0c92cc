// What is wrong with a program as a list: each problem has its line, a sentence, a remedy, and a button that goes to the place.
import { useId } from "react";
import { tr } from "../../i18n/i18n";
import type { WorkshopState } from "../../desk/workshop/workshop-core";
import type { Place, ProgramProblem } from "../../i18n/model-texts";

/** The problems that the editor marks: those of the text, the place where its last run was stopped, and where it breaks a rule. */
export function markedProblems(state: WorkshopState): readonly ProgramProblem[] {
  const { problems, stop, told, ran, text } = state;
  const broken = [
    ...(stop?.text === text ? [stop] : []),
    ...(ran?.text === text ? told : []),
  ].filter(({ line }) => line > 0);
  return [...problems, ...broken.map(asProblem)];
}

function asProblem({ line, problem }: { line: number; problem: string }): ProgramProblem {
  const [from, to] = [1, Infinity].map((column) => ({ line, column })) as [Place, Place];
  return { from, to, message: problem, remedy: "" };
}

interface ProblemListProps {
  problems: readonly ProgramProblem[];
  onGoTo(place: Place): void;
}

export function ProblemList({ problems, onGoTo }: ProblemListProps) {
  const id = useId();
  if (problems.length === 0) return null;
  return (
    <section className="workshop-problems" aria-label={tr("Problems")}>
      <ul>
        {problems.map((problem, index) => (
          <li key={index}>
            <button
              type="button"
              className="link-button"
              aria-describedby={`${id}-${index}`}
              onClick={() => onGoTo(problem.from)}
            >
              {tr("Line {line}, column {column}", { ...problem.from })}
            </button>{" "}
            <span id={`${id}-${index}`}>
              {problem.message} <span className="workshop-remedy">{problem.remedy}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
