// Facts about the texts of files: how they are encoded and how their lines end makes no difference.
import { expect, it } from "vitest";
import { encodings } from "./encodings.test-data";
import { readTextFile } from "./text-file";

it("a_text_reads_the_same_in_every_encoding", async () => {
  for (const text of ["{\n“one”: 1\n}\n", "# Title\n\ntext\n", "é\n", "", "a"]) {
    for (const [name, file] of encodings(text, "text.md")) {
      expect(await readTextFile(file), name).toBe(text);
    }
  }
});
