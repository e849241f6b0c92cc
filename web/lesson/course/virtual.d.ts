// The course and its glossary, as the build reads them (web/tools/vite/lessons.mjs).
declare module "virtual:lessons" {
  import type { Lesson } from "../model";

  export const lessons: Lesson[];
}

declare module "virtual:lessons/es" {
  import type { Lesson } from "../model";

  export const translations: Lesson[];
}

declare module "virtual:lectures" {
  import type { Lesson } from "../model";

  export const lectures: Lesson[];
}

declare module "virtual:glossary" {
  import type { GlossaryEntry } from "../model";

  export const glossary: GlossaryEntry[];
}

declare module "virtual:guide" {
  import type { Guide } from "../model";

  export const guide: Guide;
}
