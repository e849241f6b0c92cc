// A comment in a PNG file: a tEXt chunk after the header (PNG specification, 11.3.3.2). Programs show it as the image's comment.
// Only Latin letters: the link of the page is written in them.

/** The signature and the header's chunk. */
const HEADER_BYTES = 33;

export function withComment(png: Blob, comment: string): Blob {
  const data = Uint8Array.from(`tEXtComment\0${comment}`, (letter) => letter.charCodeAt(0));
  const chunk = new Uint8Array(data.length + 8);
  const view = new DataView(chunk.buffer);
  // The length is that of the data without the name of the chunk.
  view.setUint32(0, data.length - 4);
  chunk.set(data, 4);
  view.setUint32(data.length + 4, crc32(data));
  return new Blob([png.slice(0, HEADER_BYTES), chunk, png.slice(HEADER_BYTES)], {
    type: "image/png",
  });
}

/** The checksum of a chunk's name and data (PNG specification, annex D). */
export function crc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
