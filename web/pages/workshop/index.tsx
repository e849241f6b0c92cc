// The page “Write a kernel”: a program in an editor, beside the machine that runs it. On a wide screen the program is a column at
// the left; on a narrow one it is above the machine. The machine's views are those of the lab.
import { lazy, Suspense, useEffect, useMemo, type ComponentProps } from "react";
import { tr } from "../../i18n/i18n";
import type { Place } from "../../i18n/model-texts";
import type { AppServices } from "../../desk/app-services";
import { fieldsOfHash } from "../../desk/link/link-repair";
import { EMPTY_PROGRAM } from "../../desk/workshop/empty-program";
import { openProgramFile } from "../../desk/workshop/program-file";
import type { WorkshopState } from "../../desk/workshop/workshop-core";
import { workshopContextOf, type WorkshopContext } from "../../desk/workshop-context";
import { useStore } from "../../lib/store";
import { replaceHash, useHash } from "../../shell/location-hash";
import { useMedia } from "../../ui/appearance";
import { Disclosure } from "../../ui/disclosure";
import { lazyPart, loadScript } from "../../ui/lazy-part";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { LabView, useAnnouncements } from "../lab";
import { CallsReference } from "./calls-reference";
import { DebuggerPanel } from "./debugger";
import { useDebugging } from "./debugger/use-debugging";
import { FileButtons } from "./file-buttons";
import { JudgedRunNote } from "./judged-run-note";
import { markedProblems, ProblemList } from "./problem-list";
import { ProgramChoice } from "./program-choice";
import { ProgramKnobs } from "./program-knobs";
import { runOrShowProblem, RunStatus } from "./run-status";
import { CostSwitch, CostTable, useShownLines } from "./shown-lines";
import "./workshop.css";

const ChallengePanel = lazyPart(async () => (await import("./challenges")).ChallengePanel);
const Rules = lazyPart(async () => (await import("./rules-reference")).Rules);
const VerdictPanel = lazyPart(async () => (await import("./challenges")).VerdictPanel);
const ProgramEditor = lazy(async () => loadScript(() => import("../../cards/editor")));

/** The window width from which the program is beside the machine, and the width of its column, in CSS pixels. */
const COLUMN_FROM = 1180;
const WIDE_FROM = 1600;
/** On a phone long lines are broken. */
const WRAPS_TO = 600;
const COLUMN_PIXELS = 540;
const WIDE_COLUMN_PIXELS = 700;

const HASH = "#/workshop";

export default function WorkshopView({ services: own }: { services: AppServices }) {
  const context = useMemo(() => workshopContextOf(own), [own]);
  const { services, workshop } = context;
  usePageTitle(tr("Write a kernel"));
  useEffect(() => context.show(), [context]);
  useProgramOfAddress(context);
  useDroppedProgram(context);
  const hasMachine = useStore(services.lab.state, ({ topology }) => topology !== null);
  useAnnouncements(services.announcer, hasMachine);
  const isRefused = useStore(workshop.state, ({ isLinkRefused }) => isLinkRefused);
  const hasColumn = useMedia(`(min-width: ${COLUMN_FROM}px)`);
  const isWide = useMedia(`(min-width: ${WIDE_FROM}px)`);
  const reservedWidth = hasColumn ? (isWide ? WIDE_COLUMN_PIXELS : COLUMN_PIXELS) : 0;
  return (
    <div className={`workshop ${hasColumn ? "workshop-beside" : ""}`}>
      <section className="workshop-program" aria-label={tr("Program")}>
        <div className="workshop-head">
          <h2 className="workshop-title" {...PAGE_HEADING_PROPS}>
            {tr("Write a kernel")}
          </h2>
          <ProgramChoice workshop={workshop} />
        </div>
        <ChallengePanel context={context} />
        {isRefused ? <RefusedLink /> : <Program context={context} />}
      </section>
      <div className="workshop-machine">
        {hasMachine && !isRefused ? (
          <LabView services={services} reservedWidth={reservedWidth} />
        ) : (
          <NoMachine {...{ workshop }} />
        )}
      </div>
    </div>
  );
}

function Program({ context }: { context: WorkshopContext }) {
  const { workshop, services } = context;
  const { editor, ...debugging } = useDebugging(context);
  const state = useStore(workshop.state, (one) => one);
  const { open, text, problems } = state;
  const file = useStore(workshop.programs.store, () => workshop.programs.find(open ?? "")?.file);
  const isNarrow = useMedia(`(max-width: ${WRAPS_TO}px)`);
  const goTo = (place: Place) => editor.current?.goTo(place);
  const shownProblems = useMemo(() => markedProblems(state), [state]);
  if (open === null || file === undefined) return <p className="loading">{tr("Loading …")}</p>;
  return (
    <>
      <RunStatus {...{ services, workshop }} onGoTo={goTo} />
      <JudgedRunNote context={context} />
      <Suspense fallback={<p className="loading">{tr("Loading the editor …")}</p>}>
        <PrintedProgram text={text} />
        <EditorOfRun
          key={open}
          wraps={isNarrow}
          {...{ context, file, text }}
          problems={shownProblems}
          debugging={debugging.ofEditor}
          control={editor}
          onChange={workshop.edit}
          onRun={() => runOrShowProblem(workshop, goTo)}
        />
      </Suspense>
      <div className="workshop-tools">
        <FileButtons workshop={workshop} />
        <CostSwitch lab={services.lab} />
      </div>
      <CostTable {...{ services, workshop }} />
      <ProblemList problems={problems} onGoTo={goTo} />
      <DebuggerPanel {...debugging.ofPanel} />
      <VerdictPanel context={context} onGoTo={goTo} />
      <ProgramKnobs context={context} />
      <CallsReference />
      <Disclosure
        label={tr("Rules that a kernel has to keep")}
        heading={3}
        className="workshop-rules"
      >
        <Rules onBreak={workshop.create} />
      </Disclosure>
    </>
  );
}

/** The whole program, while the page is printed. */
function PrintedProgram({ text }: { text: string }) {
  const isPrinted = useMedia("print");
  return isPrinted && <pre className="workshop-printed">{text}</pre>;
}

/** Renders whenever another line runs; nothing around it does. */
function EditorOfRun({
  context,
  ...props
}: { context: WorkshopContext } & Omit<ComponentProps<typeof ProgramEditor>, "lines">) {
  return <ProgramEditor {...props} lines={useShownLines(context)} />;
}

/** Before the first run of a visit: why there is none, and what a person can do. */
function NoMachine({ workshop }: Pick<WorkshopContext, "workshop">) {
  const state = useStore(workshop.state, (one) => one);
  return <p className="loading">{state.isLinkRefused ? "" : describeNoRun(state)}</p>;
}

function describeNoRun({ checked, problems, stop }: WorkshopState): string {
  if (checked === "wrong")
    return tr(
      "No machine runs: line {line} of your program has a mistake. When the program has no mistake, it runs here.",
      { line: problems[0]?.from.line ?? 0 },
    );
  if (stop !== null)
    return tr(
      "No machine runs: the last run of your program was stopped. Press “Run it”, and it runs here.",
    );
  return tr("The machine appears here when your program runs.");
}

function RefusedLink() {
  return (
    <div className="workshop-refused">
      <p>
        {tr(`The link could not be opened: a message above says why. Nothing else is shown in its place. Ask for
          the link again, or open one of your own programs.`)}
      </p>
    </div>
  );
}

/** Opens a file that was dropped on the page. */
function useDroppedProgram({ workshop, services: { droppedFiles } }: WorkshopContext): void {
  const file = useStore(droppedFiles, ({ program }) => program);
  useEffect(() => {
    if (file === null) return;
    droppedFiles.set({ program: null });
    void openProgramFile(workshop, file);
  }, [workshop, droppedFiles, file]);
}

/** Opens the program of the address. Then the address has no program any more: a reload opens what the editor has. */
function useProgramOfAddress({ workshop }: WorkshopContext): void {
  const hash = useHash();
  useEffect(() => {
    const isLink = fieldsOfHash(hash, "workshop") !== null;
    const first = () => Promise.resolve({ file: "kernel.c", text: EMPTY_PROGRAM });
    void workshop.start(isLink ? hash : null, first).then(() => {
      if (isLink && !workshop.state.get().isLinkRefused && location.hash === hash)
        replaceHash(HASH);
    });
  }, [workshop, hash]);
}
