// Names of saved files: the scenario, the moment, and what the file is. Only letters, digits and hyphens, so that every
// file system and every shell takes them.

export interface SavedMoment {
  scenario: string;
  /** "A" or "B" of a comparison; "" for a page with one machine. */
  letter?: string;
  /** Microseconds from the start of the run; null for a file that belongs to no moment. */
  microseconds: number | null;
}

/** "figure-6-1-at-619.2ms-machine.svg". */
export function fileName(
  { scenario, letter = "", microseconds }: SavedMoment,
  what: string,
  extension: string,
): string {
  const moment = microseconds === null ? "" : `at ${milliseconds(microseconds)}ms`;
  const parts = [scenario, letter, moment, what];
  return `${parts
    .map(plain)
    .filter((part) => part !== "")
    .join("-")}.${extension}`;
}

function milliseconds(microseconds: number): string {
  return String(Math.round(microseconds) / 1e3);
}

function plain(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9.]+/g, "-")
    .replaceAll(/^[-.]+|[-.]+$/g, "")
    .slice(0, 60);
}
