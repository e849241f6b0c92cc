// The programs that ship (core/programs): kernels of the papers, written as a learner would write them, to begin from.
import table from "../../generated/calls.json";

export interface ShippedProgram {
  /** The name of its file without the ending. */
  id: string;
  title: string;
  text: string;
}

const files: Record<string, string> = import.meta.glob("../../../core/programs/*.c", {
  query: "?raw",
  import: "default",
  eager: true,
});

const texts = new Map(
  Object.entries(files).map(([path, text]) => [path.replace(/^.*\/(.*)\.c$/, "$1"), text]),
);

export const SHIPPED_PROGRAMS: readonly ShippedProgram[] = table.programs.flatMap((row) => {
  const text = texts.get(row.id);
  return text === undefined ? [] : [{ ...row, text }];
});
