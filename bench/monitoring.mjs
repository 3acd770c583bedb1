import { parseArgs } from 'node:util';
import { createRng } from '../dist/domain/base/rng.js';
import {
  changeRate,
  commonRate,
  DEFAULT_RATE,
  pagesToLookAt,
  probeHours,
  withLook,
} from '../dist/domain/monitoring/index.js';
import { findPolicy } from '../dist/domain/policies/index.js';
import { createChangingWeb, createSyntheticWeb, parseSyntheticSettings } from '../dist/domain/webs/index.js';
import { monitorThroughEngine } from './papers/foragers-engine.mjs';
import { depsOf } from './papers/foragers-site.mjs';
import { median, report } from './support/report.mjs';

/**
 * Freshness of copies of watched pages and share of changes seen, by the policy of a monitor, with equal numbers of
 * fetches: `fixed` visits all pages equally, `poisson` by estimated rates, `rates known` by true ones. Runs are a day
 * apart on a simulated clock. The first half of the days, in which rates are learnt, is not measured. On the synthetic
 * web also foragers, in one monitoring session that fetches at an even rate.
 *
 *   node bench/monitoring.mjs [--runs 5] [--pages 400] [--looks 40] [--days 120]      after npm run build
 */
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    /** Pages that are watched. */
    pages: { type: 'string', default: '400' },
    /** Fetches a day. */
    looks: { type: 'string', default: '40' },
    days: { type: 'string', default: '120' },
  },
});
const [runs, watched, looks, days] = [values.runs, values.pages, values.looks, values.days].map(Number);
const DAY = 24;
/** Sampling interval of freshness, hours. */
const SAMPLE = 6;
const SETTINGS = { minHours: 1, maxHours: 10_000, changeProbability: 0.1 };

/** Change rates per hour. The distribution on the real web is not well known, so there are several. */
const MIXES = {
  'half often, half seldom': (rng) => (rng.next() < 0.5 ? 1 / 6 : 1 / 400),
  'from daily to yearly': (rng) => 1 / 24 / 365 ** rng.next(),
  'nearly alike': (rng) => (0.5 + rng.next()) / 240,
};

/** A web whose pages change by Poisson clocks. */
function poissonWeb(rateOf, seed) {
  const rng = createRng(seed);
  const gap = (rate) => -Math.log1p(-rng.next()) / rate;
  const rates = Array.from({ length: watched }, () => rateOf(rng));
  const changes = rates.map((rate) => {
    const times = [];
    for (let at = gap(rate); at < days * DAY; at += gap(rate)) times.push(at);
    return times;
  });
  return { rates, changes };
}

/** The synthetic web of the lab, on which pages also appear, and change in bursts of news. */
function syntheticWeb(seed) {
  const settings = parseSyntheticSettings(
    `pages=${Math.round(watched / 0.7)},initial=0.7,newPerDay=0.002,editsPerDay=0.1,days=${days},changing=true,seed=${seed}`,
  );
  const changing = createChangingWeb(createSyntheticWeb(settings));
  const { web } = changing;
  const pages = Array.from({ length: web.size }, (_, page) => page).filter((page) => changing.bornAt(page) === 0);
  const changes = pages.slice(0, watched).map((page) => {
    const times = [];
    let last = changing.asOf(page, 0).modifiedAt;
    for (let at = 1; at <= days * DAY; at++) {
      const { modifiedAt } = changing.asOf(page, at * 3_600);
      if (modifiedAt !== last) times.push(modifiedAt / 3_600);
      last = modifiedAt;
    }
    return times;
  });
  const rates = changes.map((times) => Math.max(times.length, 0.1) / (days * DAY));
  return { rates, changes, settings, changing, web, pages };
}

/** Copies of pages with their times, and measurements in the second half of the time. */
class Copies {
  constructor(changes) {
    this.changes = changes;
    this.madeAt = changes.map(() => 0);
    this.fresh = this.samples = this.seen = this.fetches = 0;
    this.next = (days * DAY) / 2;
  }

  changedBetween(page, from, to) {
    return this.changes[page].some((at) => at > from && at <= to);
  }

  sampleUntil(now) {
    for (; this.next <= now && this.next < days * DAY; this.next += SAMPLE) {
      this.samples++;
      const stale = this.madeAt.filter((from, page) => this.changedBetween(page, from, this.next)).length;
      this.fresh += 1 - stale / this.madeAt.length;
    }
  }

  /** @returns whether it has changed */
  look(page, now) {
    const changed = this.changedBetween(page, this.madeAt[page], now);
    this.madeAt[page] = now;
    if (now > (days * DAY) / 2) this.seen += changed ? 1 : 0;
    return changed;
  }

  count(now) {
    if (now > (days * DAY) / 2) this.fetches++;
  }

  measures() {
    this.sampleUntil(days * DAY);
    return { freshness: this.fresh / this.samples, seen: this.seen, perFetch: this.seen / this.fetches };
  }
}

function byRates({ rates, changes }, policy) {
  const copies = new Copies(changes);
  const known = rates.map((rate) => ({ history: [], rate: policy === 'rates known' ? rate : DEFAULT_RATE }));
  for (let now = DAY; now < days * DAY; now += DAY) {
    copies.sampleUntil(now);
    const prior = commonRate(known.filter(({ history }) => history.length > 0).map(({ rate }) => rate));
    const pages = known.map(({ history, rate }, page) => {
      const hours = now - copies.madeAt[page];
      const probe = policy === 'rates known' ? 0 : probeHours(history);
      return { rate, hours, triedHours: hours, failures: 0, probeHours: probe, gone: false };
    });
    const settings = { ...SETTINGS, policy: policy === 'fixed' ? 'fixed' : 'poisson' };
    for (const page of pagesToLookAt(pages, settings, looks)) {
      copies.count(now);
      const one = known[page];
      const hours = now - copies.madeAt[page];
      one.history = withLook(one.history, hours, copies.look(page, now));
      if (policy !== 'rates known') one.rate = changeRate(one.history, prior);
    }
  }
  return copies.measures();
}

async function byForagers({ changes, settings, changing, web, pages }, name, seed) {
  const copies = new Copies(changes);
  const place = new Map(pages.slice(0, watched).map((page, at) => [page, at]));
  const fetches = looks * days;
  const site = {
    ...{ settings, web, changing, fetches, time: 0, secondsPerFetch: (days * DAY * 3_600) / fetches },
    seeds: pages.slice(0, 50),
    tick() {
      this.time += this.secondsPerFetch;
      copies.sampleUntil(this.time / 3_600);
      copies.count(this.time / 3_600);
    },
    // All pages are on topic.
    isYoung: () => true,
    noteVisit(page) {
      const at = place.get(page);
      if (at !== undefined) copies.look(at, this.time / 3_600);
    },
    measures: () => copies.measures(),
  };
  const definition = findPolicy(name);
  const config = definition.configSchema.parse({});
  return monitorThroughEngine(site, definition, depsOf, seed, { config, revisitHours: DAY });
}

const rows = [];
const add = (web, policy, results) => {
  const of = (name) => median(results.map((one) => one[name]));
  rows.push([web, policy, of('freshness').toFixed(3), Math.round(of('seen')), of('perFetch').toFixed(3)]);
};
const seeds = Array.from({ length: runs }, (_, run) => run + 1);
for (const [name, rateOf] of Object.entries(MIXES)) {
  const webs = seeds.map((seed) => poissonWeb(rateOf, seed));
  for (const policy of ['fixed', 'poisson', 'rates known'])
    add(
      name,
      policy,
      webs.map((web) => byRates(web, policy)),
    );
}
const webs = seeds.map(syntheticWeb);
for (const policy of ['fixed', 'poisson', 'rates known'])
  add(
    'synthetic web',
    policy,
    webs.map((web) => byRates(web, policy)),
  );
for (const name of ['forager-weblog', 'forager-hybrid']) {
  const results = [];
  for (const [run, web] of webs.entries()) results.push(await byForagers(web, name, run + 1));
  add('synthetic web', name, results);
}
report('monitoring', ['web', 'policy', 'freshness', 'changes seen', 'per fetch'], rows, { settings: values });
