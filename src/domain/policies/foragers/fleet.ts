import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { EventLog } from '../learned-state/index.js';
import { learningOf, weblogOf, type ForagersConfig } from './config.js';
import { Forager, Phase } from './forager.js';
import type { PageMemory } from './page-memory.js';
import { Weblog } from './weblog.js';

const rounded = (score: number): number => Math.round(score * 100) / 100;

/**
 * The reinforcing agent and its foragers: it rewards the pages they send, keeps their scores, lets them multiply and
 * die, and gives each its slice of fetches (Palotai et al. 3.2).
 */
export class Fleet {
  foragers: Forager[] = [];
  readonly log = new EventLog();
  /** The observed step, for the log. */
  step = 0;
  /** Index of the forager whose slice it is, and its fetches so far in the slice. */
  private turn = 0;
  private used = 0;
  private nextId = 0;
  private sent = 0;
  private relevant = 0;
  private multiplied = 0;
  private died = 0;
  /** Weights for a warm start, used once. */
  private inherited: readonly Float32Array[] = [];
  private readonly weblogSize: number;

  constructor(
    private readonly config: ForagersConfig,
    private readonly memory: PageMemory,
    private readonly rng: Rng,
  ) {
    this.weblogSize = weblogOf(config)?.size ?? config.startUrls;
  }

  /** Warm start of the first foragers with the weights of another session's. @param weights best first */
  inherit(weights: readonly Float32Array[]): void {
    this.inherited = weights.slice(0, this.config.maxForagers);
  }

  /** Creates the first foragers. @param starts the seeds, with which all of them begin */
  populate(starts: readonly number[]): void {
    while (this.foragers.length < Math.max(this.config.minForagers, this.inherited.length)) {
      const weblog = new Weblog(this.weblogSize);
      for (const urlNo of starts) weblog.append(urlNo);
      this.add(this.inherited[this.foragers.length]?.slice() ?? this.randomWeights(), weblog);
    }
  }

  /** Redraws all weights, because the meaning of states has changed. */
  drawWeights(): void {
    for (const { weights } of this.foragers) weights.set(this.randomWeights());
  }

  /** The foragers in order, from the one whose slice it is. */
  inTurn(): Forager[] {
    return [...this.foragers.slice(this.turn), ...this.foragers.slice(0, this.turn)];
  }

  /** Counts a fetch; the slice ends with its last one. */
  countFetch(forager: Forager): void {
    if (this.foragers[this.turn] !== forager || ++this.used < this.config.sliceFetches) return;
    this.turn = (this.turn + 1) % this.foragers.length;
    this.used = 0;
  }

  /**
   * Algorithms 5 and 7: a forager sends the relevant ones among the pages that it has not sent before.
   *
   * @returns the sum of its rewards and penalties
   */
  reward(forager: Forager, urlNos: readonly number[]): number {
    let sum = 0;
    for (const urlNo of urlNos) {
      const isNews = this.memory.send(urlNo, forager.slot);
      if (isNews === null) continue;
      this.sent++;
      forager.score -= this.config.sendCost;
      sum += isNews ? this.config.reward : -this.config.penalty;
      if (!isNews) continue;
      this.relevant++;
      forager.score += this.config.foundScore;
    }
    return sum;
  }

  /** Algorithm 8: lets a forager multiply or die by its score. */
  manage(forager: Forager): void {
    const { multiplyAt, dieAt, maxForagers, minForagers, initialScore } = this.config;
    if (forager.score >= multiplyAt && this.foragers.length < maxForagers) this.multiply(forager, initialScore);
    else if (forager.score <= dieAt && this.foragers.length > minForagers) this.remove(forager);
  }

  stats(): Readonly<Record<string, number>> {
    return {
      foragers: this.foragers.length,
      idleForagers: this.foragers.filter(({ phase }) => phase === Phase.Idle).length,
      sent: this.sent,
      sentRelevant: this.relevant,
      multiplied: this.multiplied,
      died: this.died,
    };
  }

  save(): Snapshot {
    return {
      count: this.foragers.length,
      foragers: Object.fromEntries(this.foragers.map((forager, i) => [`f${i}`, forager.save()])),
      turn: this.turn,
      used: this.used,
      nextId: this.nextId,
      sent: this.sent,
      relevant: this.relevant,
      multiplied: this.multiplied,
      died: this.died,
      history: this.log.save(),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const each = from.child('foragers');
    this.foragers = Array.from({ length: from.integer('count') }, (_, i) =>
      Forager.restored(each.child(`f${i}`), this.config.clusters, this.weblogSize),
    );
    this.turn = from.integer('turn');
    this.used = from.integer('used');
    this.nextId = from.integer('nextId');
    this.sent = from.integer('sent');
    this.relevant = from.integer('relevant');
    this.multiplied = from.integer('multiplied');
    this.died = from.integer('died');
    this.log.restore(from.childIfAny('history'));
  }

  private multiply(forager: Forager, score: number): void {
    this.multiplied++;
    this.log.add(
      this.step,
      `Forager ${forager.id} multiplied at a score of ${rounded(forager.score)}: forager ${this.nextId} came of it`,
    );
    forager.score = score;
    const weblog = weblogOf(this.config) === null ? forager.weblog.copy() : forager.weblog.halve(this.rng);
    this.add(learningOf(this.config) === null ? this.randomWeights() : forager.weights.slice(), weblog);
  }

  private remove(forager: Forager): void {
    this.died++;
    this.log.add(this.step, `Forager ${forager.id} died at a score of ${rounded(forager.score)}`);
    const place = this.foragers.indexOf(forager);
    this.foragers.splice(place, 1);
    this.memory.forgetSender(forager.slot);
    if (place < this.turn) this.turn--;
    else if (place === this.turn) this.used = 0;
    if (this.turn >= this.foragers.length) this.turn = 0;
  }

  private add(weights: Float32Array, weblog: Weblog): void {
    const taken = new Set(this.foragers.map(({ slot }) => slot));
    let slot = 0;
    while (taken.has(slot)) slot++;
    const forager = new Forager(this.nextId++, slot, weights, weblog);
    forager.score = this.config.initialScore;
    this.foragers.push(forager);
  }

  private randomWeights(): Float32Array {
    return Float32Array.from({ length: this.config.clusters }, () => 2 * this.rng.next() - 1);
  }
}
