// The table that shows a picture in rows. It is folded until a person opens it. Its rows are rendered only then, and while
// somebody saves or prints the page.
import { useState, type ReactNode } from "react";
import { useFoldedTables } from "../../ui/folded-tables";

interface FoldedTableProps {
  name: string;
  children: ReactNode;
}

export function FoldedTable({ name, children }: FoldedTableProps) {
  const [open, setOpen] = useState(false);
  const isRead = useFoldedTables();
  return (
    <details className="machine-table" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{name}</summary>
      {open || isRead ? children : null}
    </details>
  );
}
