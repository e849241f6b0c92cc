// The layer of buttons over the machine picture, for the keyboard and for screen readers: one button for every lane,
// indicator, station and place, at the position of the item. The kernel's gates, which cannot be pressed, are a list.
import { Fragment, memo, useState } from "react";
import { tr } from "../../i18n/i18n";
import { inspectedItem, isSameItem, type Selection } from "../../frame/selection";
import type { FrameSource } from "../../frame/frame-source";
import { useThrottledFrame } from "../canvas/frame-hooks";
import { describeStations } from "../../pictures/machine/station-descriptions";
import type { MachineScene, SceneBase } from "../../pictures/machine/draw/scene";
import { describeGates, describeItem } from "../../pictures/machine/descriptions";
import { machineTargets, type Target } from "../../pictures/machine/target-order";

export interface MachineTargetsProps {
  base: SceneBase;
  scene(): MachineScene | null;
  frames: FrameSource;
  selection: Selection;
  onSelect(selection: Selection): void;
}

/** Renders once a second, however often the picture around it renders. */
export const MachineTargets = memo(function MachineTargets(props: MachineTargetsProps) {
  const { base, scene, frames, selection, onSelect } = props;
  useThrottledFrame(frames, 1000);
  const now = scene();
  /** The target that was pressed: all stations of a lane select the same context. */
  const [pressed, setPressed] = useState("");
  const targets = machineTargets(base);
  const boxes = now === null ? [] : describeStations(now);
  const chosen = targets.filter(({ item }) => isSameItem(item, inspectedItem(selection)));
  const last = chosen.find(({ key }) => key === pressed) ?? chosen[0];
  return (
    <div role="group" aria-label={tr("The machine: switches, lanes, interrupt lines, queues")}>
      {now === null ? null : <GateList scene={now} />}
      {targets.map((target) => (
        <Fragment key={target.key}>
          <TargetButton
            target={target}
            name={boxes[target.station ?? -1]?.name ?? nameOf(now, target)}
            description={boxes[target.station ?? -1]?.description}
            pressed={chosen.includes(target)}
            isSpotlight={
              selection?.isSpotlight === true &&
              target.station === undefined &&
              isSameItem(target.item, selection)
            }
            onPress={() => {
              setPressed(target.key);
              onSelect(chosen.includes(target) ? null : target.item);
            }}
          />
          {target === last ? <DetailsButton target={target} /> : null}
        </Fragment>
      ))}
    </div>
  );
});

const nameOf = (now: MachineScene | null, { name, item, station }: Target) =>
  now === null || station !== undefined ? name : describeItem(now, item);

interface TargetButtonProps {
  target: Target;
  name: string;
  description: string | undefined;
  pressed: boolean;
  /** A lesson or lecture points at it. */
  isSpotlight: boolean;
  onPress(): void;
}

function TargetButton(props: TargetButtonProps) {
  const { target, name, description, pressed, isSpotlight, onPress } = props;
  const { key, box, station } = target;
  return (
    <button
      type="button"
      className="machine-target"
      aria-label={name}
      aria-description={description}
      aria-controls={pressed ? INSPECTOR_ID : undefined}
      data-item={station === undefined ? key : undefined}
      aria-pressed={pressed}
      aria-current={isSpotlight ? "true" : undefined}
      style={{ left: box.x, top: box.y, width: box.w, height: box.h }}
      onClick={onPress}
    />
  );
}

export const INSPECTOR_ID = "machine-selected";

/** The next tab stop after the selected target. It leads to the inspector, which is after the whole picture. */
function DetailsButton({ target: { box, name } }: { target: Target }) {
  return (
    <button
      type="button"
      className="machine-to-details"
      style={{ left: box.x, top: box.y }}
      onClick={() => document.getElementById(INSPECTOR_ID)?.focus()}
    >
      {name === "" ? tr("To the details") : tr("Details of {name}", { name })}
    </button>
  );
}

function GateList({ scene }: { scene: MachineScene }) {
  const gates = describeGates(scene);
  if (gates.length === 0) return null;
  return (
    <ul className="visually-hidden" aria-label={tr("Switches of the kernel")}>
      {gates.map((words, index) => (
        <li key={index}>{words}</li>
      ))}
    </ul>
  );
}
