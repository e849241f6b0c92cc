// The fingerprint of a value: SHA-256 over its canonical JSON (RFC 8785), in hexadecimal. core/cli computes the same one.
// The browser's own `crypto.subtle` is missing on pages that were not served over HTTPS.
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import canonicalize from "canonicalize";

export function digestOf(value: object): string {
  const text = canonicalize(value) ?? "";
  return bytesToHex(sha256(utf8ToBytes(text)));
}
