import { sessionConfigSchema, type EarlierVisit, type KnownMode, type StepPlan } from '../../domain/session/index.js';
import type { FetchArchive, FetchOutcome, FetchRequest } from '../ports.js';
import { LoopControl } from './loop-control.js';
import { sleepFor } from './sleep.js';
import { StepFetcher } from './step-fetcher.js';

const URL_A = 'http://a.example/';
const PAGE: FetchOutcome = {
  kind: 'page',
  finalUrl: URL_A,
  redirects: [],
  httpStatus: 200,
  contentType: 'text/html',
  charset: 'utf-8',
  html: '<p>hello',
  truncated: false,
  rendered: false,
  fetchedAt: 7,
  durationMs: 1,
  bytes: 8,
};
const AWAY: FetchOutcome = {
  kind: 'deferred',
  finalUrl: URL_A,
  redirects: [],
  httpStatus: null,
  message: 'later',
  retryable: true,
  fetchedAt: 7,
  durationMs: 0,
  bytes: 0,
};
const EARLIER = { etag: null, lastModified: null, links: [] } as unknown as EarlierVisit;
const planOf = (part: Partial<StepPlan> = {}): StepPlan =>
  ({ step: 0, urlNo: 0, source: -1, as: 'page', patient: false, ...part }) as StepPlan;

function fetcherOf(
  outcome: FetchOutcome | ((request: FetchRequest) => FetchOutcome),
  {
    hasCopy = () => true,
    trackChanges = false,
    archive,
    visits,
    minutes,
    known,
  }: {
    /** @param has undefined: there is no page at `URL_A` */
    known?: { mode: KnownMode; has?: boolean };
    hasCopy?: (url: string) => boolean;
    trackChanges?: boolean;
    archive?: FetchArchive;
    visits?: string[];
    minutes?: number;
  } = {},
) {
  const requests: FetchRequest[] = [];
  const control = new LoopControl(false);
  const time = { ofAgenda: 1_234, active: 1_234 };
  const fetcher = new StepFetcher(
    {
      config: sessionConfigSchema.parse({
        budget: { fetches: 1, minutes },
        trackChanges,
        ...(known && { known: known.mode, knownDays: 7 }),
        archive: archive !== undefined,
      }),
      fetcher: {
        fetch: async (request) => {
          requests.push(request);
          return typeof outcome === 'function' ? outcome(request) : outcome;
        },
        close: async () => undefined,
      },
      clock: { now: () => 99 },
      store: {
        collectedPage: async (url, days) => {
          visits?.push(`${url} within ${days} days`);
          return known?.has === undefined ? null : { content: async () => (known.has ? EARLIER : null) };
        },
        hadNoPage: async (url, days) => known !== undefined && known.has === undefined && url === URL_A && days === 7,
        earlierVisit: async (url) => {
          visits?.push(url);
          return hasCopy(url) ? ({ etag: `"${url}"`, lastModified: null } as EarlierVisit) : null;
        },
      },
      ...(archive ? { archive } : {}),
      sleep: sleepFor,
    },
    control,
    time,
  );
  return { fetcher, control, requests, time };
}

describe('StepFetcher', () => {
  it('says when a page was fetched by the running time, and waits for hosts as the plan says', async () => {
    const { fetcher, requests } = fetcherOf(PAGE);
    const plan = planOf();
    expect(await fetcher.fetch(plan, URL_A)).toEqual({ plan, outcome: { ...PAGE, activeMs: 1_234, earlier: null } });
    await fetcher.fetch(planOf({ patient: true }), URL_A);
    expect(requests.map(({ patienceMs }) => patienceMs)).toEqual([3_000, 60_000]);
    expect(requests[0].validators).toBeUndefined();
  });

  it('asks with the validators of the last visit, and looks again where a redirect led', async () => {
    const visits: string[] = [];
    const moved: FetchOutcome = { ...PAGE, finalUrl: 'http://b.example/', redirects: [URL_A] };
    const { fetcher, requests } = fetcherOf(moved, { trackChanges: true, visits });
    const fetched = await fetcher.fetch(planOf(), URL_A);
    expect(requests[0].validators).toEqual({ etag: `"${URL_A}"`, lastModified: null });
    expect(visits).toEqual([URL_A, 'http://b.example/']);
    expect(fetched?.outcome.earlier?.etag).toBe('"http://b.example/"');
    await fetcher.fetch(planOf({ as: 'sitemap' }), URL_A);
    expect(visits).toHaveLength(2);
  });

  it('asks without validators for the page behind a redirect that has not changed and of which there is no copy', async () => {
    const moved = { finalUrl: 'http://b.example/', redirects: [URL_A] };
    const { fetcher, requests } = fetcherOf(
      ({ validators }) =>
        validators === undefined
          ? { ...PAGE, ...moved }
          : { ...moved, kind: 'not-modified', httpStatus: 304, fetchedAt: 7, durationMs: 1, bytes: 0 },
      { trackChanges: true, hasCopy: (url) => url === URL_A },
    );
    const fetched = await fetcher.fetch(planOf(), URL_A);
    expect(fetched?.outcome).toMatchObject({ kind: 'page', finalUrl: 'http://b.example/', earlier: null });
    expect(requests).toHaveLength(2);
  });

  it('hands what went over the wire to the archive and keeps it no longer', async () => {
    const archived: FetchOutcome[] = [];
    const archive: FetchArchive = {
      append: async (outcome) => archived.push(outcome) > 0,
      close: async () => undefined,
    };
    const { fetcher, requests } = fetcherOf({ ...PAGE, exchanges: [] }, { archive });
    const fetched = await fetcher.fetch(planOf(), URL_A);
    expect(requests[0].settings.archive).toBe(true);
    expect(archived).toHaveLength(1);
    expect(fetched?.outcome).not.toHaveProperty('exchanges');
  });

  it('tells of what the archive has no room for, and keeps nothing of it', async () => {
    const archive: FetchArchive = { append: async () => false, close: async () => undefined };
    const { fetcher } = fetcherOf({ ...PAGE, exchanges: [] }, { archive });
    const fetched = await fetcher.fetch(planOf(), URL_A);
    expect(fetched?.outcome).toMatchObject({ kind: 'not-archived', retryable: true, finalUrl: PAGE.finalUrl });
    expect(fetched?.outcome).not.toHaveProperty('html');
  });

  it('waits with a fetch until it is due, and puts off one that is due after the time of the session', async () => {
    const { fetcher, requests, time, control } = fetcherOf(PAGE, { minutes: 1 });
    await fetcher.fetch(planOf({ notBeforeMs: 1_234 }), URL_A);
    expect(requests).toHaveLength(1);
    // The agenda's time is behind, as after a pause during a rest.
    [time.active, time.ofAgenda] = [60_000, 30_000];
    expect(await fetcher.fetch(planOf({ notBeforeMs: 59_000 }), URL_A)).toMatchObject({
      outcome: { kind: 'deferred', retryable: true, activeMs: 30_000 },
    });
    [time.active, time.ofAgenda] = [0, 0];
    const waiting = fetcher.fetch(planOf({ notBeforeMs: 59_000 }), URL_A);
    control.request('pause');
    expect(await waiting).toBeNull();
    expect(requests).toHaveLength(1);
  });

  it('waits for a host no longer than the session has time', async () => {
    const { fetcher, requests, time } = fetcherOf({ ...AWAY, hostWaitMs: 30_000 }, { minutes: 1 });
    time.active = 59_990;
    expect(await fetcher.fetch(planOf({ patient: true }), URL_A)).toMatchObject({ outcome: { kind: 'deferred' } });
    time.active = 70_000;
    expect(await fetcher.fetch(planOf({ patient: true }), URL_A)).toMatchObject({ outcome: { kind: 'deferred' } });
    expect(requests.map(({ patienceMs }) => patienceMs)).toEqual([10, 0]);
  });

  it('rests before the next look at a host that is far away, until a command comes', async () => {
    const { fetcher, control } = fetcherOf(AWAY);
    expect(await fetcher.fetch(planOf(), URL_A)).toMatchObject({ outcome: { kind: 'deferred' } });
    let rests = true;
    const patient = fetcher.fetch(planOf({ patient: true }), URL_A).finally(() => (rests = false));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(rests).toBe(true);
    control.request('pause');
    expect(await patient).toMatchObject({ outcome: { kind: 'deferred' } });
  });

  it('brings nothing when the run was stopped, and what others aborted as it is', async () => {
    const { fetcher, control } = fetcherOf({ ...AWAY, kind: 'aborted' });
    expect(await fetcher.fetch(planOf(), URL_A)).not.toBeNull();
    control.request('stop');
    expect(await fetcher.fetch(planOf(), URL_A)).toBeNull();
  });
});

describe('a page that the topic has', () => {
  const LINKED = planOf({ source: 3 });

  it('is fetched again, unless the session asks for something else', async () => {
    const visits: string[] = [];
    const { fetcher, requests } = fetcherOf(PAGE, { visits });
    expect((await fetcher.fetch(LINKED, URL_A))?.outcome.kind).toBe('page');
    expect([requests.length, visits]).toEqual([1, []]);
  });

  it('is taken from there, or passed over unless it is a seed, without a request', async () => {
    const visits: string[] = [];
    const reuse = fetcherOf(PAGE, { known: { mode: 'reuse', has: true }, visits });
    for (const plan of [LINKED, planOf()])
      expect(await reuse.fetcher.fetch(plan, URL_A)).toMatchObject({
        outcome: {
          kind: 'not-modified',
          reused: true,
          finalUrl: URL_A,
          fetchedAt: 99,
          activeMs: 1_234,
          earlier: EARLIER,
        },
      });
    expect(visits[0]).toBe(`${URL_A} within 7 days`);
    const skip = fetcherOf(PAGE, { known: { mode: 'skip', has: true } });
    expect(await skip.fetcher.fetch(LINKED, URL_A)).toMatchObject({ outcome: { kind: 'known', retryable: false } });
    expect([reuse.requests, skip.requests]).toEqual([[], []]);
    expect((await skip.fetcher.fetch(planOf(), URL_A))?.outcome.kind).toBe('page');
  });

  it.each(['reuse', 'skip'] as const)(
    'is not asked for where there was none, unless it is a seed: %s',
    async (mode) => {
      const { fetcher, requests } = fetcherOf(PAGE, { known: { mode } });
      expect(await fetcher.fetch(LINKED, URL_A)).toMatchObject({ outcome: { kind: 'known', retryable: false } });
      expect(requests).toEqual([]);
      expect((await fetcher.fetch(planOf(), URL_A))?.outcome.kind).toBe('page');
      expect((await fetcher.fetch(LINKED, `${URL_A}?other`))?.outcome.kind).toBe('page');
    },
  );

  it('is fetched where its content is gone, and sitemaps always are', async () => {
    const { fetcher, requests } = fetcherOf(PAGE, { known: { mode: 'reuse', has: false } });
    expect((await fetcher.fetch(LINKED, URL_A))?.outcome.kind).toBe('page');
    const other = fetcherOf(PAGE, { known: { mode: 'reuse', has: true } });
    await other.fetcher.fetch(planOf({ source: 3, as: 'sitemap' }), URL_A);
    expect([requests.length, other.requests.length]).toEqual([1, 1]);
  });
});
