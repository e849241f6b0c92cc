// The layer over the machine's canvas for the keyboard and for screen readers: one button for every
// lane, lamp, box and place, named in words and standing where the thing is drawn; the kernel's switches, which
// cannot be pressed, as a list.
import { Fragment, memo, useState } from "react";
import { isSameItem, type Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { stationWords } from "./station-descriptions";
import type { Scene, Stage } from "./scene";
import { gateSentences, sentenceOf } from "./descriptions";
import { targetsOf, type Target } from "./target-order";

export interface MachineTargetsProps {
  stage: Stage;
  scene(): Scene | null;
  frames: FrameSource;
  selection: Selection;
  onSelect(selection: Selection): void;
}

/** By itself once a second, however often the picture around it renders. */
export const MachineTargets = memo(function MachineTargets(props: MachineTargetsProps) {
  const { stage, scene, frames, selection, onSelect } = props;
  useThrottledFrame(frames, 1000);
  const now = scene();
  /** The one that was pressed: a lane's boxes all select their lane. */
  const [pressed, setPressed] = useState("");
  const targets = targetsOf(stage);
  const boxes = now === null ? [] : stationWords(now);
  const chosen = targets.filter(({ thing }) => isSameItem(thing, selection));
  const last = chosen.find(({ key }) => key === pressed) ?? chosen[0];
  return (
    <div role="group" aria-label="The machine: switches, lanes, interrupt lines, queues">
      {now === null ? null : <Switches scene={now} />}
      {targets.map((target) => (
        <Fragment key={target.key}>
          <TargetButton
            target={target}
            name={boxes[target.station ?? -1]?.name ?? nameOf(now, target)}
            description={boxes[target.station ?? -1]?.description}
            pressed={chosen.includes(target)}
            onPress={() => {
              setPressed(target.key);
              onSelect(chosen.includes(target) ? null : target.thing);
            }}
          />
          {target === last ? <ToDetails target={target} /> : null}
        </Fragment>
      ))}
    </div>
  );
});

const nameOf = (now: Scene | null, { name, thing, station }: Target) =>
  now === null || station !== undefined ? name : sentenceOf(now, thing);

interface TargetButtonProps {
  target: Target;
  name: string;
  description: string | undefined;
  pressed: boolean;
  onPress(): void;
}

function TargetButton({ target, name, description, pressed, onPress }: TargetButtonProps) {
  const { key, box, station } = target;
  return (
    <button
      type="button"
      className="machine-target"
      aria-label={name}
      aria-description={description}
      aria-controls={pressed ? INSPECTOR_ID : undefined}
      data-thing={station === undefined ? key : undefined}
      aria-pressed={pressed}
      style={{ left: box.x, top: box.y, width: box.w, height: box.h }}
      onClick={onPress}
    />
  );
}

export const INSPECTOR_ID = "machine-selected";

/** The next tab stop after what is selected: its details stand behind the whole picture. */
function ToDetails({ target: { box, name } }: { target: Target }) {
  return (
    <button
      type="button"
      className="machine-to-details"
      style={{ left: box.x, top: box.y }}
      onClick={() => document.getElementById(INSPECTOR_ID)?.focus()}
    >
      {name === "" ? "To the details" : `Details of ${name}`}
    </button>
  );
}

function Switches({ scene }: { scene: Scene }) {
  const gates = gateSentences(scene);
  if (gates.length === 0) return null;
  return (
    <ul className="visually-hidden" aria-label="Switches of the kernel">
      {gates.map((words, index) => (
        <li key={index}>{words}</li>
      ))}
    </ul>
  );
}
