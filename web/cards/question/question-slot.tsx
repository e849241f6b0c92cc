// The place of the question's panel in the lab. The panel and the questions are loaded when a link names a question.
import { loadExploreTexts } from "../../i18n/load/load-page-texts";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { lazyPart } from "../../ui/lazy-part";

const QuestionPanel = lazyPart(
  async () => {
    const [panel] = await Promise.all([import("./question-panel"), loadExploreTexts()]);
    return panel.default;
  },
  () => null,
);

interface QuestionSlotProps {
  services: AppServices;
  /** The page has a heading of its own, which gets the focus: in Compare it says which machine is which. */
  isBelowHeading?: boolean;
}

export function QuestionSlot({ services, isBelowHeading = false }: QuestionSlotProps) {
  const id = useStore(services.lab.state, (state) => state.question);
  if (id === null) return null;
  return <QuestionPanel services={services} id={id} isBelowHeading={isBelowHeading} />;
}
