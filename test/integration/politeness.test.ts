import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_PACE_LIMITS } from '../../src/domain/politeness/index.js';
import {
  PLAIN_FETCH,
  type FetchOutcome,
  type FetchRequest,
  type FetchSettings,
  type Fetcher,
} from '../../src/engine/ports.js';
import { createFetcher, type FetchingOptions } from '../../src/modules/fetch/fetching/index.js';
import { after, answering, reset, serveNamedHosts, silence, type NamedHosts } from '../support/named-hosts.js';

const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 1_000_000,
  maxRedirects: 4,
};
const never = new AbortController().signal;

let hosts: NamedHosts;
const made: Fetcher[] = [];
beforeEach(async () => {
  hosts = await serveNamedHosts();
});
afterEach(async () => {
  await Promise.all(made.splice(0).map((fetcher) => fetcher.close()));
  await hosts.close();
});

function fetcherWith(options: Partial<FetchingOptions> = {}): Fetcher {
  const fetcher = createFetcher({ allowPrivateNetworks: true, lookup: hosts.lookup, ...options });
  made.push(fetcher);
  return fetcher;
}
type More = Partial<FetchSettings> & Pick<FetchRequest, 'patienceMs'>;
const get = (fetcher: Fetcher, url: string, { patienceMs, ...changes }: More = {}): Promise<FetchOutcome> =>
  fetcher.fetch(
    { url, settings: { ...settings, ...changes }, ...(patienceMs === undefined ? {} : { patienceMs }) },
    never,
  );
/** A manual clock. */
const stopped = (): { time: number; now: () => number; monotonic: () => number } => {
  const clock = { time: 1_000_000_000_000, now: () => clock.time, monotonic: () => clock.time };
  return clock;
};

describe('hosts in trouble', () => {
  it('hold up no other', async () => {
    hosts.set('silent.test', silence);
    hosts.set('broken.test', reset);
    hosts.set('busy.test', answering(429, { 'retry-after': '3600' }));
    const fetcher = fetcherWith({ maxConnections: 8, pace: { failuresToOpen: 2 } });
    const troubled = ['silent.test', 'broken.test', 'busy.test'];
    const urls = Array.from({ length: 40 }, (_, n) =>
      [...troubled, 'healthy.test'].map((host) => hosts.url(host, `/${n}`)),
    ).flat();
    // Lanes as in a session, one fetch each at a time, with one connection to a silent host that takes longer than all
    // others.
    const slow = get(fetcher, hosts.url('silent.test', '/first'), { timeoutMs: 600_000 });
    const outcomes: Record<string, string[]> = {};
    const lane = async (): Promise<void> => {
      for (let url = urls.shift(); url !== undefined; url = urls.shift()) {
        const { hostname } = new URL(url);
        // A healthy host may be slow on a busy machine, but not as long as the silent one would delay it.
        const outcome = await get(fetcher, url, {
          patienceMs: hostname === 'healthy.test' ? 5_000 : 20,
          timeoutMs: hostname === 'silent.test' ? 200 : 10_000,
        });
        (outcomes[hostname] ??= []).push(outcome.kind);
      }
    };
    await Promise.all([lane(), lane(), lane(), lane()]);
    expect(outcomes['healthy.test']).toEqual(Array.from({ length: 40 }, () => 'page'));
    for (const host of troubled) {
      expect(outcomes[host]).toContain('deferred');
      expect(hosts.count(host)).toBeLessThan(15);
    }
    expect(hosts.count('busy.test')).toBeLessThanOrEqual(4);
    await fetcher.close();
    expect(await slow).toMatchObject({ kind: 'aborted' });
  });

  it('are asked slower and slower, and faster again when they recover', async () => {
    const clock = stopped();
    const fetcher = fetcherWith({ clock });
    const waits: number[] = [];
    const ask = async (): Promise<void> => {
      const { hostWaitMs = 0 } = await get(fetcher, hosts.url('a.test'));
      waits.push(hostWaitMs);
      clock.time += hostWaitMs;
    };
    await ask();
    hosts.set('a.test', answering(500));
    for (let n = 0; n < 4; n++) await ask();
    hosts.set('a.test', answering(200));
    for (let n = 0; n < 3; n++) await ask();
    expect(waits).toEqual([0, 100, 200, 400, 800, 720, 648, 584]);
  });

  it('are asked slower when they answer slowly, where the session has a delay', async () => {
    hosts.set('slow.test', after(500, answering(200)));
    const clock = stopped();
    // A multiple of its duration without the machine's stalls; the tests of a host's pace determine the factor.
    expect((await get(fetcherWith({ clock }), hosts.url('slow.test'), { hostDelayMs: 50 })).hostWaitMs).toBeGreaterThan(
      100,
    );
    expect((await get(fetcherWith({ clock }), hosts.url('slow.test'))).hostWaitMs).toBe(0);
    expect((await get(fetcherWith({ clock }), hosts.url('quick.test'), { hostDelayMs: 50 })).hostWaitMs).toBe(50);
  });

  it('are tried by one request at a time once the circuit was open', async () => {
    hosts.set('a.test', reset);
    const clock = stopped();
    const fetcher = fetcherWith({ clock, pace: { failuresToOpen: 3, maxDelayMs: 0 } });
    for (let n = 0; n < 3; n++)
      expect(await get(fetcher, hosts.url('a.test'))).toMatchObject({ kind: 'reset', hostWaitMs: n < 2 ? 0 : 60_000 });
    expect(await get(fetcher, hosts.url('a.test'), { patienceMs: 59_999 })).toMatchObject({
      kind: 'deferred',
      retryable: true,
      retryAfterMs: 60_000,
      hostWaitMs: 60_000,
      message: 'the turn of a.test is 60 s away',
      durationMs: 0,
    });
    clock.time += 60_000;
    const both = await Promise.all([1, 2].map(() => get(fetcher, hosts.url('a.test'), { patienceMs: 3_000 })));
    expect(both.map((outcome) => [outcome.kind, outcome.hostWaitMs])).toEqual([
      ['reset', 120_000],
      ['deferred', 120_000],
    ]);
    expect(hosts.count('a.test')).toBe(4);
    clock.time += 120_000;
    hosts.set('a.test', answering(200));
    for (let n = 0; n < 3; n++)
      expect(await get(fetcher, hosts.url('a.test'))).toMatchObject({ kind: 'page', hostWaitMs: 0 });
  });
});

describe('Retry-After', () => {
  it.each([
    ['seconds, with 429', 429, '120', 120_000],
    ['seconds, with 503', 503, '5', 5_000],
    ['a date', 429, new Date(1_000_000_000_000 + 90_000).toUTCString(), 90_000],
    ['a date gone by', 503, new Date(1_000_000_000_000 - 90_000).toUTCString(), 1_000],
    ['more than a day', 429, '999999', 86_400_000],
    ['nonsense', 429, 'soon', 1_000],
    ['seconds, with 500', 500, '5', 100],
  ])('of %s', async (_what, status, value, waitMs) => {
    hosts.set('a.test', answering(status, { 'retry-after': value, date: new Date(1_000_000_000_000).toUTCString() }));
    const fetcher = fetcherWith({ clock: stopped() });
    expect(await get(fetcher, hosts.url('a.test'))).toMatchObject({
      kind: status === 429 ? 'throttled' : 'http-error',
      httpStatus: status,
      hostWaitMs: waitMs,
    });
    expect(await get(fetcher, hosts.url('a.test'), { patienceMs: waitMs - 1 })).toMatchObject({
      kind: 'deferred',
      hostWaitMs: waitMs,
    });
    expect(hosts.count('a.test')).toBe(1);
  });

  it('is waited for by who has patience', async () => {
    hosts.set('a.test', answering(503, { 'retry-after': '1' }));
    const fetcher = fetcherWith({ pace: { maxDelayMs: 0 } });
    await get(fetcher, hosts.url('a.test'));
    hosts.set('a.test', answering(200));
    expect(
      (await Promise.all([1, 2].map(() => get(fetcher, hosts.url('a.test'), { patienceMs: 60_000 })))).map(
        ({ kind }) => kind,
      ),
    ).toEqual(['page', 'page']);
    const [first, second] = hosts.requests;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(950);
  });

  it('holds for robots.txt too, asked for or sent with it', async () => {
    hosts.set('a.test', answering(429, { 'retry-after': '600' }));
    const fetcher = fetcherWith({ clock: stopped() });
    await get(fetcher, hosts.url('a.test'));
    expect(await get(fetcher, hosts.url('a.test'), { obeyRobots: true, patienceMs: 1_000 })).toMatchObject({
      kind: 'deferred',
      hostWaitMs: 600_000,
    });
    expect(hosts.requests).toHaveLength(1);
    hosts.set('b.test', answering(503, { 'retry-after': '300' }));
    expect(await get(fetcher, hosts.url('b.test'), { obeyRobots: true })).toMatchObject({
      kind: 'robots-unreachable',
      retryAfterMs: 300_000,
      hostWaitMs: 300_000,
    });
    expect(await get(fetcher, hosts.url('b.test'), { patienceMs: 1_000 })).toMatchObject({
      kind: 'deferred',
      hostWaitMs: 300_000,
    });
  });
});

describe('the delay of a host', () => {
  it('is counted from when the request goes out, however long the connection took', async () => {
    const clock = stopped();
    const connecting = (): void => void (clock.time += 400);
    subscribe('undici:client:beforeConnect', connecting);
    try {
      const fetcher = fetcherWith({ clock });
      for (const url of [hosts.url('a.test'), hosts.url('b.test')])
        expect(await get(fetcher, url, { hostDelayMs: 500 })).toMatchObject({ kind: 'page', hostWaitMs: 500 });
      expect(clock.time).toBe(1_000_000_000_800);
    } finally {
      unsubscribe('undici:client:beforeConnect', connecting);
    }
  });
});

describe('patience', () => {
  it('counts those who wait already', async () => {
    const fetcher = fetcherWith({ clock: stopped(), perHostConcurrency: 1 });
    hosts.set('a.test', silence);
    const closing = Array.from({ length: 3 }, () => get(fetcher, hosts.url('a.test'), { hostDelayMs: 1_000 }));
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
    expect(await get(fetcher, hosts.url('a.test'), { hostDelayMs: 1_000, patienceMs: 2_999 })).toMatchObject({
      kind: 'deferred',
      hostWaitMs: 3_000,
    });
    await fetcher.close();
    await Promise.all(closing);
  });

  it('ends by itself where all connections of the host stay taken', async () => {
    const fetcher = fetcherWith({ perHostConcurrency: 1 });
    hosts.set('a.test', silence);
    const taken = get(fetcher, hosts.url('a.test'), { timeoutMs: 600_000 });
    while (hosts.count('a.test') === 0) await sleep(5);
    const outcome = await get(fetcher, hosts.url('a.test'), { patienceMs: 50 });
    expect(outcome).toMatchObject({ kind: 'deferred', hostWaitMs: 5_000 });
    expect(hosts.count('a.test')).toBe(1);
    await fetcher.close();
    await taken;
  });

  it('is not lost on redirects within a host that has a delay', async () => {
    hosts.set('a.test', (request, response, path) =>
      (path === '/robots.txt'
        ? answering(200, {}, 'User-agent: *\nCrawl-delay: 0.5')
        : path === '/from'
          ? answering(302, { location: '/to' })
          : answering(200))(request, response, path),
    );
    expect(await get(fetcherWith(), hosts.url('a.test', '/from'), { obeyRobots: true, patienceMs: 100 })).toMatchObject(
      { kind: 'page', finalUrl: hosts.url('a.test', '/to') },
    );
  });

  it('is recorded for the target host of redirects', async () => {
    hosts.set('a.test', (request, response, path) =>
      answering(302, { location: hosts.url('b.test') })(request, response, path),
    );
    hosts.set('b.test', answering(429, { 'retry-after': '60' }));
    const fetcher = fetcherWith({ clock: stopped() });
    await get(fetcher, hosts.url('b.test'));
    expect(await get(fetcher, hosts.url('a.test'), { patienceMs: 3_000 })).toMatchObject({
      kind: 'deferred',
      finalUrl: hosts.url('b.test'),
      redirects: [hosts.url('a.test')],
      hostWaitMs: 60_000,
    });
    expect(await get(fetcher, hosts.url('c.test'), { patienceMs: 0 })).toMatchObject({ kind: 'page', hostWaitMs: 0 });
  });
});

describe('addresses', () => {
  const crowd = (fetcher: Fetcher, names: readonly string[]): Promise<FetchOutcome[]> =>
    Promise.all(names.map((name) => get(fetcher, hosts.url(name))));
  const many = Array.from({ length: 8 }, (_, n) => `h${n}.test`);

  it('are shared by their hosts, who all get their turn', async () => {
    for (const name of many) hosts.set(name, after(40, answering(200)));
    const outcomes = await crowd(fetcherWith({ perAddressConcurrency: 2 }), [...many, ...many]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 16 }, () => 'page'));
    expect(hosts.mostAtOnce).toBe(2);
  });

  it('are not counted where they are private, unless a number is given', async () => {
    for (const name of many) hosts.set(name, after(300, answering(200)));
    await crowd(fetcherWith(), many);
    expect(hosts.mostAtOnce).toBeGreaterThan(4);
  });

  it('leave a host that is alone there its own limit', async () => {
    hosts.set('a.test', after(200, answering(200)));
    await crowd(
      fetcherWith({ perAddressConcurrency: 2, perHostConcurrency: 5 }),
      Array.from({ length: 5 }, () => 'a.test'),
    );
    expect(hosts.mostAtOnce).toBe(5);
  });

  it('are looked up once a minute', async () => {
    const clock = stopped();
    const fetcher = fetcherWith({ clock });
    for (let n = 0; n < 5; n++) await get(fetcher, hosts.url('a.test'), { obeyRobots: true });
    expect(hosts.lookups).toEqual(['a.test']);
    clock.time += 61_000;
    await get(fetcher, hosts.url('a.test'));
    expect(hosts.lookups).toEqual(['a.test', 'a.test']);
  });

  it.each([true, false])(
    'that do not exist cost no turn, end as dns, and open the circuit (obeyRobots: %s)',
    async (obeyRobots) => {
      const clock = stopped();
      const fetcher = fetcherWith({ clock });
      for (let n = 0; n < DEFAULT_PACE_LIMITS.failuresToOpen; n++)
        expect(await get(fetcher, hosts.url('x.nowhere.test'), { obeyRobots })).toMatchObject({
          kind: 'dns',
          retryable: true,
        });
      expect(hosts.lookups).toEqual(['x.nowhere.test']);
      expect(await get(fetcher, hosts.url('x.nowhere.test'), { obeyRobots, patienceMs: 0 })).toMatchObject({
        kind: 'deferred',
        hostWaitMs: 60_000,
      });
    },
  );
});

describe('sitemaps', () => {
  it.each([
    [
      'named by robots.txt',
      'Sitemap: /maps/1.xml\nSitemap: http://Other.test/2.xml#x\nSitemap: mailto:x\nSitemap: /maps/1.xml',
      ['/maps/1.xml', 'http://other.test/2.xml'],
    ],
    ['not named', 'User-agent: *\nDisallow: /x', ['/sitemap.xml']],
  ])('%s are reported with the page', async (_what, robots, expected) => {
    hosts.set('a.test', (request, response, path) =>
      (path === '/robots.txt' ? answering(200, {}, robots) : answering(200))(request, response, path),
    );
    const fetcher = fetcherWith();
    const outcome = await get(fetcher, hosts.url('a.test'), { sitemaps: true });
    expect(outcome).toMatchObject({
      kind: 'page',
      sitemaps: expected.map((text) => (text.startsWith('/') ? hosts.url('a.test', text) : text)),
    });
    expect(await get(fetcher, hosts.url('a.test'))).not.toHaveProperty('sitemaps');
  });

  it('are none where robots.txt cannot be read', async () => {
    hosts.set('a.test', (request, response, path) =>
      answering(path === '/robots.txt' ? 500 : 200)(request, response, path),
    );
    expect(await get(fetcherWith(), hosts.url('a.test'), { sitemaps: true })).toMatchObject({
      kind: 'page',
      sitemaps: [],
    });
  });
});
