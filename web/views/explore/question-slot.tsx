// The place of the question's panel in the lab. The panel and the questions are loaded when a link names a question.
import { lazy, Suspense } from "react";
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";

const QuestionPanel = lazy(() => import("./question-panel"));

export function QuestionSlot({ services }: { services: AppServices }) {
  const id = useStore(services.lab.state, (state) => state.question);
  if (id === null) return null;
  return (
    <Suspense fallback={null}>
      <QuestionPanel services={services} id={id} />
    </Suspense>
  );
}
