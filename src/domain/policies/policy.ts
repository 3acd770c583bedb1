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
import type { LearnedState } from './learned-state/index.js';

/** The reason for a choice: stored with its page, and the answer to "why was this URL fetched?". */
export interface Explanation {
  /** The policy's value of the choice on its own scale: Q-value, probability, queue key. */
  readonly value: number;
  /** True if the choice was random rather than by value. */
  readonly exploration: boolean;
  /** Features by name, from the moment of choice. */
  readonly features?: Readonly<Record<string, number>>;
  /** Tree-Frontier: the sample's leaf, and the rules from the root to it. */
  readonly leaf?: { readonly id: number; readonly rules: readonly string[] };
  /** Rank of the choice among the compared options, from 1; the next field is their number. */
  readonly rank?: number;
  readonly options?: number;
  /** The reason in the policy's own terms: bin, forager, arm and its bound, skip or parse. */
  readonly terms?: Readonly<Record<string, string | number | boolean>>;
}

/**
 * The next action. `fetch`: the URL is now in flight and every other candidate with that URL becomes `Gone`; the caller
 * fetches it exactly once. `search`: the caller asks the search engine once, and the hits come to `observe` as the
 * links of this step. It costs no fetch. Only for policies that need it (`PolicyNeeds.search`), and at most
 * `MAX_SEARCHES` times in a session. `wait`: candidates exist but all are `Busy`, or the ready ones are not worth a
 * fetch compared with a busy one (`FrontierView.reservation`); the caller asks again after the next observed step.
 * With no step in flight and no host to wait for, the session ends with POLICY_WAITS. `exhausted`: no candidate is
 * left; with no step in flight the session ends with FRONTIER_EMPTY.
 */
export type Choice =
  | {
      readonly kind: 'fetch';
      readonly urlNo: number;
      readonly source: number;
      readonly explanation: Explanation;
      /**
       * Whether to read the page's links. If false, the page is fetched, judged and stored, but offers no candidates.
       * Default: true.
       */
      readonly readLinks?: boolean;
    }
  | ({ readonly kind: 'search'; readonly explanation: Explanation } & SearchRequest)
  | {
      readonly kind: 'wait';
      /** Whether a busy candidate is worth an empty slot. */
      readonly isWorthIt?: boolean;
    }
  | { readonly kind: 'exhausted' };

/** The parts of a page that policies may read. */
export type PageText = Pick<ParsedPage, 'title' | 'description' | 'headings' | 'text' | 'mainText'>;

/**
 * One completed step as a policy sees it: a page, or a search, whose hits are its links and which has no page. Steps
 * arrive in order of completion, which may differ from the order of choice.
 */
export interface ObservedStep {
  /** The page's step: the source of its links, and its number in `view.path`. */
  readonly step: number;
  /** The number passed to the policy's `choose`: smaller than `step` if the page came at a retry. */
  readonly choice: number;
  readonly urlNo: number;
  readonly source: number;
  readonly domainNo: number;
  /** Final URL after redirects, canonical. */
  readonly url: string;
  /**
   * False if the fetch failed or the page was refused (robots, scope, duplicate of a redirect target); then `links` is
   * empty.
   */
  readonly ok: boolean;
  readonly relevant: boolean;
  /** The relevance model's probability, 0 when `ok` is false. */
  readonly probability: number;
  readonly reward: number;
  /**
   * The page's links that became candidates, in document order. Data that the policy attached to its choice is not
   * repeated: it stores what it needs by `step`.
   */
  readonly links: readonly Candidate[];
  /** Its links to pages that were selected before, in document order. */
  readonly known: readonly KnownLink[];
  /**
   * Null if there is no page, and for policies that do not read pages (`PolicyNeeds.pageTexts`): then a replay of the
   * log reads only links.
   */
  readonly page: PageText | null;
  /**
   * In a monitoring session, the change of the page since its last visit; null or omitted elsewhere, and without a
   * page.
   */
  readonly change?: 'new' | 'unchanged' | 'changed' | 'gone' | null;
  /** In a monitoring session, whether the page is young enough to be news. Omitted elsewhere. */
  readonly young?: boolean;
}

/** A link as logged: one URL is often linked from many pages. */
export interface LoggedLink {
  readonly urlNo: number;
  /** Step of its page; unknown for steps in flight logged by older releases. */
  readonly source?: number;
}

/**
 * Learning that a replay can skip, because its result is stored beside the log.
 *
 * Concerns only `learn`: `observe` still processes each step, and the generator is still drawn from, so that everything
 * else stays the same.
 */
export interface SkippableLearning {
  /** The result of `learn` so far. */
  learnt(): Snapshot;
  /**
   * Sets the result that learning will have at a later step, and learns nothing until `resume`. Meanwhile `choose` gets
   * the logged choices.
   *
   * @throws RangeError if the snapshot is of another network; then nothing is changed
   */
  skipTo(result: Snapshot): void;
  /** The step of the snapshot is reached: from here on it learns and chooses by itself. */
  resume(): void;
}

/**
 * Decides which link to follow next.
 *
 * Lifecycle: `create` → `seed` once (or `restore`) → then any interleaving of `choose` and `observe`+`learn`, one call
 * at a time. Several chosen steps may be in flight at once; each is observed exactly once, or never if the session is
 * stopped. No I/O, no clock; randomness only from `deps.rng`.
 */
export interface CrawlPolicy {
  /** The seeds as candidates, in the user's order. */
  seed(seeds: readonly Candidate[], view: FrontierView): void;
  /**
   * Links from other sources than the page just observed: sitemaps, feeds, and in monitoring sessions pages that may be
   * visited again, with their titles as anchors. Their source is an earlier page, or `NO_SOURCE`.
   */
  offer(links: readonly Candidate[], view: FrontierView): void;
  /**
   * @param step the number of the chosen fetch
   * @param logged in a replay, the chosen link; only for a policy whose learning is skipped
   */
  choose(step: number, view: FrontierView, logged?: LoggedLink): Choice;
  /**
   * Adopts a choice made elsewhere: under another model, when a session's history is relearned. The step is observed
   * later like any other.
   *
   * @param candidate the chosen link, offered before
   */
  follow(step: number, candidate: Candidate, view: FrontierView): void;
  /** The same for a search. Only for policies that search. */
  followSearch?(step: number, search: Pick<SearchRequest, 'query' | 'page'>, view: FrontierView): void;
  /** Processes a completed step: its reward and its new candidates. */
  observe(step: ObservedStep, view: FrontierView): void;
  /** One round of learning, called once after each observed step. Cheap, or without effect if not due. */
  learn(view: FrontierView): void;
  /** For policies whose learning takes time. */
  readonly learning?: SkippableLearning | null;
  /** Number of candidates, including stale ones. */
  readonly size: number;
  /** Named numbers for status and metrics: leaves, epsilon, replay size. */
  stats(): Readonly<Record<string, number>>;
  /**
   * Its learned state, for people. Called every few seconds: its cost must not grow with the number of candidates. It
   * changes nothing, draws no random numbers, and returns the same after a save and restore. Omitted by policies
   * without such a report.
   */
  learnedState?(view: FrontierView): LearnedState;
  /** Everything needed to continue identically, except `deps.rng`, which the session saves. */
  save(): Snapshot;
  /**
   * @throws RangeError if the snapshot is not of this policy and version, naming the wrong part; the policy is then
   * unusable
   */
  restore(source: SnapshotSource): void;
}

/**
 * Needs of a policy beyond links and rewards. They cost memory or time, so only policies that declare them get them.
 */
export interface PolicyNeeds {
  /** The texts of observed pages. A replay reads them from the log. */
  readonly pageTexts?: boolean;
  /** The pages that link to a URL (`FrontierView.parents`). */
  readonly parents?: boolean;
  /** The whole graph of the web in advance: only recorded and synthetic webs have one. */
  readonly graph?: boolean;
  /** The search engine it uses. */
  readonly search?: SearchEngineName;
}

/** Sources of a learned state from before the session: a trained spider, or another session. */
export type PriorKind = 'spider' | 'session';

/**
 * Contents of trained spiders: values of links by their words, classes of a collection of pages, or weights of the
 * facts by which sessions chose links.
 */
export const SPIDER_KINDS = ['links', 'page-classes', 'link-values'] as const;
export type SpiderKind = (typeof SPIDER_KINDS)[number];

/**
 * A learned state from before the session. It never changes during a session and is stored with it, so that a replay
 * starts with the same state.
 */
export interface Prior {
  readonly kind: PriorKind;
  /** A trained spider, or the result of `TakesPriors.transfer` for another session's policy. */
  readonly state: Snapshot;
}

/** The reason why settings do not match a learned state. */
export interface Misfit {
  /** The differing setting of this session. */
  readonly setting: string;
  /** Its value here; the next field has the value where the state was learned. */
  readonly here: unknown;
  readonly there: unknown;
}

/** The priors that a policy accepts. */
export interface TakesPriors<Config> {
  readonly kinds: readonly PriorKind[];
  /** The accepted kind of spider, if any. */
  readonly spiderKind?: SpiderKind;
  /** The id of the trained spider in the settings; null if there is none. */
  spiderOf?(config: Config): string | null;
  /**
   * Whether a state learned with other settings matches these.
   *
   * @param learntUnder settings of the spider, or the policy's settings in the other session
   * @returns the first setting that does not match; null if all do
   */
  misfit(config: Config, learntUnder: Readonly<Record<string, unknown>>): Misfit | null;
  /**
   * The learned state for the warm start of another session: weights, trees, replay, arms, but no candidates.
   *
   * @param saved the result of `CrawlPolicy.save` at the end of a session
   * @throws RangeError if the snapshot is not of this policy and version, or nothing was learned
   */
  transfer(saved: SnapshotReader, config: Config): Snapshot;
}

/** The inputs of a policy's creation. */
export interface PolicyDeps {
  readonly rng: Rng;
  /** Probability in [0, 1] that the page of a link is relevant, from the link's short texts. */
  readonly scoreText: (text: string) => number;
  /** Probability from which pages count as relevant. Default: the policy's usual one. */
  readonly threshold?: number;
  readonly keywords: KeywordMatching;
  /** The topic's keywords and key phrases, in order. Default: none. */
  readonly keywordTexts?: readonly string[];
  /** Number of fetches that this session may spend. */
  readonly budget: number;
  /**
   * MAX: most fetched pages per domain, `Infinity` if unlimited. The view, not the policy, applies schedules that
   * shrink it.
   */
  readonly domainCap: number;
  /** The session's grouping of URLs into domains, for policies that know pages before they are found. */
  readonly grouping?: DomainGrouping;
  /** Only for policies that use one (`PolicyDefinition.heedsObjective`). Default: the policy's own. */
  readonly objective?: Objective;
  /** For policies that need the graph. */
  readonly web?: KnownWeb;
  /**
   * Only for policies that accept its kind (`PolicyDefinition.priors`); `create` throws a RangeError if it does not
   * match.
   */
  readonly prior?: Prior;
}

/** A policy as a plug-in: one folder and one line in the registry. */
export interface PolicyDefinition<Config = unknown> {
  readonly name: string;
  /** Increased when the same configuration and seed would give another order. */
  readonly version: number;
  readonly summary: string;
  /** Paper and section, or the reference program. */
  readonly source: string;
  readonly configSchema: z.ZodType<Config>;
  /** Default: no needs. */
  needs?(config: Config): PolicyNeeds;
  /** Omitted by policies without a warm start. */
  readonly priors?: TakesPriors<Config>;
  /**
   * Whether it drops candidates permanently before its memory is full, as a beam does; then `exhausted` means that none
   * of the kept ones is left, and `refused` counts the dropped ones. Default: false.
   */
  forgets?(config: Config): boolean;
  /** Whether it weighs relevant domains against relevant pages by the session's objective. Default: false. */
  readonly heedsObjective?: boolean;
  create(config: Config, deps: PolicyDeps): CrawlPolicy;
}

/**
 * A session's objective besides as many relevant pages as possible: relevant domains, which have at least one relevant
 * page. Exactly one of both fields is set.
 */
export interface Objective {
  /** Additional weight of the first relevant page of a domain, relative to 1 for any other relevant page. */
  readonly domainWeight?: number | undefined;
  /** Until this number of relevant domains is reached, new ones come first, then pages. */
  readonly domainsAtLeast?: number | undefined;
}
