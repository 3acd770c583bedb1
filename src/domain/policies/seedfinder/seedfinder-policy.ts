import { FifoQueue } from '../../frontier/fifo-queue.js';
import { NO_SOURCE, NO_TAG_PATH, type Candidate, type FrontierView } from '../../frontier/frontier-view.js';
import { bareLink } from '../../page/index.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SearchRequest } from '../../search/index.js';
import { LOOKAHEAD } from '../candidate-limit.js';
import type { Choice, CrawlPolicy, ObservedStep, PageText, PolicyDeps } from '../policy.js';
import type { LearnedState } from '../learned-state/index.js';
import { checkStamp, stamp } from '../policy-snapshot.js';
import { takeReady } from '../take-ready.js';
import { createCrawler } from './crawlers.js';
import type { SeedFinderConfig } from './config.js';
import { QueryLog, learnedQueries } from './learned-queries.js';
import { QueryPlan } from './query-plan.js';
import { QueryRound } from './query-round.js';
import { documentTerms, termsOf } from './terms.js';

export const NAME = 'seedfinder';
export const VERSION = 4;
/** Largest share of all candidates for hits, and for links of irrelevant hits. */
const SIDE_SHARE = 0.25;

const NO_TERMS: ReadonlyMap<string, number> = new Map();
const termsOfPage = (page: PageText | null): ReadonlyMap<string, number> =>
  page === null ? NO_TERMS : documentTerms(`${page.title} ${page.mainText === '' ? page.text : page.mainText}`);

/** Alternates queries with crawling, as described in this folder's README. */
export class SeedFinderPolicy implements CrawlPolicy {
  private readonly plan: QueryPlan;
  private readonly crawler: CrawlPolicy;
  /** Links of irrelevant hits, followed when nothing else is left. */
  private readonly reserve = new FifoQueue();
  /** Choices of reserve links in flight. */
  private readonly reserved = new Set<number>();
  private round: QueryRound | null = null;
  private readonly log = new QueryLog();
  private readonly hitRoom: number;
  private readonly reserveRoom: number;
  /** Links followed since the last query; the next field is their number before the next query. */
  private crawled = 0;
  private dueAfter = 0;
  private underWay = 0;
  private searches = 0;
  private foundSeeds = 0;
  private refused = 0;

  constructor(
    private readonly config: SeedFinderConfig,
    deps: PolicyDeps,
  ) {
    const { crawler, text, maxCandidates, hitsPerPage, resultPages } = config;
    const side = Math.floor(maxCandidates * SIDE_SHARE);
    this.hitRoom = Math.min(hitsPerPage * resultPages, side);
    this.reserveRoom = side;
    const own = Math.max(1, maxCandidates - this.hitRoom - this.reserveRoom);
    // The learned state of another session consists of terms, which the crawl between the queries does not use.
    const { prior, ...rest } = deps;
    this.crawler = createCrawler(crawler, { text, maxCandidates: own }, rest);
    this.plan = new QueryPlan(config, deps.keywordTexts ?? [], prior && SnapshotReader.of(prior.state));
  }

  get size(): number {
    return this.crawler.size + this.reserve.size + (this.round?.size ?? 0);
  }

  seed(seeds: readonly Candidate[], view: FrontierView): void {
    this.crawler.seed(seeds, view);
    this.dueAfter = this.crawler.size;
  }

  choose(step: number, view: FrontierView): Choice {
    const { round } = this;
    const more = round === null ? null : this.askMore(round, step);
    if (more) return more;
    const hit = round?.takeHit(view);
    if (round !== null && hit?.kind === 'taken') {
      this.underWay++;
      round.chose(step);
      return this.fetchOf(hit, { from: 'hit', query: round.query, page: round.pageOf(hit.source) });
    }
    const due = this.crawled >= this.dueAfter ? this.nextQuery() : null;
    if (due !== null) return this.ask(due, step);
    const link = this.crawler.choose(step, view);
    if (link.kind === 'fetch') {
      this.underWay++;
      this.crawled++;
      const { explanation } = link;
      return { ...link, explanation: { ...explanation, terms: { ...explanation.terms, ...this.terms('crawl') } } };
    }
    const asks = this.nextQuery();
    if (asks !== null) return this.ask(asks, step);
    // Hits and links may be deferred for long, so the reserve does not wait for them. A search is answered at once.
    if (round?.isSearching === true || (link.kind === 'wait' && link.isWorthIt === true)) return { kind: 'wait' };
    const rest = takeReady([this.reserve], view, this.underWay > 0 ? LOOKAHEAD : Number.POSITIVE_INFINITY);
    if (rest.kind !== 'taken') return link.kind === 'wait' || round !== null ? { kind: 'wait' } : rest;
    this.underWay++;
    this.reserved.add(step);
    return this.fetchOf(rest, { ...this.terms('reserve') });
  }

  follow(step: number, candidate: Candidate, view: FrontierView): void {
    this.underWay++;
    if (this.round !== null && this.round.pageOf(candidate.source) > 0) {
      this.round.chose(step);
      return;
    }
    this.crawled++;
    this.crawler.follow(step, candidate, view);
  }

  followSearch(step: number, { query, page }: Pick<SearchRequest, 'query' | 'page'>): void {
    if (page === 1 || this.round === null) this.begin(termsOf(query));
    this.round?.begin(step);
    this.searches++;
    this.underWay++;
  }

  observe(step: ObservedStep, view: FrontierView): void {
    this.underWay--;
    const { round } = this;
    if (round?.isSearch(step.choice)) this.refused += round.take(step, this.hitRoom - round.size, view);
    else if (round?.judge(step, termsOfPage(step.page))) this.takeHit(step, view);
    else if (this.reserved.delete(step.choice)) this.crawlFrom(step, view);
    else {
      this.crawler.observe(step, view);
      if (round === null && step.ok) this.plan.learn(step.relevant, () => termsOfPage(step.page));
    }
    this.concludeIfOver(view);
  }

  offer(links: readonly Candidate[], view: FrontierView): void {
    this.crawler.offer(links, view);
    this.concludeIfOver(view);
  }

  learn(view: FrontierView): void {
    this.crawler.learn(view);
  }

  stats(): Readonly<Record<string, number>> {
    const { plan } = this;
    const crawler = this.crawler.stats();
    return {
      ...crawler,
      refused: this.refused + (crawler.refused ?? 0),
      queries: plan.queries,
      searches: this.searches,
      foundSeeds: this.foundSeeds,
      precision: plan.precision,
      queryTerms: plan.queryLength,
      vocabulary: plan.terms.size,
      reserve: this.reserve.size,
    };
  }

  learnedState(view: FrontierView): LearnedState {
    return learnedQueries(this.plan, this.log, this.crawler.learnedState?.(view));
  }

  save(): Snapshot {
    return stamp(NAME, VERSION, {
      plan: this.plan.save(),
      crawler: this.crawler.save(),
      reserve: this.reserve.save(),
      reserved: [...this.reserved],
      isAsking: this.round !== null,
      round: this.round?.save() ?? null,
      crawled: this.crawled,
      dueAfter: this.dueAfter,
      underWay: this.underWay,
      searches: this.searches,
      foundSeeds: this.foundSeeds,
      refused: this.refused,
      history: this.log.save(),
    });
  }

  restore(source: SnapshotSource): void {
    const from: SnapshotReader = checkStamp(source, NAME, VERSION);
    this.plan.restore(from.child('plan'));
    this.crawler.restore(from.child('crawler'));
    this.reserve.restore(from.child('reserve'));
    this.reserved.clear();
    for (const step of from.numbers('reserved')) this.reserved.add(step);
    this.round = from.boolean('isAsking') ? QueryRound.restored(from.child('round')) : null;
    this.crawled = from.integer('crawled');
    this.dueAfter = from.integer('dueAfter');
    this.underWay = from.integer('underWay');
    this.searches = from.integer('searches');
    this.foundSeeds = from.integer('foundSeeds');
    this.refused = from.integer('refused');
    this.log.restore(from.childIfAny('history'));
  }

  private askMore(round: QueryRound, step: number): Choice | null {
    const page = this.searches < this.config.maxSearches ? round.nextPage(this.config.resultPages) : null;
    return page === null ? null : this.search(round, page, step);
  }

  /** The terms of a query that may be made now. */
  private nextQuery(): readonly string[] | null {
    if (this.round !== null || this.searches >= this.config.maxSearches) return null;
    return this.crawled >= Math.max(1, this.dueAfter) ? this.plan.next : this.plan.nextAtOnce;
  }

  private ask(terms: readonly string[], step: number): Choice {
    return this.search(this.begin(terms), 1, step);
  }

  private begin(terms: readonly string[]): QueryRound {
    // Only in a followed log can a query begin before the previous one has ended.
    this.round?.leave((urlNo, source) => this.keep(urlNo, source));
    this.plan.ask(terms);
    return (this.round = new QueryRound(terms));
  }

  private search(round: QueryRound, page: number, step: number): Choice {
    round.begin(step);
    this.searches++;
    this.underWay++;
    const { query, terms } = round;
    return {
      kind: 'search',
      query,
      page,
      limit: this.config.hitsPerPage,
      explanation: {
        value: this.plan.terms.meanOf(terms),
        exploration: false,
        terms: { from: 'query', query, page, precision: this.plan.precision },
      },
    };
  }

  private fetchOf(
    { urlNo, source }: { readonly urlNo: number; readonly source: number },
    terms: Readonly<Record<string, string | number>>,
  ): Choice {
    const { precision } = this.plan;
    return {
      kind: 'fetch',
      urlNo,
      source,
      explanation: { value: 1, exploration: false, terms: { ...terms, precision } },
    };
  }

  private terms(from: 'crawl' | 'reserve'): Readonly<Record<string, string | number>> {
    return { from, precision: this.plan.precision };
  }

  /** A relevant hit becomes a seed of the crawl; links of an irrelevant one are kept for the end. */
  private takeHit(step: ObservedStep, view: FrontierView): void {
    if (step.relevant) {
      this.foundSeeds++;
      this.crawlFrom(step, view);
    } else for (const { urlNo, source } of step.links) this.keep(urlNo, source);
  }

  /** The crawler sees the page as a seed. */
  private crawlFrom(step: ObservedStep, view: FrontierView): void {
    const { urlNo, url, choice } = step;
    const seed = { urlNo, source: NO_SOURCE, tagPathNo: NO_TAG_PATH, alike: 1, fromRelevant: false };
    this.crawler.follow(choice, { ...bareLink(url, 0), ...seed }, view);
    this.crawler.observe({ ...step, source: NO_SOURCE }, view);
  }

  private keep(urlNo: number, source: number): void {
    if (this.reserve.size < this.reserveRoom) this.reserve.push(urlNo, source);
    else this.refused++;
  }

  private concludeIfOver(view: FrontierView): void {
    const { round } = this;
    const mostPages = this.searches < this.config.maxSearches ? this.config.resultPages : 0;
    if (round === null || !round.isOver(mostPages, view)) return;
    this.plan.conclude(round);
    this.log.note(view.completed, round);
    this.round = null;
    this.crawled = 0;
    this.dueAfter = this.config.crawlPages;
  }
}
