// The parts that need the course: the content of the list, a lesson, and the teacher's guide. index.tsx loads this file.
import { lazy } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import { useStore } from "../../lib/store";
import type { AppServices } from "../../desk/app-services";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { lessonContextOf, findLesson } from "../../desk/lesson-context";
import { LessonPage } from "./reader/lesson-page";
import { LessonList } from "./lesson-list";
import "./reader/reader.css";
import { GUIDE_ID, isPrintRoute, LESSONS_HASH, type LessonRoute } from "../../shell/lesson-address";
import "../../cards/tasks/tasks.css";

const LessonPrint = lazy(async () => ({
  default: (await import("./lesson-print")).LessonPrint,
}));
const GuidePage = lazy(() => import("./guide-page"));

interface CoursePagesProps {
  services: AppServices;
  route: LessonRoute;
}

export default function CoursePages({ services, route }: CoursePagesProps) {
  const context = lessonContextOf(services);
  const reading = useStore(context.drafts.store, (drafts) => drafts.isReading);
  useStore(context.drafts.store, ({ list }) => list);
  if (route.page === "list") return <LessonList context={context} />;
  if (route.lesson === GUIDE_ID) return <GuidePage context={context} />;
  const lesson = findLesson(context, route.lesson);
  if (lesson === undefined && reading)
    return <p className="loading">{tr("Reading your drafts …")}</p>;
  if (lesson === undefined) return <NoSuchLesson id={route.lesson} />;
  if (isPrintRoute(lesson, route.step)) {
    return <LessonPrint key={lesson.id} context={context} lesson={lesson} />;
  }
  return <LessonPage key={lesson.id} context={context} lesson={lesson} stepId={route.step} />;
}

function NoSuchLesson({ id }: { id: string }) {
  usePageTitle(tr("No lesson “{id}”", { id }));
  return (
    <div className="page">
      <h2 className="page-title" {...PAGE_HEADING_PROPS}>
        {tr("There is no lesson “{id}” here", { id })}
      </h2>
      <p>
        {rich(
          `A lesson that somebody dropped on the page exists only in that browser. To open it here,
            drop its files again. All other lessons are in <link>the list</link>.`,
          { link: <a href={LESSONS_HASH} /> },
        )}
      </p>
    </div>
  );
}
