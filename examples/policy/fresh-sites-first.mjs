import { Availability, checkStamp, maxCandidates, stamp } from 'gleaner/policy';
import { z } from 'zod';

/** Follows the link to the site of which the fewest pages were fetched; of several, the one found first. */
class FreshSitesFirst {
  #links = [];
  #refused = 0;

  constructor({ maxCandidates: most }) {
    this.most = most;
  }
  get size() {
    return this.#links.length;
  }
  seed(links) {
    this.offer(links);
  }
  offer(links) {
    const taken = links.slice(0, this.most - this.size);
    this.#refused += links.length - taken.length;
    for (const { urlNo, source } of taken) this.#links.push([urlNo, source]);
  }
  choose(_step, view) {
    this.#links = this.#links.filter(([urlNo]) => view.availability(urlNo) !== Availability.Gone);
    const fetched = ([urlNo]) => view.domain(view.domainOf(urlNo)).fetched;
    const ready = this.#links.filter(([urlNo]) => view.availability(urlNo) === Availability.Ready);
    if (ready.length === 0) return { kind: this.size > 0 ? 'wait' : 'exhausted' };
    const best = ready.reduce((one, other) => (fetched(other) < fetched(one) ? other : one));
    return {
      kind: 'fetch',
      urlNo: best[0],
      source: best[1],
      explanation: { value: -fetched(best), exploration: false, options: ready.length },
    };
  }
  observe(step) {
    this.offer(step.links);
  }
  follow() {}
  learn() {}
  stats() {
    return { refused: this.#refused };
  }
  save() {
    return stamp('fresh-sites-first', 1, { links: Int32Array.from(this.#links.flat()), refused: this.#refused });
  }
  restore(snapshot) {
    const from = checkStamp(snapshot, 'fresh-sites-first', 1);
    const links = from.int32('links');
    if (links.length % 2 !== 0) from.refuse('links', 'pairs of numbers');
    this.#refused = from.integer('refused');
    this.#links = Array.from({ length: links.length / 2 }, (_, i) => [...links.subarray(2 * i, 2 * i + 2)]);
  }
}

export default {
  name: 'fresh-sites-first',
  version: 1,
  summary: 'Follows the link to the site of which the fewest pages were fetched.',
  source: 'docs/writing-a-policy.md',
  configSchema: z.strictObject({ maxCandidates }),
  create: (config) => new FreshSitesFirst(config),
};
