// A text as different editors and shells save it, for the tests of everything that reads files.

export function encodings(text: string, name: string): [encoding: string, file: File][] {
  const lines = text.replaceAll("\n", "\r\n");
  const file = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => new File(parts, name);
  const all: [string, File][] = [
    ["UTF-8", file(text)],
    ["a byte order mark", file("\u{feff}", text)],
    ["a byte order mark and CR LF", file("\u{feff}", lines)],
    ["UTF-16, little-endian", file(utf16(`\u{feff}${text}`, true))],
    ["UTF-16, big-endian", file(utf16(`\u{feff}${lines}`, false))],
  ];
  // Without a mark, only a text that begins with two signs of ASCII is recognized.
  if (!/^[\n -~]{2}/.test(text)) return all;
  return [...all, ["UTF-16 without its mark", file(utf16(text, true))]];
}

function utf16(text: string, isLittleEndian: boolean): Uint8Array<ArrayBuffer> {
  const bytes = new DataView(new ArrayBuffer(2 * text.length));
  for (let at = 0; at < text.length; at++) {
    bytes.setUint16(2 * at, text.charCodeAt(at), isLittleEndian);
  }
  return new Uint8Array(bytes.buffer);
}
