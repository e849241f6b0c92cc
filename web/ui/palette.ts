// The colours of tokens.css as strings for canvas code. Reads them from the computed style, and again when the theme
// changes. Defines no colour itself.

/** The CSS variables of tokens.css, with names in camel case. */
export interface Palette {
  paper: string;
  card: string;
  ground: string;
  ink: string;
  ink2: string;
  line: string;
  controlLine: string;
  accent: string;
  accentInk: string;
  accentSoft: string;
  loss: string;
  lossInk: string;
  lossSoft: string;
  delivered: string;
  good: string;
  contextHardware: string;
  contextClock: string;
  contextDevice: string;
  contextSoftware: string;
  contextThread: string;
  contextProcess: string;
  contextOther: string;
  contextIdle: string;
  contextHardwareSoft: string;
  contextClockSoft: string;
  contextDeviceSoft: string;
  contextSoftwareSoft: string;
  contextThreadSoft: string;
  contextProcessSoft: string;
  contextOtherSoft: string;
  contextIdleSoft: string;
  fontText: string;
  fontMono: string;
  text12: string;
  text14: string;
  text17: string;
  text24: string;
}

const NAMES: Record<keyof Palette, string> = {
  paper: "--paper",
  card: "--card",
  ground: "--ground",
  ink: "--ink",
  ink2: "--ink-2",
  line: "--line",
  controlLine: "--control-line",
  accent: "--accent",
  accentInk: "--accent-ink",
  accentSoft: "--accent-soft",
  loss: "--loss",
  lossInk: "--loss-ink",
  lossSoft: "--loss-soft",
  delivered: "--delivered",
  good: "--good",
  contextHardware: "--context-hardware",
  contextClock: "--context-clock",
  contextDevice: "--context-device",
  contextSoftware: "--context-software",
  contextThread: "--context-thread",
  contextProcess: "--context-process",
  contextOther: "--context-other",
  contextIdle: "--context-idle",
  contextHardwareSoft: "--context-hardware-soft",
  contextClockSoft: "--context-clock-soft",
  contextDeviceSoft: "--context-device-soft",
  contextSoftwareSoft: "--context-software-soft",
  contextThreadSoft: "--context-thread-soft",
  contextProcessSoft: "--context-process-soft",
  contextOtherSoft: "--context-other-soft",
  contextIdleSoft: "--context-idle-soft",
  fontText: "--font-text",
  fontMono: "--font-mono",
  text12: "--text-12",
  text14: "--text-14",
  text17: "--text-17",
  text24: "--text-24",
};

/** Reads every variable from an element's computed style (the root's, unless a part of the page has its own theme). */
export function readPalette(element: Element = document.documentElement): Palette {
  const style = getComputedStyle(element);
  const entries = Object.entries(NAMES).map(([name, variable]) => [
    name,
    style.getPropertyValue(variable).trim(),
  ]);
  return Object.fromEntries(entries) as Palette;
}
