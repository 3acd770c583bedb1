import { jest } from '@jest/globals';
import { createRng } from '../domain/base/rng.js';
import { DoubleQNetwork } from '../domain/learning/q-network.js';
import { openSnapshot, sealSnapshot } from '../domain/base/sealed-snapshot.js';
import type { Snapshot } from '../domain/base/snapshot.js';
import { findPolicy } from '../domain/policies/index.js';
import { CrawlState, sessionConfigSchema } from '../domain/session/index.js';
import { littleLearning } from '../../test/support/little-learning.js';
import { createRandomFetcher, createRandomWeb } from '../../test/support/random-web.js';
import { someOf } from '../../test/support/thoroughness.js';
import { CrawlLoop, type CrawlLoopOptions } from './crawl-loop.js';
import { ReplayDivergedError } from './crawl-store.js';
import { MemoryStore } from './memory-store.js';
import { systemClock } from './ports.js';

const web = createRandomWeb({ sites: 12, pagesPerSite: 30, linksPerPage: 8 });
const BUDGET = 60;
const LONG_MS = 60;

/** The monotonic clock, which tests advance: no test needs real time to pass. */
let aheadMs = 0;
const evenNow = performance.now.bind(performance);
beforeAll(() => void jest.spyOn(performance, 'now').mockImplementation(() => evenNow() + aheadMs));
afterAll(() => jest.restoreAllMocks());

function stateFor(policyName: string): CrawlState {
  const rng = createRng(5);
  const definition = findPolicy(policyName);
  if (!definition) throw new Error(policyName);
  const config = sessionConfigSchema.parse({ budget: { fetches: BUDGET }, concurrency: 1, hostDelayMs: 0 });
  return new CrawlState(
    config,
    definition.create(definition.configSchema.parse(littleLearning(policyName)), {
      rng,
      scoreText: (text) => (text.includes('cheese') ? 0.8 : 0.2),
      budget: BUDGET,
      domainCap: Infinity,
      keywords: { inUrl: () => false, keywordIn: (text) => text.includes('cheese'), phraseIn: () => false },
    }),
    rng,
  );
}

function loopFor(
  policyName: string,
  store: MemoryStore,
  stopAt: number | null,
  extra: Partial<CrawlLoopOptions> = {},
): CrawlLoop {
  const loop: CrawlLoop = new CrawlLoop({
    state: stateFor(policyName),
    anotherState: () => stateFor(policyName),
    seeds: web.seeds,
    fetcher: createRandomFetcher(web),
    store,
    judge: { judge: (document) => ({ probability: 0.5, relevant: document.text.includes('cheese') }) },
    clock: systemClock,
    commitIntervalMs: 0,
    maxBatch: 5,
    checkpointIntervalMs: 1e9,
    onStep: ({ seq }) => seq === stopAt && loop.request('stop'),
    ...extra,
  });
  return loop;
}

class WatchedStore extends MemoryStore {
  readonly dropped: { completed: number; reason: string }[] = [];
  readonly keptInReplay: number[] = [];
  replayed: number[] = [];
  /** The time that each step of a replay takes, ms. */
  stepMs = 0;
  /** Transforms the stored learned states; null leaves them as they are. */
  learntAs: ((kept: Uint8Array) => Uint8Array | null) | null = null;
  onReplayed: (seq: number) => void = () => undefined;

  override async learnt(completed: number): Promise<Uint8Array | null> {
    const kept = await super.learnt(completed);
    return kept && this.learntAs ? this.learntAs(kept) : kept;
  }

  override async dropCheckpoint(completed: number, reason?: string): Promise<void> {
    this.dropped.push({ completed, reason: reason ?? '' });
    await super.dropCheckpoint(completed);
  }

  override async *steps(fromSeq: number): ReturnType<MemoryStore['steps']> {
    this.replayed = [];
    for await (const step of super.steps(fromSeq)) {
      aheadMs += this.stepMs;
      this.replayed.push(step.seq);
      yield step;
      this.onReplayed(step.seq);
    }
  }
}

/** A session stopped twice, so that it has two checkpoints: after 25 and after 40 steps. */
async function stored(policy: string): Promise<WatchedStore> {
  const store = new WatchedStore();
  await loopFor(policy, store, 24).run();
  await loopFor(policy, store, 39).run();
  expect((await store.load()).checkpoints).toEqual([40, 25]);
  return store;
}

const orderOf = (store: MemoryStore): number[] => store.records.map(({ plan }) => plan.urlNo);

describe.each(someOf(['best-first', 'tres'], (policy) => policy === 'tres'))(
  'a checkpoint is a cache: %s',
  (policy) => {
    let expected: number[];
    let newest: Uint8Array;

    beforeAll(async () => {
      const unbroken = new MemoryStore();
      await loopFor(policy, unbroken, null).run();
      expected = orderOf(unbroken);
      newest = await (await stored(policy)).checkpoint(40);
    });

    const flipped = (bytes: Uint8Array, at: number): Uint8Array => bytes.map((byte, i) => (i === at ? byte ^ 4 : byte));
    const resealed =
      (change: (snapshot: Snapshot) => Snapshot) =>
      (bytes: Uint8Array): Uint8Array =>
        sealSnapshot(change(openSnapshot(bytes)));
    const damages: [string, (bytes: Uint8Array) => Uint8Array, RegExp][] = [
      ['cut short', (bytes) => bytes.subarray(0, bytes.length - 100), /bytes where there should be/],
      ['empty', () => new Uint8Array(), /too few/],
      ['of something else', () => new Uint8Array(5_000).fill(3), /no header/],
      ['with a flipped bit in its header', (bytes) => flipped(bytes, 17), /checksum/],
      ['with a flipped bit in the middle', (bytes) => flipped(bytes, bytes.length >> 1), /checksum/],
      ['of another version of the program', resealed((snapshot) => ({ ...snapshot, version: 1 })), /version 1/],
      [
        'of another policy, which shows when most is restored',
        resealed((snapshot) => ({ ...snapshot, policy: { ...(snapshot.policy as Snapshot), policy: 'other' } })),
        /./,
      ],
      ['without its tables, which shows half-way', resealed(({ pages: _, ...snapshot }) => snapshot), /./],
      ['of other steps than it is kept as', resealed((snapshot) => ({ ...snapshot, completed: 38 })), /has 38 steps/],
    ];

    it.each(damages)('one %s is dropped, and the one before it used', async (_, damage, reason) => {
      const store = await stored(policy);
      await store.keepCheckpoint(40, { state: damage(newest), learnt: null });
      await loopFor(policy, store, null).run();
      expect(store.dropped).toEqual([{ completed: 40, reason: expect.stringMatching(reason) as string }]);
      expect(store.replayed[0]).toBe(25);
      expect(orderOf(store)).toEqual(expected);
    });

    it('with none left the log is replayed from its beginning', async () => {
      const store = await stored(policy);
      for (const completed of [25, 40])
        await store.keepCheckpoint(completed, { state: flipped(newest, newest.length - 9), learnt: null });
      await loopFor(policy, store, null).run();
      expect(store.dropped.map(({ completed }) => completed)).toEqual([40, 25]);
      expect(store.replayed).toEqual(Array.from({ length: 40 }, (_, seq) => seq));
      expect(orderOf(store)).toEqual(expected);
    });

    it.each(['pause', 'stop'] as const)('a long replay lets the event loop go round and hears %s', async (command) => {
      const store = await stored(policy);
      for (const completed of [25, 40]) await store.dropCheckpoint(completed);
      store.stepMs = LONG_MS;
      let ticks = 0;
      let timer = setImmediate(function tick() {
        ticks++;
        timer = setImmediate(tick);
      });
      const loop = loopFor(policy, store, null);
      store.onReplayed = (seq) => seq === 10 && loop.request(command);
      expect(await loop.run()).toEqual({ kind: command === 'pause' ? 'paused' : 'stopped' });
      clearImmediate(timer);
      expect(ticks).toBeGreaterThanOrEqual(9);
      expect(store.replayed.length).toBeLessThan(14);
      expect(store.records).toHaveLength(40);
      store.stepMs = 0;
      await loopFor(policy, store, null).run();
      expect(orderOf(store)).toEqual(expected);
    });

    it('a long replay keeps what it has done, and the first commit after it carries a checkpoint', async () => {
      const store = await stored(policy);
      for (const completed of [25, 40]) await store.dropCheckpoint(completed);
      // While it skips learning it stores no checkpoint: its state is inconsistent.
      store.learntAs = () => null;
      store.stepMs = LONG_MS;
      const interrupted = loopFor(policy, store, null, { checkpointIntervalMs: 5 * LONG_MS });
      store.onReplayed = (seq) => seq === 20 && interrupted.request('stop');
      await interrupted.run();
      const {
        checkpoints: [kept],
      } = await store.load();
      expect(kept).toBeGreaterThan(10);
      store.onReplayed = () => undefined;
      await loopFor(policy, store, 44).run();
      expect(store.replayed[0]).toBe(kept);
      const { checkpoints } = await store.load();
      expect(checkpoints[0]).toBeGreaterThan(40);
      await loopFor(policy, store, null).run();
      expect(orderOf(store)).toEqual(expected);
    });
  },
);

it('a log that another policy wrote is refused', async () => {
  const store = await stored('best-first');
  for (const completed of [25, 40]) await store.dropCheckpoint(completed);
  await expect(loopFor('random', store, null).run()).rejects.toThrow(ReplayDivergedError);
});

describe('a replay of a policy that learns', () => {
  let expected: number[];
  beforeAll(async () => {
    const unbroken = new MemoryStore();
    await loopFor('tres', unbroken, null).run();
    expected = orderOf(unbroken);
  });
  afterEach(() => jest.restoreAllMocks());

  const damaged = (kept: Uint8Array): Uint8Array => kept.map((byte, i) => (i === kept.length >> 1 ? byte ^ 1 : byte));
  /** Learning starts after the first ten of the 60 steps. */
  it.each<[string, WatchedStore['learntAs'], number]>([
    ['skips the learning whose result is kept', null, 20],
    ['learns from the older one on when the newest is damaged', damagedOnce(damaged), 35],
    ['learns all of it when both are gone', () => null, 52],
    ['learns all of it when both are damaged', damaged, 52],
  ])('%s, and goes on alike', async (_, learntAs, rounds) => {
    const store = await stored('tres');
    for (const completed of [25, 40]) await store.dropCheckpoint(completed);
    store.learntAs = learntAs;
    const trained = jest.spyOn(DoubleQNetwork.prototype, 'train');
    await loopFor('tres', store, null).run();
    expect(orderOf(store)).toEqual(expected);
    expect(trained.mock.calls.length).toBe(rounds);
  });
});

function damagedOnce(damage: (kept: Uint8Array) => Uint8Array): (kept: Uint8Array) => Uint8Array {
  let isFirst = true;
  return (kept) => {
    const given = isFirst ? damage(kept) : kept;
    isFirst = false;
    return given;
  };
}
