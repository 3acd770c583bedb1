import { DAY_SECONDS, parseSyntheticSettings } from '../../src/domain/webs/index.js';
import {
  PLAIN_FETCH,
  type Fetcher,
  type FetchOutcome,
  type FetchSettings,
  type Validators,
} from '../../src/engine/index.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import {
  createRecordedFetcher,
  serveRecordedWeb,
  type ServedWeb,
} from '../../src/modules/research/recorded-web/index.js';
import { openSyntheticWeb, runSyntheticWeb, SYNTHETIC_EPOCH } from '../../src/modules/research/synthetic-web/index.js';

const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 1_000_000,
  maxRedirects: 5,
};
const never = new AbortController().signal;
const get = (fetcher: Fetcher, url: string, validators?: Validators): Promise<FetchOutcome> =>
  fetcher.fetch({ url, settings, ...(validators && { validators }) }, never);
const htmlOf = (outcome: FetchOutcome): string => (outcome.kind === 'page' ? outcome.html : outcome.kind);

describe('a synthetic web', () => {
  const still = openSyntheticWeb(parseSyntheticSettings('pages=2000,seed=4'));
  let served: ServedWeb;
  let live: Fetcher;
  beforeAll(async () => {
    served = await serveRecordedWeb(still, { port: 0 });
    live = createFetcher({ allowPrivateNetworks: true, pace: UNPACED, proxyUrl: served.url });
  });
  afterAll(async () => {
    await live.close();
    await served.close();
  });

  it('is served over HTTP as the generator says, and the same without HTTP', async () => {
    const direct = createRecordedFetcher(still);
    for (const page of [0, 1, 500, 1_999, ...still.web.seeds]) {
      const url = still.web.urlOf(page);
      expect(htmlOf(await get(live, url))).toBe(still.web.htmlOf(page));
      expect(htmlOf(await get(direct, url))).toBe(still.web.htmlOf(page));
    }
    expect(await get(live, 'http://www.no-such-1.example/')).toMatchObject({ kind: 'http-error', httpStatus: 404 });
  });

  it('has all its URLs, each with a response', () => {
    const urls = [...still.urls()];
    expect(new Set(urls).size).toBe(2_000);
    expect(urls.every((url) => still.has(url))).toBe(true);
    let responses = 0;
    for (const response of still.responses()) if (response.status === 200) responses++;
    expect(responses).toBe(2_000);
  });

  it('answers 304 to a client that has the page', async () => {
    const url = still.web.urlOf(7);
    const page = await get(live, url);
    if (page.kind !== 'page') throw new Error(page.kind);
    const { etag = null, lastModified = null } = page;
    expect(lastModified).toBe(new Date(SYNTHETIC_EPOCH).toUTCString());
    for (const fetcher of [live, createRecordedFetcher(still)]) {
      expect((await get(fetcher, url, { etag, lastModified })).kind).toBe('not-modified');
      expect((await get(fetcher, url, { etag, lastModified: null })).kind).toBe('not-modified');
      expect((await get(fetcher, url, { etag: null, lastModified })).kind).toBe('not-modified');
      expect((await get(fetcher, url, { etag: '"another"', lastModified })).kind).toBe('page');
      expect((await get(fetcher, url, { etag: null, lastModified: 'yesterday' })).kind).toBe('page');
    }
  });
});

describe('a synthetic web that changes', () => {
  it('shows each page as of the simulated moment, with Last-Modified, ETag and 304', async () => {
    let now = 0;
    const web = openSyntheticWeb(
      parseSyntheticSettings('pages=500,changing=true,initial=0.5,newPerDay=0.1,editsPerDay=2,days=5'),
      () => now,
    );
    const served = await serveRecordedWeb(web, { port: 0 });
    const fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED, proxyUrl: served.url });
    const validators = new Map<string, Validators>();
    const seen = { changed: 0, same: 0, appeared: 0, missing: 0 };
    try {
      for (now = 0; now <= 2 * DAY_SECONDS; now += DAY_SECONDS / 4) {
        for (let page = 0; page < 500; page += 20) {
          const url = web.web.urlOf(page);
          const before = validators.get(url);
          const outcome = await get(fetcher, url, before);
          const expected = web.lookup(url);
          if (outcome.kind === 'page') {
            seen[before ? 'changed' : 'appeared']++;
            expect(outcome.html).toBe(expected?.body.toString());
            expect(Date.parse(outcome.lastModified ?? '')).toBeLessThanOrEqual(SYNTHETIC_EPOCH + now * 1_000);
            validators.set(url, { etag: outcome.etag ?? null, lastModified: outcome.lastModified ?? null });
          } else if (outcome.kind === 'not-modified') {
            seen.same++;
            expect(expected?.headers.get('etag')).toBe(before?.etag);
          } else {
            seen.missing++;
            expect(outcome).toMatchObject({ kind: 'http-error', httpStatus: 404 });
            expect(expected).toBeNull();
          }
        }
      }
    } finally {
      await fetcher.close();
      await served.close();
    }
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(10);
  });

  it('is run by the command at a speed', async () => {
    let ms = 5_000;
    const lines: string[] = [];
    const parsed = parseSyntheticSettings('pages=300,changing=true,editsPerDay=5,days=20');
    const served = await runSyntheticWeb(
      { settings: parsed, speed: 8_640, port: 0 },
      () => ms,
      (line) => lines.push(line),
    );
    const fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED, proxyUrl: served.url });
    try {
      expect(lines).toContain('A simulated day passes in 10 seconds');
      const seed = /^Seeds: ([^,]+)/.exec(lines.find((line) => line.startsWith('Seeds')) ?? '')?.[1] ?? '';
      const expected = (days: number): string | undefined =>
        openSyntheticWeb(parsed, () => days * DAY_SECONDS)
          .lookup(seed)
          ?.body.toString();
      expect(htmlOf(await get(fetcher, seed))).toBe(expected(0));
      ms += 100_000;
      expect(htmlOf(await get(fetcher, seed))).toBe(expected(10));
      expect(expected(10)).not.toBe(expected(0));
    } finally {
      await fetcher.close();
      await served.close();
    }
  });
});
