// What a step asks, by its kind, under a line that says what to do and whether it is done.
import { useId } from "react";
import { tasksOf, type Task } from "../../lesson/model";
import { isDone } from "../../lesson/progress";
import { ChoiceTask } from "./choice-task";
import { GoalTask } from "./goal-task";
import { NumberTask } from "./number-task";
import { PredictionTask } from "./prediction-task";
import { Prose } from "./prose";
import type { StepProps } from "./reader";
import { TextTask } from "./text-task";

export interface TaskProps<T extends Task> extends StepProps {
  task: T;
}

/** A task that is answered in fields, which the question names or describes. */
export interface AskedProps<T extends Task> extends TaskProps<T> {
  /** The id of the question's text. */
  asked: string;
}

const NAMES: Record<Task["kind"], string> = {
  prediction: "Your prediction",
  goal: "Your goal",
  choice: "Question",
  number: "Question",
  text: "In your own words",
};

export function TaskView(props: TaskProps<Task>) {
  const { task, progress, desk } = props;
  const id = useId();
  const done = isDone(progress.tasks[task.id]);
  return (
    <div className={`task task-${task.kind}`} role="group" aria-labelledby={id} data-task={task.id}>
      <p className="task-name" id={id}>
        {nameOf(task, tasksOf(props.step))}
        {done && (
          <span className="task-done">
            <Tick /> done
          </span>
        )}
      </p>
      <div id={`${id}-asked`} className="task-asked">
        <Prose blocks={task.prose} desk={desk} />
      </div>
      <TaskForm {...props} asked={`${id}-asked`} />
    </div>
  );
}

/** "Question", or "Question 2" where a step has several. */
function nameOf(task: Task, all: readonly Task[]): string {
  const name = NAMES[task.kind];
  const like = all.filter(({ kind }) => NAMES[kind] === name);
  return like.length > 1 ? `${name} ${like.indexOf(task) + 1}` : name;
}

function TaskForm({ task, asked, ...step }: AskedProps<Task>) {
  switch (task.kind) {
    case "prediction":
      return <PredictionTask {...step} task={task} />;
    case "goal":
      return <GoalTask {...step} task={task} />;
    case "choice":
      return <ChoiceTask {...step} asked={asked} task={task} />;
    case "number":
      return <NumberTask {...step} asked={asked} task={task} />;
    case "text":
      return <TextTask {...step} asked={asked} task={task} />;
  }
}

export function Tick() {
  return <Sign path="M3 8.4 6.4 12 13 4.4" />;
}

export function Cross() {
  return <Sign path="M4 4l8 8M12 4l-8 8" />;
}

export function Open() {
  return <Sign path="M8 3.2a4.8 4.8 0 1 0 0 9.6a4.8 4.8 0 1 0 0 -9.6" />;
}

function Sign({ path }: { path: string }) {
  return (
    <svg className="sign" viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
    </svg>
  );
}
