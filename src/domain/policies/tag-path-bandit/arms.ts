import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';

/** The bandit's statistics of its arms: number of pulls and their rewards. */
export class ArmStatistics {
  /** By arm: number of chosen links; the next field counts those whose page has come. */
  private pulls: number[] = [];
  private observed: number[] = [];
  private rewards: number[] = [];
  private total = 0;
  /** By step: the arm that brought its page, + 1; 0 if there is none. */
  private armOfStep = new Uint16Array(0);

  /** @param exploration α */
  constructor(private readonly exploration: number) {}

  get totalPulls(): number {
    return this.total;
  }

  pullsOf(arm: number): number {
    return this.pulls[arm] ?? 0;
  }

  /** Mean reward of the observed pulls; 0 without any. */
  mean(arm: number): number {
    const observed = this.observed[arm] ?? 0;
    return observed === 0 ? 0 : this.rewards[arm] / observed;
  }

  /**
   * AUER: the mean reward and α·√(ln t / n). Pulls in flight count in n, so that concurrent fetches do not all go to
   * one arm.
   *
   * An arm without pulls goes before all others, as in the program, whose n is at least 10⁻⁶, except with α = 0.
   */
  bound(arm: number): number {
    const n = this.pullsOf(arm);
    return this.mean(arm) + this.exploration * Math.sqrt(Math.log(this.total + 1) / Math.max(n, SMALLEST_COUNT));
  }

  pull(arm: number): void {
    while (this.pulls.length <= arm) {
      this.pulls.push(0);
      this.observed.push(0);
      this.rewards.push(0);
    }
    this.pulls[arm]++;
    this.total++;
  }

  observe(arm: number, reward: number): void {
    this.observed[arm]++;
    this.rewards[arm] += reward;
  }

  /** Records the arm of a step's page. */
  noteStep(step: number, arm: number): void {
    this.armOfStep = withRoom(this.armOfStep, step + 1);
    this.armOfStep[step] = arm + 1;
  }

  /** Credits a further relevant page reached through the page of a step. */
  credit(step: number): void {
    const arm = (this.armOfStep[step] ?? 0) - 1;
    if (arm >= 0) this.rewards[arm]++;
  }

  /** Warm start with another session's mean rewards, with a weight of at most this number of pulls each. */
  inherit(from: SnapshotReader, arms: number, mostPulls: number): void {
    const observed = from.uint32('observed', { length: arms });
    const rewards = from.float64('rewards', { length: arms });
    this.pulls = [...observed].map((count) => Math.min(count, mostPulls));
    this.observed = this.pulls.slice();
    this.rewards = this.pulls.map((count, arm) => (count === 0 ? 0 : (rewards[arm] / observed[arm]) * count));
    this.total = this.pulls.reduce((sum, count) => sum + count, 0);
  }

  save(): Snapshot {
    return {
      pulls: Uint32Array.from(this.pulls),
      observed: Uint32Array.from(this.observed),
      rewards: Float64Array.from(this.rewards),
      total: this.total,
      steps: this.armOfStep.length,
      armOfStep: this.armOfStep,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const pulls = from.uint32('pulls');
    const need = { length: pulls.length };
    const observed = from.uint32('observed', need);
    const rewards = from.float64('rewards', need);
    this.total = from.integer('total');
    this.armOfStep = from.uint16('armOfStep', { length: from.integer('steps') }).slice();
    this.pulls = [...pulls];
    this.observed = [...observed];
    this.rewards = [...rewards];
  }
}

/** For an arm without pulls (program: ε = 10⁻⁶). */
const SMALLEST_COUNT = 1e-6;
