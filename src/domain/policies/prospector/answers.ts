import type { Snapshot } from '../../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../../base/snapshot-reader.js';
import { HashTable } from '../../frontier/hash-table.js';
import { hashUrl } from '../../url/index.js';
import { Evidence, type Finding } from './evidence.js';

/** The share of fetches that bring a page, before anything is known, and for how many fetches of a site and of a folder what is expected counts. */
const USUAL_SHARE = 0.9;
const SITE_WEIGHT = 2;
/** From this share on, failures count for nothing: while little is found, values differ by less. */
const TOLERATED = 0.7;
const tolerated = (share: number): number => Math.min(1, share / TOLERATED);
const FOLDER_WEIGHT = 2;

const NOTHING: Finding = { credit: 0, residual: 0, score: 0, hub: 0 };
const PAGE: Finding = { ...NOTHING, credit: 1 };

const SCHEME = /^[a-z]+:\/\/(?:www\.)?/;
const INDEX = /\/(?:(?:index|default)(?:\.[a-z]{3,5})?)?$/;

/** A URL without the parts by which addresses of one page differ: scheme, `www.`, the name of an index file, the slash at the end. */
const withoutTwins = (url: string): string => url.replace(SCHEME, '').replace(INDEX, '');

/**
 * The chance that a fetch brings a page at all, and none that failed, was refused, or was known before: by site, by folder, and by site for twins of pages that are
 * known: some sites redirect them, on others they are pages of their own. Failures say nothing of what a site is about.
 *
 * 40 bytes a site and a folder that was fetched from, some 15 a page.
 */
export class Answers {
  private readonly sites = new Evidence();
  private readonly folders = new Evidence();
  private readonly pages = new HashTable();
  /** By site. */
  private readonly twins = new Evidence();

  /** Fetches of a site. */
  fetched(siteNo: number): number {
    return this.sites.count(siteNo);
  }

  /** The chance that a fetch of a site brings a page. */
  private ofSite(siteNo: number): number {
    return this.sites.mean(siteNo, 'credit', SITE_WEIGHT, USUAL_SHARE);
  }

  /** What the chance of a site leaves of its values, at most 1. */
  left(siteNo: number): number {
    return tolerated(this.ofSite(siteNo));
  }

  /** The chance of a link over that of its site, at most 1: answers are no reason to prefer a folder to what nobody has tried. @param isTwin whether the page is likely known by another address */
  ofLink(siteNo: number, folder: number, isTwin: boolean): number {
    const ofSite = this.ofSite(siteNo);
    const ofFolder = tolerated(this.folders.mean(folder, 'credit', FOLDER_WEIGHT, ofSite) / ofSite);
    return isTwin ? ofFolder * tolerated(this.twins.mean(siteNo, 'credit', SITE_WEIGHT, USUAL_SHARE)) : ofFolder;
  }

  /** Whether a page was fetched whose URL differs only in scheme, `www.`, index file or slash at the end. */
  isTwin(url: string): boolean {
    const { lo, hi } = hashUrl(withoutTwins(url));
    return this.pages.find(lo, hi) >= 0;
  }

  /** Takes in what a fetch came to. @param folder null of seeds @param url where redirects ended */
  add(
    siteNo: number,
    folder: number | null,
    isTwin: boolean,
    { ok, url }: { readonly ok: boolean; readonly url: string },
  ): void {
    if (isTwin) this.twins.add(siteNo, ok ? PAGE : NOTHING);
    // Who leads to a page that is known has answered.
    const answered = ok || this.isTwin(url) ? PAGE : NOTHING;
    this.sites.add(siteNo, answered);
    if (folder !== null) this.folders.add(folder, answered);
    if (!ok) return;
    const { lo, hi } = hashUrl(withoutTwins(url));
    if (this.pages.find(lo, hi) < 0) this.pages.add(lo, hi);
  }

  save(): Snapshot {
    return {
      sites: this.sites.save(),
      folders: this.folders.save(),
      pages: this.pages.save(),
      twins: this.twins.save(),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    this.sites.restore(from.child('sites'));
    this.folders.restore(from.child('folders'));
    this.pages.restore(from.child('pages'));
    this.twins.restore(from.child('twins'));
  }
}
