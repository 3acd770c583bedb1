import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { HashTable } from '../../frontier/hash-table.js';
import { hashUrl } from '../../url/index.js';
import { Evidence, Field, type Finding } from './evidence.js';

/** Prior share of fetches that bring a page, and its weight in fetches of a site and of a folder. */
const USUAL_SHARE = 0.9;
const SITE_WEIGHT = 2;
/** From this share on, failures are ignored: while little is found, values differ by less. */
const TOLERATED = 0.7;
const tolerated = (share: number): number => Math.min(1, share / TOLERATED);
const FOLDER_WEIGHT = 2;

const NOTHING: Finding = { credit: 0, residual: 0, score: 0, hub: 0 };
const PAGE: Finding = { ...NOTHING, credit: 1 };

const SCHEME = /^[a-z]+:\/\/(?:www\.)?/;
const [HTTP, HTTPS, WWW] = ['http://'.length, 'https://'.length, 'www.'.length];
const INDEX = /\/(?:(?:index|default)(?:\.[a-z]{3,5})?)?$/;

/**
 * A URL without the parts in which URLs of one page differ: scheme, `www.`, the name of an index file, the trailing
 * slash.
 */
function withoutTwins(url: string): string {
  const start = startOf(url);
  const slash = url.lastIndexOf('/');
  if (slash < start) return url.slice(start);
  const mayBeIndex = url.startsWith('index', slash + 1) || url.startsWith('default', slash + 1);
  if (slash === url.length - 1 || (mayBeIndex && INDEX.test(url))) return url.slice(start, slash);
  return url.slice(start);
}

/** A 32-bit number of a URL, equal for its twins. */
export const twinKeyOf = (url: string): number => hashUrl(withoutTwins(url)).lo;

/** The end of the scheme and of `www.`. */
function startOf(url: string): number {
  let start = url.startsWith('http://') ? HTTP : url.startsWith('https://') ? HTTPS : -1;
  if (start === -1) return SCHEME.exec(url)?.[0].length ?? 0;
  if (url.startsWith('www.', start)) start += WWW;
  return start;
}

/**
 * The probability that a fetch brings a page that is new, neither failed nor refused: by site, by folder, and by site,
 * host and session for twins of known pages, which some servers redirect and others serve as separate pages. Failures
 * say nothing about a site's subject.
 *
 * 40 bytes per fetched site and folder, 20 per host with twins, some 15 per page.
 */
export class Answers {
  private readonly sites = new Evidence();
  private readonly folders = new Evidence();
  /** By twin key. */
  private readonly pages = new HashTable();
  /** Results of twins by site, by host, and of the session. */
  private readonly twins = new Evidence();
  private readonly hostTwins = new Evidence();
  private readonly allTwins = { fetched: 0, answered: 0 };

  /** Number of fetches of a site. */
  fetched(siteNo: number): number {
    return this.sites.count(siteNo);
  }

  /** The probability that a fetch of a site brings a page. */
  private ofSite(siteNo: number): number {
    return this.sites.mean(siteNo, Field.Credit, SITE_WEIGHT, USUAL_SHARE);
  }

  /** The factor for a site's values, at most 1. */
  left(siteNo: number): number {
    return tolerated(this.ofSite(siteNo));
  }

  /**
   * A link's probability relative to its site's, at most 1: answers are no reason to prefer a folder to untried links.
   * @param isTwin whether the page is probably known under another URL
   */
  ofLink(siteNo: number, hostNo: number, folder: number, isTwin: boolean): number {
    const ofSite = this.ofSite(siteNo);
    const ofFolder = tolerated(this.folders.mean(folder, Field.Credit, FOLDER_WEIGHT, ofSite) / ofSite);
    return isTwin ? ofFolder * this.ofTwin(siteNo, hostNo) : ofFolder;
  }

  /** The factor for twins of known pages, at most 1. */
  ofTwin(siteNo: number, hostNo: number): number {
    const { fetched, answered } = this.allTwins;
    const ofAll = (answered + SITE_WEIGHT * USUAL_SHARE) / (fetched + SITE_WEIGHT);
    const ofHost = this.hostTwins.mean(hostNo, Field.Credit, SITE_WEIGHT, ofAll);
    return tolerated(this.twins.mean(siteNo, Field.Credit, SITE_WEIGHT, ofHost));
  }

  /** Whether a page was fetched whose URL differs only in scheme, `www.`, index file or trailing slash. */
  isTwin(twinKey: number): boolean {
    return this.pages.find(twinKey, 0) >= 0;
  }

  /** Adds the result of a fetch. @param folder null for seeds @param url final URL after redirects */
  add(
    siteNo: number,
    hostNo: number,
    folder: number | null,
    isTwin: boolean,
    { ok, url }: { readonly ok: boolean; readonly url: string },
  ): void {
    const twinKey = twinKeyOf(url);
    if (isTwin) {
      this.twins.add(siteNo, ok ? PAGE : NOTHING);
      this.hostTwins.add(hostNo, ok ? PAGE : NOTHING);
      this.allTwins.fetched++;
      if (ok) this.allTwins.answered++;
    }
    // A redirect to a known page counts as an answer.
    const answered = ok || this.isTwin(twinKey) ? PAGE : NOTHING;
    this.sites.add(siteNo, answered);
    if (folder !== null) this.folders.add(folder, answered);
    if (ok && !this.isTwin(twinKey)) this.pages.add(twinKey, 0);
  }

  save(): Snapshot {
    return {
      sites: this.sites.save(),
      folders: this.folders.save(),
      pages: this.pages.save(),
      twins: this.twins.save(),
      hostTwins: this.hostTwins.save(),
      allTwins: { ...this.allTwins },
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.sites.restore(from.child('sites'));
    this.folders.restore(from.child('folders'));
    this.pages.restore(from.child('pages'));
    this.twins.restore(from.child('twins'));
    this.hostTwins.restore(from.child('hostTwins'));
    const all = from.child('allTwins');
    this.allTwins.fetched = all.integer('fetched');
    this.allTwins.answered = all.integer('answered');
  }
}
