import type { z } from 'zod';
import type { Candidate, FrontierView, KnownLink } from '../frontier/frontier-view.js';
import type { ParsedPage } from '../page/parsed-page.js';
import type { KnownWeb } from '../webs/known-web.js';
import type { Rng } from '../base/rng.js';
import type { Snapshot } from '../base/snapshot.js';
import type { SnapshotReader, SnapshotSource } from '../base/snapshot-reader.js';
import type { SearchEngineName, SearchRequest } from '../search/index.js';
import type { KeywordMatching } from '../topic/keyword-matching.js';
import type { DomainGrouping } from '../url/index.js';
import type { PolicyMind } from './mind/index.js';
import type { Objective } from './objective.js';

export type { Objective } from './objective.js';

/** Why a URL was chosen: stored with its page and answered to "why was this URL fetched?". */
export interface Explanation {
  /** The policy's value of the choice on its own scale: Q-value, probability, queue key. */
  readonly value: number;
  /** True when chance, not the value, decided. */
  readonly exploration: boolean;
  /** Features by name as they were at the moment of choice. */
  readonly features?: Readonly<Record<string, number>>;
  /** Tree-Frontier: the leaf the sample came from, and the rules from the root to it. */
  readonly leaf?: { readonly id: number; readonly rules: readonly string[] };
  /** Place of the choice among the options compared, from 1, and their number. */
  readonly rank?: number;
  readonly options?: number;
  /** What decided in the policy's own terms: bin, forager, arm and its bound, skip or parse. */
  readonly terms?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * What to do next.
 * `fetch`: the URL is now in flight and every other candidate with that URL becomes `Gone`. The caller fetches it exactly once.
 * `search`: the caller asks the search engine once, and the hits come as the links of this step, to `observe`. It costs no fetch. Only for policies that need
 * it (`PolicyNeeds.search`), and `MAX_SEARCHES` times in a session at most.
 * `wait`: candidates exist but all are `Busy`, or those that are ready are not worth a fetch beside a busy one (`FrontierView.reservation`); the caller asks
 * again after the next observed step.
 * `exhausted`: no candidate is left; with no step in flight the session ends with FRONTIER_EMPTY.
 */
export type Choice =
  | {
      readonly kind: 'fetch';
      readonly urlNo: number;
      readonly source: number;
      readonly explanation: Explanation;
      /** False when the page's links are not to be read: it is fetched, judged and stored, and offers no candidates. Default: true. */
      readonly readLinks?: boolean;
    }
  | ({ readonly kind: 'search'; readonly explanation: Explanation } & SearchRequest)
  | {
      readonly kind: 'wait';
      /** Whether a busy candidate is worth an empty slot. */
      readonly isWorthIt?: boolean;
    }
  | { readonly kind: 'exhausted' };

/** What a page says, as far as policies read it. */
export type PageText = Pick<ParsedPage, 'title' | 'description' | 'headings' | 'text' | 'mainText'>;

/** One completed step as a policy sees it: a page, or a search, whose hits are its links and which has no page. Steps arrive in completion order, which need not be the order they were chosen in. */
export interface ObservedStep {
  /** The page's step: what its links name as their source and `view.path` knows. */
  readonly step: number;
  /** The number the policy's own `choose` was given: smaller than `step` when the page came at a later attempt. */
  readonly choice: number;
  readonly urlNo: number;
  readonly source: number;
  readonly domainNo: number;
  /** Where redirects ended, canonical. */
  readonly url: string;
  /** False when the fetch failed or the page was refused (robots, scope, duplicate of a redirect target); then `links` is empty. */
  readonly ok: boolean;
  readonly relevant: boolean;
  /** The relevance model's probability, 0 when `ok` is false. */
  readonly probability: number;
  readonly reward: number;
  /** The page's links that became candidates, document order. What the policy attached to its choice is not repeated: it keeps what it needs by `step`. */
  readonly links: readonly Candidate[];
  /** Its links to pages that were selected before, document order. */
  readonly known: readonly KnownLink[];
  /** Null when there is no page, and for policies that do not read pages (`PolicyNeeds.pageTexts`): a replay of the log then reads links alone. */
  readonly page: PageText | null;
  /** In a monitoring session, what became of the page since its last visit; null or left out elsewhere, and where there is no page. */
  readonly change?: 'new' | 'unchanged' | 'changed' | 'gone' | null;
  /** In a monitoring session, whether the page is young enough to be news. Left out elsewhere. */
  readonly young?: boolean;
}

/** A link as the log of a crawl names it: one URL is often linked from many pages. */
export interface LoggedLink {
  readonly urlNo: number;
  /** Step of the page it stands on; unknown of fetches under way that older releases noted. */
  readonly source?: number;
}

/**
 * Learning that a replay need not do again, because what it led to is kept beside the log.
 *
 * Of `learn` alone: what `observe` brings is taken in as ever, and the generator is drawn from as ever, so that everything else comes out the same.
 */
export interface SkippableLearning {
  /** What `learn` has made so far. */
  learnt(): Snapshot;
  /**
   * Takes what learning will have made at a later step, and learns nothing until `resume`. `choose` is told meanwhile what was chosen.
   *
   * @throws RangeError when the snapshot is of another network; nothing is changed then
   */
  skipTo(result: Snapshot): void;
  /** The step of the snapshot is reached: from here on it learns and chooses for itself. */
  resume(): void;
}

/**
 * Decides which link to follow next.
 *
 * Life: `create` → `seed` once (or `restore`) → then any interleaving of `choose` and `observe`+`learn`, one call at a time. Several chosen steps may be
 * under way at once; each is observed exactly once, or never when the session is stopped. No I/O, no clock; randomness only from `deps.rng`.
 */
export interface CrawlPolicy {
  /** The seeds as candidates, in the user's order. */
  seed(seeds: readonly Candidate[], view: FrontierView): void;
  /**
   * Links that the crawl learnt of elsewhere than on the page just observed: sitemaps, feeds, and in monitoring sessions pages that may be visited again, with
   * their titles as anchors. Their source is a page observed before, or `NO_SOURCE`.
   */
  offer(links: readonly Candidate[], view: FrontierView): void;
  /**
   * @param step the number the chosen fetch will have
   * @param logged in a replay, the link that was chosen; of use only to a policy whose learning is skipped
   */
  choose(step: number, view: FrontierView, logged?: LoggedLink): Choice;
  /**
   * Takes a choice that was made elsewhere as its own: what was chosen under another model, when a session's history is learnt anew. The step is observed
   * later like any other.
   *
   * @param candidate the link that was chosen, offered before
   */
  follow(step: number, candidate: Candidate, view: FrontierView): void;
  /** The same of a search. Of policies that search. */
  followSearch?(step: number, search: Pick<SearchRequest, 'query' | 'page'>, view: FrontierView): void;
  /** Takes in a completed step: its reward and its new candidates. */
  observe(step: ObservedStep, view: FrontierView): void;
  /** One round of learning, called once after each observed step. Cheap or nothing when it is not due. */
  learn(view: FrontierView): void;
  /** Of policies whose learning takes time. */
  readonly learning?: SkippableLearning | null;
  /** Candidates held, stale ones included. */
  readonly size: number;
  /** Named numbers for status and metrics: leaves, epsilon, replay size. */
  stats(): Readonly<Record<string, number>>;
  /**
   * What it has learnt, for people. Asked for every few seconds: its cost must not grow with the number of candidates. It changes nothing, draws nothing, and is
   * the same after a save and restore. Left out by policies that tell nothing.
   */
  mind?(view: FrontierView): PolicyMind;
  /** Everything needed to continue identically, except `deps.rng`, which the session saves. */
  save(): Snapshot;
  /** @throws RangeError when the snapshot is not one of this policy and version, naming the part that is wrong; the policy is of no use then */
  restore(source: SnapshotSource): void;
}

/** What a policy asks for beyond links and rewards. It costs memory or time, so that only those who need it have it. */
export interface PolicyNeeds {
  /** The texts of the pages it observes. A replay reads them from the log. */
  readonly pageTexts?: boolean;
  /** Which pages link to a URL (`FrontierView.parents`). */
  readonly parents?: boolean;
  /** The whole graph of the web, known beforehand: only recorded and synthetic webs have one. */
  readonly graph?: boolean;
  /** The search engine it asks. */
  readonly search?: SearchEngineName;
}

/** Where something learnt before the session comes from: a spider that was trained by itself, or another session. */
export const PRIOR_KINDS = ['spider', 'session'] as const;
export type PriorKind = (typeof PRIOR_KINDS)[number];

/**
 * What a trained spider knows: what links are worth by their words, the classes of a collection of pages, or what the facts are worth by which sessions chose
 * links.
 */
export const SPIDER_KINDS = ['links', 'page-classes', 'link-values'] as const;
export type SpiderKind = (typeof SPIDER_KINDS)[number];

/** Something learnt before the session. What is given never changes during a session and is stored with it, so that a replay begins with the same. */
export interface Prior {
  readonly kind: PriorKind;
  /** A trained spider, or what `TakesPriors.bequeath` made of another session's policy. */
  readonly state: Snapshot;
}

/** Why settings do not fit to something learnt before. */
export interface Misfit {
  /** The setting of this session that differs. */
  readonly setting: string;
  /** Values here, and where it was learnt. */
  readonly here: unknown;
  readonly there: unknown;
}

/** What a policy may be given that was learnt before the session. */
export interface TakesPriors<Config> {
  readonly kinds: readonly PriorKind[];
  /** The kind of spider that it takes, if any. */
  readonly spiderKind?: SpiderKind;
  /** The id of the trained spider that the settings ask for; null when they ask for none. */
  spiderOf?(config: Config): string | null;
  /**
   * Whether what was learnt under other settings fits to these.
   *
   * @param learntUnder settings of the spider, or the policy's settings in the other session
   * @returns the first setting that does not fit, null when all do
   */
  misfit(config: Config, learntUnder: Readonly<Record<string, unknown>>): Misfit | null;
  /**
   * What another session can start from: weights, trees, replay, arms, and no candidates.
   *
   * @param saved what `CrawlPolicy.save` answered at the end of a session
   * @throws RangeError when the snapshot is not one of this policy and version, or nothing was learnt
   */
  bequeath(saved: SnapshotReader, config: Config): Snapshot;
}

/** What a policy is given at creation. */
export interface PolicyDeps {
  readonly rng: Rng;
  /** Probability in [0, 1] that the page behind a link is relevant, from the link's short texts. */
  readonly scoreText: (text: string) => number;
  /** Probability from which pages count as relevant; unless told, the policy takes what is usual. */
  readonly threshold?: number;
  readonly keywords: KeywordMatching;
  /** The topic's keywords and key phrases, in their order; none unless told. */
  readonly keywordTexts?: readonly string[];
  /** Fetches this session may spend. */
  readonly budget: number;
  /** MAX: fetched pages allowed per domain, `Infinity` when unlimited. Schedules that shrink it are applied by the view, not by the policy. */
  readonly domainCap: number;
  /** How the session gathers URLs into domains, for policies that know pages before they are found. */
  readonly grouping?: DomainGrouping;
  /** Only for policies that heed one (`PolicyDefinition.heedsObjective`). Without one, the policy has its own. */
  readonly objective?: Objective;
  /** For policies that need the graph. */
  readonly web?: KnownWeb;
  /** Only for policies that take one of its kind (`PolicyDefinition.priors`); `create` throws a RangeError when it does not fit. */
  readonly prior?: Prior;
}

/** A policy as a plug-in: one folder and one line in the registry. */
export interface PolicyDefinition<Config = unknown> {
  readonly name: string;
  /** Raised when the same configuration and seed would give another order. */
  readonly version: number;
  readonly summary: string;
  /** Paper and section, or the program it follows. */
  readonly source: string;
  readonly configSchema: z.ZodType<Config>;
  /** Nothing when it is left out. */
  needs?(config: Config): PolicyNeeds;
  /** Left out by policies that begin every session knowing nothing. */
  readonly priors?: TakesPriors<Config>;
  /**
   * Whether it drops candidates for good before its memory is full, as a beam does; `exhausted` then means that nothing of what it kept is left, and `refused`
   * counts what it dropped. False when it is left out.
   */
  forgets?(config: Config): boolean;
  /** Whether it weighs relevant domains against relevant pages as the session's objective says. False when it is left out. */
  readonly heedsObjective?: boolean;
  create(config: Config, deps: PolicyDeps): CrawlPolicy;
}
