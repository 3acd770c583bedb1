import { type Chance, createChance } from '../../base/chance.js';
import { createRng } from '../../base/rng.js';
import { drawBirths, findParents, NEVER } from './births.js';
import { type Burst, DAY_SECONDS, drawBursts, TopicBursts } from './bursts.js';
import { Draw, exponential } from './draws.js';
import { News } from './news.js';
import { orderedByPlace } from './places.js';
import type { SyntheticWeb } from './synthetic-web.js';

/** A page at some moment. Times are whole seconds since the beginning. */
interface PageState {
  readonly bornAt: number;
  /**
   * The last change of its HTML: an edit, or the appearance of a page that it links to. Two states with the same moment
   * are equal.
   */
  readonly modifiedAt: number;
  /** Targets of its visible links, in document order. */
  readonly links: Uint32Array;
  html(): string;
}

/**
 * A synthetic web that changes over time: every page can be read as of any moment, in any order. It stores only when
 * each page appears and which page links to it then (8 bytes per page); edits are redrawn on each request.
 */
export interface ChangingWeb {
  readonly web: SyntheticWeb;
  readonly bursts: readonly Burst[];
  /** Seconds since the beginning, Infinity for a page that never appears. */
  bornAt(page: number): number;
  /** Mean number of a page's edits per day outside of bursts. */
  editRate(page: number): number;
  /** Moments in (from, to] at which the page was edited, ascending. */
  edits(page: number, from: number, to: number): number[];
  /** The page at a moment; null if it does not exist yet. @param time seconds since the beginning */
  asOf(page: number, time: number): PageState | null;
}

/**
 * Pages appear as a Poisson process and are edited as separate Poisson processes (Cho and Garcia-Molina's model of the
 * changing web), with exponentially distributed rates. During news bursts pages of a topic appear and change more
 * often.
 *
 * An edit gives a page another first paragraph and other links: those to pages that have appeared since, without a few
 * that change each time. A new page is linked at once by its parent, the page with the most links among those that link
 * to it; others link to it from their next edit on. With `newsHours` the home page of its host also links to it, for
 * that time.
 */
export function createChangingWeb(web: SyntheticWeb): ChangingWeb {
  const { settings, sites } = web;
  const rng = createRng(settings.seed ^ 0x5173_0004);
  const chance = createChance(settings.seed);
  const bursts = drawBursts(settings.burstsPerDay, settings.burstHours, settings.days, sites.topicShares, rng);
  const byTopic = Array.from(
    sites.topicShares,
    (_, topic) => new TopicBursts(bursts.filter((each) => each.topic === topic)),
  );
  const born = drawBirths(settings, sites, web.arrivals, byTopic, rng);
  const edits = new Edits(web, born, byTopic, chance);
  const links = new VisibleLinks(web, born, chance);
  return {
    web,
    bursts,
    bornAt: (page) => (born[page] === NEVER ? Infinity : born[page]),
    editRate: (page) => edits.rateOf(page),
    edits: (page, from, to) => edits.between(page, from, to),
    asOf: (page, time) => {
      if (born[page] > time) return null;
      const edit = edits.lastUntil(page, time);
      const shown = links.at(page, edit, time);
      return { bornAt: born[page], ...shown, html: () => web.htmlOf(page, shown.links, edit) };
    },
  };
}

/** Edits of pages, redrawn on each request. Times are seconds since the beginning. */
class Edits {
  constructor(
    private readonly web: SyntheticWeb,
    private readonly born: Uint32Array,
    private readonly byTopic: readonly TopicBursts[],
    private readonly chance: Chance,
  ) {}

  /** Mean edits of the page per day outside of bursts. */
  rateOf(page: number): number {
    const pace = this.chance.below(0x4000_0000, Draw.Pace, page) / 0x4000_0000;
    return this.web.settings.editsPerDay * exponential(1, pace);
  }

  /** Moments in (from, to], ascending. */
  between(page: number, from: number, to: number): number[] {
    const rate = this.rateOf(page);
    const found: number[] = [];
    if (rate === 0) return found;
    for (let day = Math.max(0, Math.floor(from / DAY_SECONDS)); day <= this.lastDay(to); day++)
      for (const edit of this.ofDay(page, day, rate)) if (edit > from && edit <= to) found.push(edit);
    return found;
  }

  /** The last edit until `time`; the page's birth if there is none. */
  lastUntil(page: number, time: number): number {
    const rate = this.rateOf(page);
    const firstDay = Math.floor(this.born[page] / DAY_SECONDS);
    for (let day = this.lastDay(time); rate > 0 && day >= firstDay; day--) {
      const edit = this.ofDay(page, day, rate).findLast((each) => each <= time);
      if (edit !== undefined) return edit;
    }
    return this.born[page];
  }

  /** Edits of one day. Drawn at the rate of a burst if the day has one, and then thinned out outside of it. */
  private ofDay(page: number, day: number, rate: number): number[] {
    const { settings, sites } = this.web;
    const { burstFactor } = settings;
    const topicBursts = this.byTopic[sites.topicOf[page]];
    const [from, to] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS];
    const inBurst = burstFactor > 1 && topicBursts.overlaps(from, to);
    const perSecond = (rate * (inBurst ? burstFactor : 1)) / DAY_SECONDS;
    const found: number[] = [];
    const clock = createRng(this.chance.below(0xffff_ffff, Draw.Edits, page, day));
    for (
      let time = from + exponential(perSecond, clock.next());
      time < to;
      time += exponential(perSecond, clock.next())
    ) {
      if (inBurst && clock.next() >= 1 / burstFactor && !topicBursts.isOn(time)) continue;
      const second = Math.floor(time);
      if (second > this.born[page] && second !== found.at(-1)) found.push(second);
    }
    return found;
  }

  private lastDay(time: number): number {
    return Math.min(this.web.settings.days - 1, Math.floor(time / DAY_SECONDS));
  }
}

/** The links that a page shows at a moment. Times are seconds since the beginning. */
class VisibleLinks {
  private readonly parents: Uint32Array;
  private readonly news: News | null;

  constructor(
    private readonly web: SyntheticWeb,
    private readonly born: Uint32Array,
    private readonly chance: Chance,
  ) {
    this.parents = findParents(web.graph, born);
    this.news = News.of(web, born, this.parents);
  }

  /** @param edit the last edit until `time` */
  at(page: number, edit: number, time: number): Pick<PageState, 'links' | 'modifiedAt'> {
    const { born, news } = this;
    const shown = this.all(page).filter((target) => this.isShown(page, target, edit, time));
    let modifiedAt = edit;
    for (const target of shown) if (this.isAtOnce(page, target)) modifiedAt = Math.max(modifiedAt, born[target]);
    if (news === null) return { modifiedAt, links: shown };
    const passing = news.at(page, time);
    const links =
      passing.targets.length === 0 && !news.hasNewEnds(page)
        ? shown
        : orderedByPlace(this.web.sites, this.chance, page, [...passing.targets, ...shown]);
    return { modifiedAt: Math.max(modifiedAt, passing.modifiedAt), links };
  }

  private all(page: number): Uint32Array {
    const { news } = this;
    const links = this.web.graph.linksOf(page);
    return news === null ? links : links.map((target) => news.endOf(page, target));
  }

  private isShown(page: number, target: number, edit: number, time: number): boolean {
    if (this.isAtOnce(page, target)) return this.born[target] <= time;
    return this.born[target] <= edit && !this.chance.holds(this.web.settings.linkChurn, Draw.Churn, page, target, edit);
  }

  /** Whether a page links to another one from its first moment on. */
  private isAtOnce(page: number, target: number): boolean {
    return this.parents[target] === page || (this.news !== null && this.news.isNewEnd(page, target));
  }
}
