import { withRoom } from '../base/growable.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { isSham, type ShamPage } from '../fetching/index.js';
import { tellingText, type PageLink } from '../page/index.js';
import { hammingDistance } from '../text/index.js';
import { fromHex, hashUrl, hostOf, pathOf, type Hash64 } from '../url/index.js';
import { isLoginUrl } from './page-sign.js';
import type { StepFacts } from './step.js';

/** What is kept of a host: of its last page that was none of these, and of its last redirect. 0 where there is none. */
enum Trace {
  /** Of the requested URL, without its query. */
  Path,
  /** Content hash. */
  TextLow,
  TextHigh,
  SimhashLow,
  SimhashHigh,
  /** Of the links in its main part that lead to other paths. */
  List,
  /** Of all its links, without their queries. */
  Links,
  /** Pages after it, in a row, that were like it. */
  Repeats,
  /** Where the last redirect ended. */
  Target,
  /** Redirects in a row that ended there. */
  Led,
  Fields,
}

/** Pages like an earlier one that pass as pages: two may be one page with two addresses. */
const PASSING = 1;
/** Redirects from different URLs to one login page, and to one page of another kind, from which on they count as such. */
const LED_TO_LOGIN = 2;
const LED_TO_ONE_PAGE = 3;
/** Links to other paths that make a list, and links to its own path that a list has under other queries. */
const LEAST_LIST = 5;
const LEAST_FACETS = 2;
/** Share of the text that is the anchors of the list, at least: pages with the same menu differ in what is no menu. */
const LIST_SHARE = 0.5;
/** Bits in which the simhashes of two pages with the same list may differ: the names of facets, the order of some entries. */
const LIST_DISTANCE = 10;
/** Links looked at: lists that are the same are the same at their beginning. */
const MOST_LINKS = 256;
const MARKUP = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

const NONE: Hash64 = { lo: 0, hi: 0 };
const isNone = ({ lo, hi }: Hash64): boolean => lo === 0 && hi === 0;
const isSame = (a: Hash64, b: Hash64): boolean => a.lo === b.lo && a.hi === b.hi;
const hashOf = (hex: string | null): Hash64 => (hex === null ? NONE : fromHex(hex));
const shortHash = (text: string): number => hashUrl(text).lo;

const withoutQuery = (url: string): string => url.split('?', 1)[0] ?? url;
/** The path of a URL without its query and the slash at its end. */
const barePath = (url: string): string => withoutQuery(pathOf(url)).replace(/\/$/, '');

/** A hash of texts that does not depend on their order. */
function hashOfAll(texts: Iterable<string>): number {
  let sum = 0;
  for (const text of texts) sum = (sum + shortHash(text)) >>> 0;
  return sum;
}

/** The list that a page shows: the links of its main part to other paths than its own, each once, with their anchors. Null where it shows none. */
function listOf(links: readonly PageLink[], path: string): ReadonlyMap<string, string> | null {
  const list = new Map<string, string>();
  let facets = 0;
  for (const { url, place, anchor } of links.slice(0, MOST_LINKS)) {
    if (barePath(url) === path) facets++;
    else if (place === 'main' && (list.get(url) ?? '') === '') list.set(url, anchor);
  }
  return list.size >= LEAST_LIST && facets >= LEAST_FACETS ? list : null;
}

/** A page as it is compared with the one before it. */
interface Compared {
  readonly path: number;
  readonly text: Hash64;
  readonly simhash: Hash64;
  readonly list: number;
  readonly links: number;
}

/**
 * Tells answers that stand in place of pages: login pages behind redirects, soft 404s, the same list under ever new queries. Each page is compared with the
 * last ordinary one of its host.
 *
 * A log has no texts where none are read, and none of the pages told here. So what is remembered is made from facts that every log has, and from ordinary pages
 * and redirects alone. The texts only decide whether a page that might be one is: in a replay without texts those that were told come as such, and no others
 * are told. 44 bytes a host.
 */
export class ShamPages {
  private readonly rowOf = new Map<number, number>();
  private traces = new Uint32Array(0);

  /**
   * What the end of a fetch is besides a page; null for a page, and for all that has told how it ended.
   *
   * @param hostNo of the requested URL
   * @param finalHostNo of the page where redirects ended
   * @param isTaken whether the session takes the page, if it is one
   */
  tell(hostNo: number, finalHostNo: number, facts: StepFacts, isTaken: boolean): ShamPage | null {
    const told = isSham(facts.outcome) ? facts.outcome : null;
    if (facts.page === null && told === null) return null;
    const behindRedirect = this.redirected(hostNo, facts);
    return told ?? behindRedirect ?? (isTaken ? this.compared(finalHostNo, facts) : null);
  }

  save(): Snapshot {
    return {
      hosts: Uint32Array.from(this.rowOf.keys()),
      traces: this.traces.slice(0, this.rowOf.size * Trace.Fields),
    };
  }

  restore(source: SnapshotSource): void {
    const from = SnapshotReader.of(source);
    const hosts = from.uint32('hosts');
    this.traces = from.uint32('traces', { length: hosts.length * Trace.Fields }).slice();
    this.rowOf.clear();
    for (const [row, hostNo] of hosts.entries()) this.rowOf.set(hostNo, row);
  }

  /** Notes where a redirect led, and tells whether others of the host led there before. */
  private redirected(hostNo: number, { redirects, finalUrl, page, sign }: StepFacts): ShamPage | null {
    const [requested] = redirects;
    // To another spelling of the same address.
    if (requested === undefined || barePath(requested) === barePath(finalUrl)) return null;
    const isLogin = isLoginUrl(finalUrl);
    const target = shortHash(isLogin ? `${hostOf(finalUrl)}${barePath(finalUrl)}` : finalUrl);
    const at = this.at(hostNo);
    const led = this.traces[at + Trace.Target] === target ? this.traces[at + Trace.Led] + 1 : 1;
    this.traces[at + Trace.Target] = target;
    this.traces[at + Trace.Led] = led;
    if (page === null) return null;
    if (isLogin) return sign === 'login' || led >= LED_TO_LOGIN ? 'login' : null;
    return led >= LED_TO_ONE_PAGE ? 'soft-404' : null;
  }

  /** Compares a page with the last one of its host, in whose place it comes where it is not like it. */
  private compared(hostNo: number, facts: StepFacts): ShamPage | null {
    const { redirects, finalUrl, httpStatus, contentType, sign, page } = facts;
    if (httpStatus !== 200 || page === null || !MARKUP.test(contentType ?? '')) return null;
    const requested = redirects[0] ?? finalUrl;
    const list = requested.includes('?') ? listOf(facts.links, barePath(requested)) : null;
    const now: Compared = {
      path: shortHash(barePath(requested)),
      text: hashOf(facts.contentHash),
      simhash: hashOf(facts.simhash),
      list: list === null ? 0 : hashOfAll(list.keys()),
      links: hashOfAll(facts.links.slice(0, MOST_LINKS).map(({ url }) => withoutQuery(url))),
    };
    const before = this.before(hostNo);
    const hasSamePath = before?.path === now.path;
    const hasSameText = before !== null && !isNone(now.text) && isSame(before.text, now.text);
    const hasSameList =
      before !== null &&
      hasSamePath &&
      list !== null &&
      before.list === now.list &&
      isNear(before.simhash, now.simhash);
    const saysNotFound = sign === 'not-found' && before !== null;
    if (saysNotFound && (hasSameText || before.links === now.links)) return 'soft-404';
    if (!hasSameText && !hasSameList) {
      this.keep(hostNo, now);
      return null;
    }
    const at = this.at(hostNo);
    const isCertain = this.traces[at + Trace.Repeats] >= PASSING;
    if (isCertain && hasSameText) return hasSamePath ? 'same-list' : 'soft-404';
    const text = tellingText(page).length;
    const anchors = list === null ? 0 : [...list.values()].reduce((sum, anchor) => sum + anchor.length, 0);
    if (isCertain && text > 0 && anchors >= text * LIST_SHARE) return 'same-list';
    this.traces[at + Trace.Repeats]++;
    return null;
  }

  /** The last ordinary page of a host; null when there is none. */
  private before(hostNo: number): Compared | null {
    const row = this.rowOf.get(hostNo);
    if (row === undefined) return null;
    const at = row * Trace.Fields;
    const { traces } = this;
    if (traces[at + Trace.Path] === 0) return null;
    return {
      path: traces[at + Trace.Path],
      text: { lo: traces[at + Trace.TextLow], hi: traces[at + Trace.TextHigh] },
      simhash: { lo: traces[at + Trace.SimhashLow], hi: traces[at + Trace.SimhashHigh] },
      list: traces[at + Trace.List],
      links: traces[at + Trace.Links],
    };
  }

  private keep(hostNo: number, { path, text, simhash, list, links }: Compared): void {
    const at = this.at(hostNo);
    this.traces.set([path, text.lo, text.hi, simhash.lo, simhash.hi, list, links, 0], at);
  }

  /** Where the trace of a host begins; an empty one where there was none. */
  private at(hostNo: number): number {
    const row = this.rowOf.get(hostNo) ?? this.rowOf.size;
    this.rowOf.set(hostNo, row);
    this.traces = withRoom(this.traces, (row + 1) * Trace.Fields);
    return row * Trace.Fields;
  }
}

const isNear = (a: Hash64, b: Hash64): boolean => !isNone(a) && !isNone(b) && hammingDistance(a, b) <= LIST_DISTANCE;
