/** Encodes screenshots as small files: screens have few colours, so a palette with one byte per pixel suffices. */
import { crc32, deflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const PALETTE_TYPE = 3;
const MOST_COLOURS = 256;

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

/** The pixels of a picture: red, green, blue and opacity in turn. */
async function pixelsOf(page, picture) {
  const { width, height, data } = await page.evaluate(
    async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob());
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const bytes = context.getImageData(0, 0, bitmap.width, bitmap.height).data;
      const parts = [];
      for (let at = 0; at < bytes.length; at += 8_192)
        parts.push(String.fromCharCode(...bytes.subarray(at, at + 8_192)));
      return { width: bitmap.width, height: bitmap.height, data: btoa(parts.join('')) };
    },
    `data:image/png;base64,${picture.toString('base64')}`,
  );
  return { width, height, pixels: Buffer.from(data, 'base64') };
}

/** Colours as one number each, most frequent first. */
function frequentColours(pixels) {
  const counts = new Map();
  for (let at = 0; at < pixels.length; at += 4) {
    const colour = pixels.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
}

const distance = (a, b) =>
  [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 0xff) - ((b >> shift) & 0xff)) ** 2, 0);

/** @returns the palette index of each colour: its own, or the nearest */
function placesOf(colours, palette) {
  const places = new Map(palette.map((colour, place) => [colour, place]));
  for (const colour of colours.slice(palette.length)) {
    let nearest = 0;
    for (let place = 1; place < palette.length; place++)
      if (distance(colour, palette[place]) < distance(colour, palette[nearest])) nearest = place;
    places.set(colour, nearest);
  }
  return places;
}

/**
 * @param page of a browser, at an address that allows data URLs.
 * @param picture a PNG.
 * @returns the picture with at most 256 colours
 */
export async function smallPng(page, picture) {
  const { width, height, pixels } = await pixelsOf(page, picture);
  const colours = frequentColours(pixels);
  const palette = colours.slice(0, MOST_COLOURS);
  const places = placesOf(colours, palette);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) rows[y * (width + 1) + 1 + x] = places.get(pixels.readUIntBE(at, 3));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, PALETTE_TYPE, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Buffer.from(palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff]))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
