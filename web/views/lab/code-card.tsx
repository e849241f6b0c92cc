// The card of the code view. The view is loaded when the card is first opened.
import { lazy, Suspense } from "react";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { Button } from "../../ui/button";
import { Card } from "../../ui/card";

const CodeView = lazy(() => import("../code"));

export function CodeCard({ services }: { services: AppServices }) {
  const { lab, playbackAnnouncer } = services;
  const topology = useStore(lab.state, (state) => state.topology);
  const playing = useStore(lab.state, (state) => state.playing);
  const highlight = useStore(lab.state, (state) => state.highlight);
  const isOpen = useStore(lab.state, (state) => state.showsCode);
  if (topology === null) return null;
  const toggle = (
    <>
      {!isOpen && <span className="code-card-text">what each line costs and wastes</span>}
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => lab.showCode(!isOpen)}>
        {isOpen ? "Hide code" : "Show code"}
      </Button>
    </>
  );
  return (
    <Card title="Code" className="code-card" headerContent={toggle}>
      {isOpen && (
        <Suspense fallback={<p className="muted">Loading …</p>}>
          <CodeView
            topology={topology}
            frames={lab.frames}
            playing={playing}
            highlight={highlight}
            onHighlight={lab.highlight}
            onStep={(direction) => playbackAnnouncer.step("step", direction)}
            onRun={(step, direction) => playbackAnnouncer.step(`line ${step}`, direction)}
          />
        </Suspense>
      )}
    </Card>
  );
}
