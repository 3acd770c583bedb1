/** Figures of rows: means over the runs of a topic, and over topics with 90% intervals by bootstrap over topics. */
import { median } from '../support/report.mjs';
import { partsOf } from './runs.mjs';
import { meanInterval, meanOf } from './statistics.mjs';

/** Number of steps within which a first relevant page counts as early. */
const EARLY = 300;
/** Added to figures before a ratio, to avoid 0 / 0. */
const FLOORS = { relevant: 1, domains: 0.5, area: 0.01 };

const keyOf = (policy, budget, topic) => `${policy}\t${budget}\t${topic}`;

/** Rows by policy, budget and topic. */
export class Figures {
  constructor(rows) {
    this.rows = rows;
    this.policies = [...new Set(rows.map(({ policy }) => policy))].filter((name) => name !== 'oracle');
    this.topics = [...new Set(rows.map(({ topic }) => topic))];
    this.found = new Map();
    for (const row of rows) {
      const key = keyOf(row.policy, row.budget, row.topic);
      if (!this.found.has(key)) this.found.set(key, []);
      this.found.get(key).push(row);
    }
  }

  of(policy, budget, topic) {
    return this.found.get(keyOf(policy, budget, topic)) ?? [];
  }

  mean(policy, budget, topic, measure) {
    return meanOf(this.of(policy, budget, topic).map((row) => row[measure])).mean;
  }

  /** Topics on which all policies have runs: results measured in parts need not be complete. */
  topicsOf(budget, ...policies) {
    return this.topics.filter((topic) => policies.every((policy) => this.of(policy, budget, topic).length > 0));
  }

  /** Share of the oracle's result. @param measure `relevant` or `domains` @returns mean and interval */
  ofOracle(policy, budget, measure = 'relevant') {
    const topics = this.topicsOf(budget, policy, 'oracle');
    return meanInterval(
      topics.map((topic) => this.mean(policy, budget, topic, measure) / this.mean('oracle', budget, topic, measure)),
    );
  }

  /** Geometric mean of the ratio to another policy, under the same models. @returns mean and interval */
  ratio(policy, against, budget, measure) {
    const floor = FLOORS[measure];
    const logs = this.topicsOf(budget, policy, against).map((topic) =>
      Math.log(
        (this.mean(policy, budget, topic, measure) + floor) / (this.mean(against, budget, topic, measure) + floor),
      ),
    );
    return meanInterval(logs).map(Math.exp);
  }

  /** By topic, the ratio to the best other policy on it, chosen in hindsight, and that of the oracle, the bound. */
  overBestOther(policy, budget, measure) {
    const floor = FLOORS[measure];
    const { pace } = partsOf(policy);
    const others = this.policies.filter((name) => name !== policy && partsOf(name).pace === pace);
    return this.topicsOf(budget, policy).flatMap((topic) => {
      const known = others.filter((name) => this.of(name, budget, topic).length > 0);
      if (known.length === 0) return [];
      const best = Math.max(...known.map((name) => this.mean(name, budget, topic, measure)));
      const over = (name) => (this.mean(name, budget, topic, measure) + floor) / (best + floor);
      return [{ topic, ratio: over(policy), bound: over('oracle') }];
    });
  }

  /** The number of topics on which it finds more relevant pages than another. */
  wins(policy, against, budget) {
    const topics = this.topicsOf(budget, policy, against);
    const more = topics.filter(
      (topic) => this.mean(policy, budget, topic, 'relevant') > this.mean(against, budget, topic, 'relevant'),
    );
    return [more.length, topics.length];
  }

  /** Coefficient of variation of the runs, averaged over topics. */
  spread(policy, budget) {
    return meanOf(
      this.topicsOf(budget, policy).map((topic) => {
        const { mean, deviation } = meanOf(this.of(policy, budget, topic).map(({ relevant }) => relevant));
        return deviation / Math.max(mean, 1e-9);
      }),
    ).mean;
  }

  /** Runs with an early relevant page, and all runs. */
  early(policy, budget, topics = this.topics) {
    const runs = topics.flatMap((topic) => this.of(policy, budget, topic));
    return [runs.filter(({ firstRelevant: first }) => first !== null && first <= EARLY).length, runs.length];
  }

  /**
   * Time in the policy's own code, ms per fetched page; the median of the runs, because the first one includes
   * compilation.
   */
  msPerStep(policy, budget) {
    const runs = this.topics.flatMap((topic) => this.of(policy, budget, topic)).filter(({ fetched }) => fetched > 0);
    return runs.length === 0 ? NaN : median(runs.map((run) => run.policyMs / run.fetched));
  }
}
