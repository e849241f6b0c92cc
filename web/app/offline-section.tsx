// The part of the help about this device: whether the lab opens without a network, the button that installs it (where the
// browser offers that), and the versions.
import { version } from "../../package.json";
import { tr } from "../i18n/i18n";
import { describeCopy } from "../desk/offline/offline-state";
import { useStore } from "../lib/store";
import type { AppServices } from "../desk/app-services";
import { Button } from "../ui/button";

export function OfflineSection({ services: { lab, offline } }: { services: AppServices }) {
  const { copy, installPrompt } = useStore(offline, (state) => state);
  const model = useStore(lab.state, ({ catalogue }) => catalogue?.model ?? "");
  return (
    <section aria-labelledby="help-offline">
      <h3 id="help-offline">{tr("Without a network")}</h3>
      <p role="status" data-testid="offline-copy">
        {describeCopy(copy)}
      </p>
      {installPrompt !== null && (
        <Button
          onClick={() => {
            // The browser asks only once for each event.
            offline.set({ installPrompt: null });
            void installPrompt.prompt();
          }}
        >
          {tr("Install the lab")}
        </Button>
      )}
      <p className="muted">{tr("Release {version}, model {model}.", { version, model })}</p>
    </section>
  );
}
