import { createChance } from '../../base/chance.js';
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
  const { settings, sites, graph } = web;
  const { days, editsPerDay, burstFactor, linkChurn } = settings;
  const rng = createRng(settings.seed ^ 0x5173_0004);
  const chance = createChance(settings.seed);
  const bursts = drawBursts(settings.burstsPerDay, settings.burstHours, days, sites.topicShares, rng);
  const byTopic = Array.from(
    sites.topicShares,
    (_, topic) => new TopicBursts(bursts.filter((each) => each.topic === topic)),
  );
  const born = drawBirths(settings, sites, web.arrivals, byTopic, rng);
  const parents = findParents(graph, born);
  const news = News.of(web, born, parents);

  const editRate = (page: number): number =>
    editsPerDay * exponential(1, chance.below(0x4000_0000, Draw.Pace, page) / 0x4000_0000);

  /** Edits of one day. Drawn at the rate of a burst if the day has one, and then thinned out outside of it. */
  const editsOfDay = (page: number, day: number, rate: number): number[] => {
    const topicBursts = byTopic[sites.topicOf[page]];
    const [from, to] = [day * DAY_SECONDS, (day + 1) * DAY_SECONDS];
    const inBurst = burstFactor > 1 && topicBursts.overlaps(from, to);
    const perSecond = (rate * (inBurst ? burstFactor : 1)) / DAY_SECONDS;
    const found: number[] = [];
    const clock = createRng(chance.below(0xffff_ffff, Draw.Edits, page, day));
    for (
      let time = from + exponential(perSecond, clock.next());
      time < to;
      time += exponential(perSecond, clock.next())
    ) {
      if (inBurst && clock.next() >= 1 / burstFactor && !topicBursts.isOn(time)) continue;
      const second = Math.floor(time);
      if (second > born[page] && second !== found.at(-1)) found.push(second);
    }
    return found;
  };
  const lastDay = (time: number): number => Math.min(days - 1, Math.floor(time / DAY_SECONDS));
  const edits = (page: number, from: number, to: number): number[] => {
    const rate = editRate(page);
    const found: number[] = [];
    if (rate === 0) return found;
    for (let day = Math.max(0, Math.floor(from / DAY_SECONDS)); day <= lastDay(to); day++)
      for (const edit of editsOfDay(page, day, rate)) if (edit > from && edit <= to) found.push(edit);
    return found;
  };
  const lastEdit = (page: number, time: number): number => {
    const rate = editRate(page);
    const firstDay = Math.floor(born[page] / DAY_SECONDS);
    for (let day = lastDay(time); rate > 0 && day >= firstDay; day--) {
      const edit = editsOfDay(page, day, rate).findLast((each) => each <= time);
      if (edit !== undefined) return edit;
    }
    return born[page];
  };
  /** Whether a page links to another one from its first moment on. */
  const isAtOnce = (page: number, target: number): boolean =>
    parents[target] === page || (news !== null && news.isNewEnd(page, target));
  const isShown = (page: number, target: number, edit: number, time: number): boolean => {
    if (isAtOnce(page, target)) return born[target] <= time;
    return born[target] <= edit && !chance.holds(linkChurn, Draw.Churn, page, target, edit);
  };

  const linksOf = (page: number): Uint32Array =>
    news === null ? graph.linksOf(page) : graph.linksOf(page).map((target) => news.endOf(page, target));

  return {
    web,
    bursts,
    bornAt: (page) => (born[page] === NEVER ? Infinity : born[page]),
    editRate,
    edits,
    asOf: (page, time) => {
      if (born[page] > time) return null;
      const edit = lastEdit(page, time);
      const shown = linksOf(page).filter((target) => isShown(page, target, edit, time));
      let modifiedAt = edit;
      for (const target of shown) if (isAtOnce(page, target)) modifiedAt = Math.max(modifiedAt, born[target]);
      const passing = news?.at(page, time);
      modifiedAt = Math.max(modifiedAt, passing?.modifiedAt ?? 0);
      const links =
        passing === undefined || (passing.targets.length === 0 && !news?.hasNewEnds(page))
          ? shown
          : orderedByPlace(sites, chance, page, [...passing.targets, ...shown]);
      return { bornAt: born[page], modifiedAt, links, html: () => web.htmlOf(page, links, edit) };
    },
  };
}
