// A task of a step: a line with its name and whether it is done, the question, and the form of its kind.
import { useId, type ReactNode } from "react";
import { msg, tr } from "../../i18n/i18n";
import { tasksOf, type Task } from "../../lesson/lesson";
import { isDone } from "../../lesson/progress";
import { ChoiceTask } from "./choice-task";
import { GoalTask } from "./goal-task";
import { NumberTask } from "./number-task";
import { PredictionTask } from "./prediction-task";
import { Prose } from "../prose/prose";
import { Tick, type AnswerFieldProps, type TaskProps } from "./task-parts";
import { TextTask } from "./text-task";

const NAMES: Record<Task["kind"], string> = {
  prediction: msg("Your prediction"),
  goal: msg("Your goal"),
  choice: msg("Question"),
  number: msg("Question"),
  text: msg("In your own words"),
  program: msg("Your program"),
};

interface TaskViewProps extends TaskProps<Task> {
  /** The form of a task that is answered by a program: the page has its editor. */
  program?: ReactNode;
}

export function TaskView(props: TaskViewProps) {
  const { task, progress, context } = props;
  const id = useId();
  const done = isDone(progress.tasks[task.id]);
  return (
    <div className={`task task-${task.kind}`} role="group" aria-labelledby={id} data-task={task.id}>
      <p className="task-name" id={id}>
        {taskName(task, tasksOf(props.step))}
        {done && (
          <span className="task-done">
            <Tick /> {tr("done")}
          </span>
        )}
      </p>
      <div id={`${id}-asked`} className="task-asked">
        <Prose blocks={task.prose} context={context} />
      </div>
      <TaskForm {...props} questionId={`${id}-asked`} />
    </div>
  );
}

/** "Question", or "Question 2" where a step has several. */
function taskName(task: Task, all: readonly Task[]): string {
  const name = tr(NAMES[task.kind]);
  const like = all.filter(({ kind }) => NAMES[kind] === NAMES[task.kind]);
  return like.length > 1 ? `${name} ${like.indexOf(task) + 1}` : name;
}

function TaskForm({
  task,
  questionId,
  program,
  ...step
}: AnswerFieldProps<Task> & Pick<TaskViewProps, "program">) {
  switch (task.kind) {
    case "prediction":
      return <PredictionTask {...step} task={task} />;
    case "goal":
      return <GoalTask {...step} task={task} />;
    case "choice":
      return <ChoiceTask {...step} questionId={questionId} task={task} />;
    case "number":
      return <NumberTask {...step} questionId={questionId} task={task} />;
    case "program":
      return program;
    case "text":
      return <TextTask {...step} questionId={questionId} task={task} />;
  }
}
