// The help dialog's content: the views in a few sentences each, and the keys. Single-key shortcuts can be switched off here.
import { version } from "../../package.json";
import { tr } from "../i18n/i18n";
import { rich } from "../i18n/rich";
import type { AppServices } from "../desk/app-services";
import { describeCopy } from "../desk/offline/offline-state";
import { useStore } from "../lib/store";
import { Button } from "../ui/button";
import { Toggle } from "../ui/toggle";
import { EDITOR_KEYS } from "../model/editor-keys";
import { GLOSSARY_HASH } from "../cards/prose/term";
import { SHORTCUTS, startTour } from "../shell/shortcuts";

interface HelpProps {
  onClose(): void;
  services: AppServices;
}

export function Help({ onClose, services }: HelpProps) {
  const { preferences } = services;
  const shortcuts = useStore(preferences, (chosen) => chosen.shortcuts);
  return (
    <div className="help">
      <p>
        {tr(`The lab simulates one machine that handles packets, CPU cycle by CPU cycle. Move the dot
            “you are here” to the right: drag it, or Tab to it and use the arrow keys. Then more
            packets arrive. At some point the machine can no longer keep up. The diagnosis, in the
            card “What is happening”, says why and offers a cure: press its button, or the key C.`)}
      </p>
      <p>
        <Button
          onClick={() => {
            onClose();
            startTour(services.tour);
          }}
        >
          {tr("Take the tour (half a minute)")}
        </Button>
      </p>
      <ViewsHelp />
      <p>
        {rich(
          `Click a word with a dotted line under it, or a source such as M 6.4, to read what it
            means (by keyboard: Enter). Esc closes the explanation. The <link>glossary</link>
            explains all words, also those in the pictures.`,
          { link: <a href={GLOSSARY_HASH} onClick={onClose} /> },
        )}
      </p>
      <h3>{tr("Keys")}</h3>
      <KeyList keys={SHORTCUTS} />
      <h4>{tr("In the editor of a program")}</h4>
      <KeyList keys={EDITOR_KEYS} />
      <Toggle
        label={tr("Single-key shortcuts")}
        on={shortcuts}
        onChange={(on) => preferences.set({ shortcuts: on })}
      />
      <OfflineSection services={services} />
    </div>
  );
}

function KeyList({ keys }: { keys: readonly { keyLabel: string; description: string }[] }) {
  return (
    <dl className="help-keys">
      {keys.map(({ keyLabel, description }) => (
        <div key={keyLabel}>
          <dt>
            <kbd>{keyLabel}</kbd>
          </dt>
          <dd>{tr(description)}</dd>
        </div>
      ))}
    </dl>
  );
}

function ViewsHelp() {
  return (
    <ul className="stack">
      <li>
        {rich(
          `<b>Machine</b>: packets move from left to right. Each lane is one kind of work, and
              higher lanes interrupt lower ones. CPU time that was spent on a dropped packet falls
              onto the red area “CPU time thrown away”. Click a packet, a queue or a lane to read
              about it. By keyboard: Tab goes through lanes, interrupt lines and queues, Enter
              selects, Esc deselects, and D describes the machine aloud. “The machine as a table”
              shows the same in rows.`,
          { b: <b /> },
        )}
      </li>
      <li>
        {rich(
          `<b>Timeline</b>: the same lanes over time. Zoom with Ctrl + wheel, and drag to pan. By
              keyboard: Tab to the timeline, zoom with + and −, pan with the arrow keys. “The timeline
              as a table” shows the same in rows.`,
          { b: <b /> },
        )}
      </li>
      <li>
        {rich(
          `<b>Throughput</b>: the delivered rate at each offered rate, for the present values of
              all other knobs. The dot is a slider: use the arrow keys, Page Up, Page Down, Home and
              End. “The curve as a table” has every number.`,
          { b: <b /> },
        )}
      </li>
      <li>
        {rich(
          `<b>Where it went</b>: what became of every packet and every CPU cycle of the last 100
              ms. “The numbers as tables” shows the same in rows.`,
          { b: <b /> },
        )}
      </li>
    </ul>
  );
}

/** About this device: whether the lab opens without a network, the button that installs it (where the browser offers that), and
 * the versions. */
function OfflineSection({ services: { lab, offline } }: { services: AppServices }) {
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
