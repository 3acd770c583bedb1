import { Availability, type FrontierView } from '../../frontier/frontier-view.js';
import type { Rng } from '../../base/rng.js';
import { learningOf, weblogOf, type ForagersConfig } from './config.js';
import type { Fleet } from './fleet.js';
import { Phase, type Forager } from './forager.js';
import type { PageMemory } from './page-memory.js';

/** Most pages that a forager passes at once: bounds the search for a page that leads on. */
const MAX_PASSED = 300;
/** Most pages of a frontier that are set aside in the search for the next step, because all their links are busy. */
const MAX_SET_ASIDE = 50;

/**
 * Moves foragers (Palotai et al., algorithms 11 and 12). A step is a page and all pages it links to; it ends when all
 * of them have been fetched or have failed. Known pages cost no fetch. Known pages with nothing left to fetch are
 * passed: they are no step, and their links join the frontier.
 *
 * Busy pages come after those that may be fetched now. A forager waits for them, but at most for a slice of fetches;
 * then it continues with the pages that have arrived.
 */
export class Walk {
  private passed = 0;

  constructor(
    private readonly config: ForagersConfig,
    private readonly memory: PageMemory,
    private readonly fleet: Fleet,
    private readonly rng: Rng,
    /** Chosen by this policy, not yet observed. */
    private readonly isUnderWay: (urlNo: number) => boolean,
  ) {}

  /** Moves on until something has to be fetched, or none of the forager's known pages leads on. */
  advance(forager: Forager, view: FrontierView): void {
    this.passed = 0;
    const isPatient = forager.waited < this.config.sliceFetches;
    if (!isPatient) this.letGo(forager);
    do {
      if (!this.isSettled(forager, view)) return;
      if (forager.phase === Phase.Visiting && this.expand(forager, view)) continue;
      if (forager.phase !== Phase.Idle) this.finishStep(forager);
      // It may have died of that.
      if (!this.fleet.foragers.includes(forager)) return;
      if (this.selectNext(forager, view, isPatient)) continue;
      forager.phase = Phase.Idle;
    } while (forager.phase !== Phase.Idle);
  }

  /** Begins a path at a URL that is being fetched. */
  beginAt(forager: Forager, urlNo: number): void {
    this.endPath(forager);
    forager.begin(urlNo);
    this.visit(forager, urlNo);
    forager.pending = [urlNo];
  }

  /** Stops waiting. A page that has not come is no step; for one that has, the missing links are dropped. */
  private letGo(forager: Forager): void {
    forager.waited = 0;
    forager.pending = [];
    if (forager.phase === Phase.Visiting && !this.memory.has(forager.current)) forager.phase = Phase.Idle;
  }

  /** Drops URLs that are fetched or cannot be. @returns whether nothing is left to wait for */
  private isSettled(forager: Forager, view: FrontierView): boolean {
    const { pending } = forager;
    if (pending.length > 0) forager.pending = pending.filter((urlNo) => this.isOpen(urlNo, view));
    return forager.pending.length === 0;
  }

  private isOpen(urlNo: number, view: FrontierView): boolean {
    return view.availability(urlNo) !== Availability.Gone || this.isUnderWay(urlNo);
  }

  private visit(forager: Forager, urlNo: number): void {
    forager.phase = Phase.Visiting;
    forager.current = urlNo;
    forager.visited.add(urlNo);
    forager.expansion = [];
  }

  /** The page of the step has come: continues with its links. @returns false if there is no page */
  private expand(forager: Forager, view: FrontierView): boolean {
    if (!this.memory.has(forager.current)) return false;
    forager.phase = Phase.Expanding;
    forager.expansion = [...this.memory.linksOf(forager.current)].filter((urlNo) => !forager.visited.has(urlNo));
    forager.pending = forager.expansion.filter((urlNo) => this.isOpen(urlNo, view));
    return true;
  }

  private finishStep(forager: Forager): void {
    const { current, expansion, path } = forager;
    const reward = this.fleet.reward(forager, [current, ...expansion]);
    const previous = path.at(-1);
    path.push(current);
    forager.rewards.push(reward);
    if (previous !== undefined) this.learn(forager, previous, current, reward);
    for (const urlNo of expansion) this.addToFrontier(forager, urlNo);
    this.fleet.manage(forager);
  }

  /** Algorithm 4. */
  private learn(forager: Forager, previous: number, current: number, reward: number): void {
    const learning = learningOf(this.config);
    if (learning === null) return;
    const { weights } = forager;
    const error =
      reward + learning.discount * this.memory.value(current, weights) - this.memory.value(previous, weights);
    this.memory.adjust(weights, previous, learning.rate * error);
  }

  /**
   * Algorithm 11. @param mayWait whether the next step may be busy @returns false if neither the path nor any start
   * leads on
   */
  private selectNext(forager: Forager, view: FrontierView, mayWait: boolean): boolean {
    if (forager.path.length > 0 && forager.path.length < this.config.pathSteps) {
      const next = this.takeNext(forager, view, mayWait);
      if (next >= 0) return this.step(forager, next, view);
    }
    this.endPath(forager);
    for (let tries = 0; tries < this.config.startUrls && this.passed < MAX_PASSED; tries++) {
      const starts = Math.min(this.config.startUrls, forager.weblog.size);
      if (starts === 0) return false;
      const start = forager.weblog.urlNoAt(this.rng.below(starts));
      forager.begin(start);
      forager.addToFrontier(start, this.memory.value(start, forager.weights));
      const next = this.takeNext(forager, view, mayWait);
      if (next !== start && (this.memory.has(start) || !this.isOpen(start, view))) {
        forager.path.push(start);
        forager.rewards.push(0);
      }
      if (next >= 0) return this.step(forager, next, view);
      this.endPath(forager);
    }
    return false;
  }

  private step(forager: Forager, urlNo: number, view: FrontierView): boolean {
    this.visit(forager, urlNo);
    forager.pending = this.isOpen(urlNo, view) ? [urlNo] : [];
    return true;
  }

  /**
   * Algorithm 3, with the states and weights of now: the best of the frontier that leads on now, or, if it may wait,
   * later; pages that do not lead on are passed. @returns -1 if there is none
   */
  private takeNext(forager: Forager, view: FrontierView, mayWait: boolean): number {
    forager.values = forager.frontier.map((urlNo) => this.memory.value(urlNo, forager.weights));
    const aside: { readonly urlNo: number; readonly value: number }[] = [];
    let next = -1;
    while (next < 0 && this.passed < MAX_PASSED && aside.length < MAX_SET_ASIDE) {
      const best = forager.takeBest();
      if (best === null) break;
      const { urlNo } = best;
      const leads = forager.visited.has(urlNo) ? null : this.leadsOn(urlNo, view);
      if (leads === Availability.Ready) next = urlNo;
      else if (leads === Availability.Busy) aside.push(best);
      else {
        this.passed++;
        if (leads === null) continue;
        forager.visited.add(urlNo);
        for (const link of this.memory.linksOf(urlNo)) this.addToFrontier(forager, link);
      }
    }
    if (next < 0 && mayWait) next = aside.shift()?.urlNo ?? -1;
    for (const { urlNo, value } of aside) forager.addToFrontier(urlNo, value);
    return next;
  }

  /** Whether the page, or one that it links to, may be fetched: now, later or not at all. */
  private leadsOn(urlNo: number, view: FrontierView): Availability {
    const own = view.availability(urlNo);
    if (own === Availability.Ready) return own;
    let best = own;
    for (const link of this.memory.linksOf(urlNo)) {
      const availability = view.availability(link);
      if (availability === Availability.Ready) return availability;
      if (availability === Availability.Busy) best = availability;
    }
    return best;
  }

  private addToFrontier(forager: Forager, urlNo: number): void {
    if (!forager.visited.has(urlNo) && this.memory.has(urlNo))
      forager.addToFrontier(urlNo, this.memory.value(urlNo, forager.weights));
  }

  private endPath(forager: Forager): void {
    const weblog = weblogOf(this.config);
    if (weblog !== null && forager.path.length > 0) forager.weblog.update(forager.path, forager.rewards, weblog.rate);
    forager.begin(-1);
  }
}
