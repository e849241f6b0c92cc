// The stories of the page Explore: its cards with their pictures, and the panel of a question beside a machine. Nothing
// here simulates: the panel's buttons do nothing.
import catalogue from "../generated/catalogue.json";
import type { Catalogue } from "../generated/model";
import { questionEntries } from "../explore/entries";
import { scenarioSearch } from "../explore/search";
import { QUESTIONS } from "../explore/question";
import type { AppServices } from "../desk/app-services";
import { createStore } from "../lib/store";
import "../ui/buttons.css";
import { CardGrid } from "../pages/explore/cards";
import "../pages/explore/explore.css";
import QuestionPanel from "../cards/question/question-panel";

const { entries: ENTRIES } = scenarioSearch(
  (catalogue as unknown as Catalogue).scenarios,
  questionEntries(),
);
/** Questions and scenarios with a curve and with shares of the CPU time. */
const SHOWN = [...ENTRIES.slice(0, 6), ...ENTRIES.filter(({ id }) => /burst|7-4|today/.test(id))];

const SERVICES = {
  lab: { state: createStore({ catalogue: null }), change: ignore, setQuestion: ignore },
  announcer: { announce: ignore },
  preferences: createStore({ unfolded: [] }),
} as unknown as AppServices;

function ignore(): void {
  // The gallery has no machine.
}

export const EXPLORE_STORIES = [
  {
    id: "explore-cards",
    title: "Explore: cards",
    Story: () => <CardGrid entries={SHOWN} current={SHOWN[1]?.key ?? ""} />,
  },
  {
    id: "explore-question",
    title: "Explore: the panel of a question",
    Story: () => <QuestionPanel services={SERVICES} id={QUESTIONS[0]?.id ?? ""} />,
  },
  {
    id: "explore-question-unknown",
    title: "Explore: the panel of an unknown question",
    Story: () => <QuestionPanel services={SERVICES} id="no-such-question" />,
  },
];
