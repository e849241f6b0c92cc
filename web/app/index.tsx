// The parts around every page: header, notices, dialogs, the drop zone, and the live region for screen readers. Each has an error
// boundary: if one fails, the others and the page go on.
import { Suspense, useEffect, useMemo, useState } from "react";
import { tr } from "../i18n/i18n";
import type { Machine } from "../desk/lab/machine";
import { useStore } from "../lib/store";
import type { AppServices } from "../desk/app-services";
import "../shell/app.css";
import "../shell/print.css";
import { afterPaint } from "../ui/after-paint";
import { Dialog } from "../ui/dialog";
import { cardError, ErrorBoundary } from "../ui/error-boundary";
import { lazyPart } from "../ui/lazy-part";
import { SaveMenuContext, type SaveMenuProps } from "../ui/save-button";
import { FatalErrorPage, pageError } from "../shell/error-pages";
import { DropZone } from "./drop-zone";
import { Header } from "./header";
import { LiveRegion } from "../shell/live-region";
import { NoticeList, Toasts } from "../shell/notice-list";
import { PrintSheet } from "./print-sheet";
import { useFocusOnNavigation } from "./use-focus-on-navigation";
import { LECTURE, NOT_FOUND, usePage } from "../shell/pages";
import { PAGE_VIEWS } from "./page-views";
import { useUrlSync } from "./use-url-sync";
import type { DialogName } from "../shell/shortcuts";
import { useShortcuts } from "../shell/use-shortcuts";

const Help = lazyPart(async () => (await import("./help")).Help);
const ShareLink = lazyPart(async () => (await import("./share")).ShareLink);
const Appearance = lazyPart(async () => (await import("./appearance")).Appearance);
const TakeAway = lazyPart(async () => (await import("../save/dialog")).TakeAway);
const SaveMenu = lazyPart(async () => (await import("../save/menu")).SaveMenu);

const Tour = lazyPart(
  async () => (await import("./tour")).Tour,
  () => null,
);

interface AppProps {
  /** Those with the desk of the lab. */
  services: AppServices;
  /** Called when the browser has painted a page whose script was loaded. */
  onPageShown(): void;
}

export function App({ services: own, onPageShown }: AppProps) {
  const services = useStore(own.desks.shown, ({ desk }) => desk);
  const { lab } = services;
  const shown = usePage();
  const phase = useStore(lab.state, (state) => state.phase);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  useUrlSync(own.lab, shown.path === "lab");
  const inLesson = lab.kind === "lesson";
  const inWorkshop = lab.kind === "workshop";
  const isComparing = useStore(services.comparison.state, ({ phase }) => phase === "ready");
  const showsMachine =
    shown.path === "lab" || (shown.path === "compare" && isComparing) || inLesson || inWorkshop;
  // A lecture has keys and a screen of its own.
  const isLecture = shown === LECTURE;
  useShortcuts(services, showsMachine && !isLecture, setDialog);
  usePointerTransaction(lab);
  useFocusOnNavigation();
  const PageView = PAGE_VIEWS[shown.path];
  const isLab = shown.path === "lab";
  const isStep = inLesson && shown.path === "lessons";
  const printed = isStep ? "lesson" : isLab ? "lab" : shown.path === "compare" ? "compare" : null;
  const toasts = <Toasts services={services} isLab={isLab} />;
  const SaveMenuHere = useMemo(
    () => (props: SaveMenuProps) => <SaveMenu {...props} services={services} />,
    [services],
  );
  return (
    <SaveMenuContext value={SaveMenuHere}>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // The URL's hash holds the lab's state and must not change: only the focus moves.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        {tr("Skip to the content")}
      </a>
      <ErrorBoundary fallback={cardError}>
        {isLecture ? (
          toasts
        ) : (
          <Header services={services} shown={shown} onOpen={setDialog}>
            {toasts}
          </Header>
        )}
      </ErrorBoundary>
      <ErrorBoundary fallback={cardError}>
        <NoticeList services={services} isLab={isLab} />
      </ErrorBoundary>
      <main id="main" tabIndex={-1}>
        <ErrorBoundary key={shown.path} fallback={pageError}>
          {phase === "broken" && shown !== NOT_FOUND ? (
            <FatalErrorPage lab={lab} />
          ) : (
            <Suspense fallback={<p className="loading">{tr("Loading …")}</p>}>
              <PageView services={own} />
              <AfterPaint key={shown.path} run={onPageShown} />
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
      <ErrorBoundary fallback={cardError}>
        {printed !== null && <PrintSheet services={services} page={printed} />}
      </ErrorBoundary>
      <ErrorBoundary fallback={cardError}>
        <DropZone services={own} inLab={isLab} />
      </ErrorBoundary>
      {isLab && <TourSlot services={own} />}
      <ErrorBoundary fallback={cardError}>
        <LiveRegion liveText={services.liveText} />
      </ErrorBoundary>
      <ErrorBoundary fallback={cardError}>
        <Dialogs services={services} dialog={dialog} close={() => setDialog(null)} />
      </ErrorBoundary>
    </SaveMenuContext>
  );
}

interface DialogsProps {
  services: AppServices;
  dialog: DialogName | null;
  close(): void;
}

function Dialogs({ services, dialog, close }: DialogsProps) {
  const { lab, preferences } = services;
  return (
    <>
      <Dialog title={tr("Help")} open={dialog === "help"} onClose={close}>
        <Help onClose={close} services={services} />
      </Dialog>
      <Dialog title={tr("Share this moment")} open={dialog === "share"} onClose={close}>
        <ShareLink services={services} />
      </Dialog>
      <Dialog title={tr("Appearance")} open={dialog === "appearance"} onClose={close}>
        <Appearance lab={lab} preferences={preferences} />
      </Dialog>
      <Dialog title={tr("Save and cite")} wide open={dialog === "save"} onClose={close}>
        <TakeAway services={services} />
      </Dialog>
    </>
  );
}

/** Renders nothing. Calls `run` when the browser has painted what is rendered with it. */
function AfterPaint({ run }: { run(): void }) {
  useEffect(() => afterPaint(run), [run]);
  return null;
}

function TourSlot({ services }: { services: AppServices }) {
  const isOpen = useStore(services.tour.state, ({ step }) => step !== null);
  return isOpen ? <Tour services={services} /> : null;
}

/** Tells the lab while the pointer is down: all changes of one drag are one undo step. */
function usePointerTransaction(lab: Machine): void {
  useEffect(() => {
    const down = () => lab.setDragging(true);
    const up = () => lab.setDragging(false);
    const ends = ["pointerup", "pointercancel", "blur"] as const;
    window.addEventListener("pointerdown", down, true);
    for (const end of ends) window.addEventListener(end, up, true);
    return () => {
      window.removeEventListener("pointerdown", down, true);
      for (const end of ends) window.removeEventListener(end, up, true);
    };
  }, [lab]);
}
