// The text of a file that a person chose or dropped. Every reader of such a file reads it here: editors and shells save UTF-8
// with a byte order mark, or UTF-16, and lines that end with CR LF. All of it reads as text with LF.

export async function readTextFile(file: Blob): Promise<string> {
  return decodeText(new Uint8Array(await file.arrayBuffer()));
}

/** Decodes UTF-8 and UTF-16, with their mark or without. What is no text comes out with signs that no reader accepts. */
export function decodeText(bytes: Uint8Array): string {
  // The decoder leaves out the mark of its own encoding.
  return new TextDecoder(encodingOf(bytes)).decode(bytes).replaceAll("\r\n", "\n");
}

/** The same, and Latin-1, which older editors save: a byte that UTF-8 does not have makes it that. No character is lost. */
export function decodeAnyText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding !== "utf-8" || isUtf8(bytes)) return decodeText(bytes);
  return new TextDecoder("windows-1252").decode(bytes).replaceAll("\r\n", "\n");
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function encodingOf([first = 0, second = 0, third = 0, fourth = 0]: Uint8Array): string {
  const mark = first * 256 + second;
  if (mark === 0xfffe) return "utf-16le";
  if (mark === 0xfeff) return "utf-16be";
  // Without the mark: a text in these files begins with two signs of ASCII, which have a zero byte in UTF-16.
  if (second === 0 && fourth === 0 && first > 0 && third > 0) return "utf-16le";
  return first === 0 && third === 0 && second > 0 && fourth > 0 ? "utf-16be" : "utf-8";
}
