// Lets one command at a time change what is built in this checkout. A command takes the lock when it has something to make, and
// gives it back when it ends or begins to serve. The lock is a file that names its holder. If the holder was killed, the
// next command takes the lock over. Needs no npm package: the bootstrap uses it. (The libraries for this are npm packages.)

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { inProject } from "./paths.mjs";
import { Failure } from "./step.mjs";

/**
 * @typedef {object} Holder
 * @property {string} command
 * @property {number} pid
 * @property {string} birth when the process started: another process may get the same number later
 * @property {string} host
 */

const POLL_MILLISECONDS = 500;
/** A file without a holder belongs to a process that has created it and not written it yet, or was killed just then. */
const WRITTEN_WITHIN_MILLISECONDS = 5_000;

/** Locks one folder. The commands use `checkout`, below. */
export class Lock {
  /** @type {Holder | null} */
  #held = null;

  /**
   * @param {string} folder where the lock's file is
   * @param {(text: string) => void} say prints a line
   */
  constructor(folder, say) {
    this.file = path.join(folder, ".lock");
    this.say = say;
  }

  /**
   * Takes the lock, or waits for it. Returns whether this process has it: not if `isDone` became true meanwhile, because
   * the holder has made what this command was going to make.
   * @param {string} command
   * @param {() => boolean} isDone
   */
  async hold(command, isDone = () => false) {
    let told = "";
    while (this.#held === null) {
      if (isDone()) return false;
      if (this.#take(command)) break;
      const holder = this.#holder();
      if (holder === "gone") this.#remove();
      else {
        const text = describe(holder, this.file);
        if (text !== told) this.say((told = text));
        await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
      }
    }
    return true;
  }

  /** Gives the lock back, if this process has it. */
  release() {
    const holder = this.#held === null ? null : readHolder(this.file);
    if (this.#held !== null && isSame(holder, this.#held)) rmSync(this.file, { force: true });
    this.#held = null;
  }

  /** @param {string} command */
  #take(command) {
    const own = { command, pid: process.pid, birth: birthOf(process.pid), host: hostname() };
    try {
      writeFileSync(this.file, JSON.stringify(own), { flag: "wx" });
    } catch (error) {
      const { code, message } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === "EEXIST") return false;
      if (code === "ENOSPC") rmSync(this.file, { force: true });
      throw new Failure(
        `${this.file} could not be written: ${message}`,
        "make room on the disk, or let this user write into the folder; then run the command again",
      );
    }
    this.#held = own;
    return true;
  }

  /** The living holder; null while one is writing its name; "gone" if the lock is nobody's. */
  #holder() {
    const holder = readHolder(this.file);
    if (holder === null) {
      const age = Date.now() - (statSync(this.file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
      return age > WRITTEN_WITHIN_MILLISECONDS ? "gone" : null;
    }
    if (holder.host !== hostname()) return holder;
    return birthOf(holder.pid) === holder.birth ? holder : "gone";
  }

  /** Removes the lock of a dead holder. Only one of several waiting commands may: the others might remove its new lock. */
  #remove() {
    const right = `${this.file}.removing`;
    try {
      mkdirSync(right);
    } catch {
      const age = Date.now() - (statSync(right, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
      if (age > WRITTEN_WITHIN_MILLISECONDS) rmSync(right, { recursive: true, force: true });
      return;
    }
    try {
      if (this.#holder() === "gone") rmSync(this.file, { force: true });
    } finally {
      rmSync(right, { recursive: true, force: true });
    }
  }
}

/** The lock of this checkout. */
const checkout = new Lock(inProject(), (text) => console.log(text));
process.on("exit", () => checkout.release());

/**
 * Takes the lock of this checkout for this command. Call it before anything is made: where it is held already, nothing
 * happens.
 * @param {() => boolean} [isDone] as in `Lock.hold`
 */
export function holdCheckout(isDone) {
  return checkout.hold(commandName(process.argv[2] ?? ""), isDone);
}

/** Gives the lock back before the end of the command: it begins to serve, and makes nothing any more. */
export function releaseCheckout() {
  checkout.release();
}

/** @param {string} name in package.json */
function commandName(name) {
  return ["start", "test"].includes(name) ? `npm ${name}` : `npm run ${name}`;
}

/**
 * @param {Holder | null} holder
 * @param {string} file
 */
function describe(holder, file) {
  if (holder === null) return "  waits for another command in this folder";
  const { command, pid, host } = holder;
  if (host === hostname()) return `  waits for \`${command}\` (process ${pid}) in this folder`;
  return `  waits for \`${command}\` (process ${pid} on ${host}) in this folder. If it does not run any more, delete ${file}`;
}

/**
 * @param {string} file
 * @returns {Holder | null} null if the file is absent or not written yet
 */
function readHolder(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/**
 * @param {Holder | null} one
 * @param {Holder} other
 */
function isSame(one, other) {
  return one?.pid === other.pid && one.birth === other.birth && one.host === other.host;
}

/**
 * When a process started, as a text; "" if there is no such process.
 * @param {number} pid
 */
export function birthOf(pid) {
  try {
    // The name of the program, in parentheses, may contain anything. The 20th field after it is the start time.
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const [state, ...fields] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return state === "Z" ? "" : (fields[18] ?? "");
  } catch {
    // macOS has no /proc, Windows neither /proc nor ps.
    const ps = spawnSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" });
    if (ps.error === undefined) return ps.stdout.trim();
    return isAlive(pid) ? "alive" : "";
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === "EPERM";
  }
}
