// The lesson pages: the list, and a lesson beside the live lab. They arrive when they are asked for; the
// lab does not pay for them.
import { useStore } from "../../store/store";
import type { AppServices } from "../../store/app-services";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { deskOf, findLesson } from "./desk";
import { LessonPage } from "./lesson-page";
import { ListPage } from "./list-page";
import "./pages.css";
import "./reader.css";
import { LIST, useLessonRoute } from "./route";
import "./tasks.css";

export default function LessonsView({ services }: { services: AppServices }) {
  const desk = deskOf(services);
  const route = useLessonRoute();
  const reading = useStore(desk.drafts.store, (drafts) => drafts.reading);
  useStore(desk.drafts.store, ({ list }) => list);
  if (route.page === "list") return <ListPage desk={desk} />;
  const lesson = findLesson(desk, route.lesson);
  if (lesson === undefined && reading) return <p className="loading">Reading your drafts …</p>;
  if (lesson === undefined) return <NoSuchLesson id={route.lesson} />;
  return <LessonPage key={lesson.id} desk={desk} lesson={lesson} stepId={route.step} />;
}

function NoSuchLesson({ id }: { id: string }) {
  usePageTitle(`No lesson “${id}”`);
  return (
    <div className="lessons-page">
      <h2 className="page-title" {...PAGE_HEADING_PROPS}>
        There is no lesson “{id}” here
      </h2>
      <p>
        A lesson that was dropped on the page stays in that browser: here, drop its files again. All
        others are in <a href={LIST}>the list</a>.
      </p>
    </div>
  );
}
