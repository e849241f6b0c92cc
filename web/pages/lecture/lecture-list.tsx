// The lectures, each with its slides, the speaker's window and its print. Part of the page of lessons, too. A lecture that was
// left in the middle goes on there, or begins anew.
import { useState } from "react";
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
import type { Lesson } from "../../lesson/lesson";
import { browserStorage } from "../../lib/persistence/persistent-store";
import { slideToContinue } from "../../desk/lecture/lecture-store";
import { lectureHash, lectures, nameOfLecture } from "./lecture-hooks";

export function LectureList() {
  return (
    <ul className="lecture-list">
      {lectures.map((lecture) => {
        const name = nameOfLecture(lecture);
        return (
          <li key={lecture.id}>
            {rich(
              `<link>{title}</link><span>, {length} slides, about {minutes} minutes.
                </span><link2>Print</link2>`,
              {
                title: lecture.title,
                length: lecture.steps.length,
                minutes: lecture.minutes,
                link: <a href={lectureHash(name, "slides")} />,
                span: <span className="muted" />,
                link2: (
                  <a
                    href={lectureHash(name, "print")}
                    aria-label={tr("Print {title}", { title: lecture.title })}
                  />
                ),
              },
            )}
            <ContinuedAt lecture={lecture} />
          </li>
        );
      })}
    </ul>
  );
}

/** Where the lecture goes on, and the way to its beginning. */
function ContinuedAt({ lecture }: { lecture: Lesson }) {
  const [slide] = useState(() => slideToContinue(lecture, browserStorage(), Date.now()));
  if (slide === null) return null;
  const start = lectureHash(nameOfLecture(lecture), "slides", 0);
  return (
    <p>
      {rich("It opens at slide {slide}, where you left it. <link>Start at slide 1</link>", {
        slide: slide + 1,
        link: (
          <a href={start} aria-label={tr("Start at slide 1: {title}", { title: lecture.title })} />
        ),
      })}
    </p>
  );
}
