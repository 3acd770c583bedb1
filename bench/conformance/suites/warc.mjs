import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openRecordedWeb } from '../../../dist/modules/research/recorded-web/index.js';

export const about =
  'WARC files, damaged ones too, such as test/data of warcio: each is to give what can be read of it, or say that it is none';

export async function* run(folder) {
  for (const name of (await readdir(folder, { recursive: true })).sort()) {
    if (!/\.warc(?:\.|$)/.test(name)) continue;
    const warnings = [];
    try {
      const { size } = await openRecordedWeb(join(folder, name), { warn: (message) => warnings.push(message) });
      const bytes = await readFile(join(folder, name));
      const hasPages = bytes[0] === 0x1f || bytes.includes('WARC-Type: response');
      const isFine = size > 0 || warnings.length > 0 || !hasPages;
      yield { id: name, passed: isFine, reason: 'no response was read (records of other types are none)' };
    } catch (error) {
      yield { id: name, passed: error.name === 'WarcFormatError', reason: String(error.stack) };
    }
  }
}
