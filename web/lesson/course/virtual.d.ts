// The course and its glossary, as the build reads them (web/tools/vite/lessons.mjs).
declare module "virtual:lessons" {
  import type { Lesson } from "../lesson";

  export const lessons: Lesson[];
}

declare module "virtual:lessons/es" {
  import type { Lesson } from "../lesson";

  export const translations: Lesson[];
}

declare module "virtual:lectures" {
  import type { Lesson } from "../lesson";

  export const lectures: Lesson[];
}

declare module "virtual:glossary" {
  import type { GlossaryEntry } from "../lesson";

  export const glossary: GlossaryEntry[];
}

declare module "virtual:guide" {
  import type { Guide } from "../lesson";

  export const guide: Guide;
}

declare module "virtual:guide/es" {
  import type { Guide } from "../lesson";

  export const guide: Guide;
}
