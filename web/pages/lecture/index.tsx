// The pages of a lecture by the address, and the list of lectures. Loaded when one of them is opened.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { Lesson } from "../../lesson/lesson";
import type { AppServices } from "../../desk/app-services";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { lessonContextOf, type LessonContext } from "../../desk/lesson-context";
import "../../shell/pages.css";
import "../lessons/reader/reader.css";
import "../../cards/tasks/tasks.css";
import "./lecture.css";
import { findLecture, useLectureRoute, useLectureStore, type LectureRoute } from "./lecture-hooks";
import { LectureList } from "./lecture-list";
import { LecturePrint } from "./print";
import { Slides } from "./slides";
import { Speaker } from "./speaker";

export default function LectureView({ services }: { services: AppServices }) {
  const context = lessonContextOf(services);
  const route = useLectureRoute();
  const lecture = findLecture(route.name);
  if (lecture === undefined) return <NoLecture name={route.name} />;
  return <Lecture key={lecture.id} context={context} lecture={lecture} route={route} />;
}

interface LectureProps {
  context: LessonContext;
  lecture: Lesson;
  route: LectureRoute;
}

function Lecture({ context, lecture, route }: LectureProps) {
  const store = useLectureStore(lecture, route, context.services.lab);
  const { page } = route;
  switch (page) {
    case "slides":
      return <Slides {...{ context, lecture, store }} />;
    case "speaker":
      return <Speaker {...{ context, lecture, store }} />;
    case "print":
    case "notes":
      return <LecturePrint {...{ context, lecture }} withNotes={page === "notes"} />;
  }
}

function NoLecture({ name }: { name: string }) {
  usePageTitle(tr("Lectures"));
  // Only the list of lectures has the header of the other pages, with their first heading.
  const Heading = name === "" ? "h2" : "h1";
  return (
    <div className="page">
      <Heading className="page-title" {...PAGE_HEADING_PROPS}>
        {name === "" ? tr("Lectures") : tr("There is no lecture “{name}”", { name })}
      </Heading>
      <LectureList />
      <p>
        {rich(
          "In a lecture, <kbd>?</kbd> shows the keys. The browser’s Back button leaves the lecture.",
          { kbd: <kbd /> },
        )}
      </p>
      <p>
        <a href="#/lessons">{tr("All lessons")}</a>
      </p>
    </div>
  );
}
