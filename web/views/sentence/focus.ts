// The verdict's heading can be given the focus by what changed the machine: what follows it is the answer.

export const VERDICT_HEADING = "verdict";

export function focusVerdict(): void {
  document.getElementById(VERDICT_HEADING)?.focus({ preventScroll: true });
}
