// The height of a bar that lies at the bottom of a phone's screen, as a CSS variable: for what must end above the bar.

/** The `ref` of such a bar. Writes its height while it is on the page. */
export function writeBottomBarHeight(bar: HTMLElement | null): (() => void) | undefined {
  if (bar === null) return undefined;
  const { style } = document.body;
  const observer = new ResizeObserver(() =>
    style.setProperty("--bottom-bar-height", `${bar.offsetHeight}px`),
  );
  observer.observe(bar);
  return () => {
    observer.disconnect();
    style.removeProperty("--bottom-bar-height");
  };
}
