/**
 * The changing web that foragers monitor, on a simulated clock with downloads of equal length, and its measures
 * (Palotai et al., table 1).
 */
import {
  createChangingWeb,
  createSyntheticWeb,
  DAY_SECONDS,
  parseSyntheticSettings,
} from '../../dist/domain/webs/index.js';

/** The web starts some days old, so that its first pages are no news. */
const STARTS_AT = 2 * DAY_SECONDS;
const NEWS_SECONDS = DAY_SECONDS;
/** Pages are computed once per ten minutes, for all downloads in them. */
const TICK = 600;
const SAMPLE_SECONDS = 3 * 3_600;

export class Site {
  time = STARTS_AT;
  #samples = [];
  /** Time of the last fetch of each relevant page: its copy. */
  #copies = new Map();
  #visits = new Map();
  #nextSample = STARTS_AT + SAMPLE_SECONDS;
  #states = new Map();

  /**
   * @param news `appeared`: an article is as old as its page; `changed`: as its last change, so that any edit is news
   */
  constructor({ settings, days, twin, fetches, news, starts }) {
    this.settings = parseSyntheticSettings(`${settings},changing=true,days=${days + 3},twin=${twin}`);
    this.web = createSyntheticWeb(this.settings);
    this.changing = createChangingWeb(this.web);
    this.seeds = this.web.seeds.slice(0, starts);
    this.fetches = fetches;
    this.news = news;
    this.secondsPerFetch = (days * DAY_SECONDS) / fetches;
  }

  /** A download begins. */
  tick() {
    this.time += this.secondsPerFetch;
  }

  asOf(page) {
    const tick = Math.floor(this.time / TICK);
    const known = this.#states.get(page);
    if (known?.tick === tick) return known.state;
    const state = this.changing.asOf(page, tick * TICK);
    this.#states.set(page, { tick, state });
    return state;
  }

  isYoung({ bornAt, modifiedAt }) {
    return this.time - (this.news === 'appeared' ? bornAt : modifiedAt) <= NEWS_SECONDS;
  }

  /** A download has ended. */
  noteVisit(page, relevant) {
    this.#visits.set(page, (this.#visits.get(page) ?? 0) + 1);
    if (relevant || this.#copies.has(page)) this.#copies.set(page, this.time);
    for (; this.time >= this.#nextSample; this.#nextSample += SAMPLE_SECONDS) this.#sample();
  }

  #sample() {
    let [current, age] = [0, 0];
    for (const [page, fetchedAt] of this.#copies) {
      const modifiedAt = this.asOf(page)?.modifiedAt ?? 0;
      if (modifiedAt <= fetchedAt) current++;
      else age += (this.time - modifiedAt) / 3_600;
    }
    const size = this.#copies.size;
    if (size > 0) this.#samples.push({ freshness: current / size, age: age / size });
  }

  /** @param stats of the policy, @param found URLs */
  measures({ sent = 0, sentRelevant = 0, foragers = 0 }, downloaded, found) {
    const mean = (of) => this.#samples.reduce((sum, each) => sum + of(each), 0) / Math.max(1, this.#samples.length);
    return {
      downloaded,
      sent,
      relevant: sentRelevant,
      'found URLs': found,
      'download efficiency': sentRelevant / downloaded,
      'sent efficiency': sentRelevant / Math.max(1, sent),
      'relative found URL': found / downloaded,
      freshness: mean(({ freshness }) => freshness),
      'age (hours)': mean(({ age }) => age),
      'URLs downloaded': this.#visits.size,
      'visits of each': downloaded / this.#visits.size,
      foragers,
    };
  }
}

/** Dependencies of a policy that judges no pages. */
export const depsOf = (rng, budget) => ({
  rng,
  scoreText: () => 0.5,
  budget,
  domainCap: Infinity,
  keywords: { inUrl: () => false, keywordIn: () => false, phraseIn: () => false },
  keywordTexts: [],
});
