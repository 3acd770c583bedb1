import { headers } from '@nats-io/transport-node';
import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import { CrawlState, fetchLimit, sessionConfigSchema } from '../../src/domain/session/index.js';
import { CrawlLoop } from '../../src/engine/crawl-loop.js';
import { MemoryStore } from '../../src/engine/memory-store.js';
import { systemClock, type Fetcher } from '../../src/engine/ports.js';
import type { TerritorialFetcher } from '../../src/modules/fetch/fetching/index.js';
import {
  nameOf,
  PIECE_COUNT,
  PIECE_NAME,
  PIECE_NUMBER,
  PIECE_WRITING,
} from '../../src/modules/fetch/fleet/link/messages.js';
import { REQUESTS, RESULTS, resultSubject } from '../../src/modules/fetch/fleet/link/names.js';
import { type Member, type MemberSetup, PARTITIONS, settings, TestFleet, until } from '../support/fleet.js';
import { looks } from '../support/looks.js';
import { answering } from '../support/named-hosts.js';
import { createRandomFetcher, createRandomWeb } from '../support/random-web.js';
import { isThorough, testThoroughly } from '../support/thoroughness.js';

let test: TestFleet;
beforeEach(async () => {
  test = await TestFleet.start();
});
afterEach(() => test.stop());

/** A fetcher without its own network, which asks every host. */
const within = (fetcher: Fetcher): TerritorialFetcher => ({
  fetch: (request, signal) => fetcher.fetch(request, signal),
  fetchWithin: (request, signal) => fetcher.fetch(request, signal),
  close: () => fetcher.close(),
  hold: () => undefined,
  settle: () => Promise.resolve(),
  forget: () => undefined,
});

describe('a session that is fetched by the fleet', () => {
  it('visits pages in the same order as in process, and leaves nothing with NATS', async () => {
    const web = createRandomWeb({ sites: 12, pagesPerSite: 12, linksPerPage: 6 });
    const crawl = async (fetcher: Fetcher, committed: (steps: number[]) => void): Promise<number[]> => {
      const rng = createRng(5);
      const definition = findPolicy('best-first');
      if (!definition) throw new Error('no policy');
      const config = sessionConfigSchema.parse({ hostDelayMs: 0, concurrency: 1, budget: { fetches: 60 } });
      const policy = definition.create(definition.configSchema.parse({}), {
        rng,
        scoreText: (text) => (text.includes('cheese') ? 0.8 : 0.2),
        keywords: { inUrl: () => false, keywordIn: (text) => text.includes('cheese'), phraseIn: () => false },
        budget: fetchLimit(config.budget),
        domainCap: Infinity,
      });
      const store = new MemoryStore();
      const loop = new CrawlLoop({
        state: new CrawlState(config, policy, rng),
        seeds: web.seeds,
        fetcher,
        store,
        judge: {
          judge: ({ text }) => ({
            probability: text.includes('cheese') ? 0.9 : 0.1,
            relevant: text.includes('cheese'),
          }),
        },
        clock: systemClock,
        commitIntervalMs: 0,
        maxBatch: 5,
        checkpointIntervalMs: 1e9,
      });
      await loop.run(() => Promise.resolve());
      committed(store.records.map(({ plan }) => plan.step));
      return store.records.map(({ plan }) => plan.urlNo);
    };
    const inProcess = await crawl(createRandomFetcher(web), () => undefined);
    const { fleet, link } = await test.worker();
    await test.fetcher({ make: () => within(createRandomFetcher(web)) });
    const session = fleet.session('ordered', 1);
    const steps: number[] = [];
    const byFleet = await crawl(session, (all) => steps.push(...all));
    expect(inProcess).toHaveLength(60);
    expect(byFleet).toEqual(inProcess);
    // Answers stay until their steps are committed.
    expect((await link.admin.streams.info(RESULTS)).state.messages).toBe(60);
    session.committed(steps);
    await link.connection.flush();
    const { pause } = looks();
    while ((await link.admin.streams.info(RESULTS)).state.messages > 0) await pause();
    await session.close();
  });

  it('gets large pages in pieces, and follows redirects from one fetcher to the other', async () => {
    const { fleet, link } = await test.worker();
    const members = [await test.fetcher(), await test.fetcher()];
    await until(() => members.every(({ holder }) => holder.partitions.length === PARTITIONS / 2));
    const noise = Array.from({ length: 400_000 }, (_, i) => ((i * 7_919) ^ (i << 7)).toString(36)).join(' ');
    // Another fetcher was cut off after the first piece of its answer.
    const id = { session: 'redirected', step: 0, attempt: 0, epoch: 1, hop: 0 };
    const head = headers();
    for (const [key, value] of [
      [PIECE_NAME, nameOf(id)],
      [PIECE_NUMBER, '0'],
      [PIECE_COUNT, '3'],
      [PIECE_WRITING, 'cut off'],
    ])
      head.set(key, value);
    const answer = answering(200, {}, `<title>large</title><p>${noise}</p>`);
    test.hosts.set('large.test', (request, response, path) => {
      void link.streams
        .publish(resultSubject(id), Buffer.from('half'), { headers: head, msgID: `${nameOf(id)}/0` })
        .then(() => answer(request, response, path));
    });
    const names = Array.from({ length: 6 }, (_, n) => `hop${n}.test`);
    names.forEach((name, n) => {
      const next = names[n + 1];
      if (n < 3) test.hosts.set(name, answering(302, { location: test.hosts.url(next, '/on') }));
    });
    const session = fleet.session('redirected', 1);
    const large = await test.get(session, test.hosts.url('large.test'), 0);
    expect(large.kind === 'page' && large.html.length).toBeGreaterThan(noise.length);
    const moved = await test.get(session, test.hosts.url('hop0.test', '/'), 1);
    expect(moved).toMatchObject({ kind: 'page', httpStatus: 200, finalUrl: test.hosts.url('hop3.test', '/on') });
    expect(moved.redirects).toEqual([
      test.hosts.url('hop0.test', '/'),
      test.hosts.url('hop1.test', '/on'),
      test.hosts.url('hop2.test', '/on'),
    ]);
    const limited = await test.get(session, test.hosts.url('hop0.test', '/'), 2, { maxRedirects: 2 });
    expect(limited).toMatchObject({ kind: 'redirect-limit' });
    await session.close();
  });

  it('ends a fetch that nobody wants any more, at the fetcher too', async () => {
    const { fleet } = await test.worker();
    const member = await test.fetcher();
    test.hosts.set('silent.test', () => undefined);
    const session = fleet.session('stopped', 1);
    const stop = new AbortController();
    const fetching = session.fetch({ url: test.hosts.url('silent.test'), settings }, stop.signal);
    await until(() => test.hosts.requests.length === 1);
    stop.abort();
    expect(await fetching).toMatchObject({ kind: 'aborted' });
    await until(() => member.station.held === 0);
    await session.close();
  });

  it('loses and doubles nothing, and asks no host too soon, when fetchers die', async () => {
    const delayMs = 600;
    const kills = isThorough ? 20 : 2;
    const pages = kills * 8;
    const { fleet } = await test.worker();
    const alive = [await test.fetcher(), await test.fetcher()];
    const names = ['a.test', 'b.test', 'c.test', 'd.test'];
    const session = fleet.session('killed', 1);
    let answered = 0;
    const random = createRng(7);
    const all = Array.from({ length: pages }, async (_, no) => {
      const outcome = await test.get(session, test.hosts.url(names[no % names.length], `/${no}`), no, {
        hostDelayMs: delayMs,
      });
      answered++;
      return outcome;
    });
    for (let kill = 1; kill <= kills; kill++) {
      await until(() => answered >= Math.min(pages - 1, Math.round((pages * kill) / (kills + 2)) + random.below(2)));
      await alive.shift()?.kill();
      alive.push(await test.fetcher());
    }
    const outcomes = await Promise.all(all);
    expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'page'));
    expect(answered).toBe(pages);
    // Pages of dead fetchers were requested again, and none more often than fetchers died.
    expect(new Set(test.hosts.requests.map(({ host, path }) => host + path)).size).toBe(pages);
    expect(test.hosts.requests.length).toBeLessThan(pages + kills * names.length + 1);
    // Requests may reach a busy host late: by half of the delay at most.
    for (const name of names) expect(test.leastGap(name)).toBeGreaterThan(delayMs / 2);
    await session.close();
  });

  testThoroughly('continues when NATS comes back, with its files and without', async () => {
    const { fleet } = await test.worker();
    await test.fetcher();
    const session = fleet.session('restarted', 1);
    expect(await test.get(session, test.hosts.url('a.test'), 0)).toMatchObject({ kind: 'page' });
    await test.nats.kill();
    const during = test.get(session, test.hosts.url('b.test'), 1);
    await test.nats.start();
    expect(await during).toMatchObject({ kind: 'page' });
    await test.nats.kill();
    test.nats.loseFiles();
    const lost = test.get(session, test.hosts.url('c.test'), 2);
    await test.nats.start();
    expect(await lost).toMatchObject({ kind: 'page' });
    expect(test.hosts.count('c.test')).toBe(1);
    await session.close();
  });

  testThoroughly('blames no page for the death of fetchers in which it only waited for its host', async () => {
    const { fleet } = await test.worker();
    let begun = 0;
    const make: MemberSetup['make'] = (territory) => {
      const fetcher = test.live(territory);
      return Object.assign(Object.create(fetcher) as typeof fetcher, {
        fetchWithin: (...asked: Parameters<typeof fetcher.fetchWithin>) => {
          begun++;
          return fetcher.fetchWithin(...asked);
        },
      });
    };
    let member = await test.fetcher({ make });
    const session = fleet.session('waiting', 1);
    const get = (no: number) => test.get(session, test.hosts.url('a.test', `/${no}`), no, { hostDelayMs: 3_000 });
    expect(await get(0)).toMatchObject({ kind: 'page' });
    let hasEnded = false;
    const waiting = get(1).finally(() => (hasEnded = true));
    for (let death = 1; death <= 4; death++) {
      await until(() => begun === death + 1 || hasEnded);
      await member.kill();
      member = await test.fetcher({ make });
    }
    expect(await waiting).toMatchObject({ kind: 'page' });
    expect(test.hosts.count('a.test')).toBe(2);
    await session.close();
  });

  testThoroughly('gives a page up of which three fetchers died, and says so', async () => {
    const { fleet } = await test.worker();
    let died = 0;
    const startDeadly = async (): Promise<Member> => {
      const make: MemberSetup['make'] = (territory) => {
        const fetcher = test.live(territory);
        return {
          fetch: (request, signal) => fetcher.fetch(request, signal),
          fetchWithin: (request, signal, progress) => {
            if (request.url.includes('deadly')) {
              died++;
              void member.kill();
            }
            return fetcher.fetchWithin(request, signal, progress);
          },
          close: () => fetcher.close(),
          hold: (host, ms) => fetcher.hold(host, ms),
          settle: () => fetcher.settle(),
          forget: (isTheirs) => fetcher.forget(isTheirs),
        };
      };
      const member: Member = await test.fetcher({ make });
      return member;
    };
    for (let n = 0; n < 4; n++) await startDeadly();
    const session = fleet.session('poisoned', 1);
    const harmless = test.get(session, test.hosts.url('a.test'), 1);
    const outcome = await test.get(session, test.hosts.url('deadly.test', '/deadly'), 0);
    expect(outcome).toMatchObject({ kind: 'fetcher-died', retryable: false });
    expect(outcome.kind === 'fetcher-died' && outcome.message).toContain('3 fetchers in a row');
    expect(died).toBe(3);
    expect(await harmless).toMatchObject({ kind: 'page' });
    await session.close();
  });

  testThoroughly('ends a fetch whose fetcher lives and never answers, and asks nobody else for it', async () => {
    const { fleet, link } = await test.worker({ checkMs: 50, answerMs: 2_000 });
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const hung: string[] = [];
    const make: MemberSetup['make'] = (territory) => {
      const fetcher = test.live(territory);
      return Object.assign(Object.create(fetcher) as typeof fetcher, {
        fetchWithin: async (...asked: Parameters<typeof fetcher.fetchWithin>) => {
          if (asked[0].url.includes('hung')) {
            hung.push(asked[0].url);
            // Even a signal does not end it.
            await released;
          }
          return fetcher.fetchWithin(...asked);
        },
      });
    };
    const first = await test.fetcher({ make });
    const session = fleet.session('silent', 1);
    const silent = [0, 1].map((no) => test.get(session, test.hosts.url('hung.test', `/${no}`), no));
    await until(() => hung.length === 2);
    expect(await test.get(session, test.hosts.url('a.test'), 2)).toMatchObject({ kind: 'page' });
    for (const outcome of await Promise.all(silent))
      expect(outcome).toMatchObject({
        kind: 'timeout',
        retryable: true,
        message: expect.stringContaining('has not answered for 2 s') as string,
      });
    await until(async () => (await link.admin.streams.info(REQUESTS)).state.messages === 0);
    release();
    await first.kill();
    await test.fetcher({ make });
    expect(await test.get(session, test.hosts.url('a.test', '/after'), 3)).toMatchObject({ kind: 'page' });
    expect(hung).toHaveLength(2);
    await session.close();
  });

  it('waits for a fetcher for as long as none is there', async () => {
    const warnings: unknown[] = [];
    const { fleet } = await test.worker({ checkMs: 50, answerMs: 1, warn: (...said) => warnings.push(said) });
    const session = fleet.session('patient', 1);
    let hasEnded = false;
    const waiting = test.get(session, test.hosts.url('a.test'), 0).finally(() => (hasEnded = true));
    await until(() => warnings.length > 0);
    expect([hasEnded, ...warnings]).toEqual([
      false,
      [{ waiting: 1 }, 'no fetcher is in the fleet: requests wait for one'],
    ]);
    await session.close();
    expect(await waiting).toMatchObject({ kind: 'aborted' });
  });
});
