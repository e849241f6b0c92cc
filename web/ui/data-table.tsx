// The numbers behind a chart as a table: names on the left, numbers on the right in the monospaced font.
import type { ReactNode } from "react";
import { SaveButton } from "./save-button";

interface DataTableProps {
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

export function DataTable({ caption, columns, rows }: DataTableProps) {
  return (
    <div className="data-table">
      <SaveButton name={caption} of=".data-table" />
      <div className="table-scroll" tabIndex={0} role="group" aria-label={caption}>
        <table className="table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, column) =>
                  column === 0 ? (
                    <th key={column} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={column} className="mono">
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
