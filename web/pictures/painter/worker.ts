// The painting worker: connects the server to the worker's messages and loads the fonts, because a worker does
// not get them from the page's style sheets.
import { ENGLISH, findLanguage } from "../../i18n/languages";
import { loadLanguage } from "../../i18n/load/load-language";
import { Painter } from "./paint";
import { PaintServer } from "./server";
import { FONT_FACES } from "../../ui/font-faces";
import type { PaintAnswer, PaintCommand } from "./protocol";

const post = (answer: PaintAnswer) => self.postMessage(answer);

const server = new PaintServer({
  post,
  afterMessages: (run) => void setTimeout(run, 0),
  painter: (canvas) => new Painter(canvas),
});

// The page names its worker after its language.
const texts = loadLanguage(findLanguage(self.name) ?? ENGLISH);
self.onmessage = ({ data }: MessageEvent<PaintCommand>) =>
  void texts.then(() => server.handle(data));

const { fonts } = self as { fonts?: FontFaceSet };
const canPaint = fonts !== undefined && new OffscreenCanvas(1, 1).getContext("2d") !== null;
post({ kind: "ready", canPaint });
if (canPaint) {
  const faces = FONT_FACES.map(([family, address, weight]) => {
    const face = new FontFace(family, `url(${address})`, { weight });
    fonts.add(face);
    return face.load();
  });
  void Promise.allSettled(faces).then(() => server.repaintAll());
}
