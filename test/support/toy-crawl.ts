import {
  Availability,
  NO_SOURCE,
  type Candidate,
  NO_TAG_PATH,
  type DomainState,
  type FrontierView,
  type KnownLink,
  type PathState,
} from '../../src/domain/frontier/frontier-view.js';
import { MAX_PARENTS } from '../../src/domain/frontier/parent-table.js';
import { createRng, type Rng } from '../../src/domain/base/rng.js';
import { decodeSnapshot, encodeSnapshot, type Snapshot } from '../../src/domain/base/snapshot.js';
import {
  type Choice,
  type CrawlPolicy,
  type Objective,
  type PageText,
  type PolicyDefinition,
  type PolicyNeeds,
  type Prior,
} from '../../src/domain/policies/index.js';
import type { DomainGrouping } from '../../src/domain/url/index.js';
import { MAX_SEARCHES, searchUrl, TextIndex, type SearchRequest } from '../../src/domain/search/index.js';
import { createKnownWeb, createWebGraph, type KnownWeb } from '../../src/domain/webs/index.js';
import { toyKeywords, toyScore, type ToyPage, type ToyWeb } from './toy-web.js';

export interface ToyCrawlOptions {
  readonly seed?: number;
  readonly budget?: number;
  readonly domainCap?: number;
  /** Maximum concurrent fetches of one domain: this makes candidates busy. */
  readonly perDomain?: number;
  /** As `FrontierView.reservation`; by default nobody waits. */
  readonly reservation?: (urlNo: number, value: number) => number;
  readonly config?: Readonly<Record<string, unknown>>;
  readonly scoreText?: (text: string) => number;
  readonly objective?: Objective;
  /** Relation of hosts to domains: equal (default), parts of domains, or hosts with several domains. */
  readonly grouping?: DomainGrouping;
  /** The policy's prior. */
  readonly prior?: Prior;
}

interface InFlight {
  readonly step: number;
  readonly urlNo: number;
  readonly source: number;
  readonly readLinks: boolean;
  /** URL number of a search, without meaning. */
  readonly search?: SearchRequest;
}
/** Stands for a search in place of a page number. */
const NO_PAGE = -1;

/** Whether a choice has begun a step. */
export const isBegun = (kind: Choice['kind']): boolean => kind === 'fetch' || kind === 'search';

/** The text of a fetched page: its own words and those of its links. */
const textOf = (page: ToyPage): PageText => {
  const text = `${page.relevant ? 'bread cheese olive' : 'engine cloud market'} ${page.links.map(({ anchor }) => anchor).join(' ')}`;
  return { title: page.relevant ? 'bread' : 'engine', description: '', headings: [], text, mainText: text };
};

/** Created once per web: webs do not change, and many crawls share them. */
function oncePerWeb<T>(make: (web: ToyWeb) => T): (web: ToyWeb) => T {
  const made = new WeakMap<ToyWeb, T>();
  return (web) => {
    let one = made.get(web);
    if (one === undefined) made.set(web, (one = make(web)));
    return one;
  };
}

/** All fetchable pages of a web, for searches. */
const indexOf = oncePerWeb((web) => {
  const index = new TextIndex();
  for (const page of web.pages) if (!page.dead) index.add({ ...textOf(page), url: page.url });
  return index;
});

const numbersOf = oncePerWeb((web): ReadonlyMap<string, number> => new Map(web.pages.map(({ url }, no) => [url, no])));

const knownWeb = (web: ToyWeb): KnownWeb =>
  createKnownWeb(
    createWebGraph(web.pages.map(({ links }) => links.map(({ to }) => to))),
    web.pages.map(({ url }) => url),
    (page) => web.pages[page].relevant && !web.pages[page].dead,
  );

/**
 * A crawl of a toy web in memory: the engine's rules of closure, MAX and busy hosts without the engine. URL numbers are
 * page numbers.
 *
 * Every choice is checked against the rules; a violation throws.
 */
export class ToyCrawl implements FrontierView {
  readonly policy: CrawlPolicy;
  readonly rng: Rng;
  readonly budget: number;
  /** Page numbers in order of choice. */
  readonly order: number[] = [];
  /** Page numbers by step, `NO_PAGE` for searches. */
  private readonly chosen: number[] = [];
  /** Searches, in order of choice. */
  readonly searches: string[] = [];
  readonly needs: PolicyNeeds;
  readonly inFlight: InFlight[] = [];
  completed = 0;
  relevant = 0;
  /** Number of candidates given to the policy so far, with repeats of URLs. */
  offered = 0;
  /** Steps by page, and pages that link to a page by step. */
  private readonly steps = new Map<number, number>();
  private readonly parentsOf = new Map<number, number[]>();
  /** Pages that the policy may know: seeds and links of fetched pages. */
  private readonly found = new Set<number>();
  private readonly selected = new Set<number>();
  private readonly paths = new Map<number, PathState>();
  private readonly config: Readonly<Record<string, unknown>>;
  private readonly domains = new Map<number, { fetched: number; relevant: number; spent: number; reserved: number }>();

  constructor(
    readonly web: ToyWeb,
    readonly definition: PolicyDefinition,
    readonly options: ToyCrawlOptions = {},
  ) {
    this.budget = options.budget ?? web.pages.length + 1;
    this.rng = createRng(options.seed ?? 1);
    this.config = definition.configSchema.parse(options.config ?? {}) as Readonly<Record<string, unknown>>;
    this.needs = definition.needs?.(this.config) ?? {};
    this.policy = this.createPolicy(this.rng);
  }

  createPolicy(rng: Rng): CrawlPolicy {
    const { definition, options } = this;
    return definition.create(this.config, {
      rng,
      scoreText: options.scoreText ?? toyScore,
      keywords: toyKeywords,
      keywordTexts: ['bread', 'cheese', 'olive'],
      budget: this.budget,
      domainCap: options.domainCap ?? Number.POSITIVE_INFINITY,
      grouping: options.grouping ?? 'host',
      ...(options.objective && { objective: options.objective }),
      ...(this.needs.graph === true && { web: knownWeb(this.web) }),
      ...(options.prior && { prior: options.prior }),
    });
  }

  start(): this {
    for (const seed of this.web.seeds) this.found.add(seed);
    this.offered += this.web.seeds.length;
    this.policy.seed(
      this.web.seeds.map((urlNo, i) => this.candidate(urlNo, '', NO_SOURCE, i)),
      this,
    );
    return this;
  }

  /** Requests one more fetch or search and puts it in flight. */
  choose(): Choice {
    const step = this.chosen.length;
    const choice = this.policy.choose(step, this);
    if (choice.kind === 'search') this.beginSearch(choice);
    if (choice.kind !== 'fetch') return choice;
    const { urlNo, source, readLinks = true } = choice;
    if (!this.found.has(urlNo)) throw new Error(`page ${urlNo} was never offered`);
    if (this.availability(urlNo) !== Availability.Ready)
      throw new Error(`page ${urlNo} is ${Availability[this.availability(urlNo)]}`);
    this.selected.add(urlNo);
    this.domainState(this.domainOf(urlNo)).reserved++;
    this.order.push(urlNo);
    this.chosen.push(urlNo);
    this.inFlight.push({ step, urlNo, source, readLinks });
    return choice;
  }

  /** Lets the policy follow a choice that another crawl of the same web made. */
  follow(urlNo: number, source: number): void {
    const step = this.chosen.length;
    const links =
      source === NO_SOURCE || this.chosen[source] === NO_PAGE ? [] : this.web.pages[this.chosen[source]].links;
    const at = links.findIndex((link) => link.to === urlNo);
    const anchor = at < 0 ? '' : links[at].anchor;
    this.policy.follow(step, this.candidate(urlNo, anchor, source, Math.max(0, at)), this);
    this.selected.add(urlNo);
    this.domainState(this.domainOf(urlNo)).reserved++;
    this.order.push(urlNo);
    this.chosen.push(urlNo);
    this.inFlight.push({ step, urlNo, source, readLinks: true });
  }

  /** Lets the policy follow a search that another crawl of the same web made. */
  followSearch(search: SearchRequest): void {
    this.policy.followSearch?.(this.chosen.length, search, this);
    this.beginSearch(search);
  }

  private beginSearch({ query, page, limit }: SearchRequest): void {
    if (this.needs.search === undefined) throw new Error('the policy does not say that it searches');
    if (this.searches.length >= MAX_SEARCHES) throw new Error('too many searches');
    this.searches.push(searchUrl({ query, page }));
    const step = this.chosen.length;
    this.inFlight.push({ step, urlNo: NO_PAGE, source: NO_SOURCE, readLinks: true, search: { query, page, limit } });
    this.chosen.push(NO_PAGE);
  }

  /** Completes a fetch in flight, by position, and lets the policy observe and learn. */
  complete(index = 0): void {
    const [{ step, urlNo, source, readLinks, search }] = this.inFlight.splice(index, 1);
    if (search !== undefined) {
      this.completeSearch(step, search);
      return;
    }
    const page = this.web.pages[urlNo];
    const domain = this.domainState(page.domain);
    const relevant = page.relevant && !page.dead;
    domain.reserved--;
    domain.spent++;
    this.completed++;
    if (!page.dead) {
      domain.fetched++;
      if (relevant) {
        domain.relevant++;
        this.relevant++;
      }
      this.paths.set(step, this.pathTo(source, relevant));
      this.steps.set(urlNo, step);
    }
    const isRead = readLinks && !page.dead;
    const links = isRead ? this.linksOf(page, step, relevant) : [];
    this.offered += links.length;
    this.policy.observe(
      {
        step,
        choice: step,
        urlNo,
        source,
        domainNo: page.domain,
        url: page.url,
        ok: !page.dead,
        relevant,
        probability: relevant ? 0.9 : 0.1,
        reward: relevant ? 1 : 0,
        links,
        known: isRead ? this.knownLinksOf(page) : [],
        page: page.dead || this.needs.pageTexts !== true ? null : textOf(page),
      },
      this,
    );
    this.policy.learn(this);
  }

  private completeSearch(step: number, search: SearchRequest): void {
    this.completed++;
    this.paths.set(step, this.pathTo(NO_SOURCE, false));
    const hits = indexOf(this.web)
      .search(search)
      .map(({ url }, position) => ({ to: this.pageNoOf(url), anchor: '', position }));
    const fresh = hits.filter(({ to }) => !this.selected.has(to));
    for (const { to } of fresh) this.found.add(to);
    this.policy.observe(
      {
        step,
        choice: step,
        urlNo: NO_PAGE,
        source: NO_SOURCE,
        domainNo: 0,
        url: searchUrl(search),
        ok: true,
        relevant: false,
        probability: 0,
        reward: 0,
        links: fresh.map(({ to, anchor, position }) => this.candidate(to, anchor, step, position)),
        known: hits
          .filter(({ to }) => this.selected.has(to))
          .map(({ to }) => ({ urlNo: to, step: this.stepOf(to), tagPathNo: NO_TAG_PATH })),
        page: null,
      },
      this,
    );
    this.policy.learn(this);
  }

  private pageNoOf(url: string): number {
    const pageNo = numbersOf(this.web).get(url);
    if (pageNo === undefined) throw new Error(`${url} is no page of the web`);
    return pageNo;
  }

  /**
   * Runs to the end of the budget or the frontier with up to `concurrency` fetches in flight, and returns the reason of
   * its end.
   */
  run(concurrency = 1): 'budget' | 'exhausted' {
    for (;;) {
      let ended: Choice['kind'] = 'fetch';
      while (this.inFlight.length < concurrency && this.order.length < this.budget && isBegun(ended))
        ended = this.choose().kind;
      if (this.inFlight.length > 0) this.complete();
      else if (this.order.length >= this.budget) return 'budget';
      else if (ended === 'exhausted') return 'exhausted';
      else throw new Error(`the policy answers ${ended} with nothing under way`);
    }
  }

  /**
   * A crawl that continues with a new policy, restored from this one's snapshot.
   *
   * @param asFound changes of the snapshot in between
   */
  resumed(asFound = (saved: Snapshot): Snapshot => saved): ToyCrawl {
    const other = new ToyCrawl(this.web, this.definition, this.options);
    other.policy.restore(asFound(decodeSnapshot(encodeSnapshot(this.policy.save()))));
    other.rng.restore(this.rng.save());
    other.order.push(...this.order);
    other.chosen.push(...this.chosen);
    other.searches.push(...this.searches);
    other.inFlight.push(...this.inFlight);
    other.completed = this.completed;
    other.relevant = this.relevant;
    other.offered = this.offered;
    this.found.forEach((urlNo) => other.found.add(urlNo));
    this.selected.forEach((urlNo) => other.selected.add(urlNo));
    this.paths.forEach((path, step) => other.paths.set(step, path));
    this.steps.forEach((step, page) => other.steps.set(page, step));
    this.parentsOf.forEach((parents, page) => other.parentsOf.set(page, parents.slice()));
    this.domains.forEach((state, no) => other.domains.set(no, { ...state }));
    return other;
  }

  /** Offered pages that may be fetched now or later. */
  left(): number {
    return [...this.found].filter((urlNo) => this.availability(urlNo) !== Availability.Gone).length;
  }

  /** Those that may be fetched now. */
  ready(): number {
    return [...this.found].filter((urlNo) => this.availability(urlNo) === Availability.Ready).length;
  }

  reservation(urlNo: number, value: number): number {
    return this.options.reservation?.(urlNo, value) ?? Number.NEGATIVE_INFINITY;
  }

  availability(urlNo: number): Availability {
    if (this.selected.has(urlNo)) return Availability.Gone;
    const { spent, reserved } = this.domainState(this.domainOf(urlNo));
    const cap = this.options.domainCap ?? Number.POSITIVE_INFINITY;
    if (spent >= cap) return Availability.Gone;
    return spent + reserved >= cap || reserved >= (this.options.perDomain ?? Number.POSITIVE_INFINITY)
      ? Availability.Busy
      : Availability.Ready;
  }

  domainOf(urlNo: number): number {
    return this.web.pages[urlNo].domain;
  }

  domain(domainNo: number): DomainState {
    return this.domainState(domainNo);
  }

  hostOf(urlNo: number): number {
    const domainNo = this.domainOf(urlNo);
    if (this.options.grouping === 'path-prefix') return domainNo >> 1;
    return this.options.grouping === 'registrable-domain' ? 2 * domainNo + (urlNo & 1) : domainNo;
  }

  host(hostNo: number): DomainState {
    return this.domainState(hostNo);
  }

  tagPath(tagPathNo: number): string {
    return tagPathNo === NO_TAG_PATH ? '' : TOY_LISTS[tagPathNo - 1];
  }

  stepOf(urlNo: number): number {
    return this.steps.get(urlNo) ?? -1;
  }

  parents(urlNo: number): readonly number[] {
    if (this.needs.parents !== true) throw new RangeError('the policy does not say that it needs the parents of URLs');
    return this.parentsOf.get(urlNo) ?? [];
  }

  path(step: number): PathState {
    const path = this.paths.get(step);
    if (path === undefined) throw new RangeError(`step ${step} has no page`);
    return path;
  }

  private pathTo(source: number, relevant: boolean): PathState {
    const before =
      source === NO_SOURCE ? { depth: -1, length: 0, relevant: 0, distanceToRelevant: 1 } : this.path(source);
    return {
      reward: relevant ? 1 : 0,
      depth: before.depth + 1,
      length: before.length + 1,
      relevant: before.relevant + (relevant ? 1 : 0),
      distanceToRelevant: relevant ? 1 : before.distanceToRelevant + 1,
    };
  }

  private domainState(no: number): { fetched: number; relevant: number; spent: number; reserved: number } {
    let state = this.domains.get(no);
    if (state === undefined) this.domains.set(no, (state = { fetched: 0, relevant: 0, spent: 0, reserved: 0 }));
    return state;
  }

  private linksOf(page: ToyPage, source: number, fromRelevant: boolean): Candidate[] {
    const links: Candidate[] = [];
    for (const [position, { to, anchor }] of page.links.entries()) {
      this.noteParent(to, source);
      if (this.selected.has(to)) continue;
      this.found.add(to);
      links.push(this.candidate(to, anchor, source, position, fromRelevant));
    }
    return links;
  }

  private knownLinksOf(page: ToyPage): KnownLink[] {
    return page.links.flatMap(({ to }, position) =>
      this.selected.has(to) ? [{ urlNo: to, step: this.stepOf(to), tagPathNo: toyTagPath(position) }] : [],
    );
  }

  private noteParent(urlNo: number, step: number): void {
    const known = this.parentsOf.get(urlNo);
    if (known === undefined) this.parentsOf.set(urlNo, [step]);
    else if (known.length < MAX_PARENTS) known.push(step);
  }

  /** Copied by hand: spreading copies of copies would take longer than the policies. */
  private candidate(urlNo: number, anchor: string, source: number, position: number, fromRelevant = false): Candidate {
    const tagPathNo = source === NO_SOURCE ? NO_TAG_PATH : toyTagPath(position);
    return {
      url: this.web.pages[urlNo].url,
      anchor,
      before: '',
      after: '',
      heading: '',
      place: 'main',
      tagPath: this.tagPath(tagPathNo),
      nofollow: false,
      position,
      urlNo,
      source,
      tagPathNo,
      alike: 1 / TOY_LISTS.length,
      fromRelevant,
    };
  }
}

/** Places on a toy page, in turn. */
const TOY_LISTS = ['nav/ul/li', 'main/ul.list/li', 'main/p', 'footer/p'].map((list) => `html/body/${list}/a`);
const toyTagPath = (position: number): number => 1 + (position % TOY_LISTS.length);
