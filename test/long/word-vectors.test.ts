import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadWordVectors } from '../../src/modules/word-vectors/index.js';

/** The block, the list of words and some chunks take 150 MB; `JSON.parse` of the file takes over 1 GB. */
const MOST_GROWTH_KB = 400_000;

it('prepares the word vectors that ship in bounded memory', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gleaner-vectors-'));
  try {
    const before = process.resourceUsage().maxRSS;
    const vectors = await loadWordVectors(folder);
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(MOST_GROWTH_KB);
    expect([vectors.size, vectors.dimensions, vectors.wordAt(0)]).toEqual([341_479, 100, 'the']);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
