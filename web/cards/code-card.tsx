// The card of the code view, and the button below the machine that opens it. The view is loaded when the card is first
// opened.
import { tr } from "../i18n/i18n";
import type { Machine } from "../desk/lab/machine";
import { isConcealed } from "../model/limits";
import { useStore } from "../lib/store";
import type { AppServices } from "../desk/app-services";
import { Button } from "../ui/button";
import { Card } from "../ui/card";
import { lazyPart } from "../ui/lazy-part";
import { firstMatch, useFocusFallback } from "../ui/use-focus-fallback";

const CodeView = lazyPart(async () => (await import("./code")).default);

const CODE_TITLE = firstMatch(".code-card .card-title");
const SHOW_BUTTON = firstMatch(".show-code");

/** Opens the card. The card then has the focus, because the button disappears. */
export function ShowCodeButton({ lab }: { lab: Machine }) {
  const ref = useFocusFallback(CODE_TITLE);
  const isOffered = useStore(
    lab.state,
    ({ showsCode, limits }) => !showsCode && !isConcealed(limits, "code"),
  );
  if (!isOffered) return null;
  return (
    <Button
      ref={ref}
      className="show-code"
      title={tr("The kernel’s code, and what each line costs and wastes (V)")}
      aria-keyshortcuts="v"
      onClick={() => lab.showCode(true)}
    >
      {tr("Show code")}
    </Button>
  );
}

interface CodeCardProps {
  services: AppServices;
  isEmbedded?: boolean;
}

/** Nothing while the code view is not open; in an embedded lab, the button that opens it again. */
export function CodeCard({ services, isEmbedded = false }: CodeCardProps) {
  const { lab, playbackAnnouncer } = services;
  const topology = useStore(lab.state, (state) => state.topology);
  const playing = useStore(lab.state, (state) => state.playing);
  const highlight = useStore(lab.state, (state) => state.highlight);
  const isOpen = useStore(lab.state, (state) => state.showsCode);
  const hideButton = useFocusFallback(SHOW_BUTTON);
  if (topology === null || (!isOpen && !isEmbedded)) return null;
  if (!isOpen) {
    return (
      <div>
        <ShowCodeButton lab={lab} />
      </div>
    );
  }
  const hide = (
    <Button ref={hideButton} variant="quiet" title="V" onClick={() => lab.showCode(false)}>
      {tr("Hide code")}
    </Button>
  );
  return (
    <Card title={tr("Code")} className="code-card" headerContent={hide}>
      <CodeView
        topology={topology}
        frames={lab.frames}
        playing={playing}
        highlight={highlight}
        onHighlight={lab.highlight}
        onStep={(direction) => playbackAnnouncer.step("step", direction)}
        onRun={(step, direction) => playbackAnnouncer.step(`line ${step}`, direction)}
      />
    </Card>
  );
}
