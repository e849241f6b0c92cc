// The lectures, each with its slides, the speaker's window and its print. Part of the page of lessons, too.
import { tr } from "../../i18n/i18n";
import { rich } from "../../i18n/rich";
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
          </li>
        );
      })}
    </ul>
  );
}
