import { wordsOfPage } from '../../page-classes/index.js';
import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import type { Choice, CrawlPolicy, ObservedStep, PolicyDeps, Prior } from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import { weblogOf, type ForagersConfig } from './config.js';
import { Fleet } from './fleet.js';
import { Phase, type Forager } from './forager.js';
import { LinkPool } from './link-pool.js';
import { PageMemory } from './page-memory.js';
import { PageStates } from './page-states.js';
import { Walk } from './walk.js';

export const VERSION = 3;
/**
 * The value, compared with busy hosts, of a page chosen by a forager, and of a link from the pool: foragers have no
 * comparable values.
 */
const CHOSEN_VALUE = 1;
const POOL_VALUE = 0.7;

/**
 * A fleet of foragers (Palotai, Farkas, Lőrincz, section 3). Seeds first; then each forager fetches the pages of its
 * step.
 */
export class ForagersPolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly pool = new LinkPool();
  private readonly memory: PageMemory;
  private readonly states: PageStates;
  private readonly fleet: Fleet;
  private readonly walk: Walk;
  /** URLs in flight by the step that chose them. */
  private readonly underWay = new Map<number, number>();
  /** Steps in flight that no forager chose: links from the pool while foragers wait. */
  private readonly meanwhile = new Set<number>();

  constructor(
    private readonly name: string,
    private readonly config: ForagersConfig,
    { rng, prior }: Pick<PolicyDeps, 'rng' | 'prior'>,
  ) {
    this.memory = new PageMemory(config.clusters, config.maxPages);
    this.states = new PageStates(config, rng);
    this.fleet = new Fleet(config, this.memory, rng);
    if (prior) this.inherit(prior);
    this.walk = new Walk(config, this.memory, this.fleet, rng, (urlNo) => this.isUnderWay(urlNo));
  }

  get size(): number {
    return this.seeds.size + this.pool.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
    this.fleet.populate(seeds.map(({ urlNo }) => urlNo));
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    for (const link of links) this.accept(link, view);
  }

  choose(step: number, view: FrontierView): Choice {
    const seed = this.seeds.take(view, this.underWay.size === 0);
    if (seed >= 0) return this.fetch(step, seed, NO_SOURCE, null, 'seed');
    const foragers = this.fleet.inTurn();
    for (const forager of foragers) {
      const urlNo = forager.readyOf(view);
      if (urlNo === undefined) continue;
      this.countWaits(forager, view);
      const isStep = urlNo === forager.current;
      const source = this.memory.stepOf(isStep ? (forager.path.at(-1) ?? urlNo) : forager.current);
      return this.fetch(step, urlNo, source, forager, isStep ? 'step' : 'expansion');
    }
    const idle = foragers.find(({ phase }) => phase === Phase.Idle) ?? null;
    // The pages they wait for may be deferred for long: their host is slow, or asks to be left alone.
    const isMeanwhile = idle === null && this.meanwhile.size < foragers.length && !this.isWorthWaiting(foragers, view);
    if (idle !== null || isMeanwhile || this.underWay.size === 0) {
      const found = this.pool.take(view, this.underWay.size === 0);
      if (found !== null) {
        this.countWaits(idle, view);
        if (idle !== null) this.walk.beginAt(idle, found.urlNo);
        else this.meanwhile.add(step);
        return this.fetch(step, found.urlNo, found.source, idle, idle === null ? 'meanwhile' : 'pool');
      }
    }
    return { kind: this.underWay.size > 0 || this.anyLeft(view) ? 'wait' : 'exhausted' };
  }

  follow(step: number, { urlNo }: Candidate): void {
    // A forager that needs the page waits for it as for one of its own.
    this.underWay.set(step, urlNo);
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay.delete(step.choice);
    this.meanwhile.delete(step.choice);
    this.fleet.step = step.step;
    const links = step.links.filter((link) => this.accept(link, view)).map(({ urlNo }) => urlNo);
    if (step.ok) this.remember(step, [...links, ...step.known.map(({ urlNo }) => urlNo)]);
    this.pool.dropStale(view);
    for (const forager of this.fleet.foragers.slice())
      if (this.fleet.foragers.includes(forager)) this.walk.advance(forager, view);
  }

  learn(): void {
    // Foragers learn at the end of their steps, which span many pages.
  }

  stats(): Readonly<Record<string, number>> {
    return {
      ...this.fleet.stats(),
      rememberedPages: this.memory.size,
      classifierTrained: this.states.isTrained ? 1 : 0,
      refused: this.pool.refused,
    };
  }

  learnedState(): LearnedState {
    return {
      ranksBy:
        'Foragers in turn: each fetches a page and all that it links to; the page is the one whose words are worth most to it.',
      foragers: this.fleet.foragers.map((forager) => forager.learnedState(this.states.wordValues(forager.weights))),
      history: this.fleet.log.history,
    };
  }

  save(): Snapshot {
    return stamp(this.name, VERSION, {
      seeds: this.seeds.save(),
      pool: this.pool.save(),
      memory: this.memory.save(),
      pages: this.states.save(),
      fleet: this.fleet.save(),
      underWaySteps: Uint32Array.from(this.underWay.keys()),
      underWayUrls: Uint32Array.from(this.underWay.values()),
      meanwhile: [...this.meanwhile],
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, this.name, VERSION);
    this.seeds.restore(from.child('seeds'));
    this.pool.restore(from.child('pool'));
    this.memory.restore(from.child('memory'));
    this.states.restore(from.child('pages'));
    this.fleet.restore(from.child('fleet'));
    const steps = from.uint32('underWaySteps');
    const urlNos = from.uint32('underWayUrls', { length: steps.length });
    this.underWay.clear();
    steps.forEach((step, i) => this.underWay.set(step, urlNos[i]));
    this.meanwhile.clear();
    for (const step of from.numbers('meanwhile')) this.meanwhile.add(step);
  }

  /** Page classes define states; another session also provides the foragers' weights. */
  private inherit({ kind, state }: Prior): void {
    const { clusters } = this.config;
    const from = SnapshotReader.of(state);
    this.states.inherit(from.child('classifier'));
    if (kind === 'spider') return;
    const weights = from.float32('weights', { length: from.integer('foragers', { min: 1 }) * clusters });
    this.fleet.inherit(
      Array.from({ length: weights.length / clusters }, (_, i) => weights.subarray(i * clusters, (i + 1) * clusters)),
    );
  }

  /** A fetch begins, for one forager or for none. All others without a fetch to start have waited for one more. */
  private countWaits(served: Forager | null, view: FrontierView): void {
    for (const forager of this.fleet.foragers) {
      if (forager === served) forager.waited = 0;
      else if (forager.phase !== Phase.Idle && forager.readyOf(view) === undefined) forager.waited++;
    }
  }

  /** Whether a forager waits for a page that will come so soon that no link from the pool should be fetched instead. */
  private isWorthWaiting(foragers: readonly Forager[], view: FrontierView): boolean {
    return foragers.some(({ pending }) =>
      pending.some(
        (urlNo) => view.availability(urlNo) === Availability.Busy && view.reservation(urlNo, CHOSEN_VALUE) > POOL_VALUE,
      ),
    );
  }

  private isUnderWay(urlNo: number): boolean {
    for (const each of this.underWay.values()) if (each === urlNo) return true;
    return false;
  }

  private remember(
    { urlNo, step, relevant, page, change, young = true }: ObservedStep,
    links: readonly number[],
  ): void {
    const kept = Uint32Array.from(links.slice(0, this.config.maxLinks));
    if (change === 'unchanged' && this.memory.has(urlNo)) {
      this.memory.seenAgain(urlNo, step, kept, young);
      return;
    }
    const words = page === null ? new Map<string, number>() : wordsOfPage(page);
    this.memory.put(urlNo, step, this.states.stateOf(words), kept, relevant);
    const changed = this.states.take(urlNo, words);
    if (changed !== null) {
      for (const { urlNo: known, state } of changed) this.memory.setState(known, state);
      this.fleet.drawWeights();
    }
    // Without a weblog all foragers always start from the seeds and the first pages.
    if (weblogOf(this.config) === null) for (const { weblog } of this.fleet.foragers) weblog.append(urlNo);
  }

  /** @returns false if there is no room for the link */
  private accept(link: Candidate, view: FrontierView): boolean {
    return this.pool.accept(link, this.config.maxCandidates - this.seeds.size, view);
  }

  private anyLeft(view: FrontierView): boolean {
    if (this.seeds.anyLeft(view) || this.pool.anyLeft(view)) return true;
    return this.fleet.foragers.some(({ pending }) =>
      pending.some((urlNo) => view.availability(urlNo) !== Availability.Gone),
    );
  }

  private fetch(
    step: number,
    urlNo: number,
    source: number,
    forager: Forager | null,
    why: 'seed' | 'step' | 'expansion' | 'pool' | 'meanwhile',
  ): Choice {
    this.underWay.set(step, urlNo);
    if (forager === null)
      return { kind: 'fetch', urlNo, source, explanation: { value: 0, exploration: false, terms: { fetchedAs: why } } };
    this.fleet.countFetch(forager);
    const { current, start, path } = forager;
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: {
        value: this.memory.value(current, forager.weights),
        // The start of a path is random; each further step is the best of the frontier.
        exploration: current === start,
        options: forager.frontier.length + 1,
        terms: {
          fetchedAs: why,
          forager: forager.id,
          pathStep: path.length + 1,
          stepUrlNo: current,
          startUrlNo: start,
          score: Math.round(forager.score * 100) / 100,
          states: this.states.isTrained ? 'classifier' : 'projection',
        },
      },
    };
  }
}
