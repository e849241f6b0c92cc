// The stores and clients that the page is made of, created once and connected: the desks, notices, announcements and
// preferences. The browser is passed in (`AppEnvironment`), so that a test can create them too.
import { tr } from "../i18n/i18n";
import { createCaptures } from "../engine/captures";
import { spawnWorker } from "../engine/module";
import { createAnnouncer, type Announcer } from "../lib/announcer";
import type { DebugCommand } from "../model/debug-keys";
import type { DroppedFiles } from "../model/dropped-files";
import { createDesk, createDesks, type Desk, type DeskParts, type Desks } from "./desks";
import type { BrowserActions } from "./lab/lab-links";
import type { Machine } from "./lab/machine";
import { createNotices, type Notices } from "../lib/notices";
import { PREFERENCES_SPEC, type Preferences } from "../model/preferences";
import type { Offline } from "./offline/offline-state";
import { createStore, type Store } from "../lib/store";
import { createTour, type Tour } from "./tour/tour";
import {
  createPersistentStore,
  type StoredProblem,
  type TextStorage,
} from "../lib/persistence/persistent-store";
import type { TrialServices } from "./curve/run-trials";

/** What views get: one desk, as far as they use it, and what all desks of the page share. */
export interface AppServices extends Omit<Desk, "lab"> {
  lab: Machine;
  desks: Desks<PageDesk>;
  notices: Notices;
  preferences: Store<Preferences>;
  announcer: Announcer;
  /** Dropped files that wait for the view that reads them. */
  droppedFiles: Store<DroppedFiles>;
  /** What the keys of the debugger do; null: no program is shown. */
  debugKeys: Store<{ run: ((command: DebugCommand) => void) | null }>;
  /** Why the run of the program was stopped, as the page says beside it; "": it says nothing. */
  programStatus: Store<{ stop: string }>;
  tour: Tour;
  /** Whether the pages are stored on the device, and whether they can be installed. */
  offline: Store<Offline>;
  /** The text of the live region; `count` makes a repeated text a change. */
  liveText: Store<{ text: string; count: number }>;
}

/** The same for what starts the pages and shows their desks. */
export type PageDesk = AppServices & Desk;

export interface AppEnvironment extends BrowserActions {
  storage: TextStorage | null;
  query: string;
  cores: number;
  /** The device's memory as the browser reports it; 0 when the browser reports none. */
  memoryGigabytes: number;
  now(): number;
  schedule(run: () => void, milliseconds: number): void;
  /** Resolves when the texts of the page's language are there. Preferences are read before: they choose the language. */
  languageLoaded: Promise<void>;
  /** Whether a text field has the focus. */
  isTyping(): boolean;
}

const TRACE_MEGABYTES = 64;
const TRACE_MEGABYTES_SMALL = 16;
const SMALL_GIGABYTES = 2;
export function createAppServices(environment: AppEnvironment): PageDesk {
  const notices = createNotices(environment.schedule);
  const preferences = createPersistentStore(
    PREFERENCES_SPEC,
    environment.storage,
    (problem) =>
      void environment.languageLoaded.then(() => reportUnreadable(notices, environment, problem)),
  );
  const { now, schedule } = environment;
  const captures = createCaptures();
  const spawn = captures.withCaptures(spawnWorker);
  const small = environment.memoryGigabytes > 0 && environment.memoryGigabytes <= SMALL_GIGABYTES;
  const traceMegabytes = small ? TRACE_MEGABYTES_SMALL : TRACE_MEGABYTES;
  const liveText = createStore({ text: "", count: 0 });
  const say = (text: string) => liveText.set({ text, count: liveText.get().count + 1 });
  const announcer = createAnnouncer({ setLiveText: say, now, schedule });
  const { cores, isTyping } = environment;
  const pools = { shared: { pool: null } };
  const deskParts: DeskParts = {
    ...{ captures, notices, now, schedule, traceMegabytes, spawn, announcer, isTyping },
    browser: environment,
    spare: [],
    runTrials: (desk, engine) =>
      loadTrialsWhenReady(notices, { ...desk, ...pools, engine, spawn, cores, schedule }),
  };
  const droppedFiles = createStore<DroppedFiles>({
    capture: null,
    program: null,
    lesson: [],
    report: null,
    results: null,
  });
  const shared = {
    ...{ notices, preferences, announcer, droppedFiles, liveText },
    debugKeys: createStore<ReturnType<AppServices["debugKeys"]["get"]>>({ run: null }),
    programStatus: createStore({ stop: "" }),
    offline: createStore<Offline>({ copy: { phase: "unknown" }, installPrompt: null }),
  };
  let tour: Tour | null = null;
  const desks: Desks<PageDesk> = createDesks((kind) => {
    const desk = createDesk(kind, deskParts, kind === "lab" ? environment.query : "");
    tour ??= createTour({ lab: desk.lab, schedule });
    return {
      ...shared,
      ...desk,
      tour,
      get desks() {
        return desks;
      },
    };
  });
  desks.lab.lab.setLayout(preferences.get().layout);
  return desks.lab;
}

/** Loads the code that runs trials when the first machine is shown: nothing of the first picture needs it. */
function loadTrialsWhenReady(notices: Notices, services: TrialServices): void {
  const { lab } = services;
  const stop = lab.state.subscribe(() => {
    const { catalogue, phase } = lab.state.get();
    if (catalogue === null || phase !== "ready") return;
    stop();
    import("./curve/run-trials").then(
      ({ runTrials }) => runTrials(catalogue, services),
      () =>
        notices.show({
          key: "trials",
          tone: "bad",
          title: tr("The curve cannot be measured"),
          text: [
            tr(`A file of this site could not be loaded. The machine goes on. Check the connection, then
              reload the page.`),
          ],
          actions: [],
        }),
    );
  });
}

function reportUnreadable(
  notices: Notices,
  environment: AppEnvironment,
  problem: StoredProblem,
): void {
  const { key, name, field, text, savedUnder } = problem;
  notices.show({
    key: `stored ${key}`,
    tone: "bad",
    title: tr("The stored {name} could not be read", { name }),
    text: [
      tr("Field “{field}”: {problem}.", { field, problem: problem.problem }),
      tr(
        `The page uses its initial {name}. The stored text is kept under “{savedUnder}”; you can
        save it as a file.`,
        { name, savedUnder },
      ),
    ],
    actions: [
      {
        label: tr("Save the stored text"),
        run: () => environment.save(`${key}.json`, text),
        stays: true,
      },
    ],
  });
}
