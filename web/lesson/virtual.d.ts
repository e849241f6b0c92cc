// The course, as the build reads it (web/toolchain/lessons.mjs).
declare module "virtual:lessons" {
  import type { Entry, Lesson } from "./model";

  export const lessons: Lesson[];
  export const glossary: Entry[];
}
