// A table of buttons as an ARIA grid: it has one tab stop, and the arrow keys move from cell to cell. Home and End
// move inside the row, with Ctrl inside the table; the Page keys move by ten rows.
import { useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { pressedKey } from "../../ui/pressed-key";

export interface Cell {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
}

const PAGE_ROWS = 10;

/** The cell after a key; null if the grid does not use the key. */
export function nextCell(key: string, far: boolean, at: Cell, size: GridSize): Cell | null {
  const { row, column } = at;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const cells: Record<string, Cell> = {
    ArrowUp: { row: row - 1, column },
    ArrowDown: { row: row + 1, column },
    ArrowLeft: { row, column: column - 1 },
    ArrowRight: { row, column: column + 1 },
    PageUp: { row: row - PAGE_ROWS, column },
    PageDown: { row: row + PAGE_ROWS, column },
    Home: { row: far ? 0 : row, column: 0 },
    End: far ? last : { row, column: last.column },
  };
  const wanted = cells[key];
  return wanted === undefined ? null : clampCell(wanted, size);
}

/** The nearest cell in the table: rows come and go while the tab stop stays. */
export function clampCell({ row, column }: Cell, { rows, columns }: GridSize): Cell {
  const inside = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));
  return { row: inside(row, rows), column: inside(column, columns) };
}

const cellKey = ({ row, column }: Cell) => `${row} ${column}`;

export function useGrid(size: GridSize) {
  const table = useRef<HTMLTableElement>(null);
  const held = useRef(false);
  const [wished, setWished] = useState<Cell>({ row: 0, column: 0 });
  const at = clampCell(wished, size);
  const focus = (cell: Cell) => {
    const found = table.current?.querySelector<HTMLElement>(`[data-cell="${cellKey(cell)}"]`);
    (found?.querySelector("button") ?? found)?.focus();
  };
  // If the focused button disappeared with its row, the cell at the same position takes the focus.
  useLayoutEffect(() => {
    if (held.current && document.activeElement === document.body) focus(at);
  });
  return {
    isStop: (cell: Cell) => cellKey(cell) === cellKey(at),
    /** Moves the tab stop, and the focus if the table has it. */
    moveTo(cell: Cell) {
      setWished(cell);
      if (held.current) focus(cell);
    },
    table: {
      ref: table,
      role: "grid",
      onKeyDown(event: KeyboardEvent) {
        if (event.altKey || event.metaKey || event.shiftKey) return;
        const cell = nextCell(pressedKey(event), event.ctrlKey, at, size);
        if (cell === null) return;
        event.preventDefault();
        focus(cell);
      },
      onFocus({ target }: FocusEvent) {
        const [row = 0, column = 0] = (
          target.closest<HTMLElement>("[data-cell]")?.dataset.cell ?? ""
        )
          .split(" ")
          .map(Number);
        held.current = true;
        setWished({ row, column });
      },
      onBlur({ target }: FocusEvent) {
        if (target.isConnected) held.current = false;
      },
    },
    /** Attributes of a cell. The tab stop is on its button, if it has one. */
    cell: (cell: Cell, hasButton: boolean) => ({
      "data-cell": cellKey(cell),
      tabIndex: hasButton ? undefined : cellKey(cell) === cellKey(at) ? 0 : -1,
    }),
  };
}
