import { sealSnapshot } from '../../../domain/base/sealed-snapshot.js';
import { type SpiderSettings, TrainingWeb } from '../../../domain/spiders/index.js';
import { inPieces } from '../../../engine/index.js';
import { DomainError } from '../../../platform/errors/index.js';
import type { Learnt, SourcePage, Trainee } from './training-source.js';

/** Pages of all sources together: some hundred MB. */
const MAX_PAGES = 30_000;
/** Minimum number of links to relevant pages for training. */
const LEAST_TARGETS = 5;
/** Words reported per bin, twice as many as in the paper's Table 2. */
const REPORTED_WORDS = 20;

/** Learns the value of links from their words. */
export class LinksTrainee implements Trainee {
  readonly maxPages = MAX_PAGES;
  private readonly web: TrainingWeb;

  constructor(settings: SpiderSettings) {
    this.web = new TrainingWeb(settings);
  }

  get size(): number {
    return this.web.size;
  }

  beginSource(): void {
    this.web.beginWeb();
  }

  add(page: SourcePage): void {
    this.web.add(page);
  }

  async train(signal: AbortSignal): Promise<Learnt> {
    const spider = await inPieces(abortable(this.web.train(), signal));
    const targets = spider.counts.links[0];
    if (targets < LEAST_TARGETS)
      throw new DomainError(
        'INVALID_STATE',
        `there are ${targets} links between the pages that lead to a relevant one, too few to learn from: at least ${LEAST_TARGETS} are needed`,
      );
    const words = spider.tellingWords(REPORTED_WORDS);
    return {
      data: sealSnapshot(spider.save()),
      links: spider.links,
      words: spider.lexicons.reduce((sum, { size }) => sum + size, 0),
      bins: spider.binNames.map((name, bin) => ({
        name,
        links: spider.counts.links[bin],
        meanValue: spider.meanValues[bin],
        words: words[bin],
      })),
      classes: [],
      weights: [],
    };
  }
}

/** Wraps a generator so that it stops when the signal aborts. */
function* abortable<T>(pieces: Generator<void, T>, signal: AbortSignal): Generator<void, T> {
  for (;;) {
    signal.throwIfAborted();
    const piece = pieces.next();
    if (piece.done === true) return piece.value;
    yield;
  }
}
