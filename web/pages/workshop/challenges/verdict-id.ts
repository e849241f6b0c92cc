// The verdict's element: the judge's buttons go to it, on the other side of the editor.
export const VERDICT_ID = "workshop-verdict";
