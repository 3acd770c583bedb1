import { createRng, type Rng } from '../../base/rng.js';
import { Attachment } from './attachment.js';
import { powerLawSampler, shuffle } from './draws.js';
import { LinkRows } from './link-rows.js';
import type { SyntheticSettings } from './settings.js';
import type { Sites } from './sites.js';

/** Candidates tried for one link before its conditions are dropped one after the other. */
const TRIES = 24;
const TRIAD_TRIES = 12;
/** Minimum probability that lists of pages of one topic link to it. */
const HUB_TOPIC = 0.95;

interface LinkStructure {
  readonly rows: LinkRows;
  /** Pages in order of arrival in the web. */
  readonly arrivals: Uint32Array;
}

/**
 * The links of a scale-free small world of sites and topics. Out-degrees are drawn from their power law. Pages arrive
 * one after the other; each is linked once by an earlier page, so that it can be reached, and then the next links in a
 * random order of all are made among the existing pages: preferential attachment for in-degrees (see Attachment),
 * within the host, the topic or the rest by locality, and triad formation (Holme and Kim, *Growing scale-free networks
 * with tunable clustering*, 2002) for clustering.
 *
 * Conditions that cannot be met on a host or in a topic with few pages are dropped: first the triangle, then the host,
 * then the topic.
 */
export function makeLinks(settings: SyntheticSettings, sites: Sites): LinkStructure {
  const maker = new LinkMaker(settings, sites);
  maker.run();
  return { rows: maker.rows, arrivals: maker.arrivals };
}

function drawDegrees(settings: SyntheticSettings, sites: Sites, rng: Rng): Uint32Array {
  const { pages, outExponent, minLinks, maxLinks } = settings;
  const draw = powerLawSampler(outExponent, minLinks, maxLinks);
  const degrees = Uint32Array.from({ length: pages }, () => draw(rng.next()));
  // The home page of a host has the most links of its pages.
  for (let host = 0; host < sites.hosts; host++) {
    const home = sites.hostStarts[host];
    let most = home;
    for (let page = home; page < sites.hostStarts[host + 1]; page++) if (degrees[page] > degrees[most]) most = page;
    [degrees[home], degrees[most]] = [degrees[most], degrees[home]];
  }
  return degrees;
}

class LinkMaker {
  readonly rows: LinkRows;
  readonly arrivals: Uint32Array;
  private readonly rng: Rng;
  private readonly local: Attachment;
  private readonly wide: Attachment;
  private readonly hubLinks: number;
  private readonly sameHost: number;
  private arrived = 0;

  constructor(
    private readonly settings: SyntheticSettings,
    private readonly sites: Sites,
  ) {
    this.rng = createRng(settings.seed ^ 0x5173_0002);
    const degrees = drawDegrees(settings, sites, this.rng);
    this.hubLinks = fewestLinksOfHub(degrees, settings.hubs);
    this.rows = new LinkRows(degrees);
    this.sameHost = sameHostOfOthers(settings, this.rows.targets.length);
    this.arrivals = this.arrivalOrder();
    this.local = new Attachment(sites.hosts, settings.inExponent, this.rng);
    this.wide = new Attachment(settings.topics, settings.inExponent, this.rng);
  }

  run(): void {
    const { rows, rng, arrivals } = this;
    const sources = new Uint32Array(rows.targets.length);
    for (let page = 0; page < arrivals.length; page++) sources.fill(page, rows.starts[page], rows.starts[page + 1]);
    shuffle(sources, rng);
    const perArrival = Math.max(0, sources.length / arrivals.length - 1);
    let next = 0;
    let made = 0;
    const late: number[] = [];
    for (this.arrived = 0; this.arrived < arrivals.length;) {
      const page = arrivals[this.arrived];
      this.linkNewPage(page);
      this.local.join(page, this.sites.hostOf[page]);
      this.wide.join(page, this.sites.topicOf[page]);
      this.arrived++;
      while (made < perArrival * this.arrived && next < sources.length) {
        const source = sources[next++];
        if (rows.room(source) === 0) continue;
        made++;
        if (!this.linkFrom(source)) late.push(source);
      }
    }
    for (; next < sources.length; next++) late.push(sources[next]);
    for (const source of late) if (rows.room(source) > 0 && !this.linkFrom(source)) this.linkAnywhere(source);
  }

  /** Hosts arrive in proportion to their sizes; the pages of each arrive in numerical order, home page first. */
  private arrivalOrder(): Uint32Array {
    const { hostOf, hostStarts } = this.sites;
    const hosts = hostOf.slice();
    shuffle(hosts, this.rng);
    const nextPage = hostStarts.slice();
    return hosts.map((host) => nextPage[host]++);
  }

  /** Makes the link that leads to a page from its first day on. */
  private linkNewPage(page: number): void {
    const { rows, rng, sites } = this;
    if (this.arrived === 0) return;
    const host = sites.hostOf[page];
    const home = sites.hostStarts[host];
    for (let tries = 0; tries < TRIES * 2; tries++) {
      const within = tries < TRIES && page !== home;
      const atHome = within && tries === 0 && rng.next() >= this.settings.depth;
      const parent = atHome
        ? home
        : within
          ? this.local.anyMember(host)
          : (this.wide.anyMember(tries < TRIES ? sites.topicOf[page] : this.anyTopic()) ?? this.anyArrived());
      if (parent === undefined || parent === page || rows.room(parent) === 0) continue;
      rows.add(parent, page);
      return;
    }
  }

  private anyTopic(): number {
    return this.sites.topicOf[this.anyArrived()];
  }

  private anyArrived(): number {
    return this.arrivals[this.rng.below(this.arrived)];
  }

  /** Makes one more link of a page. @returns false if no target was found */
  private linkFrom(source: number): boolean {
    const { rng, settings, rows } = this;
    if (rng.next() < settings.longRange) return this.take(source, this.tryAny(source), true);
    const isHub = rows.starts[source + 1] - rows.starts[source] >= this.hubLinks;
    const sameTopic = rng.next() < (isHub ? Math.max(HUB_TOPIC, settings.sameTopic) : settings.sameTopic);
    const sameHost = rng.next() < this.sameHost;
    const uniform = (sameHost ? this.local : this.wide).isUniformNext();
    if (!uniform && rng.next() < settings.triads) {
      const closing = this.tryTriad(source, sameTopic, sameHost);
      if (closing !== undefined) return this.take(source, closing, false);
    }
    if (sameHost) {
      const near = this.tryHost(source, sameTopic, uniform);
      if (near !== undefined) return this.take(source, near, uniform);
    }
    return this.take(
      source,
      this.tryTopic(source, sameTopic, uniform) ?? this.tryTopic(source, sameTopic, true) ?? this.tryAny(source),
      uniform,
    );
  }

  private take(source: number, target: number | undefined, uniform: boolean): boolean {
    if (target === undefined) return false;
    const { hostOf, topicOf } = this.sites;
    this.rows.add(source, target);
    if (hostOf[source] === hostOf[target]) this.local.made(target, hostOf[target], uniform);
    else this.wide.made(target, topicOf[target], uniform);
    return true;
  }

  private suits(source: number, target: number, sameTopic: boolean, sameHost: boolean): boolean {
    const { hostOf, topicOf } = this.sites;
    return (
      target !== source &&
      (topicOf[source] === topicOf[target]) === sameTopic &&
      (hostOf[source] === hostOf[target]) === sameHost &&
      !this.rows.has(source, target)
    );
  }

  private tryTriad(source: number, sameTopic: boolean, sameHost: boolean): number | undefined {
    const below = (bound: number): number => this.rng.below(bound);
    for (let tries = 0; tries < TRIAD_TRIES; tries++) {
      const between = this.rows.any(source, below);
      const target = between === undefined ? undefined : this.rows.any(between, below);
      if (target !== undefined && this.suits(source, target, sameTopic, sameHost)) return target;
    }
    return undefined;
  }

  private tryHost(source: number, sameTopic: boolean, uniform: boolean): number | undefined {
    const host = this.sites.hostOf[source];
    if (this.local.members(host) < 2) return undefined;
    for (let tries = 0; tries < TRIES; tries++) {
      const target =
        (uniform || tries > TRIES / 2 ? undefined : this.local.popularMember(host)) ?? this.local.anyMember(host);
      if (target !== undefined && this.suits(source, target, sameTopic, true)) return target;
    }
    return undefined;
  }

  private tryTopic(source: number, sameTopic: boolean, uniform: boolean): number | undefined {
    const own = this.sites.topicOf[source];
    for (let tries = 0; tries < TRIES; tries++) {
      const topic = sameTopic ? own : this.wide.otherGroup(own, this.arrived);
      if (topic === undefined) return undefined;
      const target = (uniform ? undefined : this.wide.popularMember(topic)) ?? this.wide.anyMember(topic);
      if (target !== undefined && this.suits(source, target, sameTopic, false)) return target;
    }
    return undefined;
  }

  private tryAny(source: number): number | undefined {
    for (let tries = 0; tries < TRIES; tries++) {
      const target = this.anyArrived();
      if (target !== source && !this.rows.has(source, target)) return target;
    }
    return undefined;
  }

  /** Pages have fewer links than the web has other pages, so there is a target. */
  private linkAnywhere(source: number): void {
    const { pages } = this.settings;
    const first = this.rng.below(pages);
    for (let i = 0; i < pages; i++) {
      const target = (first + i) % pages;
      if (target === source || this.rows.has(source, target)) continue;
      this.rows.add(source, target);
      return;
    }
  }
}

/** The link to a new page from its first day on is within its host; the others get the rest of the required share. */
function sameHostOfOthers({ pages, sameHost, longRange }: SyntheticSettings, links: number): number {
  const first = pages / links;
  const others = (1 - first) * (1 - longRange);
  return others <= 0 ? 0 : Math.min(1, Math.max(0, (sameHost - first) / others));
}

function fewestLinksOfHub(degrees: Uint32Array, share: number): number {
  const hubs = Math.floor(degrees.length * share);
  if (hubs === 0) return Infinity;
  return degrees.slice().sort()[degrees.length - hubs];
}
