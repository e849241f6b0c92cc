// The saved files as text: pictures from draw lists, tables, commands, file names, citations, and runs.
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { catalogue } from "../../engine/simulator.test-data";
import type { Mark } from "../../frame/draw-list";
import type { Palette } from "../../ui/palette";
import { citationOf, type CitationFile } from "./citation";
import { runCommand, shellWord, traceCommand } from "./command";
import { csvText, plainTable, tabSeparated } from "./csv";
import { svgOfMarks } from "./draw-list-svg";
import { fileName } from "./file-name";
import { crc32, withComment } from "./png-comment";
import { svgDocument } from "./svg-document";
import { inProject } from "../../tools/lib/paths.mjs";

const palette = new Proxy({} as Palette, { get: (_, name) => `var(${String(name)})` });

describe("a picture", () => {
  const text = (content: string): Mark => ({
    mark: "text",
    ...{
      x: 10,
      y: 20,
      text: content,
      size: 12,
      weight: 600,
      face: "mono",
      color: "ink",
      align: "right",
    },
  });

  test("has its texts as text, with markup as letters", () => {
    const svg = svgOfMarks([text('a < b & "c"')], palette);
    expect(svg).toContain('>a &lt; b &amp; "c"</text>');
    expect(svg).toContain('text-anchor="end"');
    expect(svg).toContain('font-weight="600"');
  });

  test("has an element for every kind of mark", () => {
    const marks: Mark[] = [
      { mark: "rect", x: 0, y: 0, w: 4, h: -3, fill: "card", radius: 2 },
      { mark: "line", points: [0, 0, 5, 5], color: "ink", width: 1, dash: [2, 1], arrow: true },
      { mark: "dots", points: [1, 2, 3, 4], radius: 2, fill: "accent" },
      { mark: "blocks", blocks: [5, 5, 8, Math.PI / 2] },
      { mark: "boxes", boxes: [0, 0, 2, 2, 4, 4, 2, 2], fill: "loss", alpha: 0.5 },
      { mark: "signs", shape: "triangle", points: [3, 3], size: 6, hatch: true },
      { mark: "area", points: [0, 0, 5, 0, 5, 5], hatch: true },
    ];
    expect(svgOfMarks(marks, palette)).toMatchSnapshot();
  });

  test("shows as many slots and waiting packets as the mark has", () => {
    const slots: Mark = {
      mark: "slots",
      ...{ x: 0, y: 0, rows: 2, pitch: 6, rowPitch: 6, capacity: 8, packetsPerSlot: 1 },
      ...{ first: 6, count: 5, sent: 2, reversed: false, color: "ink" },
    };
    const [all, waiting, sent] = [
      ...svgOfMarks([slots], palette).matchAll(/<path d="([^"]*)"/g),
    ].map(([, path]) => path?.match(/M/g)?.length);
    expect([all, waiting, sent]).toEqual([8, 3, 2]);
  });

  test("names and describes itself, and says which run it shows", () => {
    const words = {
      ...{ title: "A & B", description: "12 packets", caption: "one two three four" },
      link: "https://lab/#/lab?a&b",
    };
    const svg = svgDocument({ width: 60, height: 20, body: "<g/>" }, words, palette);
    expect(svg).toContain('<title id="title">A &amp; B</title>');
    expect(svg).toContain('<desc id="description">12 packets</desc>');
    expect(svg).toContain('role="img"');
    expect(svg).toContain("<metadata>https://lab/#/lab?a&amp;b</metadata>");
    expect([...svg.matchAll(/<text /g)].length).toBeGreaterThan(1);
  });
});

const WORDS = { none: "none", lowest: "Lowest seed", highest: "Highest seed" };

describe("a table", () => {
  test("is CSV with quotes only where they are needed, and without formulas", () => {
    const rows = [
      ["name", "n"],
      ['say "a, b"', "-1.5"],
      ["=cmd()", "-x"],
      ["@sum", "+1"],
    ];
    expect(csvText(rows)).toBe(`name,n\r\n"say ""a, b""",-1.5\r\n'=cmd(),'-x\r\n'@sum,'+1\r\n`);
    expect(tabSeparated([["=a\tb", "-2"]])).toBe("'=a b\t-2\n");
  });

  // core/cli/src/strange_text.rs reads the same file.
  test.each(
    JSON.parse(readFileSync(inProject("core/cli/tests/csv-cells.json"), "utf8")) as string[][],
  )(
    "%j has no cell that a spreadsheet executes, whatever separates cells",
    (text = "", cell = "") => {
      const [first] = csvText([[text]]).split("\r\n");
      expect(first?.startsWith('"') ? first.slice(1, -1).replaceAll('""', '"') : first).toBe(cell);
      expect(tabSeparated([[text]])).toBe(`${cell}\n`);
    },
  );

  test("has plain numbers, and units in the header", () => {
    const table = plainTable(
      ["Place", "Packets", "Time", "Share", "Delivered/s", "Mixed", "Limit"],
      [
        ["ring", "1,234", "12.5\u202fms", "9.5 %", "790/s", "3 ms", "5"],
        ["queue", "none", "80 µs", "100 %", "4,100/s", "40 %", "infinite"],
        ["socket", "0", "0 µs", "0 %", "never", "5 of 9", "1,000"],
      ],
      WORDS,
    );
    expect(table).toEqual([
      ["Place", "Packets", "Time (us)", "Share (%)", "Delivered/s", "Mixed", "Limit"],
      ["ring", "1234", "12500", "9.5", "790", "3 ms", "5"],
      ["queue", "", "80", "100", "4100", "40 %", "infinite"],
      ["socket", "0", "0", "0", "never", "5 of 9", "1000"],
    ]);
  });
});

test("a mean with the range of its seeds is three columns of numbers, in every language", () => {
  const cells = ["500/s", "1,746/s (1,744/s to 1,747/s)", "919/s (917/s a 921/s)", "none"];
  const rows = cells.map((cell) => [cell]);
  expect(plainTable(["kernel"], rows, WORDS)).toEqual([
    ["kernel (1/s)", "kernel: Lowest seed (1/s)", "kernel: Highest seed (1/s)"],
    ["500", "500", "500"],
    ["1746", "1744", "1747"],
    ["919", "917", "921"],
    ["", "", ""],
  ]);
  const lost = plainTable(["Lost"], [["0 %"], ["< 0.1 %"], ["26 %"]], WORDS);
  expect(lost).toEqual([["Lost (%)"], ["0"], ["< 0.1 %"], ["26"]]);
  const times = [["12.5 ms (9 ms to 1.2 s)"], ["2 (of 3)"]];
  expect(plainTable(["p50"], times.slice(0, 1), WORDS)[1]).toEqual(["12500", "9000", "1200000"]);
  expect(plainTable(["p50"], times.slice(1), WORDS)[1]).toEqual(["2 (of 3)"]);
});

describe("a command", () => {
  const [base] = catalogue.scenarios;
  if (base === undefined) throw new Error("no scenario");
  const run = { base, set: {}, scenario: base, from: 0, to: 10, head: 10 };

  test("passes every word on unchanged", () => {
    expect(shellWord("traffic.rate=12000")).toBe("traffic.rate=12000");
    expect(shellWord("it's $HOME")).toBe(`'it'\\''s $HOME'`);
    expect(shellWord("")).toBe("''");
  });

  test("names the capture file, whatever it is called", () => {
    const capture = { file: "-a b.pcap", packets: 7, digest: "0123456789abcdef" };
    const set = { "traffic.pattern": "capture", "traffic.speed": 200 };
    expect(runCommand({ ...run, set, scenario: { ...base, capture } }, "run.json")).toBe(
      `livelock run ${base.id} --set traffic.speed=200 '--capture=-a b.pcap' --first 7 --window 0cycles..10cycles --format json`,
    );
  });

  test("reads the saved run if the base scenario's own interventions are missing", () => {
    const other = { ...base, interventions: [{ at: 1, set: {} }] };
    expect(runCommand({ ...run, base: other }, "run.json")).toBe(
      "livelock run run.json --format json",
    );
    expect(traceCommand({ ...run, base: other }, { from: 1, to: 2 }, "run.json")).toBe(
      "livelock trace run.json --from 1cycles --until 2cycles --format chrome > trace.json",
    );
  });
});

test("a file is named by scenario, moment and content", () => {
  const moment = { scenario: "figure-6-1", microseconds: 619_234.5 };
  expect(fileName(moment, "Where it went: CPU time", "csv")).toBe(
    "figure-6-1-at-619.235ms-where-it-went-cpu-time.csv",
  );
  expect(fileName({ scenario: "../x", microseconds: null }, "Übersicht", "svg")).toBe(
    "x-u-bersicht.svg",
  );
  expect(fileName({ ...moment, letter: "B" }, "run", "json")).toBe(
    "figure-6-1-b-at-619.235ms-run.json",
  );
});

test("a_png_gets_a_comment_after_its_header", async () => {
  // The check value of this checksum.
  expect(crc32(new TextEncoder().encode("123456789"))).toBe(0xcbf43926);
  const header = "h".repeat(33);
  const bytes = await withComment(new Blob([header, "rest"]), "#/lab?v=1").bytes();
  const text = String.fromCharCode(...bytes);
  expect(text.slice(0, 33 + 4)).toBe(`${header}\0\0\0\x11`);
  expect(text.slice(37, 37 + 21)).toBe("tEXtComment\0#/lab?v=1");
  expect(text.slice(37 + 21 + 4)).toBe("rest");
});

describe("a citation", () => {
  const file = parse(
    readFileSync(new URL("../../../CITATION.cff", import.meta.url), "utf8"),
  ) as CitationFile;
  const cite = (source: string) =>
    citationOf(file, {
      title: "50% & more",
      source,
      model: "2026.7",
      link: "https://x.org/#/lab?v=1&set=a:1",
    });

  test("names the lab, its versions, the run and the paper", () => {
    const { text, bibtex } = cite("M 6.1");
    for (const part of [file.version, "model 2026.7", "#/lab?v=1", "Mogul", "1996"])
      expect(text).toContain(part);
    expect(bibtex).toContain("@software{livelock_lab,");
    expect(bibtex).toContain("Run: 50\\% \\& more");
    expect(bibtex).toContain("@inproceedings{mogul_1996,");
    expect(bibtex).toContain("author = {Mogul, Jeffrey C. and Ramakrishnan, K. K.}");
  });

  test("finds each paper by its letter", () => {
    const first = ["M", "K", "S", "W", "R"].map(
      (letter) =>
        /The run shows a machine of: (?:\S+ )*?(Mogul|Karp|Spanos|Wu|Brustoloni)/.exec(
          cite(`${letter} 4`).text,
        )?.[1],
    );
    expect(first).toEqual(["Mogul", "Karp", "Spanos", "Wu", "Brustoloni"]);
    expect(cite("Linux documentation").text).not.toContain("The run shows");
  });
});
