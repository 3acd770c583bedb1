import { NO_SOURCE, NO_TAG_PATH, type Candidate, type KnownLink } from '../frontier/frontier-view.js';
import { UrlFlag } from '../frontier/url-table.js';
import type { PageLink } from '../page/parsed-page.js';
import type { CrawlState, SeenUrl } from './crawl-state.js';
import type { NewDomain, NewTagPath, NewUrl, NumberedLink, StepRecord } from './step.js';

/** Links processed per step: some two milliseconds. */
const LINKS_OF_A_PIECE = 256;

/** Collects the rows that a step adds to the tables. */
export class Additions {
  readonly links: NumberedLink[] = [];
  readonly newUrls: NewUrl[] = [];
  readonly newDomains: NewDomain[] = [];
  readonly newTagPaths: NewTagPath[] = [];

  take(seen: SeenUrl): SeenUrl {
    if (seen.added) this.newUrls.push(seen.added);
    if (seen.addedDomain) this.newDomains.push(seen.addedDomain);
    return seen;
  }

  /** The rows, as the record of the step has them. */
  rows(): Pick<StepRecord, 'links' | 'newUrls' | 'newDomains' | 'newTagPaths'> {
    const { links, newUrls, newDomains, newTagPaths } = this;
    return { links, newUrls, newDomains, newTagPaths };
  }
}

/** A candidate of which only the URL is known. */
export const bareCandidate = (link: PageLink, urlNo: number, source = NO_SOURCE): Candidate => ({
  ...link,
  urlNo,
  source,
  tagPathNo: NO_TAG_PATH,
  alike: 1,
  fromRelevant: false,
});

/** A page's link as a candidate for a policy. */
export const candidateOf = (
  { link, urlNo, tagPathNo, alike }: NumberedLink,
  source: number,
  fromRelevant: boolean,
): Candidate => ({
  // Written out: a page has some fifty, and a spread takes ten times as long.
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

/** A page's links for a policy. */
export interface Offered {
  readonly candidates: readonly Candidate[];
  readonly known: readonly KnownLink[];
}
export const NOTHING: Offered = { candidates: [], known: [] };

/** The page with the links, or the one that led to the sitemap with them. */
interface LinkingPage {
  readonly step: number;
  /** Depth of the linked pages. */
  readonly depth: number;
  readonly relevant: boolean;
}

/** Assigns numbers to a page's links, and separates links that a policy may follow from links to selected pages. */
export function* admitLinks(
  state: CrawlState,
  links: readonly PageLink[],
  page: LinkingPage,
  additions: Additions,
): Generator<void, Offered> {
  const candidates: Candidate[] = [];
  const known: KnownLink[] = [];
  const seen = new Set<number>();
  const tooDeep = page.depth > (state.config.scope.maxDepth ?? Number.POSITIVE_INFINITY);
  const alike = yield* tagPathShares(state, links, additions);
  for (const link of links) {
    const { urlNo, inScope } = additions.take(state.learnUrl(link.url, true));
    const tagPathNo = state.tagPaths.find(link.tagPath) ?? NO_TAG_PATH;
    const one: NumberedLink = { urlNo, tagPathNo, alike: alike.get(tagPathNo) ?? 1, link };
    additions.links.push(one);
    if (additions.links.length % LINKS_OF_A_PIECE === 0) yield;
    if (!inScope || tooDeep || (link.nofollow && !state.config.followNofollow)) continue;
    if (seen.has(urlNo)) continue;
    seen.add(urlNo);
    state.parentTable?.add(urlNo, page.step);
    if (state.urls.has(urlNo, UrlFlag.Selected)) known.push({ urlNo, step: state.urls.stepOf(urlNo), tagPathNo });
    else candidates.push(candidateOf(one, page.step, page.relevant));
  }
  return { candidates, known };
}

/** The share of each tag path in a page's links. Links with an unknown place are unlike all others. */
function* tagPathShares(
  state: CrawlState,
  links: readonly PageLink[],
  additions: Additions,
): Generator<void, ReadonlyMap<number, number>> {
  const shares = new Map<number, number>();
  for (let i = 0; i < links.length; i++) {
    if (i % LINKS_OF_A_PIECE === LINKS_OF_A_PIECE - 1) yield;
    const { tagPathNo, added } = state.learnTagPath(links[i].tagPath);
    if (added) additions.newTagPaths.push(added);
    if (tagPathNo !== NO_TAG_PATH) shares.set(tagPathNo, (shares.get(tagPathNo) ?? 0) + 1 / links.length);
  }
  return shares;
}
