// The table that shows a picture in rows. It is folded until a person opens it, and its rows are not rendered before that.
import { useState, type ReactNode } from "react";

interface FoldedTableProps {
  name: string;
  children: ReactNode;
}

export function FoldedTable({ name, children }: FoldedTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details className="machine-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open ? children : null}
    </details>
  );
}
