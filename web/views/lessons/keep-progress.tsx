// At the end of a lesson: it is done, and here is how to keep that.
import type { Lesson } from "../../lesson/model";
import { Button } from "../../ui/button";
import type { Desk } from "./desk";
import { KeepStored, saveProgress } from "./progress-file";

export function KeepProgress({ desk, lesson }: { desk: Desk; lesson: Lesson }) {
  return (
    <aside className="prose-note">
      <p>
        <strong>That was “{lesson.title}”.</strong> Your answers stay in this browser. Some browsers
        clear what a page keeps after a week without a visit.
      </p>
      <div className="task-actions">
        <Button onClick={() => saveProgress(desk)}>Save a progress file</Button>
      </div>
      <KeepStored />
    </aside>
  );
}
