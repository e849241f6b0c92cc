// The frame around every page: header, notices, the page itself, and what only a screen reader hears.
import { Suspense, useEffect, useState } from "react";
import type { Lab } from "../../store/lab/lab";
import { type Store, useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import "./app.css";
import { ErrorBoundary, FatalErrorPage } from "./error-pages";
import { DropZone } from "./drop-zone";
import { Header } from "./header";
import { HelpDialog } from "./help";
import { NoticeList } from "./notice-list";
import { ShareDialog } from "./share";
import { useFocusOnNavigation } from "./use-focus-on-navigation";
import { useUrlSync, useRoute } from "./use-url-sync";
import type { DialogName } from "./shortcuts";
import { useShortcuts } from "./use-shortcuts";
import { ViewDialog } from "./view-dialog";

export function App({ services }: { services: AppServices }) {
  const { lab } = services;
  const route = useRoute();
  const phase = useStore(lab.state, (state) => state.phase);
  const [dialog, setDialog] = useState<DialogName | null>(null);
  const close = () => setDialog(null);
  useUrlSync(lab, route.path === "lab");
  const inLesson = useStore(lab.state, ({ limits }) => limits.unlocked !== null);
  useShortcuts(services, route.path === "lab" || inLesson, setDialog);
  usePointerTransaction(lab);
  useFocusOnNavigation();
  const Page = route.component;
  return (
    <>
      <a
        className="skip-link"
        href="#main"
        onClick={(event) => {
          // The hash is the lab's state: only the focus goes.
          event.preventDefault();
          document.getElementById("main")?.focus();
        }}
      >
        Skip to the page
      </a>
      <Header services={services} route={route} onOpen={setDialog} />
      <NoticeList notices={services.notices} />
      <main id="main" tabIndex={-1}>
        <ErrorBoundary key={route.path}>
          {phase === "broken" ? (
            <FatalErrorPage lab={lab} />
          ) : (
            <Suspense fallback={<p className="loading">Loading …</p>}>
              <Page services={services} />
            </Suspense>
          )}
        </ErrorBoundary>
      </main>
      <DropZone services={services} inLab={route.path === "lab"} />
      <LiveRegion spoken={services.liveText} />
      <HelpDialog open={dialog === "help"} onClose={close} preferences={services.preferences} />
      <ShareDialog open={dialog === "share"} onClose={close} lab={lab} />
      <ViewDialog
        open={dialog === "view"}
        onClose={close}
        lab={lab}
        preferences={services.preferences}
      />
    </>
  );
}

/** Tells the lab while the pointer is down: all changes of one drag are one undo step. */
function usePointerTransaction(lab: Lab): void {
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

/** Holds the texts for screen readers: what is read aloud when it changes. */
function LiveRegion({ spoken }: { spoken: Store<{ text: string; count: number }> }) {
  const { text, count } = useStore(spoken, (state) => state);
  // The same words again must be new to the reader: another element each time.
  return (
    <div className="visually-hidden" aria-live="polite" aria-atomic="true" data-testid="spoken">
      <p key={count}>{text}</p>
    </div>
  );
}
