import { withRoom } from '../../base/growable.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import type { FrontierView } from '../../frontier/frontier-view.js';
import type { TreeOptions } from '../../frontier/regression-tree.js';
import { type Drawn, TreeFrontier, type LeafSample } from '../../frontier/tree-frontier.js';
import type { LearnedState } from '../learned-state/index.js';
import type { Explanation, LoggedLink } from '../policy.js';
import type { ActionChoice, ActionFrontier, ActionValues, ChosenAction } from './action-frontier.js';
import type { LinkFeatures, TresFeatures } from './features.js';
import type { LinkPrior } from './link-prior.js';
import { splitHistory, learnedTree } from './learned-tree.js';

interface TreeActionsOptions {
  readonly tree: TreeOptions;
  readonly sweepEvery: number;
  readonly minSamples: number;
}

/**
 * The Tree-Frontier (TRES algorithms 2 and 3): one sample of each leaf, of which the agent takes the best; a random one
 * while it explores, or without an agent.
 */
export class TreeActions implements ActionFrontier {
  evaluated = 0;
  private readonly frontier: TreeFrontier;
  private rows = new Float32Array(0);

  constructor(
    private readonly options: TreeActionsOptions,
    private readonly features: TresFeatures,
    private readonly agent: ActionValues | null,
    private readonly rng: Rng,
    private readonly prior: LinkPrior | null = null,
  ) {
    this.frontier = new TreeFrontier(features.count, options.tree);
  }

  get size(): number {
    return this.frontier.size;
  }

  get bytes(): number {
    return this.frontier.bytes;
  }

  add(urlNo: number, source: number, { flags, probability }: LinkFeatures, vector: Float32Array): void {
    this.frontier.add(urlNo, source, flags, probability, (feature) => vector[feature]);
  }

  learn(vector: Float32Array, reward: number, view: FrontierView, step: number): void {
    this.frontier.learn(vector, reward, (list, at, feature) => this.features.read(list, at, feature, view), step);
  }

  choose(
    view: FrontierView,
    lookahead: number,
    logged?: LoggedLink,
    reserved = Number.NEGATIVE_INFINITY,
  ): ActionChoice {
    const minSamples = this.exploring ? 1 : this.options.minSamples;
    const { samples, waiting, busy } = this.frontier.sample(
      this.rng,
      (urlNo) => view.availability(urlNo),
      lookahead,
      minSamples,
    );
    const chosen =
      samples.length === 0 ? null : this.chooseSample(samples, view, this.reserved(busy, reserved, view), logged);
    if (chosen !== null) return { chosen };
    this.frontier.rollback();
    return { chosen, waiting: waiting || samples.length > 0 };
  }

  sweep(view: FrontierView): number {
    return this.frontier.sweep(this.options.sweepEvery, (urlNo) => view.availability(urlNo));
  }

  stats(): Readonly<Record<string, number>> {
    return { leaves: this.frontier.tree.leafCount, treeDepth: this.frontier.tree.depth };
  }

  learnedState(): LearnedState {
    const { agent, frontier, prior } = this;
    const { names } = this.features;
    return {
      ranksBy:
        agent === null
          ? 'Chance: any of the samples, one of each leaf of the Tree-Frontier.'
          : prior === null
            ? 'The highest Q-value among samples of the leaves of the Tree-Frontier; chance until learning starts.'
            : `The highest value among samples of the leaves of the Tree-Frontier: ${Math.round(agent.share * 100)}% of it is the Q-value, the rest the prior.`,
      tree: learnedTree(frontier, names, agent),
      weights: prior?.learnedState() ?? [],
      history: splitHistory(frontier.tree, names),
    };
  }

  save(): Snapshot {
    return this.frontier.save();
  }

  restore(source: SnapshotSource): void {
    this.frontier.restore(source);
  }

  private get exploring(): boolean {
    return this.agent === null || !this.agent.decides;
  }

  /** The minimum value of a sample, below which it is better to wait for a busy candidate of one of the leaves. */
  private reserved(busy: readonly Drawn[], reserved: number, view: FrontierView): number {
    // If the choice is random, values mean nothing; in a replay that skips the learning, the log decides.
    if (this.exploring || this.agent === null || this.agent.isSkipping) return Number.NEGATIVE_INFINITY;
    if (busy.length === 0) return reserved;
    const d = this.features.count;
    this.rows = withRoom(this.rows, busy.length * d);
    busy.forEach(({ urlNo, source, ...link }, i) => {
      this.features.write(this.rows, i * d, urlNo, source, link, view);
    });
    const values = this.mixed(this.agent.values(this.rows, busy.length), busy.length);
    return busy.reduce((most, { urlNo }, i) => Math.max(most, view.reservation(urlNo, values[i])), reserved);
  }

  /**
   * Algorithm 2, lines 4 and 5: a random sample while exploring, then the one with the highest Q-value; null if that is
   * below the reserved value.
   */
  private chooseSample(
    samples: readonly LeafSample[],
    view: FrontierView,
    reserved: number,
    logged?: LoggedLink,
  ): ChosenAction | null {
    const d = this.features.count;
    const { exploring } = this;
    const drawn = exploring
      ? samples[this.rng.below(samples.length)]
      : this.agent?.isSkipping
        ? loggedAmong(samples, logged)
        : null;
    const compared = drawn ? [drawn] : samples;
    this.evaluated = compared.length;
    this.rows = withRoom(this.rows, compared.length * d);
    compared.forEach((sample, i) => this.writeSample(sample, i * d, view));
    const qValues = this.agent?.values(this.rows, compared.length) ?? new Float64Array(1);
    const values = this.mixed(qValues, compared.length);
    let best = 0;
    for (let i = 1; i < compared.length; i++) if (values[i] > values[best]) best = i;
    if (values[best] < reserved) return null;
    const sample = compared[best];
    const vector = this.rows.slice(best * d, (best + 1) * d);
    const explanation: Explanation = {
      value: values[best],
      exploration: exploring,
      features: this.features.named(vector),
      leaf: { id: sample.leaf, rules: this.frontier.tree.rulesOf(sample.leaf, this.features.names) },
      ...(exploring ? {} : { rank: 1 }),
      options: samples.length,
      ...(values !== qValues && { terms: this.termsOf(qValues[best], best) }),
    };
    const urlNo = sample.list.urlNos[sample.at];
    const source = sample.list.sources[sample.at];
    this.frontier.take(sample);
    return { urlNo, source, vector, explanation };
  }

  /** Q-values, combined with the prior while it has weight. */
  private mixed(qValues: Float64Array, n: number): Float64Array {
    const share = this.agent?.share ?? 1;
    if (this.prior === null || share === 1) return qValues;
    const values = new Float64Array(n);
    for (let i = 0; i < n; i++) values[i] = share * qValues[i] + (1 - share) * this.priorOf(i);
    return values;
  }

  private priorOf(sample: number): number {
    return this.prior?.value(this.rows, sample * this.features.count) ?? 0;
  }

  private termsOf(qValue: number, sample: number): Record<string, number> {
    const terms = { qValue, prior: this.priorOf(sample), shareOfQ: this.agent?.share ?? 1 };
    return Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, Number(value.toPrecision(4))]));
  }

  private writeSample({ list, at }: LeafSample, to: number, view: FrontierView): void {
    const link = { flags: list.flags[at], probability: list.probabilities[at] };
    this.features.write(this.rows, to, list.urlNos[at], list.sources[at], link, view);
  }
}

/**
 * The chosen sample. If it is missing, the replay has diverged, which the engine recognises from a different choice.
 */
function loggedAmong(samples: readonly LeafSample[], logged: LoggedLink | undefined): LeafSample {
  const isLogged = ({ list, at }: LeafSample): boolean =>
    list.urlNos[at] === logged?.urlNo && (logged.source === undefined || list.sources[at] === logged.source);
  return samples.find(isLogged) ?? samples[0];
}
