// The arguments of a command are parsed, or refused with a remedy that shows the right form.
import { expect, test } from "vitest";
import { readArguments } from "./arguments.mjs";

test("a port, or the default one", () => {
  expect(readArguments("start", []).port).toBe(4173);
  expect(readArguments("start", ["5000"]).port).toBe(5000);
});

test.each([[["--open"]], [["0"]], [["65536"]], [["1e3"]], [["5000", "5001"]], [[""]]])(
  "%j is no port, and the remedy shows one",
  (words) => {
    expect(() => readArguments("start", words)).toThrow(
      expect.objectContaining({
        message: `"${words.join(" ")}" is no port`,
        remedy: expect.stringContaining("npm start -- 5000"),
      }),
    );
  },
);

test("a port that browsers block is refused before anything is built", async () => {
  expect(() => readArguments("start", ["5061"])).toThrow(
    expect.objectContaining({
      message: "browsers block port 5061",
      remedy: expect.stringContaining("npm start -- 5000"),
    }),
  );
  // Node's fetch has the list of the standard.
  const { cause } = await fetch("http://127.0.0.1:5061/").catch((error) => error);
  expect(cause.message).toBe("bad port");
});

test("the gallery serves on a port, or takes pictures", () => {
  expect(readArguments("gallery", [])).toMatchObject({ port: 4174, screens: null });
  expect(readArguments("gallery", ["--screens"])).toMatchObject({ screens: [] });
  const some = readArguments("gallery", ["--screens", "compare", "lab-lrp"]);
  expect(some.screens).toEqual(["compare", "lab-lrp"]);
  expect(() => readArguments("start", ["--screens"])).toThrow("is no port");
});

test("a format, written in either way", () => {
  expect(readArguments("bench", []).format).toBe("text");
  expect(readArguments("bench", ["--format", "json"]).format).toBe("json");
  expect(readArguments("bench", ["--soak"])).toMatchObject({ soak: true, format: "text" });
  expect(readArguments("bench", ["--soak", "--format", "json"]).format).toBe("json");
  expect(readArguments("bench", ["--grade"])).toMatchObject({ grade: true, soak: false });
  expect(readArguments("bench", ["--lighthouse"])).toMatchObject({ lighthouse: true });
  expect(readArguments("bench", ["--format=text"]).format).toBe("text");
});

test.each([
  [["json"]],
  [["--format"]],
  [["--format", "csv"]],
  [["--frmat=json"]],
  [["--format", "json", "x"]],
])("%j is no format, and the message contains it", (words) => {
  expect(() => readArguments("bench", words)).toThrow(words.join(" "));
});

test("a command without options refuses every argument, and a command with words takes all", () => {
  expect(() => readArguments("build", [])).not.toThrow();
  expect(() => readArguments("build", ["--watch"])).toThrow('"--watch" was not expected');
  expect(readArguments("test", ["rust", "units"]).words).toEqual(["rust", "units"]);
});
