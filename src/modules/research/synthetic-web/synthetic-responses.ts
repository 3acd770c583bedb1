import type { Validators } from '../../../domain/fetching/index.js';
import { canonicalUrl } from '../../../domain/url/index.js';
import {
  createChangingWeb,
  createSyntheticWeb,
  type SyntheticSettings,
  type SyntheticWeb,
} from '../../../domain/webs/index.js';
import type { RecordedResponse, RecordedWeb } from '../recorded-web/index.js';

/**
 * A synthetic web as a recorded web with responses generated on demand: everything that reads or serves recorded webs
 * works on it.
 *
 * Its pages have Last-Modified and ETag, and a matching conditional request gets 304.
 */
interface SyntheticResponses extends RecordedWeb {
  readonly web: SyntheticWeb;
}

/** Seconds since the start of a changing web. Called for each request. */
type SimulatedClock = () => number;

/** The start of every synthetic web: 1 January 2026, epoch ms. */
export const SYNTHETIC_EPOCH = Date.UTC(2026, 0, 1);
const CONTENT_TYPE = 'text/html; charset=utf-8';

const simulatedDate = (seconds: number): number => SYNTHETIC_EPOCH + seconds * 1_000;

/**
 * @param clock of a changing web; others do not use it
 * @param dateOf converts a moment of the simulated clock for Date and Last-Modified, epoch ms
 */
export function openSyntheticWeb(
  settings: SyntheticSettings,
  clock: SimulatedClock = () => 0,
  dateOf: (seconds: number) => number = simulatedDate,
): SyntheticResponses {
  const web = createSyntheticWeb(settings);
  const changing = settings.changing ? createChangingWeb(web) : null;

  const answer = (url: string, page: number, validators?: Validators): RecordedResponse | null => {
    const now = changing === null ? 0 : Math.max(0, clock());
    const state = changing === null ? null : changing.asOf(page, now);
    if (changing !== null && state === null) return null;
    // HTTP dates have whole seconds.
    const modifiedAt = Math.floor(dateOf(state?.modifiedAt ?? 0) / 1_000) * 1_000;
    const lastModified = new Date(modifiedAt).toUTCString();
    const etag = `"${settings.seed}-${page}-${state?.modifiedAt ?? 0}"`;
    const isSame = validators !== undefined && matches(validators, etag, modifiedAt);
    const html = isSame ? '' : (state?.html() ?? web.htmlOf(page));
    return {
      url,
      status: isSame ? 304 : 200,
      headers: new Map([
        ['content-type', CONTENT_TYPE],
        ['date', new Date(dateOf(now)).toUTCString()],
        ['last-modified', lastModified],
        ['etag', etag],
      ]),
      contentType: CONTENT_TYPE,
      redirectsTo: null,
      body: Buffer.from(html),
      truncated: false,
      recordedAt: modifiedAt,
      rendered: false,
    };
  };
  const lookup = (raw: string, validators?: Validators): RecordedResponse | null => {
    const url = canonicalUrl(raw);
    const page = url === null ? undefined : web.pageOf(url);
    return url === null || page === undefined ? null : answer(url, page, validators);
  };

  return {
    web,
    size: web.size,
    bytes: 0,
    lookup,
    has: (url) => web.pageOf(url) !== undefined,
    *urls() {
      for (let page = 0; page < web.size; page++) yield web.urlOf(page);
    },
    *responses() {
      for (let page = 0; page < web.size; page++) {
        const response = answer(web.urlOf(page), page);
        if (response !== null) yield response;
      }
    },
  };
}

/** If-None-Match takes precedence over If-Modified-Since (RFC 9110 section 13.2.2). */
function matches({ etag, lastModified }: Validators, ownTag: string, modifiedAt: number): boolean {
  if (etag !== null)
    return etag.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === ownTag);
  // An unreadable date is not later than any.
  return lastModified !== null && Date.parse(lastModified) >= modifiedAt;
}
