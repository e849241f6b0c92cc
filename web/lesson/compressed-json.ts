// A value as a short text, for a link or for a learning platform: JSON, compressed, in the letters, digits, "-" and "_"
// that an address may contain.
import { deflateSync, inflateSync, strFromU8, strToU8 } from "fflate";

export function compressJson(value: unknown): string {
  const bytes = deflateSync(strToU8(JSON.stringify(value)), { level: 9 });
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Reads a value back. Throws when the text is damaged, or when its JSON is longer than `bytesMax`. */
export function decompressJson(text: string, bytesMax: number): unknown {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return JSON.parse(strFromU8(inflateSync(bytes, { out: new Uint8Array(bytesMax) })));
}
