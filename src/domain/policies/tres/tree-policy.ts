import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { withRoom } from '../../base/growable.js';
import { TreeFrontier, type LeafSample } from '../../frontier/tree-frontier.js';
import { distinctBelow } from '../../learning/replay-buffer.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import {
  type Choice,
  type CrawlPolicy,
  type Explanation,
  type LoggedLink,
  type ObservedStep,
  type SkippableLearning,
} from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import type { TreeOptions } from '../../frontier/regression-tree.js';
import type { LinkFeatures, TresFeatures } from './features.js';
import type { TresAgent } from './tres-agent.js';

/** Reward the seeds are taken to have: the user named them as relevant (TRES 2.4.2 and algorithm 4, lines 3-8). */
const SEED_REWARD = 1;

export interface TreePolicyOptions {
  readonly name: string;
  readonly version: number;
  readonly tree: TreeOptions;
  readonly sweepEvery: number;
  readonly nextCandidates: number;
  readonly minSamples: number;
  readonly maxCandidates: number;
}

/**
 * A crawl over a Tree-Frontier (TRES algorithms 2 to 4), with an agent that learns which leaf's sample to take, or without one, taking any.
 *
 * Each step's vector is kept from its choice until it is observed, so that any number of steps may be under way and end in any order.
 */
export class TreePolicy implements CrawlPolicy {
  private readonly frontier: TreeFrontier;
  private readonly seeds = new SeedQueue();
  private readonly seedLinks = new Map<number, LinkFeatures>();
  /** Vectors of the steps under way, by step, as they were when chosen. */
  private readonly underWay = new Map<number, Float32Array>();
  private rows = new Float32Array(0);
  private nextRows = new Float32Array(0);
  private refused = 0;
  private swept = 0;

  constructor(
    private readonly options: TreePolicyOptions,
    private readonly features: TresFeatures,
    private readonly agent: TresAgent | null,
    private readonly rng: Rng,
  ) {
    this.frontier = new TreeFrontier(features.count, options.tree);
  }

  get learning(): SkippableLearning | null {
    return this.agent;
  }

  get size(): number {
    return this.seeds.size + this.frontier.size;
  }

  /** Bytes held per candidate lists: what the frontier costs, room to grow included. */
  get frontierBytes(): number {
    return this.frontier.bytes;
  }

  seed(seeds: readonly Candidate[], view: FrontierView): void {
    this.seeds.add(seeds);
    for (const seed of seeds) {
      const link = this.features.linkFeatures(seed);
      this.seedLinks.set(seed.urlNo, link);
      this.learnExperience(this.vectorOf(seed.urlNo, NO_SOURCE, link, view), SEED_REWARD, view);
    }
  }

  choose(step: number, view: FrontierView, logged?: LoggedLink): Choice {
    const idle = this.underWay.size === 0;
    const seed = this.seeds.take(view, idle);
    if (seed >= 0) return this.chooseSeed(step, seed, view);
    const rngBefore = this.rng.save();
    const lookahead = idle ? Number.POSITIVE_INFINITY : LOOKAHEAD;
    const minSamples = this.exploring ? 1 : this.options.minSamples;
    const { samples, waiting } = this.frontier.sample(
      this.rng,
      (urlNo) => view.availability(urlNo),
      lookahead,
      minSamples,
    );
    if (samples.length > 0) return this.chooseSample(step, samples, view, logged);
    // A choice that comes to nothing leaves no trace: the engine does not repeat it when it replays its log.
    this.frontier.rollback();
    this.rng.restore(rngBefore);
    return { kind: waiting || this.seeds.anyLeft(view) ? 'wait' : 'exhausted' };
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
    // The seeds' experience is in the tree since the start.
    if (!isSeed) this.learnExperience(taken, step.reward, view);
    const added = this.addLinks(step.links, view);
    const reward = isSeed && step.ok ? SEED_REWARD : step.reward;
    if (this.agent) this.agent.observe(taken, reward, this.nextRows, this.drawNext(added));
    this.swept += this.frontier.sweep(this.options.sweepEvery, (urlNo) => view.availability(urlNo));
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    this.addLinks(links, view);
  }

  learn(): void {
    this.agent?.learn();
  }

  stats(): Readonly<Record<string, number>> {
    return {
      leaves: this.frontier.tree.leafCount,
      treeDepth: this.frontier.tree.depth,
      refused: this.refused,
      swept: this.swept,
      frontierBytes: this.frontierBytes,
      ...this.agent?.stats(),
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

  private get exploring(): boolean {
    return this.agent === null || !this.agent.decides;
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

  /** Algorithm 2, lines 4 and 5: any of the samples while exploring, then the one of highest Q-value. */
  private chooseSample(step: number, samples: readonly LeafSample[], view: FrontierView, logged?: LoggedLink): Choice {
    const d = this.features.count;
    const { exploring } = this;
    const drawn = exploring
      ? samples[this.rng.below(samples.length)]
      : this.agent?.isSkipping
        ? loggedAmong(samples, logged)
        : null;
    const compared = drawn ? [drawn] : samples;
    this.rows = withRoom(this.rows, compared.length * d);
    compared.forEach((sample, i) => this.writeSample(sample, i * d, view));
    const values = this.agent?.values(this.rows, compared.length) ?? new Float64Array(1);
    let best = 0;
    for (let i = 1; i < compared.length; i++) if (values[i] > values[best]) best = i;
    const sample = compared[best];
    const vector = this.rows.slice(best * d, (best + 1) * d);
    const explanation: Explanation = {
      value: values[best],
      exploration: exploring,
      features: this.features.named(vector),
      leaf: { id: sample.leaf, rules: this.frontier.tree.rulesOf(sample.leaf, this.features.names) },
      ...(exploring ? {} : { rank: 1 }),
      options: samples.length,
    };
    const urlNo = sample.list.urlNos[sample.at];
    const source = sample.list.sources[sample.at];
    this.frontier.take(sample);
    this.underWay.set(step, vector);
    this.agent?.completeNext(vector);
    return { kind: 'fetch', urlNo, source, explanation };
  }

  private writeSample({ list, at }: LeafSample, to: number, view: FrontierView): void {
    const link = { flags: list.flags[at], probability: list.probabilities[at] };
    this.features.write(this.rows, to, list.urlNos[at], list.sources[at], link, view);
  }

  private vectorOf(urlNo: number, source: number, link: LinkFeatures, view: FrontierView): Float32Array {
    const vector = new Float32Array(this.features.count);
    this.features.write(vector, 0, urlNo, source, link, view);
    return vector;
  }

  private learnExperience(vector: Float32Array, reward: number, view: FrontierView): void {
    this.frontier.learn(vector, reward, (list, at, feature) => this.features.read(list, at, feature, view));
  }

  /** Puts a page's links into the frontier, and their vectors into `nextRows`; returns how many may be followed. */
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
      else
        this.frontier.add(
          link.urlNo,
          link.source,
          known.flags,
          known.probability,
          (feature) => this.nextRows[from + feature],
        );
    }
    return added;
  }

  /** Leaves at most `nextCandidates` of the first `count` vectors, drawn uniformly, at the beginning of `nextRows`; returns their number. */
  private drawNext(count: number): number {
    const { nextCandidates } = this.options;
    if (count <= nextCandidates) return count;
    const d = this.features.count;
    const drawn = distinctBelow(count, nextCandidates, this.rng).sort((a, b) => a - b);
    drawn.forEach((row, i) => this.nextRows.copyWithin(i * d, row * d, (row + 1) * d));
    return nextCandidates;
  }
}

/** The sample that was chosen. When it is not among them the replay has gone astray, which another choice tells the engine. */
function loggedAmong(samples: readonly LeafSample[], logged: LoggedLink | undefined): LeafSample {
  const isLogged = ({ list, at }: LeafSample): boolean =>
    list.urlNos[at] === logged?.urlNo && (logged.source === undefined || list.sources[at] === logged.source);
  return samples.find(isLogged) ?? samples[0];
}
