// A file with a program that a person has chosen or dropped: UTF-8 and UTF-16 as every text of the page, and Latin-1, which older
// editors save.
import { decodeAnyText } from "../../lib/format/text-file";
import { PROGRAM_BYTES_MAX } from "./programs";
import type { Workshop } from "./workshop";

/** Opens a file as a program of its own. */
export async function openProgramFile(workshop: Workshop, file: File): Promise<void> {
  // A character of UTF-16 has two bytes. Of a longer file only the beginning is read, which is refused as too long.
  const bytes = new Uint8Array(await file.slice(0, 2 * PROGRAM_BYTES_MAX + 2).arrayBuffer());
  workshop.create({ file: file.name, text: decodeAnyText(bytes) });
}
