// The lesson pages: the list, and a lesson beside the live lab. They are loaded when they are opened, so that the lab
// stays small. The beginning of the list is shown before the course is loaded, which is twice as large as the lab.
import { lazy, Suspense, type ReactNode } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { AppServices } from "../../desk/app-services";
import { loadScript } from "../../ui/lazy-part";
import { PAGE_HEADING_PROPS, usePageTitle } from "../../ui/page-heading";
import { GLOSSARY_HASH } from "../../cards/prose/term";
import { useHiddenLab } from "../../shell/machine-hooks";
import "../../shell/pages.css";
import { useLessonRoute } from "../../shell/lesson-address";

const CoursePages = lazy(async () => loadScript(() => import("./course-pages")));

export default function LessonsView({ services }: { services: AppServices }) {
  const route = useLessonRoute();
  const course = (
    <Suspense fallback={<p className="loading">{tr("Loading …")}</p>}>
      <CoursePages services={services} route={route} />
    </Suspense>
  );
  return route.page === "list" ? <ListPage services={services}>{course}</ListPage> : course;
}

interface ListPageProps {
  services: AppServices;
  children: ReactNode;
}

function ListPage({ services, children }: ListPageProps) {
  useHiddenLab(services);
  usePageTitle(tr("Lessons"));
  return (
    <div className="page">
      <h2 className="page-title" {...PAGE_HEADING_PROPS}>
        {tr("Lessons")}
      </h2>
      <p className="page-lead">
        {rich(
          `Each lesson is shown beside the live machine. You predict, turn knobs and reach goals;
            the simulator judges. The <link>glossary</link> explains the words. For teachers there are
            <link2>lectures</link2>: slides with live machines.`,
          { link: <a href={GLOSSARY_HASH} />, link2: <a href="#/lecture" /> },
        )}
      </p>
      {children}
    </div>
  );
}
