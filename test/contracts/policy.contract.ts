import fc from 'fast-check';
import { createRng } from '../../src/domain/base/rng.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../src/domain/base/snapshot.js';
import { SnapshotReader } from '../../src/domain/base/snapshot-reader.js';
import {
  type CrawlPolicy,
  learnedStateText,
  type PolicyDefinition,
  type Prior,
  learnedStateSchema,
} from '../../src/domain/policies/index.js';
import { sameBytes } from '../support/same-bytes.js';
import { badRefusals } from '../support/snapshot-damage.js';
import { isBegun, ToyCrawl, type ToyCrawlOptions } from '../support/toy-crawl.js';
import { communityWeb, scaleFreeWeb, type ToyWeb } from '../support/toy-web.js';

/** The next event of an interleaving: choose, or complete one of the steps in flight. */
type Move = { readonly kind: 'choose' } | { readonly kind: 'complete'; readonly which: number };
const moves = fc.array(
  fc.oneof(
    fc.constant<Move>({ kind: 'choose' }),
    fc.record({ kind: fc.constant<'complete'>('complete'), which: fc.nat(7) }),
  ),
  { minLength: 10, maxLength: 150 },
);

const SMALL = { domains: 12, pagesPerDomain: 12, deadShare: 0.1 };
const LIMITS: ToyCrawlOptions = { domainCap: 8, perDomain: 2 };
/** Policies with values wait for better candidates. */
const WAITING: ToyCrawlOptions = {
  perDomain: 1,
  reservation: (_, value) => (value > 0 ? value * 0.95 : Number.NEGATIVE_INFINITY),
};

function play(crawl: ToyCrawl, sequence: readonly Move[]): void {
  for (const move of sequence) {
    if (move.kind === 'choose') crawl.choose();
    else if (crawl.inFlight.length > 0) crawl.complete(move.which % crawl.inFlight.length);
  }
}

/** Created on first use, then shared. */
function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Whether there is state to transfer: a policy that must not learn has none. */
function hasLearnt(learnt: () => Prior): boolean {
  try {
    learnt();
    return true;
  } catch (error) {
    if (error instanceof RangeError && /learnt nothing/.test(error.message)) return false;
    throw error;
  }
}

/** A page with ten thousand links, a page that links to itself and repeatedly to one other page, and a dead end. */
const hostileWeb = once((): ToyWeb => {
  const links = Array.from({ length: 10_000 }, (_, i) => ({
    to: i + 1,
    anchor: i % 3 === 0 ? 'bread '.repeat(40) : '',
  }));
  const leaves = links.map(({ to }) => ({
    url: `http://site${to % 7}.example/${'%F0%9F%8D%9E'.repeat(to % 5)}?q=${to}`,
    domain: to % 7,
    relevant: to % 11 === 0,
    dead: to % 13 === 0,
    links: [
      { to: 0, anchor: '' },
      { to: 1, anchor: 'bread' },
    ],
  }));
  return {
    pages: [{ url: 'http://site0.example/', domain: 0, relevant: false, dead: false, links }, ...leaves],
    seeds: [0],
    relevant: 0,
  };
});

/** Parts of snapshots that decide nothing; they serve `CrawlPolicy.learnedState`. */
const TOLD_ONLY = ['history', 'wordNames', 'leastNamed'];

function without(snapshot: Snapshot, names: readonly string[]): Snapshot {
  const kept = Object.entries(snapshot).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, part]) => [name, isPlain(part) ? without(part, names) : part]));
}

const isPlain = (part: Snapshot[string]): part is Snapshot =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && !ArrayBuffer.isView(part);

/** Options for special kinds of policies. */
export interface ContractOptions {
  /** Every page is a seed: for policies that read no links, which would otherwise end after the first page. */
  readonly allSeeds?: boolean;
  /**
   * One more configuration of a policy: tests that depend only on models ran with the first, and half as many
   * interleavings run, because every configuration adds some.
   */
  readonly isVariant?: boolean;
  /** Of the session. */
  readonly objective?: Pick<ToyCrawlOptions, 'objective' | 'grouping'>;
  /** Multiplies the contract's number of interleavings; less than 1 in the daily run. Default: 1. */
  readonly thoroughness?: number;
  /** A setting with another value under which no learned state fits; null if all settings fit. Default: `text`. */
  readonly misfit?: Readonly<Record<string, unknown>> | null;
}

/**
 * The promises of `CrawlPolicy` that the engine relies on. A crawl throws when a policy chooses a page that is gone,
 * busy or was never offered; these tests check the rest.
 *
 * @param config the configuration to test with, of the definition's schema
 */
export function describePolicyContract(
  definition: PolicyDefinition,
  config: Readonly<Record<string, unknown>> = {},
  { allSeeds = false, isVariant = false, objective, thoroughness = 1, misfit }: ContractOptions = {},
): void {
  const share = isVariant ? thoroughness / 2 : thoroughness;
  const runs = (usual: number): { numRuns: number } => ({ numRuns: Math.ceil(usual * share) });
  const crawlOf = (web: ToyWeb, options: ToyCrawlOptions = {}): ToyCrawl =>
    new ToyCrawl(allSeeds ? { ...web, seeds: web.pages.map((_, page) => page) } : web, definition, {
      config,
      ...objective,
      ...options,
    }).start();
  const forgets = definition.forgets?.(definition.configSchema.parse(config)) ?? false;
  /** Exhausted means that nothing is left, except dropped and counted candidates. */
  const expectNothingLeft = (crawl: ToyCrawl): void => {
    expect(crawl.left()).toBeLessThanOrEqual(forgets ? crawl.policy.stats().refused : 0);
  };

  describe(`policy ${definition.name} ${Object.keys(config).length > 0 ? JSON.stringify(config) : ''} ${objective ? JSON.stringify(objective) : ''}`, () => {
    it('chooses only what may be chosen, each page at most once, in any interleaving', () => {
      fc.assert(
        fc.property(moves, fc.nat(1_000), (sequence, seed) => {
          const crawl = crawlOf(communityWeb({ ...SMALL, seed }), { ...LIMITS, seed });
          play(crawl, sequence);
          expect(new Set(crawl.order).size).toBe(crawl.order.length);
        }),
        runs(20),
      );
    });

    it.each([
      ['unlimited', {}],
      ['with MAX and busy domains', LIMITS],
      ['waiting for better ones', WAITING],
    ])('is exhausted only when no candidate is left, %s', (_, limits) => {
      for (const make of [communityWeb, scaleFreeWeb]) {
        for (const concurrency of [1, 5]) {
          const crawl = crawlOf(make({ ...SMALL, seed: 3 }), limits);
          expect(crawl.run(concurrency)).toBe('exhausted');
          expectNothingLeft(crawl);
        }
      }
    });

    it.each([
      ['while all candidates are busy', { perDomain: 1 }],
      ['for better ones', WAITING],
    ])('waits %s, and is unchanged by being asked', (_, options) => {
      const web = communityWeb({ ...SMALL, domains: 4, seed: 5 });
      const asked = crawlOf(web, { ...options, seed: 9 });
      const notAsked = crawlOf(web, { ...options, seed: 9 });
      let waited = 0;
      for (let i = 0; i < 20; i++) {
        for (const crawl of [asked, notAsked]) crawl.choose();
        while (isBegun(asked.choose().kind)) notAsked.choose();
        const before = [encodeSnapshot(asked.policy.save()), asked.rng.save()];
        const choice = asked.choose();
        if (choice.kind === 'wait') waited++;
        expect(asked.rng.save()).toEqual(before[1]);
        if (asked.inFlight.length === 0) break;
        for (const crawl of [asked, notAsked]) crawl.complete();
      }
      for (const crawl of [asked, notAsked]) crawl.run(2);
      expect(waited).toBeGreaterThan(5);
      expect(asked.order).toEqual(notAsked.order);
    });

    it('continues with other domains while a page of one is missing and its other pages are deferred', () => {
      const crawl = crawlOf(communityWeb({ ...SMALL, seed: 19 }), { perDomain: 1, seed: 6 });
      for (let i = 0; i < 12; i++) {
        crawl.choose();
        if (crawl.inFlight.length > 0) crawl.complete();
      }
      // From now on the first fetch in flight does not complete.
      while (crawl.inFlight.every(({ search }) => search !== undefined) && isBegun(crawl.choose().kind))
        if (crawl.inFlight[0].search !== undefined) crawl.complete();
      const before = crawl.order.length;
      while (isBegun(crawl.choose().kind)) crawl.complete(1);
      expect(crawl.inFlight).toHaveLength(1);
      const { refused = 0 } = crawl.policy.stats();
      expect(crawl.ready()).toBeLessThanOrEqual(forgets ? refused : 0);
      expect(crawl.order.length - before).toBeGreaterThan(forgets ? 0 : 50);
      expect(crawl.run(2)).toBe('exhausted');
      expectNothingLeft(crawl);
    });

    it('gives the same order for the same seed', () => {
      const web = scaleFreeWeb({ ...SMALL, seed: 7 });
      const [a, b] = [1, 2].map(() => {
        const crawl = crawlOf(web, { ...LIMITS, seed: 4, budget: 100 });
        crawl.run(4);
        return crawl.order;
      });
      expect(a).toEqual(b);
    });

    it('continues identically after save and restore at any moment, with steps under way', () => {
      const web = communityWeb({ ...SMALL, seed: 11 });
      fc.assert(
        fc.property(moves, moves, fc.nat(1_000), (before, after, seed) => {
          const crawl = crawlOf(web, { ...LIMITS, seed });
          play(crawl, before);
          const other = crawl.resumed();
          for (const c of [crawl, other]) play(c, after);
          expect(other.order).toEqual(crawl.order);
          expect(sameBytes(encodeSnapshot(other.policy.save()), encodeSnapshot(crawl.policy.save()))).toBe(true);
        }),
        runs(15),
      );
    });

    it('adopts choices made elsewhere, and continues from there', () => {
      fc.assert(
        fc.property(moves, fc.nat(1_000), (sequence, seed) => {
          const web = communityWeb({ ...SMALL, seed });
          const leader = crawlOf(web, { ...LIMITS, seed });
          const follower = crawlOf(web, { ...LIMITS, seed: seed + 1 });
          for (const move of sequence) {
            if (move.kind === 'choose') {
              const choice = leader.choose();
              if (choice.kind === 'fetch') follower.follow(choice.urlNo, choice.source);
              if (choice.kind === 'search') follower.followSearch(choice);
            } else if (leader.inFlight.length > 0) {
              const which = move.which % leader.inFlight.length;
              for (const crawl of [leader, follower]) crawl.complete(which);
            }
          }
          const followed = follower.order.length;
          expect(follower.run(3)).toBe('exhausted');
          expect(follower.order.slice(0, followed)).toEqual(leader.order);
          expect(new Set(follower.order).size).toBe(follower.order.length);
          expectNothingLeft(follower);
        }),
        runs(15),
      );
    });

    it('shows its learned state within bounds, the same after save and restore, and is unchanged by it', () => {
      const crawl = crawlOf(communityWeb({ ...SMALL, seed: 21 }), { ...LIMITS, seed: 8 });
      const notAsked = crawlOf(communityWeb({ ...SMALL, seed: 21 }), { ...LIMITS, seed: 8 });
      for (let i = 0; i < 120; i++) {
        for (const c of [crawl, notAsked]) {
          c.choose();
          if (i % 4 !== 0 && c.inFlight.length > 0) c.complete();
        }
        if (i % 30 !== 29) continue;
        const before = encodeSnapshot(crawl.policy.save());
        const learnedState = crawl.policy.learnedState?.(crawl);
        if (learnedState === undefined) return;
        const text = learnedStateText(learnedState);
        const told = learnedStateSchema.parse(JSON.parse(text));
        expect(told.ranksBy).not.toBe('');
        expect(sameBytes(encodeSnapshot(crawl.policy.save()), before)).toBe(true);
        const other = crawl.resumed();
        const restored = other.policy.learnedState?.(other);
        expect(restored && learnedStateText(restored)).toBe(text);
      }
      expect(crawl.rng.save()).toEqual(notAsked.rng.save());
      expect(crawl.order).toEqual(notAsked.order);
    });

    it('loads snapshots without state for display, and continues as if nothing were missing', () => {
      const crawl = crawlOf(communityWeb({ ...SMALL, seed: 22 }), { ...LIMITS, seed: 3 });
      for (let i = 0; i < 60; i++) {
        crawl.choose();
        if (i % 4 !== 0 && crawl.inFlight.length > 0) crawl.complete();
      }
      const other = crawl.resumed((saved) => without(saved, TOLD_ONLY));
      for (const c of [crawl, other]) {
        c.policy.learnedState?.(c);
        c.run(3);
      }
      expect(other.order).toEqual(crawl.order);
    });

    it('refuses the snapshot of another policy or version', () => {
      const crawl = crawlOf(communityWeb(SMALL));
      const saved = crawl.policy.save();
      expect(() => crawl.policy.restore({ ...saved, policy: 'another' })).toThrow(RangeError);
      expect(() => crawl.policy.restore({ ...saved, version: definition.version + 1 })).toThrow(RangeError);
    });

    it('refuses a snapshot with one damaged part, and names the part', () => {
      const crawl = crawlOf(communityWeb({ ...SMALL, seed: 13 }), LIMITS);
      for (let i = 0; i < 60; i++) {
        crawl.choose();
        if (i % 3 !== 0 && crawl.inFlight.length > 0) crawl.complete();
      }
      const bytes = encodeSnapshot(crawl.policy.save());
      const saved = decodeSnapshot(bytes);
      const restored = (snapshot: Snapshot): CrawlPolicy => {
        const policy = crawl.createPolicy(createRng(1));
        policy.restore(snapshot);
        return policy;
      };
      expect(badRefusals(saved, restored, { free: ['states'], optional: TOLD_ONLY })).toEqual([]);
      // The refusal has changed nothing that a fresh policy depends on.
      expect(sameBytes(encodeSnapshot(restored(saved).save()), bytes)).toBe(true);
    });

    if (definition.priors?.kinds.includes('session') === true) {
      const bequeathed = once(() => {
        const crawl = crawlOf(communityWeb({ ...SMALL, seed: 17 }));
        crawl.run(2);
        const saved = SnapshotReader.of(decodeSnapshot(encodeSnapshot(crawl.policy.save())));
        const state = definition.priors?.transfer(saved, definition.configSchema.parse(config)) ?? {};
        return encodeSnapshot(state);
      });
      const learnt = (): Prior => ({ kind: 'session', state: decodeSnapshot(bequeathed()) });

      it('starts from what another session has learnt, without its candidates, and continues identically after save and restore', () => {
        const options: ToyCrawlOptions = { ...LIMITS, config, seed: 3, ...(hasLearnt(learnt) && { prior: learnt() }) };
        const web = communityWeb({ ...SMALL, seed: 18 });
        expect(new ToyCrawl(web, definition, options).policy.size).toBe(0);
        fc.assert(
          fc.property(moves, moves, (before, after) => {
            const crawl = new ToyCrawl(web, definition, options).start();
            play(crawl, before);
            const other = crawl.resumed();
            for (const c of [crawl, other]) play(c, after);
            expect(other.order).toEqual(crawl.order);
            expect(sameBytes(encodeSnapshot(other.policy.save()), encodeSnapshot(crawl.policy.save()))).toBe(true);
          }),
          runs(8),
        );
        const crawl = new ToyCrawl(web, definition, options).start();
        expect(crawl.run(2)).toBe('exhausted');
        expectNothingLeft(crawl);
      });

      it('refuses what another session has learnt when a part of it is damaged or missing', () => {
        if (!hasLearnt(learnt)) return;
        const { kind, state } = learnt();
        const web = communityWeb(SMALL);
        const begin = (snapshot: Snapshot): CrawlPolicy =>
          new ToyCrawl(web, definition, { config, prior: { kind, state: snapshot } }).policy;
        expect(badRefusals(state, begin)).toEqual([]);
      });

      it('says which setting keeps it from starting from another session', () => {
        const settings = definition.configSchema.parse(config) as Readonly<Record<string, unknown>>;
        expect(definition.priors?.misfit(settings, settings)).toBeNull();
        if (misfit === null) return;
        const changed = misfit ?? { text: settings['text'] === 'anchor' ? 'context' : 'anchor' };
        const [[setting, there]] = Object.entries(changed);
        expect(definition.priors?.misfit(settings, { ...settings, ...changed })).toMatchObject({ setting, there });
      });
    }

    it('withstands pages with ten thousand links, empty texts and a model that answers nonsense', () => {
      const nonsense = [() => Number.NaN, () => Number.POSITIVE_INFINITY, () => -1];
      for (const scoreText of isVariant || thoroughness < 1 ? nonsense.slice(0, 1) : nonsense) {
        const crawl = crawlOf(hostileWeb(), { budget: 40, scoreText, seed: 2 });
        expect(crawl.run(3)).toBe('budget');
        const stats = crawl.policy.stats();
        expect(Object.values(stats).filter(Number.isNaN)).toEqual([]);
        expect(crawl.offered).toBeGreaterThan(9_500);
        expect(crawl.policy.size + (forgets ? stats.refused : 0)).toBeGreaterThan(9_000);
      }
    });

    it('holds no more candidates than it may, and says how many it refused', () => {
      const crawl = crawlOf(hostileWeb(), { budget: 30, config: { ...config, maxCandidates: 500 }, seed: 2 });
      expect(crawl.run(1)).toBe('budget');
      expect(crawl.policy.size).toBeLessThanOrEqual(500);
      expect(crawl.policy.stats().refused).toBeGreaterThan(9_000);
    });

    it('explains each choice with finite numbers', () => {
      const crawl = crawlOf(communityWeb({ ...SMALL, seed: 2 }));
      for (let i = 0; i < 60; i++) {
        const choice = crawl.choose();
        if (choice.kind !== 'fetch' && choice.kind !== 'search') break;
        const { value: chosen, features = {}, rank, options } = choice.explanation;
        const values = [chosen, rank ?? 1, options ?? 1, ...Object.values(features)];
        expect(values.filter((value) => !Number.isFinite(value))).toEqual([]);
        expect(rank ?? 1).toBeLessThanOrEqual(options ?? Number.POSITIVE_INFINITY);
        crawl.complete();
      }
    });

    it('describes its configuration, whose resolved form stays the same when it is parsed again', () => {
      const resolved = definition.configSchema.parse(config);
      expect(definition.configSchema.parse(resolved)).toEqual(resolved);
      expect(() => definition.configSchema.parse({ noSuchSetting: 1 })).toThrow();
    });
  });
}
