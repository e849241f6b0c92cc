// At the end of a lesson: it is done, and here is how to keep that.
import type { Lesson } from "../../lesson/model";
import { useStore } from "../../store/store";
import { Button } from "../../ui/button";
import type { Desk } from "./desk";
import { KeepStored } from "./progress-file";
import { saveProgress } from "./save-progress";

export function KeepProgress({ desk, lesson }: { desk: Desk; lesson: Lesson }) {
  const keeps = useStore(desk.notebook.store.status, (kept) => kept.keeps);
  return (
    <aside className="prose-note">
      <p>
        <strong>That was “{lesson.title}”.</strong>{" "}
        {keeps
          ? "Your answers stay in this browser. Some browsers clear what a page keeps after a week without a visit."
          : "This browser keeps nothing for this page: save your progress as a file before you leave."}
      </p>
      <div className="task-actions">
        <Button onClick={() => saveProgress(desk.notebook)}>Save a progress file</Button>
      </div>
      {keeps && <KeepStored />}
    </aside>
  );
}
