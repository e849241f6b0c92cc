// A small valid lesson for the unit tests. Tests change one of its lines and check the problems.
import type { Scenario } from "../../generated/model";
import type { Lesson } from "../lesson";
import { parseLesson } from "./parse";

export const SAMPLE = `# A small lesson

::lesson{number=2 model="2026.1" minutes=5 source="M 5.2"}

What it is about.

## Begin

::machine{scenario=lab set="traffic.rate=2000" speed=packets}
::show{views="machine curve"}
::conceal{views=curve}
::knobs{free="traffic.rate queues.ipintrq"}
::spotlight{place=ipintrq}

Look at the :look[queue]{place=ipintrq}, and at :term[idle].

::expect{metric=delivered_share op=">=" value=0.99}

:::predict{id=curve metric=delivered_pps rates="1000 2000 4000" max=5000}
What comes out?
:::

:::hint
Think of a diagonal.
:::

:::after
That was it.
:::

## Go on

:::question{id=which kind=choice}
Which one?

- [ ] This one

  No, look again.

  ::expect{metric=delivered_share op=">" value=1}
- [x] That one

  Yes.

  ::expect{metric=delivered_share op="<=" value=1}
:::

:::question{id=how-many kind=number answer=16 within=1 unit="packets"}
How many?

::equals{formula="4 * 4"}

- [ ] 99

  So many do not fit.

  ::unmeasured{because="nobody knows"}
- [ ] other

  Multiply four by itself.
:::

:::question{id=why kind=text}
Why?
:::

## Reach it

::machine{scenario=own}
::knobs{free="queues.ipintrq"}

:::goal{id=room seeds="1 2"}
Make room.

::require{metric=delivered_share op=">=" value=0.99 set="traffic.rate=3000"}
::solution{set="queues.ipintrq=100"}
::wrong{set="queues.ipintrq=10"}
:::
`;

export const OWN_SCENARIO: Scenario = {
  schema: 1,
  model: "2026.1",
  id: "own",
  title: "Own",
  source: "",
  text: "",
  seed: 1,
  settings: { "queues.ipintrq": 20 },
  interventions: [],
};

export function parseSample(text = SAMPLE) {
  const files = { "lesson.md": text, "own.json": JSON.stringify(OWN_SCENARIO) };
  return parseLesson({ folder: "02-small", files });
}

export function sampleLesson(): Lesson {
  const { lesson } = parseSample();
  if (lesson === null) throw new Error("the sample lesson is valid");
  return lesson;
}
