// The place of the question's panel in the lab. The panel and the questions are loaded when a link names a question.
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { lazyPart } from "../../ui/lazy-part";

const QuestionPanel = lazyPart(
  async () => (await import("./question-panel")).default,
  () => null,
);

export function QuestionSlot({ services }: { services: AppServices }) {
  const id = useStore(services.lab.state, (state) => state.question);
  if (id === null) return null;
  return <QuestionPanel services={services} id={id} />;
}
