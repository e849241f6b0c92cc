// The course of lessons/, parsed once for the tests that ask about the real lessons. `isolate: false` shares this module
// between the files of tests (vite.config.ts).
import { readCourse } from "../../tools/vite/lessons.mjs";
import { inProject } from "../../tools/lib/paths.mjs";
import { parseCourse } from "./course";

export const course = parseCourse(readCourse(inProject("lessons")));
