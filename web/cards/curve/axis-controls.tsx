// The controls at the chart's axes: the vertical axis (a list of measures) and the horizontal axis (a list of settings by
// group, which can be searched). They are HTML beside the SVG, so that they work by touch, by keyboard and with a screen
// reader.
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ToggleEvent } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { allMeasures, type Measure, type MeasureId } from "../../model/measures/measures";
import { describeOffered, type Load } from "../../model/measures/curve-description";
import type { Parameter } from "../../generated/model";
import { isTimeAxis, RATE_PATH, type CurveAxis } from "../../model/curve-axis";
import { formatSetting, formatUnit } from "../../model/scenario/setting-text";
import type { SettingValues } from "../../model/scenario/settings";
import { Icon } from "../../ui/icon";
import { listTarget } from "../../ui/list-keys";
import { placeNote } from "../../ui/popover";
import "./axis-controls.css";
import { searchSettings, type AxisGroup } from "./axis-search";
import { pressedKey } from "../../ui/pressed-key";

interface MeasureControlProps {
  measure: Measure;
  isAllowed(measure: Measure): boolean;
  onChoose(id: MeasureId): void;
}

/** The name of the vertical axis, as a list of the measures. */
export function MeasureControl({ measure, isAllowed, onChoose }: MeasureControlProps) {
  return (
    <select
      className="axis-control axis-vertical select-arrow"
      aria-label={tr("Vertical axis")}
      title={measure.explanation}
      value={measure.id}
      onChange={(event) => onChoose(event.target.value as MeasureId)}
    >
      {allMeasures()
        .filter(isAllowed)
        .map(({ id, axisName }) => (
          <option key={id} value={id}>
            {axisName}
          </option>
        ))}
    </select>
  );
}

/** The name of the horizontal axis: the setting with its unit. Ticks of times have their unit themselves. */
export function nameOfAxis(axis: CurveAxis, load: Load): string {
  if (axis.path === RATE_PATH)
    return tr("{offered}, packets/s", { offered: describeOffered(load) });
  const { unit, label } = axis.parameter;
  // A unit that only repeats the name, as in "Clients, clients", is left out.
  const hasUnit = unit !== "" && !isTimeAxis(axis) && formatUnit(unit) !== label.toLowerCase();
  return hasUnit ? `${label}, ${formatUnit(unit)}` : label;
}

export interface AxisChoices {
  groups: readonly AxisGroup[];
  /** For each setting that matches the search but has no effect on this machine now: says what it needs. */
  explainIdle(matches: (parameter: Parameter) => boolean): readonly string[];
}

interface AxisControlProps {
  /** The text of the button: the axis's name, or what it does where there is no axis. */
  label: string;
  /** The path of the setting on the horizontal axis. */
  path: string | null;
  choices: AxisChoices;
  values: SettingValues;
  onChoose(path: string): void;
}

/** The name of the horizontal axis, as a button that opens the list of settings. */
export function AxisControl({ label, path, choices, values, onChoose }: AxisControlProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);
  const onToggle = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    setOpen(newState === "open");
    const { current } = button;
    if (newState !== "open" || current === null) return;
    const list = currentTarget;
    // Waits until React has rendered the list: only then its size is known.
    requestAnimationFrame(() => {
      placeNote(list, current.getBoundingClientRect());
      list.querySelector<HTMLInputElement>("input")?.focus({ preventScroll: true });
      list.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
    });
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        className="axis-control axis-horizontal"
        title={tr("Choose another setting for this axis")}
        aria-haspopup="dialog"
        popoverTarget={id}
      >
        {rich("<span>Horizontal axis: </span><span2>{label}</span2>", {
          label,
          span: <span className="visually-hidden" />,
          span2: <span className="axis-name" />,
        })}
        <Icon name="chevron" size={12} />
      </button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className="popover axis-picker"
        role="dialog"
        aria-label={tr("Setting of the horizontal axis")}
        onToggle={onToggle}
      >
        {open && (
          <SettingList
            path={path}
            choices={choices}
            values={values}
            onChoose={(chosen) => {
              popover.current?.hidePopover();
              button.current?.focus();
              onChoose(chosen);
            }}
          />
        )}
      </div>
    </>
  );
}

type SettingListProps = Omit<AxisControlProps, "label">;

/** A search field with the list of the settings found. The arrow keys move in the list while the field has the focus. */
function SettingList({ path, choices, values, onChoose }: SettingListProps) {
  const { groups, explainIdle } = choices;
  const id = useId();
  const [query, setQuery] = useState("");
  const matches = useMemo(
    () => searchSettings(groups, explainIdle, query),
    [groups, explainIdle, query],
  );
  const { groups: found, idle } = matches;
  const flat = found.flatMap(({ parameters }) => parameters);
  /** The path that the arrow keys or the pointer have marked; null while a query decides. */
  const [marked, setMarked] = useState(path);
  const active = marked ?? matches.first;
  const index = flat.findIndex((one) => one.path === active);
  const shown = flat[index] ?? (marked === null ? undefined : flat[0]);
  const optionId = (one: Parameter) => `${id}-${one.path}`;
  const move = (to: number) => {
    const next = flat[to];
    if (next === undefined) return;
    setMarked(next.path);
    document.getElementById(optionId(next))?.scrollIntoView({ block: "nearest" });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const to = listTarget(pressedKey(event), index, flat.length);
    if (to !== null) move(to);
    else if (pressedKey(event) === "Enter" && shown !== undefined) onChoose(shown.path);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <input
        className="text-field axis-search"
        type="search"
        role="combobox"
        aria-label={tr("Search the settings")}
        placeholder={tr("Search the settings")}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={shown === undefined ? undefined : optionId(shown)}
        autoComplete="off"
        value={query}
        onChange={(event) => {
          setQuery(event.target.value);
          setMarked(null);
        }}
        onKeyDown={onKeyDown}
      />
      <div id={`${id}-list`} role="listbox" aria-label={tr("Settings")} className="axis-options">
        {found.map(({ title, parameters }) => (
          <div key={title} role="group" aria-label={title}>
            <div className="axis-group-title" aria-hidden="true">
              {title}
            </div>
            {parameters.map((one) => (
              <div
                key={one.path}
                id={optionId(one)}
                role="option"
                aria-selected={one.path === path}
                className={`axis-option ${one === shown ? "axis-option-active" : ""}`}
                title={one.one_line}
                onClick={() => onChoose(one.path)}
                onPointerMove={() => setMarked(one.path)}
              >
                <span>{one.label}</span>
                <span className="mono muted">{formatSetting(one, values[one.path])}</span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <SearchNotes query={query} isEmpty={flat.length === 0} idle={idle} />
    </>
  );
}

interface NotesProps {
  query: string;
  /** No setting has been found that can be the axis. */
  isEmpty: boolean;
  /** Why settings that have been found cannot be the axis. */
  idle: readonly string[];
}

function SearchNotes({ query, isEmpty, idle }: NotesProps) {
  if (isEmpty && idle.length === 0) {
    return (
      <p className="muted" role="status">
        {tr("No numeric setting of this machine has “{query}” in its name.", { query })}
      </p>
    );
  }
  return idle.map((text) => (
    <p key={text} className="axis-idle">
      {text}
    </p>
  ));
}
