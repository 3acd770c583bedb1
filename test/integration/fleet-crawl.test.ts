import { createRng } from '../../src/domain/base/rng.js';
import { findPolicy } from '../../src/domain/policies/index.js';
import { CrawlState, fetchLimit, sessionConfigSchema } from '../../src/domain/session/index.js';
import { CrawlLoop } from '../../src/engine/crawl-loop.js';
import { MemoryStore } from '../../src/engine/memory-store.js';
import {
  PLAIN_FETCH,
  systemClock,
  type FetchOutcome,
  type FetchSettings,
  type Fetcher,
} from '../../src/engine/ports.js';
import { createFetcher, type TerritorialFetcher, type Territory } from '../../src/modules/fetching/index.js';
import { Fleet } from '../../src/modules/fleet/fetcher/fleet.js';
import { NatsLeaseBook } from '../../src/modules/fleet/leases/lease-book.js';
import { PartitionHolder } from '../../src/modules/fleet/leases/partition-holder.js';
import { FleetLink } from '../../src/modules/fleet/link/fleet-link.js';
import { RESULTS } from '../../src/modules/fleet/link/names.js';
import { FetchStation } from '../../src/modules/fleet/station/fetch-station.js';
import { looks } from '../support/looks.js';
import { answering, serveNamedHosts, type NamedHosts } from '../support/named-hosts.js';
import { NatsServer } from '../support/nats.js';
import { createRandomFetcher, createRandomWeb } from '../support/random-web.js';
import { tcpLine, type TcpLine } from '../support/tcp-line.js';
import { isThorough, testThoroughly } from '../support/thoroughness.js';

const PARTITIONS = 8;
const LEASE_MS = 1_200;
const never = new AbortController().signal;
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 20_000,
  maxBytes: 10_000_000,
  maxRedirects: 4,
};

let nats: NatsServer;
let hosts: NamedHosts;
const ends: (() => Promise<unknown>)[] = [];
beforeEach(async () => {
  nats = await NatsServer.start();
  hosts = await serveNamedHosts();
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await hosts.close();
  await nats.stop();
});

async function until(what: () => boolean): Promise<void> {
  const { pause } = looks();
  while (!what()) await pause();
}

interface Member {
  readonly holder: PartitionHolder;
  readonly station: FetchStation;
  readonly line: TcpLine;
  /** As by `kill -9`: it asks nothing more, and NATS hears nothing of it. */
  kill(): Promise<void>;
}

const live = (territory: Territory): TerritorialFetcher =>
  createFetcher({ allowPrivateNetworks: true, lookup: hosts.lookup, territory, warn: () => undefined });
/** A fetcher without a network of its own, which asks every host. */
const within = (fetcher: Fetcher): TerritorialFetcher => ({
  fetch: (request, signal) => fetcher.fetch(request, signal),
  fetchWithin: (request, signal) => fetcher.fetch(request, signal),
  close: () => fetcher.close(),
  hold: () => undefined,
  settle: () => Promise.resolve(),
  forget: () => undefined,
});

async function startMember(make: (territory: Territory) => TerritorialFetcher = live): Promise<Member> {
  const line = await tcpLine(nats.port);
  const url = `nats://127.0.0.1:${line.port}`;
  const warn = (): void => undefined;
  const link = await FleetLink.open({ url, name: 'fetcher', provides: false, warn });
  const common = { partitions: PARTITIONS, leaseMs: LEASE_MS, clock: systemClock, warn };
  const station: FetchStation = new FetchStation({
    ...common,
    link,
    owns: (partition) => holder.owns(partition),
    fetcher: make,
    atOnce: 64,
  });
  const facts = () => ({ name: 'fetcher', role: 'fetcher', version: '0', startedAt: 0 });
  const holder: PartitionHolder = new PartitionHolder({
    ...common,
    book: new NatsLeaseBook(link, facts),
    name: 'fetcher',
    took: (partitions) => station.took(partitions),
    settle: (partitions) => station.settle(partitions),
    lost: (partitions) => station.lost(partitions),
  });
  holder.start();
  let isDead = false;
  const end = async (): Promise<void> => {
    if (isDead) return;
    isDead = true;
    await holder.close();
    await station.close();
    await link.close();
    await line.close();
  };
  ends.push(end);
  const kill = async (): Promise<void> => {
    isDead = true;
    line.cut();
    station.lost(Array.from({ length: PARTITIONS }, (_, partition) => partition));
    await link.connection.close();
    await line.close();
    await Promise.all([holder.close().catch(() => undefined), station.close()]);
  };
  return { holder, station, line, kill };
}

async function openFleet(): Promise<{ readonly fleet: Fleet; readonly link: FleetLink }> {
  const warn = (): void => undefined;
  const link = await FleetLink.open({ url: nats.url, name: 'worker', provides: true, warn });
  const fleet = new Fleet({ link, partitions: PARTITIONS, clock: systemClock, warn });
  ends.push(() => fleet.close());
  return { fleet, link };
}

const get = (fetcher: Fetcher, url: string, no: number, changes: Partial<FetchSettings> = {}): Promise<FetchOutcome> =>
  fetcher.fetch({ url, settings: { ...settings, ...changes }, step: { no, attempt: 0 } }, never);

/** The least time between two requests of one host, as the host saw them. */
function leastGap(host: string): number {
  const times = hosts.requests.filter((one) => one.host.startsWith(host)).map(({ at }) => at);
  return Math.min(...times.slice(1).map((at, i) => at - times[i]));
}

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
    const { fleet, link } = await openFleet();
    await startMember(() => within(createRandomFetcher(web)));
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
    const { fleet } = await openFleet();
    const members = [await startMember(), await startMember()];
    await until(() => members.every(({ holder }) => holder.partitions.length === PARTITIONS / 2));
    const noise = Array.from({ length: 400_000 }, (_, i) => ((i * 7_919) ^ (i << 7)).toString(36)).join(' ');
    hosts.set('large.test', answering(200, {}, `<title>large</title><p>${noise}</p>`));
    const names = Array.from({ length: 6 }, (_, n) => `hop${n}.test`);
    names.forEach((name, n) => {
      const next = names[n + 1];
      if (n < 3) hosts.set(name, answering(302, { location: hosts.url(next, '/on') }));
    });
    const session = fleet.session('redirected', 1);
    const large = await get(session, hosts.url('large.test'), 0);
    expect(large.kind === 'page' && large.html.length).toBeGreaterThan(noise.length);
    const moved = await get(session, hosts.url('hop0.test', '/'), 1);
    expect(moved).toMatchObject({ kind: 'page', httpStatus: 200, finalUrl: hosts.url('hop3.test', '/on') });
    expect(moved.redirects).toEqual([
      hosts.url('hop0.test', '/'),
      hosts.url('hop1.test', '/on'),
      hosts.url('hop2.test', '/on'),
    ]);
    const limited = await get(session, hosts.url('hop0.test', '/'), 2, { maxRedirects: 2 });
    expect(limited).toMatchObject({ kind: 'redirect-limit' });
    await session.close();
  });

  it('ends a fetch that nobody wants any more, at the fetcher too', async () => {
    const { fleet } = await openFleet();
    const member = await startMember();
    hosts.set('silent.test', () => undefined);
    const session = fleet.session('stopped', 1);
    const stop = new AbortController();
    const fetching = session.fetch({ url: hosts.url('silent.test'), settings }, stop.signal);
    await until(() => hosts.requests.length === 1);
    stop.abort();
    expect(await fetching).toMatchObject({ kind: 'aborted' });
    await until(() => member.station.held === 0);
    await session.close();
  });

  it('loses and doubles nothing, and asks no host too soon, when fetchers die', async () => {
    const delayMs = 600;
    const kills = isThorough ? 20 : 3;
    const pages = kills * 8;
    const { fleet } = await openFleet();
    const alive = [await startMember(), await startMember()];
    const names = ['a.test', 'b.test', 'c.test', 'd.test'];
    const session = fleet.session('killed', 1);
    let answered = 0;
    const random = createRng(7);
    const all = Array.from({ length: pages }, async (_, no) => {
      const outcome = await get(session, hosts.url(names[no % names.length], `/${no}`), no, { hostDelayMs: delayMs });
      answered++;
      return outcome;
    });
    for (let kill = 1; kill <= kills; kill++) {
      await until(() => answered >= Math.min(pages - 1, Math.round((pages * kill) / (kills + 2)) + random.below(2)));
      await alive.shift()?.kill();
      alive.push(await startMember());
    }
    const outcomes = await Promise.all(all);
    expect(outcomes.map(({ kind }) => kind)).toEqual(outcomes.map(() => 'page'));
    expect(answered).toBe(pages);
    // A page whose fetcher died was asked for again, and none more often than fetchers died.
    expect(new Set(hosts.requests.map(({ host, path }) => host + path)).size).toBe(pages);
    expect(hosts.requests.length).toBeLessThan(pages + kills * names.length + 1);
    // Requests may reach a busy host late: by half of the delay at most.
    for (const name of names) expect(leastGap(name)).toBeGreaterThan(delayMs / 2);
    await session.close();
  });

  testThoroughly('goes on when NATS comes back, with its files and without', async () => {
    const { fleet } = await openFleet();
    await startMember();
    const session = fleet.session('restarted', 1);
    expect(await get(session, hosts.url('a.test'), 0)).toMatchObject({ kind: 'page' });
    await nats.kill();
    const during = get(session, hosts.url('b.test'), 1);
    await nats.start();
    expect(await during).toMatchObject({ kind: 'page' });
    await nats.kill();
    nats.loseFiles();
    const lost = get(session, hosts.url('c.test'), 2);
    await nats.start();
    expect(await lost).toMatchObject({ kind: 'page' });
    expect(hosts.count('c.test')).toBe(1);
    await session.close();
  });

  it('gives a page up of which three fetchers died, and says so', async () => {
    const { fleet } = await openFleet();
    let died = 0;
    const startDeadly = async (): Promise<Member> => {
      const member: Member = await startMember((territory) => {
        const fetcher = live(territory);
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
      });
      return member;
    };
    for (let n = 0; n < 4; n++) await startDeadly();
    const session = fleet.session('poisoned', 1);
    const harmless = get(session, hosts.url('a.test'), 1);
    const outcome = await get(session, hosts.url('deadly.test', '/deadly'), 0);
    expect(outcome).toMatchObject({ kind: 'fetcher-died', retryable: false });
    expect(outcome.kind === 'fetcher-died' && outcome.message).toContain('3 fetchers in a row');
    expect(died).toBe(3);
    expect(await harmless).toMatchObject({ kind: 'page' });
    await session.close();
  });
});
