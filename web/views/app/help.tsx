// Help: what one looks at, in four lines, and the keys. Single-key shortcuts are switched off here.
import { useStore, type Store } from "../../store/store";
import type { Preferences } from "../../store/persistence/preferences";
import { Dialog } from "../../ui/dialog";
import { Toggle } from "../../ui/toggle";
import { GLOSSARY_HASH } from "../glossary/term";
import { SHORTCUTS } from "./shortcuts";

interface HelpProps {
  open: boolean;
  onClose(): void;
  preferences: Store<Preferences>;
}

export function HelpDialog({ open, onClose, preferences }: HelpProps) {
  const shortcuts = useStore(preferences, (one) => one.shortcuts);
  return (
    <Dialog title="Help" open={open} onClose={onClose}>
      <div className="help">
        <p>
          The lab simulates one machine that handles packets, cycle by cycle. Move the dot “you are
          here” to the right (pull it, or Tab to it and use the arrow keys): more packets arrive. At
          some point the machine breaks; the sentence says why, and offers a cure (its button, or
          C).
        </p>
        <ul className="help-views">
          <li>
            <b>Machine</b>: a packet’s path from left to right. Who does the work is the lane it is
            in; higher lanes interrupt lower ones. Work that was thrown away falls on the red pile.
            Press a packet, a queue or a lane to read about it; or Tab through lanes, lamps and
            queues, Enter selects, Esc lets go. D describes all of it; “The machine as a table” has
            it in rows.
          </li>
          <li>
            <b>Timeline</b>: the same lanes over time. Zoom with Ctrl + wheel, pan by pulling; or
            Tab to it: + and − zoom, the arrow keys pan. “The timeline as a table” has it in rows.
          </li>
          <li>
            <b>Throughput</b>: what is delivered at each offered rate, for the knobs as they stand
            now. The dot is a slider: arrow keys, Page Up, Page Down, Home, End. “The curve as a
            table” has every number.
          </li>
          <li>
            <b>Where it went</b>: every packet and every CPU cycle of the last 100 ms, accounted
            for; “The numbers as tables” has them in rows.
          </li>
        </ul>
        <p>
          Words that are dotted, and sources such as M 6.4, can be pressed, by pointer or with
          Enter: they say what they mean, and Esc closes what they say. All of them, also those in
          the pictures, stand in the{" "}
          <a href={GLOSSARY_HASH} onClick={onClose}>
            glossary
          </a>
          .
        </p>
        <h3>Keys</h3>
        <dl className="help-keys">
          {SHORTCUTS.map(({ keyLabel, description }) => (
            <div key={keyLabel}>
              <dt>
                <kbd>{keyLabel}</kbd>
              </dt>
              <dd>{description}</dd>
            </div>
          ))}
        </dl>
        <Toggle
          label="Single-key shortcuts"
          on={shortcuts}
          onChange={(on) => preferences.set({ shortcuts: on })}
        />
      </div>
    </Dialog>
  );
}
