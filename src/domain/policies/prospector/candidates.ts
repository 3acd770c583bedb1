import { withLength, withLittleRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { GROUP_BITS } from './findings.js';
import { MOST_WORDS, type WordNumbers } from './link-words.js';

/** Most remembered links per URL, with their pages; further ones count only if they are better. */
export const MOST_IN_LINKS = 3;
export const NO_PLACE = 0xffffffff;

/** Groups are stored as 16 bits each, and the others of all groups of a candidate in one byte. */
const LOW_BITS = 16;
const HIGH_BITS = GROUP_BITS - LOW_BITS;
const HIGH_MASK = 2 ** HIGH_BITS - 1;

export enum CandidateFlag {
  Held = 1,
  OutsideMain = 2,
  LeavesHost = 4,
  /** A URL that differs only in parts that servers usually redirect was fetched before. */
  Twin = 8,
}

/** Facts about a URL, stored when it is seen first. */
export interface UrlFacts {
  readonly folder: number;
  /** Equal for URLs that servers usually redirect to one page (`twinKeyOf`). */
  readonly twinKey: number;
  /** Number of slashes in its path, at most `DEEPEST`. */
  readonly depth: number;
  /** Of its words, in [0, 255] as those of a link. */
  readonly urlScore: number;
  readonly words: WordNumbers;
  readonly domainNo: number;
}

/** Facts about a link besides its URL. Numbers in [0, 255] are fractions of their range. */
export interface LinkFacts {
  readonly source: number;
  readonly group: number;
  readonly anchorScore: number;
  readonly contextScore: number;
  readonly alike: number;
  readonly outsideMain: boolean;
  readonly leavesHost: boolean;
}

/**
 * Candidates, one per URL, with facts about their links, at places that are stable while in use.
 *
 * 68 bytes per candidate, 72 if domains are smaller than hosts, 4 per site and per URL ever offered, plus at most an
 * eighth of that as room to grow, half of it while there are few.
 */
export class Candidates {
  urlNos = new Uint32Array(0);
  values = new Float32Array(0);
  /** Arrival numbers, which decide among equals. For a free place: the next free one. */
  orders = new Uint32Array(0);
  /** Their sites (`Sites`). */
  sites = new Uint32Array(0);
  /** By place if domains are smaller than hosts, otherwise by site. */
  private domains = new Uint32Array(0);
  private domainCount = 0;
  folders = new Uint32Array(0);
  twinKeys = new Uint32Array(0);
  flags = new Uint8Array(0);
  anchorScores = new Uint8Array(0);
  contextScores = new Uint8Array(0);
  urlScores = new Uint8Array(0);
  depths = new Uint8Array(0);
  alikes = new Uint8Array(0);
  /** Number of links to the URL, at most 255. */
  parents = new Uint8Array(0);
  sources = new Int32Array(0);
  private groupsLow = new Uint16Array(0);
  private groupsHigh = new Uint8Array(0);
  wordCounts = new Uint8Array(0);
  words = new Uint16Array(0);
  private placeOfUrl = new Uint32Array(0);
  private used = 0;
  private held = 0;
  private nextOrder = 0;
  private firstFree = NO_PLACE;

  /**
   * @param haveOwnDomains whether domains are smaller than hosts, so that candidates of one host have different ones
   */
  constructor(private readonly haveOwnDomains: boolean) {}

  get size(): number {
    return this.held;
  }

  /** Number of places in use or free, numbered from 0. */
  get capacity(): number {
    return this.used;
  }

  isHeld(place: number): boolean {
    return (this.flags[place] & CandidateFlag.Held) !== 0;
  }

  /** The place of the candidate with a URL; `NO_PLACE` if there is none. */
  placeOf(urlNo: number): number {
    return urlNo < this.placeOfUrl.length ? (this.placeOfUrl[urlNo] - 1) >>> 0 : NO_PLACE;
  }

  add(urlNo: number, siteNo: number, { folder, twinKey, depth, urlScore, words, domainNo }: UrlFacts): number {
    const place = this.newPlace();
    this.urlNos[place] = urlNo;
    this.values[place] = 0;
    this.orders[place] = this.nextOrder++;
    this.sites[place] = siteNo;
    const domainAt = this.haveOwnDomains ? place : siteNo;
    this.domainCount = Math.max(this.domainCount, domainAt + 1);
    this.domains = withLittleRoom(this.domains, this.domainCount);
    this.domains[domainAt] = domainNo;
    this.folders[place] = folder;
    this.twinKeys[place] = twinKey;
    this.flags[place] = CandidateFlag.Held | CandidateFlag.OutsideMain;
    this.anchorScores[place] = this.contextScores[place] = this.alikes[place] = this.parents[place] = 0;
    this.groupsHigh[place] = 0;
    this.depths[place] = depth;
    this.urlScores[place] = urlScore;
    this.wordCounts[place] = words.count;
    for (let i = 0; i < words.count; i++) this.words[place * MOST_WORDS + i] = words.numbers[i];
    this.placeOfUrl = withLittleRoom(this.placeOfUrl, urlNo + 1);
    this.placeOfUrl[urlNo] = place + 1;
    this.held++;
    return place;
  }

  /** Adds a further link to the URL: the best value of each fact counts. */
  link(place: number, facts: LinkFacts): void {
    // The text of a twin counts no longer once it was put back.
    if ((this.flags[place] & CandidateFlag.Twin) === 0)
      this.anchorScores[place] = Math.max(this.anchorScores[place], facts.anchorScore);
    this.contextScores[place] = Math.max(this.contextScores[place], facts.contextScore);
    this.alikes[place] = Math.max(this.alikes[place], facts.alike);
    if (!facts.outsideMain) this.flags[place] &= ~CandidateFlag.OutsideMain;
    if (facts.leavesHost) this.flags[place] |= CandidateFlag.LeavesHost;
    const known = this.inLinks(place);
    if (this.parents[place] < 255) this.parents[place]++;
    if (known === MOST_IN_LINKS) return;
    this.sources[place * MOST_IN_LINKS + known] = facts.source;
    this.setGroup(place, known, facts.group);
  }

  domainOf(place: number): number {
    return this.domains[this.haveOwnDomains ? place : this.sites[place]];
  }

  /** Number of remembered links to the URL: their sources and groups start at `place * MOST_IN_LINKS`. */
  inLinks(place: number): number {
    return Math.min(this.parents[place], MOST_IN_LINKS);
  }

  /** The group of a remembered link. */
  groupAt(place: number, inLink: number): number {
    const high = (this.groupsHigh[place] >>> (inLink * HIGH_BITS)) & HIGH_MASK;
    return (high << LOW_BITS) | this.groupsLow[place * MOST_IN_LINKS + inLink];
  }

  /** A view, valid until the table changes. */
  wordsAt(place: number): Uint16Array {
    return this.words.subarray(place * MOST_WORDS, place * MOST_WORDS + this.wordCounts[place]);
  }

  remove(place: number): void {
    this.placeOfUrl[this.urlNos[place]] = 0;
    this.flags[place] = 0;
    this.orders[place] = this.firstFree;
    this.firstFree = place;
    this.held--;
  }

  get bytes(): number {
    return (
      this.placeOfUrl.byteLength +
      this.domains.byteLength +
      this.groupsLow.byteLength +
      this.groupsHigh.byteLength +
      COLUMNS.reduce((sum, [name]) => sum + this[name].byteLength, 0)
    );
  }

  save(): Snapshot {
    return {
      held: this.held,
      nextOrder: this.nextOrder,
      firstFree: this.firstFree,
      used: this.used,
      domainCount: this.domainCount,
      domains: this.domains.subarray(0, this.domainCount),
      groups: this.allGroups(),
      ...Object.fromEntries(COLUMNS.map(([name, width]) => [name, this[name].subarray(0, this.used * width)])),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.used = from.integer('used');
    this.held = from.integer('held');
    this.nextOrder = from.integer('nextOrder');
    this.firstFree = from.integer('firstFree');
    const need = (width: number) => ({ length: this.used * width });
    this.urlNos = from.uint32('urlNos', need(1)).slice();
    this.values = from.float32('values', need(1)).slice();
    this.orders = from.uint32('orders', need(1)).slice();
    this.sites = from.uint32('sites', need(1)).slice();
    this.domainCount = from.integer('domainCount');
    this.domains = from.uint32('domains', { length: this.domainCount }).slice();
    this.folders = from.uint32('folders', need(1)).slice();
    this.twinKeys = from.uint32('twinKeys', need(1)).slice();
    this.flags = from.uint8('flags', need(1)).slice();
    this.anchorScores = from.uint8('anchorScores', need(1)).slice();
    this.contextScores = from.uint8('contextScores', need(1)).slice();
    this.urlScores = from.uint8('urlScores', need(1)).slice();
    this.depths = from.uint8('depths', need(1)).slice();
    this.alikes = from.uint8('alikes', need(1)).slice();
    this.parents = from.uint8('parents', need(1)).slice();
    this.wordCounts = from.uint8('wordCounts', need(1)).slice();
    this.sources = from.int32('sources', need(MOST_IN_LINKS)).slice();
    this.readGroups(from.uint32('groups', need(MOST_IN_LINKS)));
    this.words = from.uint16('words', need(MOST_WORDS)).slice();
    this.findPlaces();
  }

  /** The group of a link that has none yet. */
  private setGroup(place: number, inLink: number, group: number): void {
    this.groupsLow[place * MOST_IN_LINKS + inLink] = group;
    this.groupsHigh[place] |= (group >>> LOW_BITS) << (inLink * HIGH_BITS);
  }

  /** The groups of all places, as they are saved. */
  private allGroups(): Uint32Array {
    const groups = new Uint32Array(this.used * MOST_IN_LINKS);
    for (let place = 0, at = 0; place < this.used; place++)
      for (let inLink = 0; inLink < MOST_IN_LINKS; inLink++) groups[at++] = this.groupAt(place, inLink);
    return groups;
  }

  private readGroups(groups: Uint32Array): void {
    this.groupsLow = new Uint16Array(this.used * MOST_IN_LINKS);
    this.groupsHigh = new Uint8Array(this.used);
    for (let place = 0, at = 0; place < this.used; place++)
      for (let inLink = 0; inLink < MOST_IN_LINKS; inLink++) this.setGroup(place, inLink, groups[at++]);
  }

  private findPlaces(): void {
    let most = 0;
    for (let place = 0; place < this.used; place++)
      if (this.isHeld(place)) most = Math.max(most, this.urlNos[place] + 1);
    this.placeOfUrl = new Uint32Array(most);
    for (let place = 0; place < this.used; place++)
      if (this.isHeld(place)) this.placeOfUrl[this.urlNos[place]] = place + 1;
  }

  private newPlace(): number {
    if (this.firstFree !== NO_PLACE) {
      const place = this.firstFree;
      this.firstFree = this.orders[place];
      return place;
    }
    const place = this.used++;
    if (this.used > this.urlNos.length) this.enlarge();
    return place;
  }

  private enlarge(): void {
    this.urlNos = withLittleRoom(this.urlNos, this.used);
    const places = this.urlNos.length;
    this.values = withLength(this.values, places);
    this.orders = withLength(this.orders, places);
    this.sites = withLength(this.sites, places);
    this.folders = withLength(this.folders, places);
    this.twinKeys = withLength(this.twinKeys, places);
    this.flags = withLength(this.flags, places);
    this.anchorScores = withLength(this.anchorScores, places);
    this.contextScores = withLength(this.contextScores, places);
    this.urlScores = withLength(this.urlScores, places);
    this.depths = withLength(this.depths, places);
    this.alikes = withLength(this.alikes, places);
    this.parents = withLength(this.parents, places);
    this.wordCounts = withLength(this.wordCounts, places);
    this.sources = withLength(this.sources, places * MOST_IN_LINKS);
    this.groupsLow = withLength(this.groupsLow, places * MOST_IN_LINKS);
    this.groupsHigh = withLength(this.groupsHigh, places);
    this.words = withLength(this.words, places * MOST_WORDS);
  }
}

/** The columns of a place in a snapshot besides its domain, with their widths. */
const COLUMNS = [
  ['urlNos', 1],
  ['values', 1],
  ['orders', 1],
  ['sites', 1],
  ['folders', 1],
  ['twinKeys', 1],
  ['flags', 1],
  ['anchorScores', 1],
  ['contextScores', 1],
  ['urlScores', 1],
  ['depths', 1],
  ['alikes', 1],
  ['parents', 1],
  ['wordCounts', 1],
  ['sources', MOST_IN_LINKS],
  ['words', MOST_WORDS],
] as const;
