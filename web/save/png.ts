// An SVG picture as PNG, with two pixels for each CSS pixel. An image loads nothing from the page, so the page's fonts are
// put into the SVG first.
import { msg, tr } from "../i18n/i18n";
import { FONT_FACES } from "../ui/font-faces";

const PIXELS_PER_CSS_PIXEL = 2;
/** Browsers refuse larger canvases: Safari those of more than 16 million pixels. */
const PIXELS_MAX = 16_000_000;
const SIDE_MAX = 16_000;

export class PictureError extends Error {}

const TOO_LARGE = msg(
  "This picture is too large for a PNG file in this browser. Save it as SVG, or make the window smaller and try again.",
);
const NO_IMAGE = msg(
  "This browser could not turn the picture into a PNG file. Save it as SVG instead.",
);

export async function pngOfSvg(svg: string): Promise<Blob> {
  const image = await loadImage(withFonts(svg, await embeddedFonts()));
  const [width, height] = [image.naturalWidth, image.naturalHeight].map(
    (side) => side * PIXELS_PER_CSS_PIXEL,
  ) as [number, number];
  if (width * height > PIXELS_MAX || Math.max(width, height) > SIDE_MAX)
    throw new PictureError(tr(TOO_LARGE));
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  if (context === null) throw new PictureError(tr(TOO_LARGE));
  context.drawImage(image, 0, 0, width, height);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
  if (blob === null) throw new PictureError(tr(TOO_LARGE));
  return blob;
}

async function loadImage(svg: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    return image;
  } catch {
    throw new PictureError(tr(NO_IMAGE));
  } finally {
    URL.revokeObjectURL(url);
  }
}

function withFonts(svg: string, style: string): string {
  return svg.replace("<defs>", `<defs><style>${style}</style>`);
}

let fonts: Promise<string> | null = null;

/** The rules of the fonts. Without a font the picture has the next family of the list. */
function embeddedFonts(): Promise<string> {
  fonts ??= Promise.all(
    FONT_FACES.map(async ([family, address, weight]) => {
      try {
        const data = await dataUrl(await (await fetch(address)).blob());
        return `@font-face{font-family:"${family}";font-weight:${weight};src:url(${data})}`;
      } catch {
        return "";
      }
    }),
  ).then((rules) => rules.join(""));
  return fonts;
}

function dataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve, reject) => {
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error ?? new Error("unreadable"));
    reader.readAsDataURL(blob);
  });
}
