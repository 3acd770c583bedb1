import { headers } from '@nats-io/transport-node';
import { systemClock, type FetchOutcome } from '../../src/engine/ports.js';
import { createFetcher, type Territory } from '../../src/modules/fetch/fetching/index.js';
import { REQUESTS, resultSubject, RESULTS, runConsumer } from '../../src/modules/fetch/fleet/link/names.js';
import { pack } from '../../src/modules/fetch/fleet/link/wire.js';
import { TestFleet, until } from '../support/fleet.js';
import { isThorough } from '../support/thoroughness.js';

let test: TestFleet;
beforeEach(async () => {
  test = await TestFleet.start();
});
afterEach(() => test.stop());

const DELAY_MS = 600;
const PAGES = isThorough ? 60 : 12;
const HOSTS = ['a.test', 'b.test', 'c.test'];
const kindsOf = (outcomes: readonly FetchOutcome[]): Set<string> => new Set(outcomes.map(({ kind }) => kind));

describe('a worker that has lost its session and does not know it', () => {
  it('takes neither requests nor answers from the one that has it now', async () => {
    const [earlier, later] = [await test.worker(), await test.worker()];
    const old = earlier.fleet.session('handed-on', 1);
    const now = later.fleet.session('handed-on', 2);
    const pages = Array.from({ length: 6 }, (_, no) => test.get(now, test.hosts.url(HOSTS[no % 3], `/${no}`), no));
    // The later run waits at NATS when the earlier one ends, late and in order: nothing of the later one may be removed
    // with it.
    await until(async () => (await later.link.admin.streams.info(REQUESTS)).state.messages === pages.length);
    await old.close();
    expect((await later.link.admin.streams.info(REQUESTS)).state.messages).toBe(pages.length);
    await test.fetcher();
    expect(kindsOf(await Promise.all(pages))).toEqual(new Set(['page']));
    // The later run removes the remains of the earlier one, never vice versa.
    const late = earlier.fleet.session('handed-on', 1);
    expect(await test.get(now, test.hosts.url('d.test'), 9)).toMatchObject({ kind: 'page' });
    await late.close();
    await now.close();
  });
});

describe('deliveries', () => {
  it('that are doubled, reordered, of earlier runs or no messages at all change nothing', async () => {
    const { fleet, link } = await test.worker();
    await test.fetcher();
    const session = fleet.session('doubled', 2);
    const outcomes: FetchOutcome[] = [];
    for (let no = 0; no < PAGES; no++) {
      const page = test.get(session, test.hosts.url(HOSTS[no % 3], `/${no}`), no);
      outcomes.push(await page);
      // The same answer again, one of an earlier run, one without a request, and random bytes.
      const subject = resultSubject({ session: 'doubled', epoch: 2 });
      for (const name of [`doubled:${no}:0:2:0`, `doubled:${no}:0:1:0`, `doubled:${no + 500}:0:2:0`]) {
        const head = headers();
        head.set('Gleaner-Fetch', name);
        await link.streams.publish(subject, pack({ outcome: { kind: 'aborted' } }), { headers: head });
      }
      await link.streams.publish(subject, new Uint8Array([7, 7]));
    }
    expect(kindsOf(outcomes)).toEqual(new Set(['page']));
    session.committed(outcomes.keys());
    await until(async () => (await link.admin.streams.info(RESULTS)).state.messages === 0);
    expect(test.hosts.requests).toHaveLength(PAGES);
    await session.close();
  });

  it('that find a stream full wait, and nothing is lost', async () => {
    const { fleet, link } = await test.worker();
    const { config } = await link.admin.streams.info(REQUESTS);
    await link.admin.streams.update(REQUESTS, { ...config, max_msgs: 2 });
    const answers = (await link.admin.streams.info(RESULTS)).config;
    await link.admin.streams.update(RESULTS, { ...answers, max_msgs: 2 });
    const session = fleet.session('full', 1);
    let done = 0;
    const pages = Array.from({ length: PAGES }, async (_, no) => {
      const outcome = await test.get(session, test.hosts.url(HOSTS[no % 3], `/${no}`), no);
      session.committed([no]);
      done++;
      return outcome;
    });
    await until(async () => (await link.admin.streams.info(REQUESTS)).state.messages === 2);
    await test.fetcher();
    expect(kindsOf(await Promise.all(pages))).toEqual(new Set(['page']));
    expect(done).toBe(PAGES);
    expect(new Set(test.hosts.requests.map(({ host, path }) => host + path)).size).toBe(PAGES);
    await session.close();
  });
});

describe('a look at what NATS has', () => {
  it('treats missing requests as lost, but not those answered and stored meanwhile', async () => {
    const { fleet, link } = await test.worker();
    await test.fetcher();
    test.hosts.set('silent.test', () => undefined);
    const session = fleet.session('looked-at', 1);
    const waiting = test.get(session, test.hosts.url('silent.test'), 100);
    await until(() => test.hosts.requests.length === 1);
    const { streams } = link.admin;
    const info = streams.info.bind(streams);
    let beforeLook = async (): Promise<void> => undefined;
    streams.info = async (...asked) => {
      await beforeLook();
      return info(...asked);
    };
    for (const look of [0, 1]) {
      const steps = [0, 1, 2].map((no) => look * 10 + no);
      await Promise.all(steps.map((no) => test.get(session, test.hosts.url(HOSTS[no % 3], `/${no}`), no)));
      beforeLook = async () => {
        beforeLook = async () => undefined;
        session.committed(steps);
        await until(async () => (await info(RESULTS)).state.messages === 0);
      };
      expect(await session.misses()).toBe(false);
    }
    await streams.purge(REQUESTS);
    expect([await session.misses(), await session.misses()]).toEqual([false, true]);
    await session.close();
    expect(await waiting).toMatchObject({ kind: 'aborted' });
  });

  it('leaves answers that are on their way alone, and finds its consumer again where that is gone', async () => {
    const { fleet, link } = await test.worker();
    const session = fleet.session('asked-again', 1);
    const first = test.get(session, test.hosts.url('a.test', '/0'), 0);
    await until(async () => (await link.admin.streams.info(REQUESTS)).state.messages === 1);
    await session.again();
    await link.admin.consumers.delete(RESULTS, runConsumer({ session: 'asked-again', epoch: 1 }));
    await session.again();
    await test.fetcher();
    expect(await first).toMatchObject({ kind: 'page' });
    await session.close();
  });
});

describe('clocks of machines', () => {
  it('may differ by a minute: no host is asked sooner, and none is waited for longer', async () => {
    const { fleet } = await test.worker();
    const skewed = (ms: number) => (territory: Territory) =>
      createFetcher({
        allowPrivateNetworks: true,
        lookup: test.hosts.lookup,
        territory,
        warn: () => undefined,
        clock: { ...systemClock, now: () => systemClock.now() + ms },
      });
    const session = fleet.session('skewed', 1);
    const members = [await test.fetcher({ make: skewed(60_000) }), await test.fetcher({ make: skewed(-60_000) })];
    const pages = Array.from({ length: PAGES }, (_, no) =>
      test.get(session, test.hosts.url(HOSTS[no % 3], `/${no}`), no, { hostDelayMs: DELAY_MS }),
    );
    // Each host changes its fetcher during the crawl.
    await pages[Math.floor(PAGES / 2)];
    await members[0].end();
    expect(kindsOf(await Promise.all(pages))).toEqual(new Set(['page']));
    for (const host of HOSTS) expect(test.leastGap(host)).toBeGreaterThan(DELAY_MS / 2);
    await session.close();
  });
});

describe('answers that are ready while NATS is away', () => {
  it('outlast the lease of their fetcher: no page is fetched again', async () => {
    const { fleet } = await test.worker();
    // Its pages end within a small part of the lease.
    const { holder } = await test.fetcher({ leaseMs: 5_000 });
    const held: (() => void)[] = [];
    test.hosts.set('slow.test', (_, response) => void held.push(() => response.end('<p>cheese</p>')));
    const session = fleet.session('away', 1);
    const pages = Array.from({ length: 4 }, (_, no) => test.get(session, test.hosts.url('slow.test', `/${no}`), no));
    await until(() => held.length === pages.length);
    await test.nats.kill();
    for (const end of held) end();
    await until(() => holder.partitions.length === 0);
    await test.nats.start();
    expect(kindsOf(await Promise.all(pages))).toEqual(new Set(['page']));
    expect(test.hosts.requests).toHaveLength(pages.length);
    await session.close();
  });
});

describe('a fetcher that is cut off for longer than its lease, and back', () => {
  it('asks no host beside the new owner, and its answers count once', async () => {
    const { fleet } = await test.worker();
    const members = [await test.fetcher(), await test.fetcher()];
    const session = fleet.session('cut-off', 1);
    const pages = Array.from({ length: PAGES }, (_, no) =>
      test.get(session, test.hosts.url(HOSTS[no % 3], `/${no}`), no, { hostDelayMs: DELAY_MS }),
    );
    for (const { line, holder } of members) {
      await Promise.race([until(() => holder.partitions.length > 0), Promise.all(pages)]);
      line.cut();
      await until(() => holder.partitions.length === 0);
      line.mend();
    }
    expect(kindsOf(await Promise.all(pages))).toEqual(new Set(['page']));
    for (const host of HOSTS) expect(test.leastGap(host)).toBeGreaterThan(DELAY_MS / 2);
    await session.close();
  });
});
