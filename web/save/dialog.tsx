// The dialog “Save”: everything that a person can take away from the page, in groups: the link, pictures, tables, the run, its
// trace, the same on the command line, and how to cite it.
import { msg, tr } from "../i18n/i18n";
import { rich } from "../i18n/rich";
import { useEffect, useMemo, useState, type ReactNode } from "react";
import type { AppServices } from "../desk/app-services";
import { MACHINE_LETTERS } from "../model/machine-letters";
import type { Machine, ShownMachine } from "../desk/lab/machine";
import { useStore } from "../lib/store";
import { Button } from "../ui/button";
import { OutcomeText, useOutcome, useTables } from "./menu";
import { copyText, savePicture, saveRows, saveTable, saved, type Outcome } from "./save-actions";
import { picturesIn, tablesIn, type SavedPicture, type SavedTable } from "./saved-parts";
import {
  citationFor,
  commandsOf,
  CONCEALED,
  concealsValues,
  linkOf,
  machinesOf,
  resultsRows,
  runFileOf,
  savedName,
  savedRunName,
  traceOf,
  type Commands,
} from "./shown-run";
import "./save.css";

type Run = (action: () => Promise<Outcome>) => void;

export function TakeAway({ services }: { services: AppServices }) {
  const { outcome, run } = useOutcome();
  const [machine, setMachine] = useState(0);
  const machines = useMachines(services);
  const lab = machines[machine] ?? services.lab;
  const isReady = useStore(services.lab.state, ({ topology }) => topology !== null);
  const letter = machines.length > 1 ? (MACHINE_LETTERS[machine] ?? "") : "";
  const isConcealed = useStore(lab.state, () => concealsValues(lab));
  const group = { lab, letter, run, isConcealed };
  // The machine is paused, so that pictures, numbers and commands are of one moment.
  useEffect(() => services.lab.clock.hold(), [services.lab]);
  return (
    <div className="take-away">
      <OutcomeText outcome={outcome} />
      <Link services={services} run={run} />
      <Pictures services={services} run={run} />
      <Tables lab={services.lab} run={run} />
      {isReady && (
        <>
          {machines.length > 1 && (
            <label className="row">
              <span>{tr("Machine of the groups below")}</span>
              <select
                className="select"
                value={machine}
                onChange={(event) => setMachine(Number(event.target.value))}
              >
                <option value={0}>{tr("Machine A")}</option>
                <option value={1}>{tr("Machine B")}</option>
              </select>
            </label>
          )}
          <RunGroup {...group} />
          <TraceGroup {...group} services={services} />
          <CommandGroup key={machine} {...group} />
          <CitationGroup services={services} lab={lab} run={run} />
        </>
      )}
    </div>
  );
}

/** The machines that the page shows. */
function useMachines(services: AppServices): readonly Machine[] {
  const compared = useStore(services.comparison.state, (state) => state);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the machines are those of this state
  return useMemo(() => machinesOf(services), [services, compared]);
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="take-away-group" aria-label={title}>
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Link({ services, run }: { services: AppServices; run: Run }) {
  const [link] = useState(() => linkOf(services));
  return (
    <Group title={tr("Link")}>
      <p>
        {tr(
          "The address has the whole state: the scenario, every turned knob, and the shown time.",
        )}
      </p>
      <div className="row">
        <Button onClick={() => run(() => copyText(link, tr("Copied the link.")))}>
          {tr("Copy the link")}
        </Button>
      </div>
    </Group>
  );
}

/** The page behind the dialog does not change its charts while the dialog is open. */
function Pictures({ services, run }: { services: AppServices; run: Run }) {
  const [pictures] = useState(() => picturesIn(main(), true));
  const [index, setIndex] = useState(0);
  const picture: SavedPicture | undefined = pictures[index];
  return (
    <Group title={tr("Picture")}>
      {picture === undefined ? (
        <p>{tr("This page shows no picture now.")}</p>
      ) : (
        <>
          <p>
            {tr(
              "The picture as the page shows it. SVG keeps its text as text; PNG has double size.",
            )}
          </p>
          <div className="row">
            <Choice
              label={tr("Which picture")}
              names={pictures.map(({ name }) => name)}
              index={index}
              onChoose={setIndex}
            />
            <Button onClick={() => run(() => savePicture(services, picture, "SVG"))}>
              {tr("Save SVG")}
            </Button>
            <Button onClick={() => run(() => savePicture(services, picture, "PNG"))}>
              {tr("Save PNG")}
            </Button>
            <Button onClick={() => run(() => savePicture(services, picture, "copy"))}>
              {tr("Copy picture")}
            </Button>
          </div>
        </>
      )}
    </Group>
  );
}

function Tables({ lab, run }: { lab: Machine; run: Run }) {
  const tables = useTables(() => tablesIn(main(), true));
  const [index, setIndex] = useState(0);
  const table: SavedTable | undefined = tables[index];
  return (
    <Group title={tr("Table")}>
      <p>
        {table === undefined
          ? tr("This page has no table now.")
          : tr("A table of this page, folded ones too, with units in the first row.")}
      </p>
      {table !== undefined && (
        <div className="row">
          <Choice
            label={tr("Which table")}
            names={tables.map(({ name }) => name)}
            index={index}
            onChoose={setIndex}
          />
          <Button onClick={() => run(() => saveTable(lab, table, "CSV"))}>{tr("Save CSV")}</Button>
          <Button onClick={() => run(() => saveTable(lab, table, "copy"))}>
            {tr("Copy table")}
          </Button>
        </div>
      )}
    </Group>
  );
}

interface ChoiceProps {
  label: string;
  names: readonly string[];
  index: number;
  onChoose(index: number): void;
}

function Choice({ label, names, index, onChoose }: ChoiceProps) {
  return (
    <select
      className="select"
      aria-label={label}
      value={index}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {names.map((name, at) => (
        <option key={name} value={at}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface MachineGroupProps {
  lab: Machine;
  /** "A" or "B" of a comparison, for the names of files; "" for one machine. */
  letter: string;
  run: Run;
  isConcealed: boolean;
}

const JSON_TYPE = "application/json";
const RESULTS = msg("Results of the shown window");

function RunGroup({ lab, letter, run, isConcealed }: MachineGroupProps) {
  const save = async () =>
    saved(savedRunName(lab, letter), await runFileOf(lab, letter), JSON_TYPE);
  return (
    <Group title={tr("Run")}>
      <p>
        {rich(
          `The file has the scenario with all knobs, the results and the link. To open the run
            again, drop the file on the lab, or give it to <code>livelock run</code>.`,
          { code: <code /> },
        )}
      </p>
      <div className="row">
        <Button onClick={() => run(save)}>{tr("Save run as JSON")}</Button>
        {!isConcealed && (
          <>
            <Button
              onClick={() =>
                run(async () => saveRows(lab, tr(RESULTS), await resultsRows(lab), "CSV", letter))
              }
            >
              {tr("Save results as CSV")}
            </Button>
            <Button
              onClick={() =>
                run(async () => saveRows(lab, tr(RESULTS), await resultsRows(lab), "copy"))
              }
            >
              {tr("Copy results")}
            </Button>
          </>
        )}
      </div>
      {isConcealed && <p className="muted">{tr(CONCEALED)}</p>}
    </Group>
  );
}

function TraceGroup({
  services,
  lab,
  letter,
  run,
  isConcealed,
}: MachineGroupProps & { services: AppServices }) {
  if (isConcealed) return null;
  const save = (range: "visible" | "recorded") =>
    run(async () =>
      saved(
        savedName(lab, `trace ${range}`, "json", letter),
        await traceOf(services, lab, range),
        JSON_TYPE,
      ),
    );
  return (
    <Group title={tr("Trace")}>
      <p>
        {tr(`Every procedure, queue length and drop as Chrome trace events. The file opens in Perfetto
          (ui.perfetto.dev) and in chrome://tracing.`)}
      </p>
      <div className="row">
        <Button onClick={() => save("visible")}>{tr("Save the visible range")}</Button>
        <Button onClick={() => save("recorded")}>{tr("Save the whole recorded trace")}</Button>
      </div>
    </Group>
  );
}

function CommandGroup({ lab, letter, run, isConcealed }: MachineGroupProps) {
  const commands = useAnswer<Commands>(() => commandsOf(lab, letter), !isConcealed);
  if (isConcealed) return null;
  return (
    <Group title={tr("The same on the command line")}>
      {commands === null ? (
        <p>{tr("Counting …")}</p>
      ) : commands instanceof Error ? (
        <p>{commands.message}</p>
      ) : (
        <>
          <p>
            {tr(
              "In a Unix shell, this command prints the numbers of the shown window, bit for bit.",
            )}
          </p>
          {commands.file !== "" && (
            <p>
              {rich("It reads the saved run: save the run as JSON first, as <code>{file}</code>.", {
                file: commands.file,
                code: <code />,
              })}
            </p>
          )}
          {commands.capture !== "" && (
            <p>
              {rich("The capture <code>{capture}</code> must be in the same folder.", {
                capture: commands.capture,
                code: <code />,
              })}
            </p>
          )}
          <Command label={tr("Command for the results")} text={commands.run} run={run} />
          <p>{tr("The second command writes the visible range as a trace:")}</p>
          <Command label={tr("Command for the trace")} text={commands.trace} run={run} />
        </>
      )}
    </Group>
  );
}

function Command({ label, text, run }: { label: string; text: string; run: Run }) {
  return (
    <div className="row take-away-text">
      <textarea
        readOnly
        aria-label={label}
        rows={2}
        value={text}
        onFocus={(event) => event.target.select()}
      />
      <Button
        aria-label={tr("Copy: {name}", { name: label })}
        onClick={() => run(() => copyText(text, tr("Copied the command.")))}
      >
        {tr("Copy")}
      </Button>
    </div>
  );
}

function CitationGroup({
  services,
  lab,
  run,
}: {
  services: AppServices;
  lab: ShownMachine;
  run: Run;
}) {
  const [citation] = useState(() => citationFor(services, lab));
  const forms = [
    [tr("Citation"), citation.text],
    ["BibTeX", citation.bibtex],
  ] as const;
  return (
    <Group title={tr("Citation")}>
      {forms.map(([name, text]) => (
        <div key={name} className="row take-away-text">
          <textarea
            readOnly
            aria-label={name}
            rows={3}
            value={text}
            onFocus={(event) => event.target.select()}
          />
          <Button
            aria-label={tr("Copy: {name}", { name })}
            onClick={() => run(() => copyText(text, tr("Copied: {name}.", { name })))}
          >
            {name === "BibTeX" ? tr("Copy BibTeX") : tr("Copy text")}
          </Button>
        </div>
      ))}
    </Group>
  );
}

/** The answer to a question that is asked once; null until it is there. */
function useAnswer<T>(ask: () => Promise<T>, isAsked: boolean): T | Error | null {
  const [answer, setAnswer] = useState<T | Error | null>(null);
  useEffect(() => {
    if (!isAsked) return;
    let isWanted = true;
    ask().then(
      (found) => isWanted && setAnswer(found),
      (error: unknown) =>
        isWanted && setAnswer(error instanceof Error ? error : new Error(String(error))),
    );
    return () => {
      isWanted = false;
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: nothing may change while a person reads it
  }, []);
  return answer;
}

function main(): Element {
  return document.getElementById("main") ?? document.body;
}
