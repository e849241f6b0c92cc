// Where a goal lets the learner choose the kernel, a program of the learner's own may run in its place: the trials judge it as
// they judge the built-in ones.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { LessonContext } from "../../desk/lesson-context";
import { fingerprint } from "../../desk/link/program-field";
import { packagedLesson } from "../../desk/scorm/packaged-lesson";
import { programsOf } from "../../desk/stored-programs";
import { labelsOf } from "../../desk/workshop/programs";
import { TASK_PROGRAM_BYTES_MAX } from "../../lesson/progress";
import { useStore } from "../../lib/store";

export function GoalProgramChoice({ context }: { context: LessonContext }) {
  const { services, lessonMachine } = context;
  const { lab, notices } = services;
  const programs = programsOf(notices);
  const list = useStore(programs.store, (stored) => stored.list);
  const running = useStore(lab.state, ({ scenario }) => scenario?.program);
  const isMachineOpen = useStore(lessonMachine.store, ({ machine }) => machine !== "");
  const link = <a href="#/workshop" />;
  if (list.length === 0)
    // A package for a learning platform has only its lesson.
    return packagedLesson() !== null ? null : (
      <p className="muted">
        {rich("You may also <link>write the kernel yourself</link>, and choose it here.", { link })}
      </p>
    );
  const open = list.find(({ text }) => text === running?.text);
  const labels = labelsOf(list, document.documentElement.lang);
  const run = (id: string) => {
    const program = programs.find(id);
    if (program === undefined) return lessonMachine.resetMachine();
    const { file, text, statement, knobs } = program;
    void lab.runProgram({ file, text, statement, knobs, digest: fingerprint(text) });
  };
  return (
    <label className="goal-program">
      <span>{tr("Kernel of your own")}</span>
      <select
        value={open?.id ?? running?.digest ?? ""}
        disabled={!isMachineOpen}
        onChange={({ target }) => run(target.value)}
      >
        <option value="">{tr("None: the kernel of the knobs")}</option>
        {running !== undefined && open === undefined && (
          <option value={running.digest}>{running.file}</option>
        )}
        {list
          .filter(({ text }) => text.length <= TASK_PROGRAM_BYTES_MAX)
          .map(({ id }) => (
            <option key={id} value={id}>
              {labels.get(id)}
            </option>
          ))}
      </select>
      {running !== undefined && tr("It runs in the place of the kernel that the knobs name.")}
    </label>
  );
}
