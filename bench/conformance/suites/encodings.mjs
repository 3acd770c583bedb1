import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { decodeHtml } from '../../../dist/modules/fetch/fetching/plain.js';

export const about = 'the Encoding Standard: the folder of its index-*.txt files';

const pair = (lead, trail) => [lead, trail];
/** Bytes of an index pointer in each encoding (Encoding Standard, the encoders). */
const WRITTEN = {
  'euc-kr': [['euc-kr', (p) => pair(Math.floor(p / 190) + 0x81, (p % 190) + 0x41)]],
  big5: [['big5', (p) => pair(Math.floor(p / 157) + 0x81, (p % 157) + (p % 157 < 0x3f ? 0x40 : 0x62))]],
  gb18030: ['gbk', 'gb18030'].map((name) => [
    name,
    (p) => pair(Math.floor(p / 190) + 0x81, (p % 190) + (p % 190 < 0x3f ? 0x40 : 0x41)),
  ]),
  jis0208: [
    [
      'shift_jis',
      (p) => {
        const [lead, trail] = [Math.floor(p / 188), p % 188];
        return lead > 0x3b ? null : pair(lead + (lead < 0x1f ? 0x81 : 0xc1), trail + (trail < 0x3f ? 0x40 : 0x41));
      },
    ],
    ['euc-jp', (p) => (p >= 94 * 94 ? null : pair(Math.floor(p / 94) + 0xa1, (p % 94) + 0xa1))],
    [
      'iso-2022-jp',
      (p) => (p >= 94 * 94 ? null : [0x1b, 0x24, 0x42, Math.floor(p / 94) + 0x21, (p % 94) + 0x21, 0x1b, 0x28, 0x42]),
    ],
  ],
  jis0212: [['euc-jp', (p) => [0x8f, Math.floor(p / 94) + 0xa1, (p % 94) + 0xa1]]],
};
/** Indexes that do not map pointers to characters. */
const OTHERS = new Set(['gb18030-ranges', 'iso-2022-jp-katakana']);

export async function* run(folder) {
  for (const file of (await readdir(folder)).filter((name) => /^index-.*\.txt$/.test(name))) {
    const index = file.slice('index-'.length, -'.txt'.length);
    if (OTHERS.has(index)) continue;
    const ways = WRITTEN[index] ?? [[index, (p) => [p + 0x80]]];
    for (const line of (await readFile(join(folder, file), 'utf8')).split('\n')) {
      const [, pointer, code] = /^\s*(\d+)\t0x([0-9A-F]+)/.exec(line) ?? [];
      if (pointer === undefined) continue;
      for (const [encoding, bytesOf] of ways) {
        const bytes = bytesOf(Number(pointer));
        if (bytes === null) continue;
        // A leading letter, because two bytes of some encodings are a byte order mark.
        const { text } = decodeHtml(Buffer.from([0x61, ...bytes]), `text/html; charset=${encoding}`);
        const want = `a${String.fromCodePoint(Number.parseInt(code, 16))}`;
        yield { id: `${encoding} ${pointer}`, passed: text === want, reason: `${text}, expected ${want}` };
      }
    }
  }
}
