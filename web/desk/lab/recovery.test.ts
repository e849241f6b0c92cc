// Facts about traps: the machine is built again to just before the trap, or the lab says that it could not be.
import { describe, expect } from "vitest";
import { it } from "./lab-harness.test-data";

describe("traps", () => {
  it("the_run_is_rebuilt_to_just_before_the_trap_and_a_report_is_offered", async ({
    lab,
    engine,
    notices,
    saved,
    pass,
    animate,
    titles,
  }) => {
    lab.change({ limit: 5 });
    await pass(20);
    await animate(100);
    const { head } = engine;
    engine.trap();
    await pass(20);
    await animate(20);
    expect(engine.opened.at(-1)).toMatchObject({ until: { cycles: head } });
    expect(lab.values().limit).toBe(5);
    expect(lab.state.get()).toMatchObject({ phase: "ready", playing: false });
    expect(titles()[0]).toMatch(/crashed and was restarted/);
    notices.store.get().list[0]?.actions[0]?.run();
    expect(JSON.parse(saved[0] ?? "")).toMatchObject({
      what: "wasm trap",
      message: "unreachable",
    });
  });

  it("a_cancelled_rebuild_is_not_reported_as_rebuilt", async ({ lab, engine, pass, titles }) => {
    engine.cancelNext = true;
    engine.trap();
    await pass(20);
    expect(titles()).toEqual([]);
    const { phase, fatalError } = lab.state.get();
    expect(phase).toBe("broken");
    expect(fatalError?.title).toMatch(/could not be restarted/);
    expect(fatalError?.report).toContain("wasm trap");
  });

  it("a_machine_that_keeps_trapping_is_not_rebuilt_again", async ({ lab, engine, pass }) => {
    for (let i = 0; i < 4; i++) {
      engine.trap();
      await pass(20);
    }
    expect(lab.state.get().phase).toBe("broken");
    lab.openFirstScenario();
    await pass(20);
    expect(lab.state.get().phase).toBe("ready");
  });
});
