import { withRoom } from '../../base/growable.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { drawReady } from '../../frontier/draw-ready.js';
import { NO_SOURCE, type Availability, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { ScoredQueue, type ScoredEntry } from '../../frontier/scored-queue.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import { textOf } from '../link-text.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import type { Choice, CrawlPolicy, ObservedStep, Prior } from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import type { AsyncConfig } from './config.js';
import { FEATURES, LinearValues } from './linear-values.js';
import { textOfPage, TopicCentroid } from './topic-centroid.js';

const NAME = 'async';
export const VERSION = 1;
/** Number of features of the page with the link: all except the link's own similarity. */
const OF_PAGE = FEATURES.length - 1;

/**
 * Linear SARSA over a priority queue whose values are computed once, when a link is found (Han et al. 2018,
 * asynchronous method).
 */
export class AsyncPolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly queue = new ScoredQueue();
  private readonly topic = new TopicCentroid();
  private readonly values: LinearValues;
  /** Rows of `OF_PAGE` by step + 1; row 0 is before any page. */
  private states = new Float32Array(OF_PAGE);
  /** Features of the steps in flight, from when they were chosen; seeds have none. */
  private readonly underWay = new Map<number, Float32Array>();
  private refused = 0;
  private evaluated = 0;
  private fresh = 0;

  constructor(
    private readonly config: AsyncConfig,
    private readonly rng: Rng,
    prior?: Prior,
  ) {
    this.values = new LinearValues(config);
    if (prior) this.values.restore(SnapshotReader.of(prior.state).child('values'));
  }

  get size(): number {
    return this.seeds.size + this.queue.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
  }

  choose(step: number, view: FrontierView): Choice {
    const idle = this.underWay.size === 0;
    const seed = this.seeds.take(view, idle);
    if (seed >= 0) return this.chooseSeed(step, seed);
    if (this.queue.size === 0) return { kind: this.seeds.anyLeft(view) ? 'wait' : 'exhausted' };
    const rngBefore = this.rng.save();
    const exploration = this.rng.next() < this.config.epsilon;
    const options = this.queue.size;
    const lookahead = idle ? Number.POSITIVE_INFINITY : LOOKAHEAD;
    const { entry, rank, waiting } = this.take(view, exploration, lookahead);
    if (entry === null) {
      // A choice without a result must have no effect: the engine does not repeat it in a replay.
      this.rng.restore(rngBefore);
      return { kind: waiting || this.seeds.anyLeft(view) ? 'wait' : 'exhausted' };
    }
    const features = this.featuresOf(entry.source, entry.probability);
    this.underWay.set(step, features);
    this.evaluated = this.fresh;
    this.fresh = 0;
    const { urlNo, source, key: value } = entry;
    const named = Object.fromEntries(FEATURES.map((name, i) => [name, Number(features[i].toPrecision(6))]));
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: { value, exploration, features: named, ...(exploration ? {} : { rank }), options },
    };
  }

  follow(step: number, candidate: Candidate): void {
    // The candidate stays in the queue and is dropped as stale when it is found.
    const isSeed = candidate.source === NO_SOURCE;
    this.underWay.set(step, isSeed ? NOTHING : this.featuresOf(candidate.source, this.similarityOf(candidate)));
  }

  observe(step: ObservedStep, view: FrontierView): void {
    const taken = this.underWay.get(step.choice);
    if (taken === undefined) throw new RangeError(`step ${step.choice} was not chosen, or was observed before`);
    this.underWay.delete(step.choice);
    if (step.ok) this.addPage(step, view);
    const next = this.addLinks(step.links);
    // A relevant page ends an episode, so nothing is expected after it (Han et al.).
    if (taken.length > 0) this.values.learn(taken, step.reward, step.relevant ? 0 : next);
  }

  offer(links: readonly Candidate[]): void {
    this.addLinks(links);
  }

  learn(): void {
    // Observing a step updates the weights: a handful of additions.
  }

  stats(): Readonly<Record<string, number>> {
    return { evaluated: this.evaluated, refused: this.refused, frontierBytes: this.queue.bytes };
  }

  learnedState(): LearnedState {
    return {
      ranksBy:
        'The Q-value that the link had when it was found: a linear function of the path to it and of how much it is like the relevant pages.',
      weights: [this.values.learnedState()],
    };
  }

  save(): Snapshot {
    const steps = [...this.underWay.keys()];
    const features = new Float32Array(steps.length * FEATURES.length);
    const isSeed = new Uint8Array(steps.length);
    steps.forEach((step, i) => {
      const taken = this.underWay.get(step) ?? NOTHING;
      isSeed[i] = taken.length === 0 ? 1 : 0;
      features.set(taken, i * FEATURES.length);
    });
    return stamp(NAME, VERSION, {
      seeds: this.seeds.save(),
      queue: this.queue.save(),
      topic: this.topic.save(),
      values: this.values.save(),
      states: this.states,
      steps: Uint32Array.from(steps),
      isSeed,
      features,
      refused: this.refused,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    const steps = from.uint32('steps');
    const isSeed = from.uint8('isSeed', { length: steps.length });
    const features = from.float32('features', { length: steps.length * FEATURES.length });
    this.seeds.restore(from.child('seeds'));
    this.queue.restore(from.child('queue'));
    this.topic.restore(from.child('topic'));
    this.values.restore(from.child('values'));
    this.states = from.float32('states').slice();
    this.refused = from.integer('refused');
    this.underWay.clear();
    steps.forEach((step, i) =>
      this.underWay.set(
        step,
        isSeed[i] === 1 ? NOTHING : features.slice(i * FEATURES.length, (i + 1) * FEATURES.length),
      ),
    );
  }

  private chooseSeed(step: number, urlNo: number): Choice {
    this.underWay.set(step, NOTHING);
    return { kind: 'fetch', urlNo, source: NO_SOURCE, explanation: { value: 1, exploration: false } };
  }

  private take(
    view: FrontierView,
    exploration: boolean,
    lookahead: number,
  ): { readonly entry: ScoredEntry | null; readonly rank: number; readonly waiting: boolean } {
    const availabilityOf = (urlNo: number): Availability => view.availability(urlNo);
    if (!exploration) {
      const { entry, passed, waiting } = this.queue.takeReady(
        availabilityOf,
        lookahead,
        (urlNo, value) => view.reservation(urlNo, value),
        this.seeds.reservation(view),
      );
      return { entry, rank: passed + 1, waiting };
    }
    const draw = drawReady(this.queue.size, (at) => this.queue.urlNoAt(at), this.rng, availabilityOf, lookahead);
    return { entry: draw.at < 0 ? null : this.queue.takeAt(draw.at), rank: 1, waiting: draw.waiting };
  }

  /** Stores the values that its links need: the page's similarity and the statistics of the path to it. */
  private addPage(step: ObservedStep, view: FrontierView): void {
    const text = step.page ? textOfPage(step.page) : '';
    const similarity = this.topic.similarity(text);
    this.topic.add(text, step.relevant);
    const path = view.path(step.step);
    const before = step.source === NO_SOURCE ? 0 : this.states[(step.source + 1) * OF_PAGE + 1];
    const at = (step.step + 1) * OF_PAGE;
    this.states = withRoom(this.states, at + OF_PAGE);
    this.states[at] = similarity;
    this.states[at + 1] = before + (similarity - before) / path.length;
    this.states[at + 2] = path.relevant / path.length;
    this.states[at + 3] = 1 / path.distanceToRelevant;
  }

  /** Adds links to the queue, and returns the value of the one that the greedy policy would follow next: the best. */
  private addLinks(links: readonly Candidate[]): number {
    let best = 0;
    for (const [i, link] of links.entries()) {
      const similarity = this.similarityOf(link);
      const value = this.values.value(this.featuresOf(link.source, similarity));
      if (i === 0 || value > best) best = value;
      this.fresh++;
      if (this.queue.size >= this.config.maxCandidates) this.refused++;
      else this.queue.push(value, link.urlNo, link.source, 0, similarity);
    }
    return best;
  }

  private similarityOf(link: Candidate): number {
    return Math.fround(this.topic.similarity(textOf(link, this.config.text)));
  }

  private featuresOf(source: number, similarity: number): Float32Array {
    const features = new Float32Array(FEATURES.length);
    features.set(this.states.subarray((source + 1) * OF_PAGE, (source + 2) * OF_PAGE));
    features[OF_PAGE] = similarity;
    return features;
  }
}

const NOTHING = new Float32Array(0);

/**
 * The learned state for the warm start of another session: the weights. The topic's centroid is omitted, because it
 * belongs to one topic.
 */
export const transferWeights = (saved: SnapshotReader): Snapshot => ({
  values: { weights: checkStamp(saved, NAME, VERSION).child('values').float64('weights') },
});
