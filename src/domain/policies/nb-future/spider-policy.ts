import { NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import type { SnapshotReader, SnapshotSource } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import { probability, textOf } from '../link-text.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import type { Choice, CrawlPolicy, Explanation, ObservedStep, PolicyDeps } from '../policy.js';
import { RankedLinks } from '../ranked-links.js';
import { SeedQueue } from '../seed-queue.js';
import { settingsOf, type SpiderPolicyConfig } from './config.js';
import { transferSpider, type LinkValues, SpiderLearner } from './learner.js';

/** Increased when the same configuration and seed would give another order; both spiders are this policy. */
export const VERSION = 5;

/** Follows the link with the highest expected Q-value by a spider of Rennie and McCallum. */
export class SpiderPolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly links: RankedLinks;
  private readonly learner: SpiderLearner;
  private underWay = 0;
  /**
   * Values of pages' links by the current spider, cached while queued links are revalued. Not saved, because they can
   * be recomputed.
   */
  private readonly values = new Map<number, LinkValues>();

  constructor(
    private readonly name: string,
    config: SpiderPolicyConfig,
    private readonly deps: Pick<PolicyDeps, 'scoreText' | 'prior'>,
  ) {
    this.links = new RankedLinks(config.maxCandidates);
    this.learner = new SpiderLearner(settingsOf(config), config, deps.prior);
  }

  get size(): number {
    return this.seeds.size + this.links.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
  }

  choose(_step: number, view: FrontierView): Choice {
    const idle = this.underWay === 0;
    const seed = this.seeds.take(view, idle);
    if (seed >= 0) {
      this.underWay++;
      return { kind: 'fetch', urlNo: seed, source: NO_SOURCE, explanation: { value: 1, exploration: false } };
    }
    const chosen = this.links.take(view, idle, { reserved: this.seeds.reservation(view) });
    if ('kind' in chosen) return chosen.kind === 'exhausted' && this.seeds.anyLeft(view) ? { kind: 'wait' } : chosen;
    this.underWay++;
    const { urlNo, source, key, rank, options } = chosen;
    const explanation: Explanation = {
      value: key,
      exploration: false,
      ...this.reasons(urlNo, source, key),
      rank,
      options,
    };
    return { kind: 'fetch', urlNo, source, explanation };
  }

  follow(): void {
    // The candidate stays in the queue and is dropped as stale when it is found.
    this.underWay++;
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay--;
    if (!step.ok) return;
    this.learner.read(step);
    const values = this.learner.valuesOf(step.step);
    step.links.forEach((link, i) => this.links.add(values?.values[i] ?? this.probabilityOf(link), link, view));
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    // A sitemap entry has no words except those of its URL.
    for (const link of links) this.links.add(this.probabilityOf(link), link, view);
  }

  learn(view: FrontierView): void {
    if (this.learner.learn(view)) {
      this.links.beginRekey();
      this.values.clear();
    }
    if (!this.links.isRekeying) return;
    this.links.rekeySome((urlNo, source, key) => {
      const links = this.valuesNow(source);
      const at = links?.urlNos.indexOf(urlNo) ?? -1;
      return links && at >= 0 ? links.values[at] : key;
    });
    if (!this.links.isRekeying) this.values.clear();
  }

  stats(): Readonly<Record<string, number>> {
    return { refused: this.links.refused, ...this.learner.stats() };
  }

  learnedState(): LearnedState {
    return {
      ranksBy:
        this.learner.current === null
          ? 'The probability that the relevance model gives the words of the link, until enough links to relevant pages were followed.'
          : 'The expected Q-value of the link by its words: what it brings at once or later.',
      tables: this.learner.bins(),
      weights: this.learner.words(),
      history: this.learner.log.history,
    };
  }

  save(): Snapshot {
    return stamp(this.name, VERSION, {
      seeds: this.seeds.save(),
      queue: this.links.save(),
      learner: this.learner.save(),
      underWay: this.underWay,
      refused: this.links.refused,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, this.name, VERSION);
    this.seeds.restore(from.child('seeds'));
    this.links.restore(from.child('queue'), from.integer('refused'));
    this.learner.restore(from.child('learner'));
    this.underWay = from.integer('underWay');
  }

  /** The relevance model's probability for the link's text: before there is a spider, and for links without a page. */
  private probabilityOf(link: Candidate): number {
    return probability(this.deps.scoreText(textOf(link, 'anchor+url')));
  }

  /** Like `valuesOf` of the learner, which knows only the latest pages. */
  private valuesNow(source: number): LinkValues | null {
    if (!this.learner.knows(source)) return null;
    const known = this.values.get(source) ?? this.learner.valuesOf(source);
    if (known !== null) this.values.set(source, known);
    return known;
  }

  private reasons(urlNo: number, source: number, key: number): Partial<Explanation> {
    const spider = this.learner.current;
    if (!spider) return { features: { anchorProbability: key }, terms: { valuedBy: 'relevance model' } };
    const value = this.learner.valueOf(source, urlNo);
    if (!value) return { terms: { valuedBy: 'an earlier value' } };
    const { bin, probability: share } = value;
    return {
      terms: { valuedBy: 'spider', bin: spider.binNames[bin], probability: Number(share.toPrecision(4)) },
    };
  }
}

/** For the definitions: the learned state of a session with one of these policies. */
export function transfer(name: string, saved: SnapshotReader, config: SpiderPolicyConfig): Snapshot {
  return transferSpider(checkStamp(saved, name, VERSION).child('learner'), settingsOf(config));
}
