// Freezes moments of the real engine into frames/: `node web/gallery/freeze.mjs`, after the core has
// been built for the browser. Each file holds a topology and one frame; shares and the like are
// rounded, so that a change of a file is a change of the machine.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { catalogue, initSync, Session } from "../engine/pkg/livelock_wasm.js";

const wasm = new URL("../engine/pkg/livelock_wasm_bg.wasm", import.meta.url);
initSync({ module: readFileSync(wasm) });

const TRACE_MEGABYTES = 32;
const STEPS_MAX = 1_000_000;
const MILLISECONDS = 1e-3;
const ALL_FLAGS = 7;
const COLUMNS = 640;

/** What the moments are taken from: settings on top of the first scenario, knobs turned on the way. */
const MOMENTS = [
  { id: "healthy", set: { "traffic.rate": 2000 }, until: 412.358, range: 2, motion: 1.2 },
  { id: "collapsed", set: { "traffic.rate": 12000 }, until: 412.358, range: 1, motion: 1.2 },
  {
    id: "collapsed-rates",
    set: { "traffic.rate": 12000 },
    until: 1412.358,
    range: 1000,
    motion: 600,
  },
  {
    id: "cured",
    set: { "traffic.rate": 12000 },
    turn: { at: 300, set: { "polling.enabled": true } },
    until: 500.25,
    range: 2,
    motion: 1.2,
  },
  {
    id: "screend",
    set: { "traffic.rate": 6000, "programs.screend": true },
    until: 612.4,
    range: 2,
    motion: 1.2,
  },
  {
    id: "feedback",
    set: {
      "traffic.rate": 8000,
      "programs.screend": true,
      "polling.enabled": true,
      "feedback.enabled": true,
    },
    until: 612.4,
    range: 3,
    motion: 1.2,
  },
  {
    id: "two-inputs",
    set: { "traffic.rate": 4000, "traffic.inputs": 2, "traffic.reverse": 1000 },
    until: 512.4,
    range: 2,
    motion: 1.2,
  },
];

const scenario = JSON.parse(catalogue()).scenarios[0];
mkdirSync(new URL("./frames/", import.meta.url), { recursive: true });
for (const moment of MOMENTS) freeze(moment);

function freeze({ id, set, turn, until, range, motion }) {
  const settings = { ...scenario.settings, ...set };
  const session = new Session(JSON.stringify({ ...scenario, settings }), TRACE_MEGABYTES);
  const topology = JSON.parse(session.topology());
  const cycles = (milliseconds) => Math.round(milliseconds * MILLISECONDS * topology.clock_hz);
  const run = (end) => {
    while (session.head < end) session.advance(end, STEPS_MAX);
  };
  if (turn !== undefined) {
    run(cycles(turn.at));
    session.intervene(JSON.stringify(turn.set));
  }
  const t = cycles(until);
  run(t + cycles(range * 0.1));
  const from = t - cycles(range * 0.9);
  const selected = lastDropped(session, t, cycles(motion), from);
  const request = [t, from, from + cycles(range), COLUMNS, selected, cycles(motion), ALL_FLAGS];
  const frame = session.frame(Float64Array.from(request));
  const file = { topology, motionSpan: cycles(motion), frame: [...frame].map(rounded) };
  writeFileSync(new URL(`./frames/${id}.json`, import.meta.url), `${JSON.stringify(file)}\n`);
  console.log(`${id}: ${frame.length} numbers, packet ${selected}`);
  session.free();
}

/** The newest packet that was thrown away after work, else the one last in somebody's hands. */
function lastDropped(session, t, motion, from) {
  const frame = session.frame(Float64Array.from([t, from, t, 8, -1, motion, 0]));
  const [falls, fallRows] = [frame[16 + 2 * 8], frame[17 + 2 * 8]];
  for (let row = fallRows - 1; row >= 0; row -= 1) {
    if (frame[falls + row * 6 + 4] === 1) return frame[falls + row * 6];
  }
  const [moves, moveRows] = [frame[16 + 2 * 7], frame[17 + 2 * 7]];
  return moveRows > 0 ? frame[moves] : -1;
}

function rounded(value) {
  return Number.isInteger(value) ? value : Number(value.toFixed(5));
}
