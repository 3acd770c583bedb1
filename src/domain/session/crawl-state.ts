import {
  Availability,
  NO_TAG_PATH,
  type DomainState,
  type FrontierView,
  type PathState,
} from '../frontier/frontier-view.js';
import { storedForm } from '../base/json-value.js';
import { capAt, DomainLedger } from '../frontier/domain-ledger.js';
import { NameTable } from '../frontier/name-table.js';
import { PageTable } from '../frontier/page-table.js';
import { ParentTable } from '../frontier/parent-table.js';
import { UrlFlag, UrlTable } from '../frontier/url-table.js';
import { RNG_WORDS, type Rng } from '../base/rng.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import type { CrawlPolicy, PolicyNeeds } from '../policies/policy.js';
import { UnitEvidence } from '../relevance/evidence/unit-evidence.js';
import { compileScope, TrapDetector, type Scope } from '../scope/index.js';
import { SEARCH_HOST } from '../search/index.js';
import { domainKey, hashUrl, hostOf } from '../url/index.js';
import { Agenda } from './agenda.js';
import { Duplicates } from './duplicates.js';
import { HeldHosts } from './held-hosts.js';
import { RecentWindow } from './recent-window.js';
import { Revisits, type SessionTime } from './revisits.js';
import { Saturation } from './saturation.js';
import { budgetSize, fetchLimit, type SessionConfig } from './session-config.js';
import { ShamPages } from './sham-pages.js';
import { stepPlansSchema } from './step-plan-schema.js';
import type { NewDomain, NewTagPath, NewUrl, SessionCounters, StepFacts, StepPlan } from './step.js';
import { Waiting } from './waiting.js';

/** Number of pages in the sliding harvest rate. */
export const RECENT_PAGES = 100;
/** Written into every snapshot; increased when the layout changes. */
const SNAPSHOT_VERSION = 6;
/**
 * Most distinct tag paths of a session. Sites have some hundreds; a page that invents one for each link must not fill
 * the memory.
 */
const MAX_TAG_PATHS = 50_000;

/** The result of `CrawlState.learnUrl`. */
export interface SeenUrl {
  readonly urlNo: number;
  readonly inScope: boolean;
  readonly added: NewUrl | null;
  readonly addedDomain: NewDomain | null;
}

interface CrawlStateOptions {
  /** Default: the configuration's. */
  readonly scope?: Scope;
  /** Needs of the policy, from its definition. */
  readonly needs?: PolicyNeeds;
  /** Probability from which the judge calls a page relevant. Without it, each page is judged by itself. */
  readonly threshold?: number;
}

/**
 * The in-memory state of a running session: closure, domains, paths, steps in flight, counters, the generator and the
 * policy.
 *
 * It changes only through `planStep`, `applyStep` and `seedCrawl`, which are functions of it and plain data; the same
 * log of steps rebuilds it exactly.
 */
export class CrawlState implements FrontierView {
  readonly urls = new UrlTable();
  readonly domainNames = new NameTable();
  readonly hosts = new NameTable();
  readonly ledger = new DomainLedger();
  readonly pages = new PageTable();
  readonly tagPaths = new NameTable();
  /** Pages and relevant pages of hosts; without reservations. */
  readonly hostLedger = new DomainLedger();
  /** Null for policies that do not need it. */
  readonly parentTable: ParentTable | null;
  readonly readsPages: boolean;
  readonly scope: Scope;
  readonly recent = new RecentWindow(RECENT_PAGES);
  /** For the stop reason SATURATED. */
  readonly saturation: Saturation;
  readonly waiting: Waiting;
  /** Number of completed steps when nothing could be chosen. */
  waitedAt = -1;
  /** Whether the policy got a reservation value for its latest choice. */
  hasReserved = false;
  /** Whether the policy saw a ready candidate at its latest choice. */
  hasReady = false;
  /** Whether the policy answered `wait` at its latest choice. */
  policyWaits = false;
  /** False while a choice is required, because nothing is in flight to wait for. */
  mayWait = true;
  readonly heldHosts: HeldHosts;
  readonly agenda: Agenda;
  readonly duplicates: Duplicates;
  /** Null if barren hosts are not held. */
  readonly shamPages: ShamPages | null;
  /** By host; null if each page is judged by itself. */
  readonly evidence: UnitEvidence | null;
  /** For monitoring sessions. */
  readonly revisits: Revisits | null;
  private readonly traps: TrapDetector | null;
  readonly inFlight = new Map<number, StepPlan>();
  nextStep = 0;
  completed = 0;
  fetched = 0;
  relevant = 0;
  failed = 0;
  robotsDenied = 0;
  reused = 0;
  skipped = 0;
  /** Number of searches begun. */
  searches = 0;
  /** Consecutive steps of this run that a host answered with 429 or 503. */
  throttledInRow = 0;
  private readonly hostLoad: number[] = [];

  constructor(
    readonly config: SessionConfig,
    readonly policy: CrawlPolicy,
    readonly rng: Rng,
    { scope, needs = {}, threshold }: CrawlStateOptions = {},
  ) {
    this.scope = scope ?? compileScope(config.scope, config.contentTypes);
    this.parentTable = needs.parents === true ? new ParentTable() : null;
    this.readsPages = needs.pageTexts === true;
    this.tagPaths.intern('');
    this.saturation = new Saturation(config.saturation);
    this.waiting = new Waiting(config);
    // A monitoring session visits known pages, all of which are wanted.
    const barrenLimit = config.monitoring === undefined ? config.hostBarrenLimit : 0;
    this.heldHosts = new HeldHosts(barrenLimit, budgetSize(config.budget));
    this.agenda = new Agenda(this.heldHosts);
    this.shamPages = this.heldHosts.isOn ? new ShamPages() : null;
    this.duplicates = new Duplicates(config.duplicates);
    this.revisits = config.monitoring === undefined ? null : new Revisits(config.monitoring);
    // Repeated visits of a page are not further evidence about its host.
    const weighs = threshold !== undefined && config.hostEvidence && config.monitoring === undefined;
    this.evidence = weighs ? new UnitEvidence(threshold) : null;
    this.traps = config.traps.detect ? new TrapDetector(config.traps.maxPerPattern) : null;
  }

  get budget(): number {
    return fetchLimit(this.config.budget);
  }

  get spent(): number {
    return this.fetched + this.failed;
  }

  /** The time by which revisits fall due. */
  get time(): SessionTime {
    return { completed: this.completed, activeMs: this.agenda.time };
  }

  availability(urlNo: number): Availability {
    const hostNo = this.urls.hostOf(urlNo);
    if (this.urls.has(urlNo, UrlFlag.Selected) || this.agenda.isGivenUp(hostNo)) return Availability.Gone;
    const domainNo = this.urls.domainOf(urlNo);
    const cap = capAt(this.config.domainCap, this.completed, this.budget);
    const spent = this.ledger.spentOf(domainNo);
    if (spent >= cap) return Availability.Gone;
    if (spent + this.ledger.reservedOf(domainNo) >= cap) return Availability.Busy;
    if (!this.isHostFree(hostNo)) return Availability.Busy;
    this.hasReady = true;
    return Availability.Ready;
  }

  reservation(urlNo: number, value: number): number {
    if (!this.mayWait || !this.hasRoom(this.urls.domainOf(urlNo), 1)) return Number.NEGATIVE_INFINITY;
    const hostNo = this.urls.hostOf(urlNo);
    const { agenda, budget, spent, inFlight } = this;
    if (agenda.isHeld(hostNo, this.completed)) return Number.NEGATIVE_INFINITY;
    const left = budget - spent - inFlight.size;
    const reserved = this.waiting.reservation(value, hostNo, agenda.parkedFor(hostNo), agenda.time, left);
    if (reserved > Number.NEGATIVE_INFINITY) this.hasReserved = true;
    return reserved;
  }

  /** Whether the host may be asked now: neither parked nor held, with fewer fetches in flight than allowed. */
  isHostFree(hostNo: number): boolean {
    const most = this.heldHosts.mostAtOnce(hostNo, this.config.hostConcurrency);
    const isLeftAlone = this.agenda.isParked(hostNo) || this.agenda.isHeld(hostNo, this.completed);
    return (this.hostLoad[hostNo] ?? 0) < most && !isLeftAlone;
  }

  /** Whether the domain may spend this many fetches in addition to those spent and in flight. */
  hasRoom(domainNo: number, more: number): boolean {
    const cap = capAt(this.config.domainCap, this.completed, this.budget);
    return this.ledger.spentOf(domainNo) + this.ledger.reservedOf(domainNo) + more <= cap;
  }

  domainOf(urlNo: number): number {
    return this.urls.domainOf(urlNo);
  }

  domain(domainNo: number): DomainState {
    return this.ledger.state(domainNo);
  }

  path(step: number): PathState {
    return this.pages.path(step);
  }

  hostOf(urlNo: number): number {
    return this.urls.hostOf(urlNo);
  }

  host(hostNo: number): DomainState {
    return this.hostLedger.state(hostNo);
  }

  tagPath(tagPathNo: number): string {
    return this.tagPaths.nameOf(tagPathNo);
  }

  stepOf(urlNo: number): number {
    return this.urls.stepOf(urlNo);
  }

  /** @throws RangeError if the policy has not declared that it needs them */
  parents(urlNo: number): readonly number[] {
    if (this.parentTable === null) throw new RangeError('the policy does not say that it needs the parents of URLs');
    return this.parentTable.of(urlNo);
  }

  /** Assigns a number to a tag path; beyond the limit it counts as unknown. */
  learnTagPath(path: string): { readonly tagPathNo: number; readonly added: NewTagPath | null } {
    const before = this.tagPaths.size;
    const known = before < MAX_TAG_PATHS ? this.tagPaths.intern(path) : this.tagPaths.find(path);
    const tagPathNo = known ?? NO_TAG_PATH;
    return { tagPathNo, added: tagPathNo === before ? { tagPathNo, path } : null };
  }

  /**
   * Assigns a number to a canonical URL, with its host and domain. Scope is decided once, when it is first seen, and
   * without its depth: another page may link to it from nearer a seed. A URL that represents a search is out of scope
   * as a page.
   *
   * @param isLink whether a page or sitemap offers it: seeds and redirect targets are no traps
   */
  learnUrl(url: string, isLink = false): SeenUrl {
    const { lo, hi } = hashUrl(url);
    const known = this.urls.find(lo, hi);
    if (known >= 0)
      return { urlNo: known, inScope: !this.urls.has(known, UrlFlag.OutOfScope), added: null, addedDomain: null };
    const host = hostOf(url);
    const verdict = this.scope.decide(url, 0);
    const trap = isLink && verdict.accept && this.traps !== null ? this.traps.check(url, host) : null;
    const outOfScope =
      host === SEARCH_HOST ? 'search' : trap !== null ? `trap: ${trap}` : verdict.accept ? null : verdict.rule;
    const hostNo = this.hosts.intern(host);
    const name = domainKey(url, this.config.grouping);
    const domainsBefore = this.domainNames.size;
    const domainNo = this.domainNames.intern(name);
    const urlNo = this.urls.add(lo, hi, domainNo, hostNo, outOfScope === null ? 0 : UrlFlag.OutOfScope);
    return {
      urlNo,
      inScope: outOfScope === null,
      added: { urlNo, url, host, domainNo, outOfScope },
      addedDomain: domainNo === domainsBefore ? { domainNo, name } : null,
    };
  }

  /** Puts a chosen step into flight. */
  begin(plan: StepPlan): void {
    this.nextStep = plan.step + 1;
    this.inFlight.set(plan.step, plan);
    if (plan.as === 'search') {
      this.searches++;
      return;
    }
    this.urls.mark(plan.urlNo, UrlFlag.Selected);
    this.revisits?.begin(plan.urlNo);
    if (plan.as === 'page') this.ledger.reserve(this.urls.domainOf(plan.urlNo));
    const hostNo = this.urls.hostOf(plan.urlNo);
    this.hostLoad[hostNo] = (this.hostLoad[hostNo] ?? 0) + 1;
    this.waiting.begin(hostNo, this.agenda.time);
  }

  /** Takes a step out of flight; the caller settles its outcome. @param free whether it costs the budget nothing */
  end(plan: StepPlan, { activeMs, free }: Pick<StepFacts, 'activeMs' | 'free'>): void {
    this.inFlight.delete(plan.step);
    if (plan.as === 'search') return;
    if (plan.as === 'page') this.ledger.release(this.urls.domainOf(plan.urlNo));
    const hostNo = this.urls.hostOf(plan.urlNo);
    const underWay = --this.hostLoad[hostNo];
    this.waiting.end(hostNo, Math.max(activeMs, this.agenda.time), underWay, !free);
  }

  counters(): SessionCounters {
    return {
      found: this.urls.size,
      fetched: this.fetched,
      relevant: this.relevant,
      domains: this.ledger.visited,
      relevantDomains: this.ledger.relevantDomains,
      failed: this.failed,
      robotsDenied: this.robotsDenied,
      reused: this.reused,
      skipped: this.skipped,
      frontierSize: this.policy.size,
      completed: this.completed,
      recentRelevant: this.recent.hits,
      recentFetched: this.recent.length,
      ...this.saturation.counts,
    };
  }

  save(): Snapshot {
    return {
      version: SNAPSHOT_VERSION,
      rng: this.rng.save(),
      urls: this.urls.save(),
      domainNames: this.domainNames.save(),
      hosts: this.hosts.save(),
      ledger: this.ledger.save(),
      hostLedger: this.hostLedger.save(),
      tagPaths: this.tagPaths.save(),
      parents: this.parentTable?.save() ?? null,
      pages: this.pages.save(),
      recent: this.recent.save(),
      saturation: this.saturation.save(),
      inFlight: storedForm([...this.inFlight.values()]),
      nextStep: this.nextStep,
      completed: this.completed,
      fetched: this.fetched,
      relevant: this.relevant,
      failed: this.failed,
      robotsDenied: this.robotsDenied,
      reused: this.reused,
      skipped: this.skipped,
      searches: this.searches,
      throttledInRow: this.throttledInRow,
      agenda: this.agenda.save(),
      waiting: this.waiting.save(),
      heldHosts: this.heldHosts.save(),
      shamPages: this.shamPages?.save() ?? null,
      duplicates: this.duplicates.save(),
      evidence: this.evidence?.save() ?? null,
      revisits: this.revisits?.save() ?? null,
      traps: this.traps?.save() ?? null,
      policy: this.policy.save(),
    };
  }

  /** @throws RangeError if the snapshot has another layout, naming the wrong part; the state is then unusable */
  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const version = from.unknown('version');
    if (version !== SNAPSHOT_VERSION)
      throw new RangeError(`checkpoint has version ${JSON.stringify(version)}, expected ${SNAPSHOT_VERSION}`);
    this.rng.restore(from.uint32('rng', { length: RNG_WORDS }));
    this.urls.restore(from.child('urls'));
    this.domainNames.restore(from.strings('domainNames'));
    this.hosts.restore(from.strings('hosts'));
    this.ledger.restore(from.child('ledger'));
    this.hostLedger.restore(from.child('hostLedger'));
    this.tagPaths.restore(from.strings('tagPaths'));
    this.parentTable?.restore(from.child('parents'));
    this.pages.restore(from.child('pages'));
    this.recent.restore(from.uint8('recent'));
    this.saturation.restore(from.uint8('saturation'));
    this.nextStep = from.integer('nextStep');
    this.completed = from.integer('completed');
    this.fetched = from.integer('fetched');
    this.relevant = from.integer('relevant');
    this.failed = from.integer('failed');
    this.robotsDenied = from.integer('robotsDenied');
    // Missing in checkpoints of earlier versions.
    this.reused = from.has('reused') ? from.integer('reused') : 0;
    this.skipped = from.has('skipped') ? from.integer('skipped') : 0;
    this.searches = from.integer('searches');
    this.throttledInRow = from.integer('throttledInRow');
    this.agenda.restore(from.child('agenda'));
    // Missing in checkpoints of earlier versions.
    if (from.has('waiting')) this.waiting.restore(from.child('waiting'));
    if (from.has('heldHosts')) this.heldHosts.restore(from.child('heldHosts'));
    if (from.has('shamPages')) this.shamPages?.restore(from.child('shamPages'));
    this.duplicates.restore(from.child('duplicates'));
    if (from.has('evidence')) this.evidence?.restore(from.child('evidence'));
    this.revisits?.restore(from.child('revisits'));
    this.traps?.restore(from.child('traps'));
    this.inFlight.clear();
    this.hostLoad.length = 0;
    for (const plan of from.json('inFlight', stepPlansSchema)) {
      if (plan.urlNo >= this.urls.size) from.refuse('inFlight', `plans of ${this.urls.size} URLs`);
      this.inFlight.set(plan.step, plan);
      if (plan.as === 'search') continue;
      const hostNo = this.urls.hostOf(plan.urlNo);
      this.hostLoad[hostNo] = (this.hostLoad[hostNo] ?? 0) + 1;
    }
    this.policy.restore(from.child('policy'));
  }
}
