import type { SnapshotReader } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { FrontierView } from '../../frontier/frontier-view.js';
import {
  type Estimation,
  FIELDS,
  type Lexicon,
  type SpiderValue,
  newLexicons,
  restoreLexicons,
  Spider,
  type SpiderPage,
  type SpiderSettings,
  toSpiderPage,
  trainSpider,
  withoutRareWords,
} from '../../spiders/index.js';
import { allOf } from '../../text/pieces.js';
import { EventLog, type LearnedTable, type LearnedWeights, mostTelling } from '../learned-state/index.js';
import type { ObservedStep, Prior } from '../policy.js';
import type { SpiderPolicyConfig } from './config.js';
import { PageWindow } from './page-window.js';

/** Most distinct words of a field in one session. */
const MAX_WORDS = 60_000;
/** Minimum followed links to targets from which a spider can learn. */
const LEAST_TARGETS = 5;
/** Trainings become rarer as a crawl grows, so that their cost per step stays constant. */
const SHARE_OF_STEPS = 0.1;
/** Reported words per bin. */
const WORDS_REPORTED = 50;
const NO_PAGE = { title: '', headings: [], text: '' };

/** Values of a page's links, by target URL. */
export interface LinkValues {
  readonly urlNos: Uint32Array;
  readonly values: Float64Array;
}

/**
 * The spider of a session: the given one, and what the session adds to it.
 *
 * It is trained only on the latest pages, at intervals that grow with the crawl, so that the cost of a step does not
 * depend on the crawl's length.
 */
export class SpiderLearner {
  private readonly window: PageWindow;
  private lexicons: Lexicon[];
  private base: Spider | null = null;
  private spider: Spider | null = null;
  private observed = 0;
  private dueAt: number;
  private trainings = 0;
  readonly log = new EventLog();
  /** The spider's reported words, computed on first use: there are many. */
  private reported: { readonly spider: Spider; readonly words: readonly LearnedWeights[] } | null = null;

  /** @throws RangeError if the prior is not a spider with these settings */
  constructor(
    private readonly settings: SpiderSettings,
    private readonly config: Pick<SpiderPolicyConfig, 'learn' | 'learnEvery' | 'window' | keyof Estimation>,
    prior: Prior | undefined,
  ) {
    this.window = new PageWindow(config.window, FIELDS[settings.text].length - 1);
    this.lexicons = newLexicons(settings.text, MAX_WORDS);
    this.dueAt = config.learnEvery;
    if (prior) this.begin(Spider.restore(prior.state, MAX_WORDS).estimatedBy(config));
  }

  /** Null while nothing has been learned. */
  get current(): Spider | null {
    return this.spider;
  }

  /** Reads a page and its links. */
  read(step: ObservedStep): void {
    const known = step.known.map(({ urlNo }) => urlNo);
    const page = { isTarget: step.relevant, page: step.page ?? NO_PAGE, links: step.links, known };
    this.window.add(step.step, toSpiderPage(page, this.settings, this.lexicons));
  }

  /** Whether a page is among the latest ones. */
  knows(step: number): boolean {
    return this.window.of(step) !== undefined;
  }

  /** Values of a page's links, in their order; null if there is no spider, or the page is too old. */
  valuesOf(step: number): LinkValues | null {
    const page = this.window.of(step);
    if (!page || !this.spider) return null;
    const { spider } = this;
    const scores = spider.scoresOfPage(page.words);
    const values = new Float64Array(page.urlNos.length);
    for (let link = 0; link < values.length; link++) values[link] = this.value(spider, page, scores, link).value;
    return { urlNos: page.urlNos, values };
  }

  /** Value of a page's link to a URL; null as for `valuesOf`. */
  valueOf(step: number, urlNo: number): SpiderValue | null {
    const page = this.window.of(step);
    if (!page || !this.spider) return null;
    const link = page.urlNos.indexOf(urlNo);
    return link < 0 ? null : this.value(this.spider, page, this.spider.scoresOfPage(page.words), link);
  }

  /** Counts a step, and trains if due. @returns whether there is a new spider */
  learn(view: FrontierView): boolean {
    this.observed++;
    if (!this.config.learn || this.observed < this.dueAt) return false;
    this.dueAt = this.observed + Math.max(this.config.learnEvery, Math.floor(this.observed * SHARE_OF_STEPS));
    const { settings, lexicons } = this;
    const { pages, places } = this.window.all();
    const pageOf = (urlNo: number): number => places.get(view.stepOf(urlNo)) ?? -1;
    const trained = allOf(trainSpider({ pages, pageOf }, { settings, lexicons }, this.base, this.config));
    if (trained.counts.links[0] < LEAST_TARGETS) return false;
    this.spider = trained;
    this.trainings++;
    const { counts, links } = trained;
    this.log.add(
      view.completed,
      `The spider was trained on ${links} links, ${counts.links[0]} of them to relevant pages`,
    );
    return true;
  }

  /** Bins with their values. */
  bins(): LearnedTable[] {
    const { spider } = this;
    if (spider === null) return [];
    const rows = spider.binNames.map((name, bin) => ({
      name,
      values: [spider.meanValues[bin], spider.counts.links[bin]],
    }));
    return [
      {
        title: 'Bins',
        note: 'Links are sorted into bins by the discounted reward that they lead to. The value of a link is the sum of the mean values, weighted with the probabilities of the bins.',
        rowName: 'Bin',
        columns: [
          { name: 'Mean value', note: 'Mean Q-value of its links' },
          { name: 'Links', note: 'Links that were learnt from' },
        ],
        rows,
        inAll: rows.length,
      },
    ];
  }

  /** The most telling words of each bin. */
  words(): readonly LearnedWeights[] {
    const { spider } = this;
    if (spider === null) return [];
    if (this.reported?.spider !== spider) {
      const note =
        'Weighted log-odds ratio: how much a word says for a link of this bin, and how often it stands there.';
      const words = spider.tellingWords(WORDS_REPORTED).map((telling, bin) =>
        mostTelling(
          `Words for ${spider.binNames[bin]}`,
          note,
          telling.map(({ word, field, weight }) => ({ name: word, group: field, weight })),
        ),
      );
      this.reported = { spider, words };
    }
    return this.reported.words;
  }

  stats(): Record<string, number> {
    return {
      trainings: this.trainings,
      examples: this.spider?.links ?? 0,
      targets: this.spider?.counts.links[0] ?? 0,
      words: this.lexicons.reduce((sum, { size }) => sum + size, 0),
      pagesKept: this.window.size,
    };
  }

  save(): Snapshot {
    return {
      lexicons: Object.fromEntries(this.lexicons.map((lexicon, field) => [`field${field}`, lexicon.save()])),
      base: this.base?.saveCounts() ?? null,
      spider: this.spider === this.base ? null : (this.spider?.saveCounts() ?? null),
      window: this.window.save(),
      observed: this.observed,
      dueAt: this.dueAt,
      trainings: this.trainings,
      history: this.log.save(),
    };
  }

  restore(from: SnapshotReader): void {
    const lexicons = restoreLexicons(from.child('lexicons'), this.settings.text, MAX_WORDS);
    this.base = this.restoredSpider(from.childIfAny('base'), lexicons);
    this.spider = this.restoredSpider(from.childIfAny('spider'), lexicons) ?? this.base;
    this.window.restore(from.child('window'));
    this.observed = from.integer('observed');
    this.dueAt = from.integer('dueAt');
    this.trainings = from.integer('trainings');
    this.log.restore(from.childIfAny('history'));
    this.lexicons = lexicons;
    this.requireMinimum(from);
  }

  private begin(spider: Spider): void {
    for (const name of ['bins', 'text', 'discount'] as const)
      if (spider.settings[name] !== this.settings[name])
        throw new RangeError(`${name}: ${this.settings[name]} is needed, the spider has ${spider.settings[name]}`);
    this.lexicons = [...spider.lexicons];
    this.base = spider;
    this.spider = spider;
  }

  private requireMinimum(from: SnapshotReader): void {
    if (this.trainings > 0 && !this.spider) from.refuse('spider', 'what was trained');
  }

  private restoredSpider(from: SnapshotReader | null, lexicons: readonly Lexicon[]): Spider | null {
    return from && Spider.restoreCounts(this.settings, lexicons, from, this.config);
  }

  private value(spider: Spider, page: SpiderPage, scores: Float64Array, link: number): SpiderValue {
    return spider.valueOf(scores, page.linkWords, page.starts, link * (this.lexicons.length - 1));
  }
}

/**
 * The learned state for the warm start of another session: the spider, with everything given and learned. @throws
 * RangeError if it has learned nothing
 */
export function transferSpider(from: SnapshotReader, settings: SpiderSettings): Snapshot {
  const lexicons = restoreLexicons(from.child('lexicons'), settings.text, MAX_WORDS);
  const counts = from.childIfAny('spider') ?? from.childIfAny('base');
  if (!counts)
    throw new RangeError('the session has learnt nothing yet: it has followed too few links to relevant pages');
  return withoutRareWords(Spider.restoreCounts(settings, lexicons, counts)).save();
}
