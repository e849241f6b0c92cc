// A task that is answered by a program: the editor, whose text the step's machine runs, and the judge. The program is one of the
// learner's own, which the page “Write a kernel” has too. Loaded with the first such task.
import { useEffect, useMemo } from "react";
import { tr } from "../../../i18n/i18n";
import { rich } from "../../../i18n/rich";
import { MedalBadge } from "../../../cards/challenge/medal";
import { ProgramKnobSliders, useProgramKnobs } from "../../../cards/knobs/program-knobs";
import ProgramEditor, { type EditorControl } from "../../../cards/editor";
import type { TaskProps } from "../../../cards/tasks/task-parts";
import { challengesOf } from "../../../desk/challenges-context";
import { challengeOf, lessonProgramsOf, versionFor } from "../../../desk/lesson-programs";
import { packagedLesson } from "../../../desk/scorm/packaged-lesson";
import { workshopContextOf } from "../../../desk/workshop-context";
import type { Medal } from "../../../generated/model";
import type { ProgramTask as Task } from "../../../lesson/lesson";
import { taskProgress } from "../../../lesson/progress";
import { useStore } from "../../../lib/store";
import { Button } from "../../../ui/button";
import { firstMatch, useFocusFallback } from "../../../ui/use-focus-fallback";
import { JudgeActions, VerdictPanel } from "../../workshop/challenges";
import { DebuggerPanel } from "../../workshop/debugger";
import { useDebugging } from "../../workshop/debugger/use-debugging";
import { markedProblems, ProblemList } from "../../workshop/problem-list";
import { runOrShowProblem, RunStatus } from "../../workshop/run-status";
import { CostSwitch, CostTable, useShownLines } from "../../workshop/shown-lines";
import "../../workshop/workshop.css";
import "./program-task.css";

export default function ProgramTask(props: TaskProps<Task>) {
  const { context, lesson, task } = props;
  const programs = lessonProgramsOf(context);
  const { workshop } = programs.context;
  const isMachineOpen = useStore(context.lessonMachine.store, ({ machine }) => machine !== "");
  useEffect(() => {
    if (isMachineOpen) programs.open(lesson, task);
  }, [programs, lesson, task, isMachineOpen]);
  const draft = useStore(
    context.progressStore.store,
    ({ drafts }) => drafts[lesson.id]?.[task.id] ?? null,
  );
  const open = useStore(workshop.state, (state) => state.open);
  const file = useStore(workshop.programs.store, () => workshop.programs.find(open ?? "")?.file);
  if (open === null || open !== draft || file === undefined)
    return <p className="loading">{tr("Loading …")}</p>;
  return <Program key={open} {...props} file={file} open={open} />;
}

interface ProgramProps extends TaskProps<Task> {
  /** The program's name and id. */
  file: string;
  open: string;
}

function Program({ context, lesson, task, progress, file, open }: ProgramProps) {
  const programs = lessonProgramsOf(context);
  const { services, workshop } = programs.context;
  const { editor, ...debugging } = useDebugging(programs.context);
  const state = useStore(workshop.state, (one) => one);
  const marked = useMemo(() => markedProblems(state), [state]);
  const lines = useShownLines(programs.context);
  const knobs = useProgramKnobs(services.lab);
  const goTo: EditorControl["goTo"] = (place) => editor.current?.goTo(place);
  const medal = taskProgress(progress, task, "program")?.medal ?? "none";
  const pressed = useFocusFallback(MEDAL_LINE);
  return (
    <div className="program-task">
      <RunStatus {...{ services, workshop }} onGoTo={goTo} />
      <ProgramEditor
        {...{ file, lines }}
        text={state.text}
        problems={marked}
        wraps
        debugging={debugging.ofEditor}
        control={editor}
        onChange={workshop.edit}
        onRun={() => runOrShowProblem(workshop, goTo)}
      />
      <ProblemList problems={state.problems} onGoTo={goTo} />
      {knobs.length > 0 && (
        <section className="workshop-knobs" aria-label={tr("Knobs of this program")}>
          <ProgramKnobSliders lab={services.lab} knobs={knobs} onTurn={workshop.turn} />
        </section>
      )}
      <JudgeActions
        {...{ challenges: challengesOf(programs.context), workshop }}
        challenge={challengeOf(task)}
        onJudge={(kind) => void programs.judge(lesson, task, kind)}
      />
      <p className="program-medal" tabIndex={-1}>
        {rich("Best so far: <medal/>. The task asks for <wanted/>.", {
          medal: <MedalBadge medal={medal} />,
          wanted: <MedalBadge medal={task.medal} />,
        })}
      </p>
      <JudgedElsewhere {...{ context, lesson, task, medal }} />
      <div className="workshop-tools">
        <Button ref={pressed} variant="quiet" onClick={() => programs.beginAgain(lesson, task)}>
          {tr("Begin again")}
        </Button>
        {packagedLesson() === null && (
          <a
            className="button button-quiet"
            href="#/workshop"
            onClick={() => workshopContextOf(services).workshop.open(open)}
          >
            {tr("Open it in “Write a kernel”")}
          </a>
        )}
        <CostSwitch lab={services.lab} />
      </div>
      <CostTable {...{ services, workshop }} />
      <DebuggerPanel {...debugging.ofPanel} />
      <VerdictPanel
        context={programs.context}
        onGoTo={goTo}
        task={{
          challenge: task.challenge,
          openVersion: (version) => programs.openVersion(lesson, task, version),
        }}
      />
    </div>
  );
}

/** The line with the medal: there the focus goes on when another program has been opened. */
const MEDAL_LINE = firstMatch(".program-medal");

type JudgedElsewhereProps = Pick<TaskProps<Task>, "context" | "lesson" | "task"> & { medal: Medal };

/** A better version of the challenge, of the page “Write a kernel”. A learning platform has none: its browser may be shared. */
function JudgedElsewhere({ context, lesson, task, medal }: JudgedElsewhereProps) {
  const programs = lessonProgramsOf(context);
  const { judged } = challengesOf(programs.context);
  const versions = useStore(judged.store, (stored) => stored.versions);
  const model = useStore(context.services.lab.state, ({ catalogue }) => catalogue?.model ?? "");
  const pressed = useFocusFallback(MEDAL_LINE);
  const version = versionFor(task, medal, { versions, model });
  if (version === undefined || packagedLesson() !== null) return null;
  return (
    <div className="program-version">
      <p>
        {rich("Your “{file}” was judged before, and got <medal/> for this challenge.", {
          file: version.file,
          medal: <MedalBadge medal={version.medal} />,
        })}
      </p>
      <Button ref={pressed} onClick={() => programs.take(lesson, task, version)}>
        {tr("Use it for this task")}
      </Button>
    </div>
  );
}
