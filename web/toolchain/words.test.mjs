// What follows a command on its line: read, or refused with a remedy that shows how it is written.
import { describe, expect, test } from "vitest";
import { expectNone, readFormat, readPort } from "./words.mjs";

describe("words after a command", () => {
  test("a port, or the usual one", () => {
    expect(readPort([], 4173, "npm start")).toBe(4173);
    expect(readPort(["5000"], 4173, "npm start")).toBe(5000);
  });

  test.each([[["--open"]], [["0"]], [["65536"]], [["1e3"]], [["5000", "5001"]], [[""]]])(
    "%j is no port, and the remedy shows one",
    (words) => {
      expect(() => readPort(words, 4173, "npm start")).toThrow(`"${words.join(" ")}" is no port`);
      expect(() => readPort(words, 4173, "npm start")).toThrow(
        expect.objectContaining({ remedy: expect.stringContaining("npm start -- 5000") }),
      );
    },
  );

  test("a format, written in either way", () => {
    expect(readFormat([], "npm run bench")).toBe("text");
    expect(readFormat(["--format", "json"], "npm run bench")).toBe("json");
    expect(readFormat(["--format=text"], "npm run bench")).toBe("text");
  });

  test.each([
    [["json"]],
    [["--format"]],
    [["--format", "csv"]],
    [["--frmat=json"]],
    [["--format", "json", "x"]],
  ])("%j is no format, and the remedy shows one", (words) => {
    expect(() => readFormat(words, "npm run bench")).toThrow(words.join(" "));
  });

  test("a command without options refuses any", () => {
    expect(() => expectNone([], "npm run build")).not.toThrow();
    expect(() => expectNone(["--watch"], "npm run build")).toThrow('"--watch" was not expected');
  });
});
