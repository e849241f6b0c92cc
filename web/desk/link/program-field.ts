// The program of a machine in a link: "program=kernel.c~10~quota:5~<fingerprint>~<text>". The text is compressed; the fingerprint
// tells a damaged link from another program. A program that is too long for a link is named there, and its text is not: the
// page asks for the file. What compresses is loaded with the first program (`needCompressor`): other links wait for nothing.
import { tr } from "../../i18n/i18n";
import type * as compressedJson from "../../lesson/compressed-json";
import type { KernelProgram, Scenario } from "../../generated/model";
import { encodeText } from "../../lib/format/cut-text";
import { memoize } from "../../model/scenario/settings";
import { decode, decodeName } from "./link-repair";
import { parseWholeNumber, refuse } from "./link-changes";

/** Mail and chat cut longer links. */
export const PROGRAM_LINK_MAX = 8_000;
/** The longest text, in bytes, as in core/src/program; a link holds it as JSON. */
const JSON_BYTES_MAX = 6 * 256 * 1024;

let compressor: typeof compressedJson | null = null;

/** Loads what links of programs need; null if there is nothing to wait for. */
export function needCompressor(of: string | Scenario): Promise<void> | null {
  const hasProgram = typeof of === "string" ? /program(=|%)/i.test(of) : of.program !== undefined;
  if (!hasProgram || compressor !== null) return null;
  return import("../../lesson/compressed-json").then((loaded) => {
    compressor = loaded;
  });
}

/** Whether a link has room for the program. */
export function fitsLink(program: KernelProgram): boolean {
  return packedText(program).length <= PROGRAM_LINK_MAX;
}

/** Memoized, because the address is written again and again while a machine plays. */
const packedText = memoize(({ text }: KernelProgram) => compressor?.compressJson(text) ?? "");

export function formatProgram(program: KernelProgram): string {
  const { file, statement, knobs, text } = program;
  const values = Object.entries(knobs).map(([name, value]) => `${name}:${value}`);
  const name = encodeText(file).replaceAll("~", "%7E");
  const packed = fitsLink(program) ? packedText(program) : "";
  return [name, statement, values.join(","), fingerprint(text), packed].join("~");
}

export function parseProgram(link: string): KernelProgram {
  const wanted = tr("the whole link, as it was made");
  const damaged = (problem: string): never => refuse("program", link, problem, wanted);
  // Mail breaks lines. Only the name of the file may have encoded characters of its own.
  const parts = link.replace(/[\r\n\t]|%0[9AD]/gi, "").split("~");
  const [name = "", ...others] = parts;
  const [statement = "", values = "", digest = "", packed = ""] = others.map(decode);
  if (parts.length !== 5 || !/^[0-9a-f]{16}$/.test(digest))
    return damaged(tr("this is no program"));
  const file = decodeName(name);
  if (packed === "") {
    const remedy = tr("open the file {file} on the page “Write a kernel”", { file });
    return refuse("program", file, tr("the program is too long for a link"), remedy);
  }
  const text = unpack(packed);
  if (text === null || fingerprint(text) !== digest)
    return damaged(tr("the program in the link is damaged"));
  return {
    file,
    digest,
    statement: parseWholeNumber("program", statement, tr("cycles of a statement")),
    knobs: Object.fromEntries(
      values
        .split(",")
        .filter((value) => value !== "")
        .map((value) => {
          const [, knob = "", number = ""] = /^([A-Za-z_]\w*):(-?\d{1,10})$/.exec(value) ?? [];
          if (knob === "") damaged(tr("a knob of the program has no value"));
          return [knob, Number(number)];
        }),
    ),
    text,
  };
}

function unpack(packed: string): string | null {
  try {
    const text = compressor?.decompressJson(packed, JSON_BYTES_MAX);
    return typeof text === "string" ? text : null;
  } catch {
    return null;
  }
}

const BITS = 64;

/** The fingerprint of a program's text, as in core/src/scenario/program.rs. */
export function fingerprint(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    const mixed = BigInt.asUintN(BITS, (hash ^ BigInt(byte)) * 0x100000001b3n);
    hash = BigInt.asUintN(BITS, mixed << 7n) | (mixed >> 57n);
  }
  return hash.toString(16).padStart(16, "0");
}
