// The letters of two compared machines, in the order of the page.
export const MACHINE_LETTERS = ["A", "B"] as const;

export type MachineLetter = (typeof MACHINE_LETTERS)[number];
