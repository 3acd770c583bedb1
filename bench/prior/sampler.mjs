/** Sampled crawls: candidates with their features at some choices, and the truth about their pages. */
import { createRng } from '../../dist/domain/base/rng.js';
import { FEATURE_COUNT } from '../../dist/domain/policies/prospector/features.js';
import { prospector } from '../../dist/domain/policies/prospector/index.js';
import { ProspectorPolicy } from '../../dist/domain/policies/prospector/prospector-policy.js';

/** Sampling interval of choices: shorter at the beginning, where starting weights matter. */
const EARLY = { choices: 200, every: 4 };
const LATE = { every: 16 };
/** Candidates drawn from the whole frontier at a choice, besides the compared ones. */
const DRAWN = 32;
/** Best new links of a page, whose mean chance is its worth as a hub. */
const HUB_LINKS = 3;

export const TOP = 0;
export const ANY = 1;

/** Samples of one crawl: numbers of all links, concatenated. */
export class Samples {
  features = [];
  relevant = [];
  hubs = [];
  /** Role of the link: compared, or random. */
  regions = [];
  choices = [];
  values = [];

  plain() {
    return {
      count: this.relevant.length,
      features: Float32Array.from(this.features),
      relevant: Float32Array.from(this.relevant),
      hubs: Float32Array.from(this.hubs),
      regions: Uint8Array.from(this.regions),
      choices: Uint32Array.from(this.choices),
      values: Float32Array.from(this.values),
    };
  }
}

/** The policy with other starting weights. */
export const startingWith = (weights) => ({
  ...prospector,
  create: (config, deps) => new ProspectorPolicy(config, deps, { weights }),
});

/** The policy with sampling of its views. */
export const watched = (samples, randomSeed, weights) => ({
  ...prospector,
  create: (config, deps) => new WatchedPolicy(config, deps, samples, createRng(randomSeed), weights),
});

class WatchedPolicy extends ProspectorPolicy {
  urls = [];
  /** Pages of the web that the crawl knows. */
  known = new Set();
  choices = 0;

  constructor(config, deps, samples, rng, weights) {
    super(config, deps, { weights, watch: (frontier, best, view) => this.look(frontier, best, view) });
    Object.assign(this, { web: deps.web, samples, rng });
  }

  seed(seeds) {
    this.meet(seeds);
    super.seed(seeds);
  }

  offer(links, view) {
    this.meet(links);
    super.offer(links, view);
  }

  observe(step, view) {
    this.meet(step.links);
    super.observe(step, view);
  }

  meet(links) {
    for (const { urlNo, url } of links) {
      this.urls[urlNo] = url;
      const page = this.web.pageOf(url);
      if (page !== undefined) this.known.add(page);
    }
  }

  look(frontier, best, view) {
    const choice = this.choices++;
    if (choice % (choice < EARLY.choices ? EARLY : LATE).every !== 0) return;
    const top = new Set(best);
    for (const place of top) this.note(frontier.lookAt(place, view), choice, TOP);
    const { capacity } = frontier;
    const drawn = new Set();
    // Free slots and compared candidates are skipped: a nearly empty frontier gives fewer.
    for (let tries = 0; tries < 4 * DRAWN && drawn.size < DRAWN && capacity > 0; tries++) {
      const place = this.rng.below(capacity);
      if (!top.has(place) && !drawn.has(place) && this.note(frontier.lookAt(place, view), choice, ANY))
        drawn.add(place);
    }
  }

  /** Leaves out links without a recorded page. */
  note(link, choice, region) {
    const page = link === null ? undefined : this.web.pageOf(this.urls[link.urlNo]);
    if (page === undefined) return false;
    let fresh = 0;
    for (const target of this.web.graph.linksOf(page))
      if (!this.known.has(target) && target !== page && this.web.isRelevant(target)) fresh++;
    const { samples } = this;
    for (let i = 0; i < FEATURE_COUNT; i++) samples.features.push(link.features[i]);
    samples.relevant.push(this.web.isRelevant(page) ? 1 : 0);
    samples.hubs.push(Math.min(HUB_LINKS, fresh) / HUB_LINKS);
    samples.regions.push(region);
    samples.choices.push(choice);
    samples.values.push(link.value);
    return true;
  }
}
