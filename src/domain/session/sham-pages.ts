import { withRoom } from '../base/growable.js';
import type { Snapshot } from '../base/snapshot.js';
import { SnapshotReader, type SnapshotSource } from '../base/snapshot-reader.js';
import { isSham, type ShamPage } from '../fetching/index.js';
import { tellingText, type PageLink } from '../page/index.js';
import { hammingDistance } from '../text/index.js';
import { fromHex, hashUrl, hostOf, pathOf, type Hash64 } from '../url/index.js';
import { isLoginUrl } from './page-sign.js';
import type { StepFacts } from './step.js';

/** The stored facts about a host: its last ordinary page, and its last redirect. 0 if there is none. */
enum Trace {
  /** Path of the requested URL, without its query. */
  Path,
  /** Content hash. */
  TextLow,
  TextHigh,
  SimhashLow,
  SimhashHigh,
  /** Links in its main part to other paths. */
  List,
  /** All its links, without their queries. */
  Links,
  /** Consecutive similar pages after it. */
  Repeats,
  /** Target of the last redirect. */
  Target,
  /** Consecutive redirects to it. */
  Led,
  Fields,
}

/** Similar pages that still count as pages: two may be one page with two URLs. */
const PASSING = 1;
/**
 * Number of redirects from different URLs to one login page from which on they count as such; the next constant is for
 * other pages.
 */
const LED_TO_LOGIN = 2;
const LED_TO_ONE_PAGE = 3;
/** Minimum links to other paths that form a list; also the minimum links to a list's own path with other queries. */
const LEAST_LIST = 5;
const LEAST_FACETS = 2;
/** Minimum share of the list's anchors in the text: pages with the same menu differ in the rest. */
const LIST_SHARE = 0.5;
/**
 * Largest distance of the simhashes of two pages with the same list, bits: the names of facets, the order of some
 * entries.
 */
const LIST_DISTANCE = 10;
/** Most links examined: equal lists have equal beginnings. */
const MOST_LINKS = 256;
const MARKUP = /^\s*(?:text\/html|application\/xhtml\+xml)\b/i;

const NONE: Hash64 = { lo: 0, hi: 0 };
const isNone = ({ lo, hi }: Hash64): boolean => lo === 0 && hi === 0;
const isSame = (a: Hash64, b: Hash64): boolean => a.lo === b.lo && a.hi === b.hi;
const hashOf = (hex: string | null): Hash64 => (hex === null ? NONE : fromHex(hex));
const shortHash = (text: string): number => hashUrl(text).lo;

const withoutQuery = (url: string): string => {
  const query = url.indexOf('?');
  return query < 0 ? url : url.slice(0, query);
};
/** The path of a URL without its query and trailing slash. */
const barePath = (url: string): string => withoutQuery(pathOf(url)).replace(/\/$/, '');

/** A hash of texts independent of their order. */
function hashOfAll(texts: Iterable<string>): number {
  let sum = 0;
  for (const text of texts) sum = (sum + shortHash(text)) >>> 0;
  return sum;
}

/** The list on a page: the distinct links of its main part to other paths, with their anchors. Null if it has none. */
function listOf(links: readonly PageLink[], path: string): ReadonlyMap<string, string> | null {
  const list = new Map<string, string>();
  let facets = 0;
  for (const { url, place, anchor } of links.slice(0, MOST_LINKS)) {
    if (barePath(url) === path) facets++;
    else if (place === 'main' && (list.get(url) ?? '') === '') list.set(url, anchor);
  }
  return list.size >= LEAST_LIST && facets >= LEAST_FACETS ? list : null;
}

/** A page in the form in which it is compared with the previous one. */
interface Compared {
  readonly path: number;
  readonly text: Hash64;
  readonly simhash: Hash64;
  readonly list: number;
  readonly links: number;
}

/**
 * Recognises responses in place of pages: login pages behind redirects, soft 404s, the same list under ever new
 * queries. Each page is compared with the last ordinary one of its host.
 *
 * A log may lack the texts of pages, and lacks sham pages. So the stored facts come only from facts that every log has,
 * of ordinary pages and redirects. Texts only decide whether a suspected page is a sham: in a replay without texts the
 * logged shams come as such, and no others are recognised. 44 bytes per host.
 */
export class ShamPages {
  private readonly rowOf = new Map<number, number>();
  private traces = new Uint32Array(0);

  /**
   * The outcome of a fetch if it is a sham; null for a page, and for all other outcomes.
   *
   * @param hostNo of the requested URL
   * @param finalHostNo of the final URL
   * @param isTaken whether the session takes the page, if it is one
   */
  tell(hostNo: number, finalHostNo: number, facts: StepFacts, isTaken: boolean): ShamPage | null {
    const known = isSham(facts.outcome) ? facts.outcome : null;
    if (facts.page === null && known === null) return null;
    const behindRedirect = this.redirected(hostNo, facts);
    return known ?? behindRedirect ?? (isTaken ? this.compared(finalHostNo, facts) : null);
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

  /** Records the target of a redirect, and returns whether others of the host led there before. */
  private redirected(hostNo: number, { redirects, finalUrl, page, sign }: StepFacts): ShamPage | null {
    const [requested] = redirects;
    // A redirect to another spelling of the same URL.
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

  /** Compares a page with the last one of its host, and replaces that if they differ. */
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

  /** The last ordinary page of a host; null if there is none. */
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

  /** Start of a host's trace; creates an empty one if there is none. */
  private at(hostNo: number): number {
    const row = this.rowOf.get(hostNo) ?? this.rowOf.size;
    this.rowOf.set(hostNo, row);
    this.traces = withRoom(this.traces, (row + 1) * Trace.Fields);
    return row * Trace.Fields;
  }
}

const isNear = (a: Hash64, b: Hash64): boolean => !isNone(a) && !isNone(b) && hammingDistance(a, b) <= LIST_DISTANCE;
