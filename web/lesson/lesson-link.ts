// A lesson's files inside a link: an author can send a lesson without a server. The page reads the text from its own
// address and asks no other host.
import { compressJson, decompressJson } from "./compressed-json";
import { z } from "../lib/schema";
import { UnreadableError } from "../lib/unreadable";

/** Text by file name. */
export type LessonFileTexts = Record<string, string>;

const PREFIX = "#/lessons?text=";

/** Longer links are cut off by some programs that send them. */
export const LINK_CHARACTERS_MAX = 30_000;

const FILES_MAX = 20;
const FILE_CHARACTERS_MAX = 400_000;
/** The most bytes that are unpacked from a link: a damaged or hostile link cannot fill the memory. */
const BYTES_MAX = 4 * FILE_CHARACTERS_MAX;
const schema = z
  .record(z.string().max(200), z.string().max(FILE_CHARACTERS_MAX))
  .refine((files) => Object.keys(files).length <= FILES_MAX);

/** Returns the hash of a link that holds the files. It can be longer than `LINK_CHARACTERS_MAX`. */
export function formatLessonLink(files: LessonFileTexts): string {
  return PREFIX + compressJson(files);
}

/** Whether a hash, or a whole address, holds a lesson. */
export function isLessonLink(address: string): boolean {
  return address.includes(PREFIX);
}

/** Reads the files of a link. Throws an UnreadableError. */
export function readLessonLink(address: string): LessonFileTexts {
  const text = address.slice(address.indexOf(PREFIX) + PREFIX.length).trim();
  try {
    return schema.parse(decompressJson(text, BYTES_MAX));
  } catch {
    throw new UnreadableError(
      "text",
      "The link does not hold a whole lesson. Programs that send links cut off long ones: ask for the lesson's files instead",
    );
  }
}
