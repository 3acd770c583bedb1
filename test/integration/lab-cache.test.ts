import { mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPolicy } from '../../src/domain/policies/index.js';
import { parseSyntheticSettings } from '../../src/domain/webs/index.js';
import { CacheFolder } from '../../src/modules/research/lab/disk/index.js';
import { LabCache, openLabWeb, openSyntheticLab, runLab } from '../../src/modules/research/lab/index.js';
import { writeWarc } from '../support/warc.js';
import { testThoroughly } from '../support/thoroughness.js';

/** A small recorded web, made from a synthetic one. */
const { web: made, topic: itsTopic } = openSyntheticLab(
  parseSyntheticSettings('pages=300,seed=5,maxLinks=15,pagesPerHost=20'),
);
const topic = { ...itsTopic, examples: { ...itsTopic.examples, background: 100 }, expandKeywords: true };

let folder: string;
let disk: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-lab-'));
  const never = new AbortController().signal;
  const settings = { maxBytes: 1_000_000, maxRedirects: 3, contentTypes: ['html'] } as never;
  const pages = [];
  const labels = ['url\tlabels'];
  for (const url of made.urls()) {
    const outcome = await made.fetcher.fetch({ url, settings }, never);
    if (outcome.kind === 'page') pages.push({ url, body: outcome.html });
    labels.push(`${url}\t${[...(made.labels.get(url) ?? [])].join(',')}`);
  }
  await writeWarc(join(folder, 'web.warc.gz'), pages);
  await writeFile(join(folder, 'labels.tsv'), labels.join('\n'));
});
beforeEach(async () => {
  disk = await mkdtemp(join(tmpdir(), 'gleaner-lab-cache-'));
});
afterEach(() => rm(disk, { recursive: true, force: true }));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Everything in a run except its time, and the number of pages read from the recording. */
async function rows({ policies = ['prospector'], cache = true, maxBytes = 1e9, warc = 'web.warc.gz' } = {}) {
  const lab = new LabCache(undefined, cache ? new CacheFolder(disk, maxBytes) : null);
  const web = await openLabWeb(join(folder, warc), join(folder, 'labels.tsv'), lab);
  let read = 0;
  const counting: typeof web = {
    ...web,
    fetcher: { ...web.fetcher, fetch: (...call) => (read++, web.fetcher.fetch(...call)) },
    document: (url) => (read++, web.document(url)),
  };
  const report = await runLab({
    ...{ web: counting, topic, budgets: [60], runs: 1, randomSeed: 3, marks: [20], unrecorded: 'fetch' },
    policies: policies.map((name) => findPolicy(name)!),
  });
  const told = JSON.stringify([report.results, report.keywords, report.reachable], (name, value: unknown) =>
    name === 'wallMs' ? 0 : value,
  );
  return { told, read };
}

it('gives the same rows with a warm cache, a cold one and none, and reads nothing when it is warm', async () => {
  const without = await rows({ cache: false });
  const cold = await rows();
  const warm = await rows();
  expect([cold.told, warm.told]).toEqual([without.told, without.told]);
  expect(without.read).toBeGreaterThan(100);
  expect(warm.read).toBe(0);
});

testThoroughly('gives the same rows to a policy that meets pages and links which no run met before', async () => {
  await rows();
  const [other, without] = [await rows({ policies: ['random'] }), await rows({ policies: ['random'], cache: false })];
  expect(other.told).toBe(without.told);
  expect(other.read).toBeGreaterThan(0);
  expect(other.read).toBeLessThan(without.read);
});

testThoroughly('ignores files that are damaged or cut, and writes them again', async () => {
  const whole = await rows();
  for (const [i, name] of (await readdir(disk)).sort().entries()) {
    const path = join(disk, name);
    const bytes = await readFile(path);
    if (i % 2 === 0) await truncate(path, Math.floor(bytes.length / 2));
    else await writeFile(path, bytes.fill(7, Math.floor(bytes.length / 3), Math.floor(bytes.length / 2)));
  }
  const mended = await rows();
  expect(mended.told).toBe(whole.told);
  expect(mended.read).toBeGreaterThan(0);
  expect((await rows()).read).toBe(0);
});

testThoroughly('serves two at a time', async () => {
  const [one, other] = await Promise.all([rows(), rows()]);
  expect(one.told).toBe(other.told);
  expect((await rows()).read).toBe(0);
});

testThoroughly('takes no web for another, and keeps to its size', async () => {
  await rows();
  const bytes = await readFile(join(folder, 'web.warc.gz'));
  // The same pages, repeated at the end: another file.
  await writeFile(join(folder, 'again.warc.gz'), Buffer.concat([bytes, bytes]));
  expect((await rows({ warc: 'again.warc.gz' })).read).toBeGreaterThan(0);
  await rows({ maxBytes: 1 });
  expect(await readdir(disk)).toEqual([]);
});
