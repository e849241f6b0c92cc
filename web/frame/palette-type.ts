// The colours and faces that canvas code draws with: the CSS variables of web/ui/tokens.css by
// their names in camel case. Whoever mounts a view reads them once from the computed style.

export interface Palette {
  paper: string;
  card: string;
  ink: string;
  ink2: string;
  line: string;
  accent: string;
  loss: string;
  lossInk: string;
  delivered: string;
  good: string;
  contextHardware: string;
  contextHardwareSoft: string;
  contextClock: string;
  contextClockSoft: string;
  contextDevice: string;
  contextDeviceSoft: string;
  contextSoftware: string;
  contextSoftwareSoft: string;
  contextThread: string;
  contextThreadSoft: string;
  contextProcess: string;
  contextProcessSoft: string;
  contextIdle: string;
  contextIdleSoft: string;
  fontText: string;
  fontMono: string;
}
