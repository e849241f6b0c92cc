// A checkout in a temporary folder with the true commands, and programs in the place of npm, cargo and the others: they write
// what the true ones write, half of it at first, and note when they begin and end. They take a moment instead of minutes.

import { spawn } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { inProject } from "../lib/paths.mjs";

/**
 * @param {number} id
 * @param {Buffer} bytes fewer than 128
 */
const section = (id, bytes) => Buffer.concat([Buffer.from([id, bytes.length]), bytes]);

/**
 * The smallest module that has every section of ours.
 * @param {string} data
 * @param {Buffer[]} more sections
 */
export function moduleOf(data, ...more) {
  const sections = [1, 3, 7, 10].map((id) => section(id, Buffer.from([0])));
  const start = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);
  return Buffer.concat([start, ...sections, section(11, Buffer.from(data)), ...more]);
}

export const optimized = moduleOf("data");
export const withNames = moduleOf("data", section(0, Buffer.from("\x04name\x01\x00")));

/** What each program writes: a list of files of the current folder, with their texts. `FAIL` names one that breaks off. */
const STAND_IN = String.raw`#!/usr/bin/env node
const fs = require("node:fs");
const path = require("node:path");
const name = path.basename(process.argv[1]);
const words = process.argv.slice(2);
const after = (word) => words[words.indexOf(word) + 1];
const { FAIL, COMMAND, CARGO_TARGET_DIR, STAND_INS } = process.env;
const optimized = Buffer.from("${optimized.toString("base64")}", "base64");
const withNames = Buffer.from("${withNames.toString("base64")}", "base64");
const self = fs.readFileSync(process.argv[1]);
const built = path.join(CARGO_TARGET_DIR ?? ".", "wasm32-unknown-unknown/release");

/** @returns {[string, string | Buffer][]} */
function files() {
  switch (name === "cargo" ? words[0] : name) {
    case "npm":
      return [["node_modules/.bin/vite", self], ["node_modules/binaryen/bin/wasm-opt", self],
        ["node_modules/binaryen/bin/package.json", "{}"], ["node_modules/last", "all of it"], ["node_modules/.package-lock.json", "{}"]];
    case "build":
      return [[path.join(built, "livelock_wasm.wasm"), withNames]];
    case "install":
      return [[path.join(after("--root"), "bin/wasm-pack"), self]];
    case "wasm-pack":
      return ["_bg.wasm", ".js"].map((end) => [path.join(after("--out-dir"), after("--out-name") + end), withNames]);
    case "wasm-opt":
      return [[after("-o"), optimized]];
    case "vite":
      return [[path.join(after("--outDir"), "index.html"), "<html><script></script>"], [path.join(after("--outDir"), "last.js"), "all of it"]];
  }
  return [];
}

const note = (what) => fs.appendFileSync(path.join(STAND_INS, "log"), COMMAND + " " + what + " " + name + "\n");
if (name === "rustc") console.log(STAND_INS);
else if (words[0] !== "fmt" && words[0] !== "clippy") work();

async function work() {
  note("begin");
  for (const [file, text] of files()) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text.slice(0, text.length / 2), { mode: 0o755 });
    await new Promise((resolve) => setTimeout(resolve, 120));
    // On a full disk not every program fails: npm only warns, and others may say nothing.
    if (FAIL === name && name === "npm") console.error("npm warn tar TAR_ENTRY_ERROR ENOSPC: no space left on device, write");
    if (FAIL === name) process.exit(name === "vite" ? 1 : 0);
    fs.writeFileSync(file, text);
  }
  if (name === "npm") linkPackages();
  note("end");
}

/** The packages that the commands themselves need are the true ones. */
function linkPackages() {
  for (const one of fs.readdirSync(process.env.PACKAGES)) {
    if (one.startsWith(".") || one === "binaryen") continue;
    fs.symlinkSync(path.join(process.env.PACKAGES, one), path.join("node_modules", one));
  }
}
`;

/** Files that the commands read, beside their own folder. */
const READ = [
  ...["package.json", "package-lock.json", ".npmrc", "rust-toolchain.toml", "core/Cargo.lock"],
  ...["core/packager/Cargo.toml", "web/page-start.js"],
];

export class Checkout {
  constructor() {
    // The path of a checkout may contain a space.
    this.folder = mkdtempSync(path.join(tmpdir(), "two commands-"));
    this.standIns = path.join(this.folder, "core/target/stand-ins");
    mkdirSync(this.standIns, { recursive: true });
    for (const file of READ) {
      mkdirSync(path.dirname(path.join(this.folder, file)), { recursive: true });
      copyFileSync(inProject(file), path.join(this.folder, file));
    }
    cpSync(inProject("web/tools"), path.join(this.folder, "web/tools"), {
      recursive: true,
      filter: (file) => !/\.test(-data)?\.mjs$/.test(file),
    });
    for (const name of ["npm", "cargo", "rustc", "rustup"]) {
      writeFileSync(path.join(this.standIns, name), STAND_IN);
      chmodSync(path.join(this.standIns, name), 0o755);
    }
    // Else Node takes the stand-ins for modules.
    writeFileSync(path.join(this.folder, "core/target/package.json"), "{}");
    writeFileSync(path.join(this.standIns, "log"), "");
    /** @type {Command[]} */
    this.commands = [];
  }

  /**
   * Starts a command of package.json.
   * @param {string} name the command's name in the log
   * @param {string[]} words
   * @param {Record<string, string>} env
   */
  run(name, words, env = {}) {
    const command = new Command(this, name, words, env);
    this.commands.push(command);
    return command;
  }

  /** What the programs have noted: "command begin program". */
  log() {
    return readFileSync(path.join(this.standIns, "log"), "utf8").trim().split("\n");
  }

  /** @param {...string} parts of a file's path */
  read(...parts) {
    const file = path.join(this.folder, ...parts);
    return existsSync(file) ? readFileSync(file) : null;
  }

  remove() {
    for (const command of this.commands) command.process.kill("SIGKILL");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

const SERVES = "Ctrl+C stops it.";

class Command {
  /**
   * @param {Checkout} checkout
   * @param {string} name
   * @param {string[]} words
   * @param {Record<string, string>} env
   */
  constructor(checkout, name, words, env) {
    this.output = "";
    this.checkout = checkout;
    this.process = spawn(process.execPath, ["web/tools/commands/bootstrap.mjs", ...words], {
      cwd: checkout.folder,
      env: {
        PATH: [checkout.standIns, path.dirname(process.execPath), "/usr/bin", "/bin"].join(":"),
        HOME: checkout.standIns,
        XDG_CACHE_HOME: path.join(checkout.folder, "core/target/cache"),
        STAND_INS: checkout.standIns,
        PACKAGES: inProject("node_modules"),
        COMMAND: name,
        ...env,
      },
    });
    for (const stream of [this.process.stdout, this.process.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => (this.output += text));
    }
    /** @type {Promise<number | null>} the exit status */
    this.ended = new Promise((resolve) => this.process.on("close", (code) => resolve(code)));
  }

  /**
   * Waits until the output, or the log of the programs, has a text. Fails if the command ends or serves without it.
   * @param {string} text
   */
  async until(text) {
    let isRunning = true;
    void this.ended.then(() => (isRunning = false));
    const found = () => this.output.includes(text) || this.checkout.log().includes(text);
    while (!found()) {
      if (this.output.includes(SERVES) && !found()) isRunning = false;
      if (!isRunning) throw new Error(`ended without “${text}”:\n${this.output}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  /** Waits until the page is served; returns its address. */
  async served() {
    await this.until(SERVES);
    return /http:\S+/.exec(this.output)?.[0] ?? "";
  }
}
