import type { JsonValue } from '../../base/json-value.js';
import { DoubleQNetwork } from '../../learning/q-network.js';
import { ReplayBuffer } from '../../learning/replay-buffer.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { type LearnedWeights, weightList } from '../learned-state/index.js';
import type { SkippableLearning } from '../policy.js';
import type { Schedule, TresSettings } from './config.js';

/** The schedule's part of all settings. */
const scheduleOf = (settings: Schedule): { readonly [Name in keyof Schedule]: number } => ({
  learningStarts: settings.learningStarts,
  warmUpRounds: settings.warmUpRounds,
  learnEvery: settings.learnEvery,
  roundsPerLearning: settings.roundsPerLearning,
  targetEvery: settings.targetEvery,
  batchSize: settings.batchSize,
  priorSteps: settings.priorSteps,
});

function scheduleFrom(saved: SnapshotReader): Schedule {
  return {
    learningStarts: saved.integer('learningStarts'),
    warmUpRounds: saved.integer('warmUpRounds'),
    learnEvery: saved.integer('learnEvery', { min: 1 }),
    roundsPerLearning: saved.integer('roundsPerLearning'),
    targetEvery: saved.integer('targetEvery', { min: 1 }),
    batchSize: saved.integer('batchSize', { min: 1 }),
    priorSteps: saved.integer('priorSteps'),
  };
}

/**
 * Final weight of Q-values in the value of a link: on tuning topics .6 and .95 found about as much, 0 half of that at
 * 500 pages.
 */
const LARGEST_SHARE = 0.6;

/** The Double DQN agent of TRES (2.4.2): replay, networks, and training schedule. */
export class TresAgent implements SkippableLearning {
  private readonly network: DoubleQNetwork;
  private readonly replay: ReplayBuffer;
  private schedule: Schedule;
  private learningRate: number;
  private observed = 0;
  private error = 0;
  /** Transitions whose Ã still lacks the Tree-Frontier's sample, which the next choice adds. */
  private open: number[] = [];
  private skipping = false;

  constructor(
    private readonly settings: TresSettings,
    features: number,
    private readonly rng: Rng,
  ) {
    const { hidden, discount, clip, replayCapacity, nextCandidates } = settings;
    this.schedule = scheduleOf(settings);
    this.learningRate = settings.learningRate;
    this.network = new DoubleQNetwork({ features, hidden, discount, clip }, rng);
    this.replay = new ReplayBuffer(replayCapacity, features, nextCandidates + 1);
  }

  /** Whether choices follow the Q-values. */
  get decides(): boolean {
    const { priorSteps } = this.schedule;
    return priorSteps > 0 || !this.settings.explorationUntilLearning || this.observed >= this.schedule.learningStarts;
  }

  /** Weight of Q-values in the value of a link; the rest is the prior's. */
  get share(): number {
    const { priorSteps } = this.schedule;
    return priorSteps === 0 ? 1 : LARGEST_SHARE * Math.min(1, this.observed / priorSteps);
  }

  /** Q-values of `n` rows; a view, valid until the next call. */
  values(rows: Float32Array, n: number): Float64Array {
    return this.network.values(rows, n);
  }

  /**
   * Processes a completed step.
   *
   * @param next vectors of the links that may be followed next, `count` of them, at most `nextCandidates`
   */
  observe(taken: Float32Array, reward: number, next: Float32Array, count: number): void {
    this.observed++;
    if (count === 0 && this.settings.deadEnds === 'drop') return;
    const transition = this.replay.add(taken, reward, next, count);
    if (this.settings.nextFromTree) this.open.push(transition);
  }

  /**
   * Adds the Tree-Frontier's sample at the next step to the Ã of the transitions observed since the previous choice
   * (TRES 2.4.2).
   */
  completeNext(row: Float32Array): void {
    for (const transition of this.open) this.replay.addNext(transition, row);
    this.open = [];
  }

  /** The result of training, without the observations. */
  learnt(): Snapshot {
    return { network: this.network.save(), learningRate: this.learningRate, error: this.error };
  }

  skipTo(result: Snapshot): void {
    this.take(result);
    this.skipping = true;
  }

  resume(): void {
    this.skipping = false;
  }

  get isSkipping(): boolean {
    return this.skipping;
  }

  private take(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const learningRate = from.number('learningRate');
    const error = from.number('error');
    this.network.restore(from.child('network'));
    this.learningRate = learningRate;
    this.error = error;
  }

  /** Trains if due. */
  learn(): void {
    const { learningStarts, warmUpRounds, learnEvery, roundsPerLearning, targetEvery, batchSize } = this.schedule;
    if (this.observed < learningStarts || this.replay.size === 0) return;
    const starting = this.observed === Math.max(1, learningStarts);
    let rounds = starting ? warmUpRounds : 0;
    if (this.observed % learnEvery === 0) rounds += roundsPerLearning;
    if (this.skipping) {
      for (let i = 0; i < rounds; i++) this.replay.draw(batchSize, this.rng);
      return;
    }
    for (let i = 0; i < rounds; i++)
      this.error = this.network.train(this.replay.sample(batchSize, this.rng), this.learningRate);
    if (!starting && this.observed % targetEvery !== 0) return;
    this.network.updateTarget();
    if (!starting) this.learningRate *= this.settings.learningRateDecay;
  }

  /**
   * The effect of each feature on the Q-value of an average link: one with the replay buffer's mean in all other
   * features.
   */
  learnedState(names: readonly string[]): LearnedWeights[] {
    if (this.replay.size === 0) return [];
    const d = names.length;
    const mean = this.replay.meanTaken();
    const rows = new Float32Array(2 * d * d);
    for (let i = 0; i < d; i++)
      for (const high of [0, 1]) {
        rows.set(mean, (2 * i + high) * d);
        rows[(2 * i + high) * d + i] = high;
      }
    const values = this.network.values(rows, 2 * d);
    const note =
      'How much the Q-value grows when this feature of a link rises from 0 to 1, and all others are as they usually were among the links that were followed.';
    const entries = names.map((name, i) => ({ name, weight: values[2 * i + 1] - values[2 * i] }));
    return [weightList('Features in the Q-value', note, entries)];
  }

  stats(): Record<string, number> {
    return {
      replay: this.replay.size,
      learning: this.observed >= this.schedule.learningStarts ? 1 : 0,
      learningStarts: this.schedule.learningStarts,
      learningRate: this.learningRate,
      error: this.error,
    };
  }

  save(): Snapshot {
    return {
      ...this.learnt(),
      replay: this.replay.save(),
      schedule: scheduleOf(this.schedule) satisfies Record<string, JsonValue>,
      observed: this.observed,
      open: this.open.slice(),
    };
  }

  /**
   * Warm start with the networks and the replay buffer of another session: it decides from the first choice on. The
   * schedule is its own.
   */
  inherit(from: SnapshotReader): void {
    this.take(from);
    this.replay.restore(from.child('replay'));
    // The step at which learning starts is past, and so is the warm-up.
    const { learningStarts, priorSteps } = this.schedule;
    if (from.boolean('decides')) this.observed = Math.max(1, learningStarts, priorSteps) + 1;
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.take(from);
    this.replay.restore(from.child('replay'));
    this.schedule = scheduleFrom(from.child('schedule'));
    this.observed = from.integer('observed');
    this.open = [...from.numbers('open')];
  }
}
