// The frame around every page: header, notices, the page itself, and what only a screen reader hears.
import { Suspense, useState } from "react";
import { useStore } from "../../store/react";
import type { AppServices } from "../../store/app-services";
import "./app.css";
import { BrokenView } from "./broken";
import { Boundary } from "./boundary";
import { DropZone } from "./drop-zone";
import { Header } from "./header";
import { HelpDialog } from "./help";
import { NoticeList } from "./notice-list";
import { ShareDialog } from "./share";
import { Spoken } from "./spoken";
import { useArrival } from "./use-arrival";
import { useAddress, useRoute } from "./use-address";
import { useGrasp } from "./use-grasp";
import { useShortcuts } from "./use-shortcuts";
import { ViewDialog } from "./view-dialog";

export type OpenDialog = "help" | "share" | "view" | null;

export function App({ workbench }: { workbench: AppServices }) {
  const { lab } = workbench;
  const route = useRoute();
  const phase = useStore(lab.state, (state) => state.phase);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const close = () => setDialog(null);
  useAddress(lab, route.path === "lab");
  const inLesson = useStore(lab.state, ({ limits }) => limits.unlocked !== null);
  useShortcuts(workbench, route.path === "lab" || inLesson, setDialog);
  useGrasp(lab);
  useArrival();
  const Page = route.view;
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
      <Header workbench={workbench} route={route} onOpen={setDialog} />
      <NoticeList notices={workbench.notices} />
      <main id="main" tabIndex={-1}>
        <Boundary key={route.path}>
          {phase === "broken" ? (
            <BrokenView lab={lab} />
          ) : (
            <Suspense fallback={<p className="waiting">Loading …</p>}>
              <Page workbench={workbench} />
            </Suspense>
          )}
        </Boundary>
      </main>
      <DropZone workbench={workbench} inLab={route.path === "lab"} />
      <Spoken spoken={workbench.liveText} />
      <HelpDialog open={dialog === "help"} onClose={close} preferences={workbench.preferences} />
      <ShareDialog open={dialog === "share"} onClose={close} lab={lab} />
      <ViewDialog
        open={dialog === "view"}
        onClose={close}
        lab={lab}
        preferences={workbench.preferences}
      />
    </>
  );
}
