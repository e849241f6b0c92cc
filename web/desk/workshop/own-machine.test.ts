// The machine that a program names in its first comment, and the programs that break a rule on purpose.
import { expect, it } from "vitest";
import type { Catalogue } from "../../generated/model";
import generated from "../../generated/catalogue.json";
import { RULES } from "./broken-rules";
import { machineInHead, ownerOf } from "./own-machine";

const catalogue = generated as unknown as Catalogue;
const head = (command: string) =>
  `/* Mine.\n *\n *     ${command} */\n\nvoid lnintr(int unit)\n{\n}\n`;

it("the_first_comment_names_scenario_and_settings", () => {
  const text = head(
    "livelock run figure-6-1 --set kernel.ip=softint --set traffic.rate=12000 --set queues.give_back=true --kernel a.c",
  );
  const machine = machineInHead(catalogue, text);
  expect(machine?.settings).toMatchObject({
    "kernel.ip": "softint",
    "traffic.rate": 12000,
    "queues.give_back": true,
  });
  const other = machineInHead(catalogue, head("livelock run figure-6-1 --kernel a.c"));
  expect(machine && ownerOf(machine)).not.toBe(other && ownerOf(other));
});

it("a_text_that_names_none_has_no_machine_of_its_own", () => {
  for (const text of [
    "",
    "void lnintr(int unit) {}",
    head("livelock run nothing --kernel a.c"),
    `int a;\n${head("livelock run figure-6-1 --kernel a.c")}`,
  ])
    expect(machineInHead(catalogue, text)).toBeNull();
});

it("each_rule_has_two_programs_that_break_it_on_their_machine", () => {
  for (const { number, programs } of RULES.filter((rule) => rule.number <= 20)) {
    expect(programs, `P${number}`).toHaveLength(2);
    for (const { file, text, says } of programs) {
      expect(says, file).toMatch(/\w\.$/);
      const isRefused = text.includes("livelock check ");
      expect(machineInHead(catalogue, text) === null, file).toBe(isRefused);
    }
  }
});
