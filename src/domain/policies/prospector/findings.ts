import { withRoom } from '../../base/growable.js';
import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { Evidence, type Finding } from './evidence.js';
import { Answers } from './answers.js';
import { Sites } from './sites.js';
import { hashFolder, hashPair } from './hashing.js';

/**
 * Groups and folders are identified by this many bits of a hash: this bounds their number, and rare collisions matter
 * little.
 */
export const GROUP_BITS = 18;
const GROUPS = 2 ** GROUP_BITS;
const inGroups = (hash: number): number => hash >>> (32 - GROUP_BITS);

/** The group of a link: links at the same tag path on pages of the same host. */
export const groupOf = (hostNo: number, tagPathNo: number): number => inGroups(hashPair(hostNo, tagPathNo));
/** The folder of a URL: everything up to the last slash of its path. */
export function folderOf(url: string): number {
  return inGroups(hashFolder(url));
}

/** Means over the session's pages so far. The initial guesses are soon outweighed. */
class Means {
  pages = 0;
  credits = 0;
  hubs = 0.2;
  hubPages = 2;
  scores = -1;
  scorePages = 1;

  /** Mean credit of pages. */
  get base(): number {
    return (this.credits + 0.5) / (this.pages + 5);
  }
  get hubBase(): number {
    return this.hubs / this.hubPages;
  }

  addReward(credit: number): void {
    this.pages++;
    this.credits += credit;
  }

  addHub(hub: number): void {
    this.hubs += hub;
    this.hubPages++;
  }

  /** @returns the score minus the mean of the earlier pages */
  addScore(score: number): number {
    const above = score - this.scores / this.scorePages;
    this.scores += score;
    this.scorePages++;
    return above;
  }
}
const MEANS = ['pages', 'credits', 'hubs', 'hubPages', 'scores', 'scorePages'] as const;

/** The page, groups, folder, site and host of a followed link, to which its result is added. */
export interface Followed {
  readonly sources: readonly number[];
  readonly groups: readonly number[];
  readonly folder: number;
}

/** The findings so far, by page, group, folder, site and host. */
export class Findings {
  readonly means = new Means();
  readonly siteNos = new Sites();
  readonly answers = new Answers();
  /** Results of a page's followed links, by step. */
  readonly links = new Evidence();
  readonly groups = new Evidence();
  readonly folders = new Evidence();
  readonly sites = new Evidence();
  /** Results of all sites of a host. */
  readonly hosts = new Evidence();
  private scores = new Float32Array(0);
  private siteOf = new Uint32Array(0);

  addPage(step: number, siteNo: number, score: number): void {
    this.scores = withRoom(this.scores, step + 1);
    this.siteOf = withRoom(this.siteOf, step + 1);
    this.scores[step] = score;
    this.siteOf[step] = siteNo;
  }

  pageScore(step: number): number {
    return this.scores[step] ?? 0;
  }

  /** The site of the page of a step. */
  siteAt(step: number): number {
    return this.siteOf[step] ?? 0;
  }

  /** Adds the result of a page; for links that the policy valued, also to what they belong to. */
  add(finding: Finding, siteNo: number, hostNo: number, followed: Followed | null): void {
    this.sites.add(siteNo, finding);
    this.hosts.add(hostNo, finding);
    if (followed === null) return;
    for (const source of new Set(followed.sources)) if (source >= 0) this.links.add(source, finding);
    for (const group of new Set(followed.groups)) this.groups.add(group, finding);
    this.folders.add(followed.folder, finding);
  }

  save(): Snapshot {
    return {
      siteNos: this.siteNos.save(),
      answers: this.answers.save(),
      means: Float64Array.from(MEANS, (name) => this.means[name]),
      links: this.links.save(),
      groups: this.groups.save(),
      folders: this.folders.save(),
      sites: this.sites.save(),
      hosts: this.hosts.save(),
      pages: this.scores.length,
      scores: this.scores,
      siteOf: this.siteOf,
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.siteNos.restore(from.child('siteNos'));
    this.answers.restore(from.child('answers'));
    const means = from.float64('means', { length: MEANS.length });
    MEANS.forEach((name, i) => (this.means[name] = means[i]));
    const pages = from.integer('pages');
    this.scores = from.float32('scores', { length: pages }).slice();
    this.siteOf = from.uint32('siteOf', { length: pages }).slice();
    this.links.restore(from.child('links'), Math.max(1, pages));
    this.groups.restore(from.child('groups'), GROUPS);
    this.folders.restore(from.child('folders'), GROUPS);
    this.sites.restore(from.child('sites'));
    this.hosts.restore(from.child('hosts'));
  }
}
