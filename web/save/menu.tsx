// The menu of a card's save button: each picture and each table of the card, folded ones too, with its buttons.
import { tr } from "../i18n/i18n";
import { useEffect, useRef, useState } from "react";
import type { AppServices } from "../desk/app-services";
import { Button } from "../ui/button";
import { renderFoldedTables } from "../ui/folded-tables";
import { placeNote } from "../ui/popover";
import type { SaveMenuProps } from "../ui/save-button";
import { outcomeOf, savePicture, saveTable, type Outcome } from "./save-actions";
import { picturesIn, tablesIn, type SavedTable } from "./saved-parts";
import "./save.css";

interface SaveMenuOfPartProps extends SaveMenuProps {
  services: AppServices;
}

export function SaveMenu({ services, part }: SaveMenuOfPartProps) {
  const { lab } = services;
  const [pictures] = useState(() => {
    const found = part();
    return found === null ? [] : picturesIn(found);
  });
  const tables = useTables(() => {
    const found = part();
    return found === null ? [] : tablesIn(found);
  });
  const { outcome, run } = useOutcome();
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => placeAgain(content.current), [outcome, tables]);
  return (
    <div ref={content} className="stack">
      {pictures.map((picture) => (
        <div
          key={picture.name}
          role="group"
          aria-label={tr("Picture: {name}", { name: picture.name })}
          className="row"
        >
          <span className="save-name">{picture.name}</span>
          {(["SVG", "PNG", "copy"] as const).map((form) => (
            <Button key={form} onClick={() => run(() => savePicture(services, picture, form))}>
              {form === "copy" ? tr("Copy") : form}
            </Button>
          ))}
        </div>
      ))}
      {tables.map((table) => (
        <div
          key={table.name}
          role="group"
          aria-label={tr("Table: {name}", { name: table.name })}
          className="row"
        >
          <span className="save-name">{table.name}</span>
          {(["CSV", "copy"] as const).map((form) => (
            <Button key={form} onClick={() => run(() => saveTable(lab, table, form))}>
              {form === "copy" ? tr("Copy") : form}
            </Button>
          ))}
        </div>
      ))}
      {pictures.length + tables.length === 0 && (
        <p>{tr("There is no picture or table here yet.")}</p>
      )}
      <OutcomeText outcome={outcome} />
    </div>
  );
}

/** The tables of a part of the page, folded ones too. They stay rendered as long as the caller is shown. */
export function useTables(find: () => SavedTable[]): readonly SavedTable[] {
  const [tables, setTables] = useState<readonly SavedTable[]>([]);
  useEffect(() => {
    let end: (() => void) | null = null;
    let isShown = true;
    // After the effects: React cannot render while they run.
    queueMicrotask(() => {
      if (!isShown) return;
      end = renderFoldedTables();
      setTables(find());
    });
    return () => {
      isShown = false;
      queueMicrotask(() => end?.());
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- once: nothing may change while a person reads it
  }, []);
  return tables;
}

/** Runs actions, and returns the outcome of the last one. */
export function useOutcome() {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const run = (action: () => Promise<Outcome>) => {
    setOutcome({ text: tr("Working …"), isError: false });
    void outcomeOf(action).then(setOutcome);
  };
  return { outcome, run };
}

export function OutcomeText({ outcome }: { outcome: Outcome | null }) {
  return (
    <p
      role="status"
      className={outcome?.isError === true ? "save-outcome save-error" : "save-outcome"}
    >
      {outcome?.text}
    </p>
  );
}

/** The menu arrives after its popover has opened, and grows with its texts. */
function placeAgain(content: Element | null): void {
  const note = content?.closest<HTMLElement>("[popover]") ?? null;
  const button = note?.parentElement?.querySelector("button");
  if (note !== null && button !== null && button !== undefined)
    placeNote(note, button.getBoundingClientRect());
}
