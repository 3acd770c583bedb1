import { NO_SOURCE, NO_TAG_PATH, type Candidate, type KnownLink } from '../frontier/frontier-view.js';
import { UrlFlag } from '../frontier/url-table.js';
import type { PageLink } from '../page/parsed-page.js';
import type { CrawlState, SeenUrl } from './crawl-state.js';
import type { NewDomain, NewTagPath, NewUrl, StoredLink } from './step.js';

/** Links that are admitted in one go: some two milliseconds. */
const LINKS_OF_A_PIECE = 256;

/** Collects what a step adds to the tables. */
export class Additions {
  readonly urls: NewUrl[] = [];
  readonly domains: NewDomain[] = [];
  readonly tagPaths: NewTagPath[] = [];

  take(seen: SeenUrl): SeenUrl {
    if (seen.added) this.urls.push(seen.added);
    if (seen.addedDomain) this.domains.push(seen.addedDomain);
    return seen;
  }
}

/** A candidate of which nothing but the address is known. */
export const bareCandidate = (link: PageLink, urlNo: number, source = NO_SOURCE): Candidate => ({
  ...link,
  urlNo,
  source,
  tagPathNo: NO_TAG_PATH,
  alike: 1,
  fromRelevant: false,
});

/** A link of a page as a policy sees it. */
export const candidateOf = (
  { link, urlNo, tagPathNo, alike }: StoredLink,
  source: number,
  fromRelevant: boolean,
): Candidate => ({
  // Written out: there are some fifty a page, and a spread takes ten times as long.
  url: link.url,
  anchor: link.anchor,
  before: link.before,
  after: link.after,
  heading: link.heading,
  place: link.place,
  tagPath: link.tagPath,
  nofollow: link.nofollow,
  position: link.position,
  urlNo,
  source,
  tagPathNo,
  alike,
  fromRelevant,
});

/** What a page offers a policy. */
export interface Offered {
  readonly candidates: readonly Candidate[];
  readonly known: readonly KnownLink[];
}
export const NOTHING: Offered = { candidates: [], known: [] };

/** The page that links stand on, or the one that led to the sitemap that lists them. */
interface LinkingPage {
  readonly step: number;
  /** Of what it links to. */
  readonly depth: number;
  readonly relevant: boolean;
}

/** Numbers the links of a page, and sorts those that a policy may follow from those that lead where the crawl has been. */
export function* admitLinks(
  state: CrawlState,
  links: readonly PageLink[],
  page: LinkingPage,
  additions: Additions,
  stored: StoredLink[],
): Generator<void, Offered> {
  const candidates: Candidate[] = [];
  const known: KnownLink[] = [];
  const seen = new Set<number>();
  const tooDeep = page.depth > (state.config.scope.maxDepth ?? Number.POSITIVE_INFINITY);
  const alike = yield* tagPathShares(state, links, additions);
  for (const link of links) {
    const { urlNo, inScope } = additions.take(state.learnUrl(link.url, true));
    const tagPathNo = state.tagPaths.find(link.tagPath) ?? NO_TAG_PATH;
    const one: StoredLink = { urlNo, tagPathNo, alike: alike.get(tagPathNo) ?? 1, link };
    stored.push(one);
    if (stored.length % LINKS_OF_A_PIECE === 0) yield;
    if (!inScope || tooDeep || (link.nofollow && !state.config.followNofollow)) continue;
    if (seen.has(urlNo)) continue;
    seen.add(urlNo);
    state.parentTable?.add(urlNo, page.step);
    if (state.urls.has(urlNo, UrlFlag.Selected)) known.push({ urlNo, step: state.urls.stepOf(urlNo), tagPathNo });
    else candidates.push(candidateOf(one, page.step, page.relevant));
  }
  return { candidates, known };
}

/** The share of each tag path in the links of a page. Links whose place is not known are like no others. */
function* tagPathShares(
  state: CrawlState,
  links: readonly PageLink[],
  additions: Additions,
): Generator<void, ReadonlyMap<number, number>> {
  const shares = new Map<number, number>();
  for (let i = 0; i < links.length; i++) {
    if (i % LINKS_OF_A_PIECE === LINKS_OF_A_PIECE - 1) yield;
    const { tagPathNo, added } = state.learnTagPath(links[i].tagPath);
    if (added) additions.tagPaths.push(added);
    if (tagPathNo !== NO_TAG_PATH) shares.set(tagPathNo, (shares.get(tagPathNo) ?? 0) + 1 / links.length);
  }
  return shares;
}
