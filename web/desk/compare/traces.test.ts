// With the real simulator: each machine of a comparison makes the trace that its scenario makes alone, and both get the
// same packets.
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { createEngine, type Engine } from "../../engine/client";
import { createCaptures } from "../../engine/captures";
import type { Answer, TaskCommand, WorkerLike } from "../../engine/protocol";
import { SessionServer } from "../../engine/session-server";
import { catalogue, startSimulator } from "../../engine/simulator.test-data";
import { createNotices } from "../../lib/notices";
import { createLab, type Lab } from "../lab/lab";
import { createComparison } from "./comparison";

if (catalogue.scenarios.length === 0) throw new Error("the catalogue has no scenarios");
const simulator = startSimulator(readFileSync);

/** A worker that runs in this thread. */
function sameThreadWorker(): WorkerLike {
  const worker: WorkerLike = {
    postMessage(message) {
      const command = structuredClone(message) as TaskCommand | { kind: "start" };
      if (command.kind === "start") return answer({ kind: "ready" });
      void host.handle(command);
    },
    terminate: () => undefined,
    onmessage: null,
    onerror: null,
  };
  const answer = (data: Answer) =>
    setTimeout(() => worker.onmessage?.({ data } as MessageEvent<Answer>));
  const host = new SessionServer(
    {
      validate: simulator.validate,
      checkProgram: () => Promise.resolve("[]"),
      checkCondition: () => Promise.resolve("[]"),
      prepare: () => null,
      open: (scenario, megabytes) => new simulator.Session(scenario, megabytes),
      trial: (scenario) => new simulator.Trial(scenario),
      judge: () => Promise.reject(new Error("no program is judged")),
    },
    answer,
  );
  return worker;
}

let wall = 0;
const rest = () => new Promise((resolve) => setTimeout(resolve));

function realLab(first: Lab | null = null): { lab: Lab; engine: Engine } {
  const engine = createEngine({
    spawn: sameThreadWorker,
    module: () => Promise.resolve({} as WebAssembly.Module),
    catalogue: () => Promise.resolve(catalogue),
    query: "",
    now: () => wall,
  });
  const schedule = (run: () => void, milliseconds: number) => void setTimeout(run, milliseconds);
  const nothing = () => undefined;
  const parts = {
    kind: "lab" as const,
    engine,
    captures: createCaptures(),
    notices: createNotices(schedule),
  };
  const lab = createLab(
    { ...parts, now: () => wall, schedule, traceMegabytes: 64 },
    { save: nothing, copy: nothing, reload: nothing, reducesMotion: () => false },
    first,
  );
  return { lab, engine };
}

async function facts({ lab, engine }: { lab: Lab; engine: Engine }) {
  const { text: hash, head } = await engine.ask({ what: "trace_hash" });
  const { scenario } = lab.state.get();
  const alone = new simulator.Session(JSON.stringify(scenario), 64);
  while (alone.head < head) alone.advance(head, 0xffff_ffff);
  const aloneHash = alone.trace_hash();
  alone.free();
  return { hash, aloneHash, head, arrived: lab.frames.current?.total.arrived };
}

it("each_machine_makes_the_trace_that_it_makes_alone_with_the_same_packets", async () => {
  const first = realLab();
  const second = realLab(first.lab);
  await first.lab.start("");
  const comparison = createComparison(first.lab, () => second.lab);
  comparison.show();
  await comparison.start({ kind: "copy" });
  const animate = async (frames: number) => {
    for (let frame = 0; frame < frames; frame++) {
      wall += 16;
      first.lab.clock.animate(wall);
      await rest();
      await rest();
    }
  };
  first.lab.clock.setSpeed(1);
  await animate(5);
  second.lab.change({ "costs.lnread": 20_000 });
  await animate(20);
  first.lab.change({ "traffic.rate": 12_000 });
  await animate(40);
  first.lab.clock.pause();
  await animate(10);
  const [a, b] = [await facts(first), await facts(second)];
  expect(a.hash).toBe(a.aloneHash);
  expect(b.hash).toBe(b.aloneHash);
  expect(a.hash).not.toBe(b.hash);
  expect(b.arrived).toBe(a.arrived);
  expect(second.lab.values()).toMatchObject({ "costs.lnread": 20_000, "traffic.rate": 12_000 });
  expect(second.lab.moment()?.t).toBe(first.lab.moment()?.t);
});
