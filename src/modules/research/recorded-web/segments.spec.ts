import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { warcOf, warcRecord } from '../../../../test/support/warc.js';
import { openRecordedWeb } from './index.js';

describe('records in segments', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gleaner-segments-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const url = 'http://a.example/long';
  /** That of all records. */
  const id = '<urn:uuid:00000000-0000-4000-8000-000000000000>';
  const first = (body: string): Buffer => warcRecord({ url, body, recordHeaders: { 'WARC-Segment-Number': '1' } });
  const further = (n: number, block: string, headers: Record<string, string> = {}): Buffer =>
    warcOf(url, Buffer.from(block), {
      type: 'continuation',
      recordHeaders: { 'WARC-Segment-Origin-ID': id, 'WARC-Segment-Number': `${n}`, ...headers },
    });
  const last = { 'WARC-Segment-Total-Length': '99' };

  it.each<[string, readonly Buffer[], string, boolean]>([
    [
      'joined in order',
      [first('<p>a'), further(2, 'b'), warcRecord({ url: 'http://a.example/' }), further(3, 'c', last)],
      '<p>abc',
      false,
    ],
    ['cut where one is missing', [first('<p>a'), further(3, 'c', last)], '<p>a', true],
    ['cut where the last one is missing', [first('<p>a'), further(2, 'b')], '<p>ab', true],
  ])('are %s', async (_, records, body, truncated) => {
    const path = join(folder, 'segments.warc');
    await writeFile(path, Buffer.concat(records));
    const page = (await openRecordedWeb(path)).lookup(url);
    expect([page?.body.toString(), page?.truncated]).toEqual([body, truncated]);
  });
});
