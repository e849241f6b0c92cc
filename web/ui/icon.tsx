// The icons of the controls, drawn on a grid of 16. Every button with an icon also has a visible
// or an accessible name.

const PATHS = {
  play: "M4 2.5v11l9-5.5z",
  pause: "M3.5 2.5h3.4v11H3.5zM9.1 2.5h3.4v11H9.1z",
  stepForward: "M3 2.8v10.4L10 8zM11 2.8h2v10.4h-2z",
  stepBack: "M13 2.8v10.4L6 8zM3 2.8h2v10.4H3z",
  packetForward: "M2 3.2v9.6L7.6 8zM8 5h6v6H8z",
  packetBack: "M14 3.2v9.6L8.4 8zM2 5h6v6H2z",
  live: "M2 2.8v10.4L7.5 8zM7.5 2.8v10.4L13 8zM13 2.8h1.6v10.4H13z",
  undo: "M6.2 2.2 1.8 6.4l4.4 4.2V7.8c3.6-.3 5.8.8 7.8 4-.3-4.6-3.2-7-7.8-7.2z",
  redo: "M9.8 2.2l4.4 4.2-4.4 4.2V7.8c-3.6-.3-5.8.8-7.8 4 .3-4.6 3.2-7 7.8-7.2z",
  close:
    "M3.8 2.6 8 6.8l4.2-4.2 1.2 1.2L9.2 8l4.2 4.2-1.2 1.2L8 9.2l-4.2 4.2-1.2-1.2L6.8 8 2.6 3.8z",
  chevron: "M3 5.4 4.3 4 8 7.8 11.7 4 13 5.4l-5 5z",
  chevronLeft: "M10.6 3 12 4.3 8.2 8l3.8 3.7-1.4 1.3-5-5z",
  chevronRight: "M5.4 3 4 4.3 7.8 8 4 11.7 5.4 13l5-5z",
  pin: "M5 1.8h6v1.4h-.8l.5 4 1.8 1.8v1.4H8.8V15H7.2v-4.6H3.5V9l1.8-1.8.5-4H5z",
  pencil:
    "M11.6 1.6 14.4 4.4 5.4 13.4 1.8 14.2 2.6 10.6zM10.2 4.4 3.9 10.7l-.4 1.8 1.8-.4 6.3-6.3z",
  eye: "M8 3.2c3.3 0 5.8 2.6 7 4.8-1.2 2.2-3.7 4.8-7 4.8S2.2 10.2 1 8c1.2-2.2 3.7-4.8 7-4.8zm0 2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6z",
  eyeClosed:
    "M1.3 5.6 2.6 4.8C3.9 6.7 5.8 7.8 8 7.8s4.1-1.1 5.4-3l1.3.8a8.5 8.5 0 0 1-1.6 1.9l1.7 1.8-1.1 1-1.9-2a7.6 7.6 0 0 1-1.9.8l.5 2.6-1.5.3-.5-2.6a8 8 0 0 1-.8 0l-.5 2.6-1.5-.3.5-2.6a7.6 7.6 0 0 1-1.9-.8l-1.9 2-1.1-1 1.7-1.8a8.5 8.5 0 0 1-1.6-1.9z",
  save: "M7.2 1.5h1.6v6.4l2.3-2.3 1.1 1.2L8 11 3.8 6.8l1.1-1.2 2.3 2.3zM2 10.5h1.6V13h8.8v-2.5H14v4H2z",
  knobs:
    "M2 4h6.2a2 2 0 0 1 3.6 0H14v1.6h-2.2a2 2 0 0 1-3.6 0H2zM2 10.4h2.2a2 2 0 0 1 3.6 0H14V12H7.8a2 2 0 0 1-3.6 0H2z",
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 16 16" aria-hidden="true">
      <path d={PATHS[name]} fill="currentColor" />
    </svg>
  );
}
