// Tests which controls a knob has.
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import catalogue from "../../engine/catalogue.json" with { type: "json" };
import type { Catalogue, Parameter } from "../../engine/model";
import { catalogueForMachine, findParameter } from "../../store/scenario/settings";
import { Knob } from "./knob";

const nothing = () => undefined;

function knobOf(path: string, settings: Record<string, string>): string {
  const known = catalogueForMachine(catalogue as unknown as Catalogue, settings);
  const parameter = findParameter(known, path) as Parameter;
  return renderToStaticMarkup(
    <Knob
      {...{ parameter, value: 60, base: 60, details: "none" }}
      onChange={nothing}
      onReset={nothing}
    />,
  );
}

test("a_packet_rate_has_a_thumb_on_the_fastest_machine_and_a_cost_only_a_number", () => {
  const server = { "machine.profile": "server-today" };
  expect(knobOf("traffic.rate", server)).toContain('type="range"');
  expect(knobOf("costs.rx_clean", server)).not.toContain('type="range"');
});
