// Facts about the texts of files: how they are encoded and how their lines end makes no difference.
import { expect, it } from "vitest";
// cspell:ignore Grüße
import { encodings } from "./encodings.test-data";
import { decodeAnyText, readTextFile } from "./text-file";

it("a_text_reads_the_same_in_every_encoding", async () => {
  for (const text of ["{\n“one”: 1\n}\n", "# Title\n\ntext\n", "é\n", "", "a"]) {
    for (const [name, file] of encodings(text, "text.md")) {
      expect(await readTextFile(file), name).toBe(text);
    }
  }
});

const SOURCE = "/* Grüße */\nint x;\n";

it("utf8_with_a_mark_and_line_ends_of_windows_is_the_same_text", () => {
  const bytes = new TextEncoder().encode(`\ufeff${SOURCE.replaceAll("\n", "\r\n")}`);
  expect(decodeAnyText(bytes)).toBe(SOURCE);
});

it("latin_1_keeps_its_letters", () => {
  const bytes = Uint8Array.from(SOURCE, (letter) => letter.charCodeAt(0));
  expect(decodeAnyText(bytes)).toBe(SOURCE);
});

it("utf16_is_read_with_and_without_a_mark", () => {
  for (const text of [`\ufeff${SOURCE}`, SOURCE]) {
    const units = Uint16Array.from(text, (letter) => letter.charCodeAt(0));
    expect(decodeAnyText(new Uint8Array(units.buffer))).toBe(SOURCE);
  }
});

it("a_sign_for_what_is_no_letter_in_a_sound_file_stays", () => {
  expect(decodeAnyText(new TextEncoder().encode("/* \ufffd */"))).toBe("/* \ufffd */");
});
