import { withRoom } from '../../base/growable.js';
import type { Rng } from '../../base/rng.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { NO_SOURCE, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import { type Choice, type CrawlPolicy, type ObservedStep, type Prior } from '../policy.js';
import { SeedQueue } from '../seed-queue.js';
import { DomainQueues, NEVER } from './domain-queues.js';
import type { AcheConfig } from './config.js';
import { LinkLearning } from './link-learning.js';
import { LinkTable } from './link-table.js';
import { MAX_LINK_WORDS, NO_WORDS, WordNumbers, type LinkWords } from './link-words.js';

export const NAME = 'ache';
export const VERSION = 2;
/** Priorities are per cent, as in the program. */
const SCALE = 100;
/**
 * Bounds of the number of links whose priority is recomputed per step; fast enough to finish long before the next
 * training.
 */
const LEAST_SLICE = 1_000;
const LARGEST_SLICE = 10_000;
const SHARE_OF_INTERVAL = 4;

/** ACHE: a link classifier that learns online, and a scheduler that visits domains in turn. */
export class AchePolicy implements CrawlPolicy {
  private readonly seeds = new SeedQueue();
  private readonly words = new WordNumbers();
  private readonly links = new LinkTable();
  private readonly queues = new DomainQueues(this.links);
  private readonly learnt: LinkLearning;
  /** Words of the links in flight; seeds have none. */
  private readonly underWay = new Map<number, LinkWords>();
  /** P(relevant) of pages by step. */
  private pages = new Float32Array(0);
  /** Start of the next slice of priorities, and number of places still to be processed. */
  private cursor = 0;
  private toRescore = 0;
  private refused = 0;

  constructor(
    private readonly config: AcheConfig,
    learnEvery: number,
    rng: Rng,
    prior?: Prior,
  ) {
    this.learnt = new LinkLearning(learnEvery, rng);
    if (!prior) return;
    const from = SnapshotReader.of(prior.state);
    this.words.restore(from.strings('words'));
    this.learnt.inherit(from);
  }

  get size(): number {
    return this.seeds.size + this.links.size;
  }

  seed(seeds: readonly Candidate[]): void {
    this.seeds.add(seeds);
  }

  choose(step: number, view: FrontierView): Choice {
    const idle = this.underWay.size === 0;
    const seed = this.seeds.take(view, idle);
    if (seed >= 0) return this.chooseSeed(step, seed, view);
    const lookahead = idle ? Number.POSITIVE_INFINITY : LOOKAHEAD;
    const found = this.queues.find(view, lookahead, SCALE * this.seeds.reservation(view));
    if (found.place === null)
      return found.waiting || this.seeds.anyLeft(view)
        ? { kind: 'wait', isWorthIt: found.isWorthIt }
        : { kind: 'exhausted' };
    const { place, domainNo, stale, rank } = found;
    const urlNo = this.links.urlNos[place];
    const source = this.links.sources[place];
    const value = this.links.priorities[place];
    const lastVisit = this.queues.lastVisit(domainNo);
    const options = this.queues.size;
    const { words, counts } = this.links.wordsAt(place);
    this.underWay.set(step, { words: words.slice(), counts });
    for (const gone of [...stale, place]) this.drop(gone, view);
    this.queues.visit(domainNo, step);
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: { value, exploration: false, rank, options, terms: this.terms(lastVisit) },
    };
  }

  follow(step: number, candidate: Candidate, view: FrontierView): void {
    // The candidate stays in its queue and is dropped as stale when it is found.
    this.underWay.set(step, candidate.source === NO_SOURCE ? NO_WORDS : this.words.wordsOf(candidate));
    this.queues.visit(view.domainOf(candidate.urlNo), step);
  }

  observe(step: ObservedStep, view: FrontierView): void {
    const taken = this.underWay.get(step.choice);
    if (taken === undefined) throw new RangeError(`step ${step.choice} was not chosen, or was observed before`);
    this.underWay.delete(step.choice);
    const isSeed = step.source === NO_SOURCE;
    if (step.ok) {
      if (!isSeed) this.learnt.add(taken, step.relevant);
      this.pages = withRoom(this.pages, step.step + 1);
      this.pages[step.step] = step.probability;
    }
    // The user gave the seeds as relevant, whatever the model says about a home page.
    this.add(step.links, isSeed || step.relevant, view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    this.add(links, false, view);
  }

  learn(view: FrontierView): void {
    if (!this.config.online) return;
    if (this.learnt.trainWhenDue(view.completed)) {
      if (this.toRescore === 0) this.cursor = 0;
      this.toRescore = this.links.capacity;
    }
    this.rescore(view);
  }

  stats(): Readonly<Record<string, number>> {
    return {
      ...this.learnt.stats(),
      domains: this.queues.size,
      words: this.words.size,
      toRescore: this.toRescore,
      refused: this.refused,
      frontierBytes: this.links.bytes,
    };
  }

  learnedState(): LearnedState {
    return {
      ranksBy:
        'Domains in turn: first those that were never visited, then the one not visited for longest. Of a domain, the link that the classifier finds most probably relevant.',
      weights: [this.learnt.classifier.learnedState((word) => this.words.nameOf(word))],
      history: this.learnt.log.history,
    };
  }

  save(): Snapshot {
    const steps = [...this.underWay];
    const words = new Uint16Array(steps.length * MAX_LINK_WORDS);
    steps.forEach(([, link], i) => words.set(link.words, i * MAX_LINK_WORDS));
    return stamp(NAME, VERSION, {
      seeds: this.seeds.save(),
      words: this.words.save(),
      links: this.links.save(),
      queues: this.queues.save(),
      learnt: this.learnt.save(),
      steps: Uint32Array.from(steps, ([step]) => step),
      stepWords: words,
      stepCounts: Uint8Array.from(steps.flatMap(([, { counts }]) => counts)),
      pageCount: this.pages.length,
      pages: this.pages,
      cursor: this.cursor,
      toRescore: this.toRescore,
      refused: this.refused,
    });
  }

  restore(source: SnapshotSource): void {
    const from = checkStamp(source, NAME, VERSION);
    const steps = from.uint32('steps');
    const words = from.uint16('stepWords', { length: steps.length * MAX_LINK_WORDS });
    const fields = NO_WORDS.counts.length;
    const counts = from.uint8('stepCounts', { length: steps.length * fields });
    this.seeds.restore(from.child('seeds'));
    this.words.restore(from.strings('words'));
    this.links.restore(from.child('links'));
    this.queues.restore(from.child('queues'));
    this.learnt.restore(from.child('learnt'));
    this.pages = from.float32('pages', { length: from.integer('pageCount') }).slice();
    this.cursor = from.integer('cursor');
    this.toRescore = from.integer('toRescore');
    this.refused = from.integer('refused');
    this.underWay.clear();
    steps.forEach((step, i) => {
      const ofStep = [...counts.subarray(i * fields, (i + 1) * fields)];
      const total = ofStep.reduce((sum, count) => sum + count, 0);
      const at = i * MAX_LINK_WORDS;
      this.underWay.set(step, { words: words.slice(at, at + total), counts: ofStep });
    });
  }

  private chooseSeed(step: number, urlNo: number, view: FrontierView): Choice {
    const domainNo = view.domainOf(urlNo);
    const lastVisit = this.queues.lastVisit(domainNo);
    this.underWay.set(step, NO_WORDS);
    this.queues.visit(domainNo, step);
    return {
      kind: 'fetch',
      urlNo,
      source: NO_SOURCE,
      explanation: { value: SCALE, exploration: false, terms: this.terms(lastVisit) },
    };
  }

  private terms(lastVisit: number): Record<string, string | number> {
    return {
      focus: this.config.focus,
      domainLastVisit: lastVisit === NEVER ? 'never' : lastVisit,
      classifierVersion: this.learnt.classifier.version,
    };
  }

  private drop(place: number, view: FrontierView): void {
    this.queues.remove(place, view.domainOf(this.links.urlNos[place]));
    this.links.remove(place);
  }

  private add(links: readonly Candidate[], fromRelevant: boolean, view: FrontierView): void {
    for (const link of links) {
      if (this.links.size >= this.config.maxCandidates || (this.config.focus === 'hard' && !fromRelevant)) {
        this.refused++;
        continue;
      }
      const words = this.words.wordsOf(link);
      const place = this.links.add(link.urlNo, link.source, this.priority(words, link.source), words);
      this.queues.add(place, view.domainOf(link.urlNo));
    }
  }

  /** The classifier's value of the link; before the first training, the probability of the page with the link. */
  private priority(words: LinkWords, source: number): number {
    const { classifier } = this.learnt;
    return SCALE * (classifier.version > 0 ? classifier.probability(words) : (this.pages[source] ?? 0));
  }

  /** Recomputes the priorities of the next slice of links. */
  private rescore(view: FrontierView): void {
    if (this.toRescore === 0) return;
    const { links } = this;
    const quick = Math.ceil((links.capacity * SHARE_OF_INTERVAL) / this.learnt.interval);
    const slice = Math.min(this.toRescore, LARGEST_SLICE, Math.max(LEAST_SLICE, quick));
    for (let i = 0; i < slice; i++) {
      const place = this.cursor % links.capacity;
      this.cursor = place + 1;
      if (!links.isHeld(place)) continue;
      links.priorities[place] = this.priority(links.wordsAt(place), links.sources[place]);
      this.queues.moved(place, view.domainOf(links.urlNos[place]));
    }
    this.toRescore -= slice;
  }
}
