import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { withRoom } from '../../base/growable.js';
import { distinctBelow } from '../../learning/replay-buffer.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import {
  type Choice,
  type CrawlPolicy,
  type LoggedLink,
  type ObservedStep,
  type SkippableLearning,
} from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import type { ActionFrontier } from './action-frontier.js';
import type { LinkFeatures, TresFeatures } from './features.js';
import type { TresAgent } from './tres-agent.js';

/** Assumed reward of the seeds: the user gave them as relevant (TRES 2.4.2 and algorithm 4, lines 3-8). */
const SEED_REWARD = 1;

interface TresPolicyOptions {
  readonly name: string;
  readonly version: number;
  readonly nextCandidates: number;
  readonly maxCandidates: number;
  /** Whether a replay may skip the learning: not if values from intermediate states are kept. */
  readonly skippable: boolean;
}

/**
 * A crawl over TRES's features (algorithm 4): an optional learning agent, and a frontier that defines how an action is
 * chosen.
 *
 * Each step's vector is kept from its choice until it is observed, so that any number of steps may be in flight and end
 * in any order.
 */
export class TresPolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly seedLinks = new Map<number, LinkFeatures>();
  /** Vectors of the steps in flight, by step, from when they were chosen. */
  private readonly underWay = new Map<number, Float32Array>();
  private nextRows = new Float32Array(0);
  private refused = 0;
  private swept = 0;

  constructor(
    private readonly options: TresPolicyOptions,
    private readonly features: TresFeatures,
    private readonly frontier: ActionFrontier,
    private readonly agent: TresAgent | null,
    private readonly rng: Rng,
  ) {}

  get learning(): SkippableLearning | null {
    return this.options.skippable ? this.agent : null;
  }

  get size(): number {
    return this.seeds.size + this.frontier.size;
  }

  seed(seeds: readonly Candidate[], view: FrontierView): void {
    this.seeds.add(seeds);
    for (const seed of seeds) {
      const link = this.features.linkFeatures(seed);
      this.seedLinks.set(seed.urlNo, link);
      this.frontier.learn(this.vectorOf(seed.urlNo, NO_SOURCE, link, view), SEED_REWARD, view, 0);
    }
  }

  choose(step: number, view: FrontierView, logged?: LoggedLink): Choice {
    const idle = this.underWay.size === 0;
    const seed = this.seeds.take(view, idle);
    if (seed >= 0) return this.chooseSeed(step, seed, view);
    const rngBefore = this.rng.save();
    const lookahead = idle ? Number.POSITIVE_INFINITY : LOOKAHEAD;
    const found = this.frontier.choose(view, lookahead, logged, this.seeds.reservation(view));
    if (found.chosen) {
      const { urlNo, source, vector, explanation } = found.chosen;
      this.underWay.set(step, vector);
      this.agent?.completeNext(vector);
      return { kind: 'fetch', urlNo, source, explanation };
    }
    // A choice without a result must have no effect: the engine does not repeat it in a replay.
    this.rng.restore(rngBefore);
    return { kind: found.waiting || this.seeds.anyLeft(view) ? 'wait' : 'exhausted' };
  }

  follow(step: number, candidate: Candidate, view: FrontierView): void {
    const isSeed = candidate.source === NO_SOURCE;
    const vector = this.vectorOf(candidate.urlNo, candidate.source, this.features.linkFeatures(candidate), view);
    this.underWay.set(step, vector);
    if (!isSeed) this.agent?.completeNext(vector);
  }

  observe(step: ObservedStep, view: FrontierView): void {
    const taken = this.underWay.get(step.choice);
    if (taken === undefined) throw new RangeError(`step ${step.choice} was not chosen, or was observed before`);
    this.underWay.delete(step.choice);
    const isSeed = step.source === NO_SOURCE;
    if (step.ok) this.features.addState(step.step, view.path(step.step));
    // The seeds' experience is in the tree from the start.
    if (!isSeed) this.frontier.learn(taken, step.reward, view, step.step);
    const added = this.addLinks(step.links, view);
    const reward = isSeed && step.ok ? SEED_REWARD : step.reward;
    if (this.agent) this.agent.observe(taken, reward, this.nextRows, this.drawNext(added));
    this.swept += this.frontier.sweep(view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    this.addLinks(links, view);
  }

  learn(): void {
    this.agent?.learn();
  }

  stats(): Readonly<Record<string, number>> {
    return {
      ...this.frontier.stats(),
      evaluated: this.frontier.evaluated,
      refused: this.refused,
      swept: this.swept,
      frontierBytes: this.frontier.bytes,
      ...this.agent?.stats(),
    };
  }

  learnedState(): LearnedState {
    const learnedState = this.frontier.learnedState();
    return {
      ...learnedState,
      weights: [...(this.agent?.learnedState(this.features.names) ?? []), ...(learnedState.weights ?? [])],
    };
  }

  save(): Snapshot {
    const steps = [...this.underWay.keys()];
    const vectors = new Float32Array(steps.length * this.features.count);
    steps.forEach((step, i) => vectors.set(this.underWay.get(step) ?? [], i * this.features.count));
    const links = [...this.seedLinks];
    return stamp(this.options.name, this.options.version, {
      frontier: this.frontier.save(),
      seeds: this.seeds.save(),
      seedUrlNos: Uint32Array.from(links, ([urlNo]) => urlNo),
      seedFlags: Uint8Array.from(links, ([, { flags }]) => flags),
      seedProbabilities: Float64Array.from(links, ([, { probability }]) => probability),
      features: this.features.save(),
      agent: this.agent?.save() ?? null,
      steps: Uint32Array.from(steps),
      vectors,
      refused: this.refused,
      swept: this.swept,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, this.options.name, this.options.version);
    const d = this.features.count;
    const steps = from.uint32('steps');
    const vectors = from.float32('vectors', { length: steps.length * d });
    const seedUrlNos = from.uint32('seedUrlNos');
    const seedFlags = from.uint8('seedFlags', { length: seedUrlNos.length });
    const seedProbabilities = from.float64('seedProbabilities', { length: seedUrlNos.length });
    this.refused = from.integer('refused');
    this.swept = from.integer('swept');
    this.frontier.restore(from.child('frontier'));
    this.seeds.restore(from.child('seeds'));
    this.features.restore(from.child('features'));
    this.agent?.restore(from.child('agent'));
    this.seedLinks.clear();
    seedUrlNos.forEach((urlNo, i) =>
      this.seedLinks.set(urlNo, { flags: seedFlags[i], probability: seedProbabilities[i] }),
    );
    this.underWay.clear();
    steps.forEach((step, i) => this.underWay.set(step, vectors.slice(i * d, (i + 1) * d)));
  }

  private chooseSeed(step: number, urlNo: number, view: FrontierView): Choice {
    const vector = this.vectorOf(urlNo, NO_SOURCE, this.seedLinks.get(urlNo) ?? { flags: 0, probability: 0 }, view);
    this.underWay.set(step, vector);
    return {
      kind: 'fetch',
      urlNo,
      source: NO_SOURCE,
      explanation: { value: SEED_REWARD, exploration: false, features: this.features.named(vector) },
    };
  }

  private vectorOf(urlNo: number, source: number, link: LinkFeatures, view: FrontierView): Float32Array {
    const vector = new Float32Array(this.features.count);
    this.features.write(vector, 0, urlNo, source, link, view);
    return vector;
  }

  /**
   * Adds a page's links to the frontier, and their vectors to `nextRows`; returns the number of links that may be
   * followed.
   */
  private addLinks(links: readonly Candidate[], view: FrontierView): number {
    const d = this.features.count;
    this.nextRows = withRoom(this.nextRows, links.length * d);
    let added = 0;
    for (const link of links) {
      if (view.availability(link.urlNo) === Availability.Gone) continue;
      const known = this.features.linkFeatures(link);
      const from = added++ * d;
      this.features.write(this.nextRows, from, link.urlNo, link.source, known, view);
      if (this.frontier.size >= this.options.maxCandidates) this.refused++;
      else this.frontier.add(link.urlNo, link.source, known, this.nextRows.subarray(from, from + d));
    }
    return added;
  }

  /**
   * Keeps at most `nextCandidates` of the first `count` vectors, drawn uniformly, at the beginning of `nextRows`;
   * returns their number.
   */
  private drawNext(count: number): number {
    const { nextCandidates } = this.options;
    if (count <= nextCandidates) return count;
    const d = this.features.count;
    const drawn = distinctBelow(count, nextCandidates, this.rng).sort((a, b) => a - b);
    drawn.forEach((row, i) => this.nextRows.copyWithin(i * d, row * d, (row + 1) * d));
    return nextCandidates;
  }
}
