import { Availability, NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { OnlineLogistic } from '../../learning/online-logistic.js';
import { type LearnedState, weightList } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import type { Choice, CrawlPolicy, Explanation, ObservedStep, Prior } from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import { URL_FEATURES, urlFeatures } from '../url-features.js';
import { BeamFrontier } from './beam-frontier.js';
import type { BeamConfig } from './config.js';
import { PendingRows } from './pending-rows.js';

const NAME = 'beam';
export const VERSION = 1;

/** Prior weights of the features, in the order of `URL_FEATURES`: Lim 5.2.4 considers the first five bad signs. */
const PRIOR = [-1, -1, -1, -1, -1, 3];
const COLUMNS = URL_FEATURES.length;

/** A frontier of fixed size that keeps the best predicted URLs and drops the others. */
export class BeamPolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly beam = new BeamFrontier(COLUMNS);
  private readonly model: OnlineLogistic;
  private readonly pending = new PendingRows(COLUMNS);
  private readonly width: number;
  private underWay = 0;
  private refused = 0;

  constructor(
    config: BeamConfig,
    private readonly scoreText: (text: string) => number,
    prior?: Prior,
  ) {
    this.width = Math.min(config.width, config.maxCandidates);
    this.model = new OnlineLogistic(PRIOR, config.learningRate);
    if (prior) this.model.begin(SnapshotReader.of(prior.state).float64('weights', { length: COLUMNS + 1 }));
  }

  get size(): number {
    return this.seeds.size + this.beam.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    for (const { urlNo, source, url } of links)
      if (!this.beam.has(urlNo)) this.beam.push(urlNo, source, urlFeatures(url, this.scoreText));
    this.prune(view);
  }

  choose(step: number, view: FrontierView): Choice {
    const seed = this.seeds.take(view, this.underWay === 0);
    if (seed >= 0) {
      this.underWay++;
      return {
        kind: 'fetch',
        urlNo: seed,
        source: NO_SOURCE,
        explanation: { value: 1, exploration: false, options: 1 },
      };
    }
    const stale = new Set<number>();
    let best = -1;
    let value = -1;
    /** Probabilities of busy candidates that are better than the best ready one so far. */
    const busy: number[] = [];
    let reserved = this.seeds.reservation(view);
    for (let at = 0; at < this.beam.size; at++) {
      const probability = this.model.probability(this.beam.rows, at * COLUMNS);
      // Most are worse than the best so far: their state need not be looked up.
      if (probability <= value) continue;
      const urlNo = this.beam.urlNoAt(at);
      const availability = view.availability(urlNo);
      if (availability === Availability.Gone) stale.add(at);
      else if (availability === Availability.Busy) {
        busy.push(probability);
        reserved = Math.max(reserved, view.reservation(urlNo, probability));
      } else [best, value] = [at, probability];
    }
    if (best < 0) return { kind: busy.length > 0 || this.seeds.anyLeft(view) ? 'wait' : 'exhausted' };
    if (value < reserved) return { kind: 'wait' };
    const [urlNo, source, row] = [this.beam.urlNoAt(best), this.beam.sourceAt(best), this.beam.rowAt(best).slice()];
    const rank = busy.filter((probability) => probability >= value).length + 1;
    const explanation = this.explanationOf(value, row, rank);
    this.beam.filter((at) => at !== best && !stale.has(at));
    this.pending.set(step, row);
    this.underWay++;
    return { kind: 'fetch', urlNo, source, explanation };
  }

  follow(step: number, { source, url }: Candidate): void {
    // The candidate stays in the frontier and is dropped as stale when it is found.
    this.underWay++;
    if (source !== NO_SOURCE) this.pending.set(step, urlFeatures(url, this.scoreText));
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay--;
    const row = this.pending.take(step.choice);
    // A fetch without a page is also worth nothing, which teaches file extensions.
    if (row !== undefined) this.model.learn(row, step.reward);
    this.offer(step.links, view);
  }

  learn(): void {
    // Each observed step is learned at once.
  }

  stats(): Readonly<Record<string, number>> {
    const weights = [...URL_FEATURES, 'bias'].map((name, k): [string, number] => [
      `weight${name[0].toUpperCase()}${name.slice(1)}`,
      this.model.weight(k),
    ]);
    return {
      beam: this.beam.size,
      refused: this.refused,
      examples: this.model.learnt,
      ...Object.fromEntries<number>(weights),
    };
  }

  learnedState(): LearnedState {
    const entries = [...URL_FEATURES, 'bias'].map((name, k) => ({
      name,
      weight: this.model.weight(k),
      start: PRIOR[k] ?? 0,
    }));
    return {
      ranksBy: 'The chance that the page is relevant, by features of the URL. Only the best URLs are kept.',
      weights: [
        weightList(
          'Features of URLs',
          'Weight that each feature adds to the log-odds that the page is relevant.',
          entries,
        ),
      ],
    };
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, {
      seeds: this.seeds.save(),
      beam: this.beam.save(),
      model: this.model.save(),
      pending: this.pending.save(),
      underWay: this.underWay,
      refused: this.refused,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    this.seeds.restore(from.child('seeds'));
    this.beam.restore(from.child('beam'));
    this.model.restore(from.child('model'));
    this.pending.restore(from.child('pending'));
    this.underWay = from.integer('underWay');
    this.refused = from.integer('refused');
  }

  /**
   * Keeps the best predicted URLs, earlier ones among equals. URLs that can never be fetched go first and do not count.
   */
  private prune(view: FrontierView): void {
    if (this.beam.size <= this.width) return;
    this.beam.filter((at) => view.availability(this.beam.urlNoAt(at)) !== Availability.Gone);
    const { size } = this.beam;
    if (size <= this.width) return;
    const values = Float64Array.from({ length: size }, (_, at) => this.model.probability(this.beam.rows, at * COLUMNS));
    const threshold = values.slice().sort()[size - this.width];
    let atThreshold = this.width - values.reduce((above, value) => above + (value > threshold ? 1 : 0), 0);
    this.refused += this.beam.filter((at) => values[at] > threshold || (values[at] === threshold && atThreshold-- > 0));
  }

  private explanationOf(value: number, row: Float32Array, rank: number): Explanation {
    const features = Object.fromEntries(URL_FEATURES.map((name, k) => [name, row[k]]));
    return {
      value,
      exploration: false,
      features,
      rank,
      options: this.beam.size,
      terms: { examples: this.model.learnt },
    };
  }
}

/**
 * The learned state for the warm start of another session: the weights of the URL classifier. @throws RangeError if
 * nothing was learned
 */
export function transferWeights(saved: SnapshotReader): Snapshot {
  const model = checkStamp(saved, NAME, VERSION).child('model');
  if (model.integer('examples') === 0)
    throw new RangeError('the session has learnt nothing yet: no link was followed from the beam');
  return { weights: model.float64('weights') };
}
