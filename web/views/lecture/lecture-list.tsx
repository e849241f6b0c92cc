// The lectures, each with its slides, the speaker's window and its print. Part of the page of lessons, too.
import { lectureHash, lectures, nameOfLecture } from "./lecture-hooks";

export function LectureList() {
  return (
    <ul className="lecture-list">
      {lectures.map((lecture) => {
        const name = nameOfLecture(lecture);
        return (
          <li key={lecture.id}>
            <a href={lectureHash(name, "slides")}>{lecture.title}</a>
            <span className="muted">
              , {lecture.steps.length} slides, about {lecture.minutes} minutes.{" "}
            </span>
            <a href={lectureHash(name, "print")} aria-label={`Print ${lecture.title}`}>
              Print
            </a>
          </li>
        );
      })}
    </ul>
  );
}
