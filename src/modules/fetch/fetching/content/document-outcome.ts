import type { ContentKind, FetchedPage, FetchFailure, FetchOutcome, FetchRequest } from '../../../../engine/ports.js';
import { decodeHtml } from './charset.js';
import { CHALLENGE_CHARS, isThrottling, refusalOf } from '../../../../domain/fetching/index.js';
import { readPdf } from './pdf.js';
import { sitemapOutcome } from './sitemap.js';
import { markdownToHtml } from './markdown-page.js';
import { textToHtml } from './plain-text.js';
import { decodeMarkup, isMarkdown, isMarkup, judgeContent } from './content-type.js';
import { isRedirect, mayHaveDocument, NOT_MODIFIED, withEscapedBytes } from '../http/redirects.js';
import { suppliedType } from './supplied-type.js';
import {
  answeredAt,
  failureOutcome,
  type FetchTrail,
  notModifiedOutcome,
  type RawDocument,
  retryAfter,
} from '../outcome.js';

/** Explanations of statuses that say little by themselves. */
const REMARKS: ReadonlyMap<number, string> = new Map([
  [NOT_MODIFIED, 'unchanged, though no earlier copy was named'],
  [407, 'a proxy asks for other credentials'],
]);

/** The parts of a request on which reading the response depends. */
export type ContentRequest = Pick<FetchRequest, 'as' | 'validators' | 'namedBy'> & {
  readonly url: string;
  readonly settings: { readonly contentTypes: readonly ContentKind[] };
};

/**
 * The outcome for a final response: a page, a sitemap, "not modified", or a failure: an error status, or content that
 * is not a page.
 *
 * @throws FetchFault `decode` or `timeout` for a PDF that cannot be read, `aborted`
 */
export async function documentOutcome(
  document: RawDocument,
  trail: FetchTrail,
  request: ContentRequest,
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { status, headers, body } = document;
  if (status === NOT_MODIFIED && hasValidators(request)) return notModifiedOutcome(trail);
  if (!hasDocument(document)) {
    const asked = retryAfter(headers.get('retry-after'), answeredAt(document, trail.fetchedAt));
    // A host's pace follows the header under these statuses only; under others it may be about this URL alone.
    const retryAfterMs = isThrottling(status) ? asked : undefined;
    // Markers are ASCII, whatever the charset.
    const html = (): string => body.toString('latin1', 0, CHALLENGE_CHARS);
    const kind = refusalOf({ status, headers, html }) ?? 'http-error';
    const remark = isRedirect(status) ? 'a redirect without a target' : REMARKS.get(status);
    const message = `HTTP status ${status}${remark === undefined ? '' : `: ${remark}`}`;
    return failureOutcome(kind, message, trail, {
      httpStatus: status,
      bytes: body.length,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
  }
  if (request.as === 'sitemap') return sitemapOutcome(document, trail, request);
  return pageOutcome(document, trail, request.settings.contentTypes, signal);
}

/**
 * The page, or a failure if the response is a challenge instead.
 *
 * @param headers of the document; a page reached by a script is judged only by its markup
 */
export function unlessChallenge(page: FetchedPage, headers: RawDocument['headers']): FetchedPage | FetchFailure {
  if (!isMarkup(page.contentType)) return page;
  const { httpStatus: status, html, bytes } = page;
  const judged = page.rendered ? new Map<string, string>() : headers;
  if (refusalOf({ status, headers: judged, html: () => html }) === null) return page;
  return failureOutcome('challenge', `a challenge under HTTP status ${status}`, page, { httpStatus: status, bytes });
}

/** Whether a final response has a document. Browsers show its content, or follow its Refresh header. */
export function hasDocument(document: RawDocument): boolean {
  const { status, headers, body } = document;
  return mayHaveDocument(document) && (status < 300 || body.length > 0 || headers.has('refresh'));
}

const hasValidators = ({ validators }: ContentRequest): boolean =>
  validators !== undefined && (validators.etag !== null || validators.lastModified !== null);

const PART = 206;
const WHOLE_RANGE = /^\s*bytes\s+0-(\d+)\/(\d+)\s*$/i;

/** Whether a response is a part of the page, which nobody asked for: some caches send one (RFC 9110 section 15.3.7). */
function isPart({ status, headers }: RawDocument): boolean {
  const [, last, length] = WHOLE_RANGE.exec(headers.get('content-range') ?? '') ?? [];
  return status === PART && Number(last) + 1 !== Number(length);
}

const BARE_PAGE = { kind: 'html', mediaType: 'text/html' } as const;

/**
 * Whether a response without content and type only leads to another page: browsers follow its Refresh header. They
 * ignore responses without a document (204, 205).
 */
const isBareRefresh = ({ status, headers, body }: RawDocument): boolean =>
  body.length === 0 &&
  status !== 204 &&
  status !== 205 &&
  headers.has('refresh') &&
  suppliedType(headers.get('content-type') ?? '').essence === '';

async function pageOutcome(
  document: RawDocument,
  trail: FetchTrail,
  wanted: readonly ContentKind[],
  signal: AbortSignal,
): Promise<FetchOutcome> {
  const { status, headers, body } = document;
  const isCut = document.truncated || isPart(document);
  const header = headers.get('content-type') ?? '';
  const { kind, mediaType } = isBareRefresh(document) ? BARE_PAGE : judgeContent(header, body);
  if (kind === null || !wanted.includes(kind)) {
    const found =
      mediaType === '' ? (body.length === 0 ? 'no content' : 'unknown content') : `content type ${mediaType}`;
    return failureOutcome('not-html', found, trail, { httpStatus: status, bytes: body.length });
  }
  const page = {
    kind: 'page',
    finalUrl: trail.finalUrl,
    redirects: trail.redirects,
    httpStatus: status,
    fetchedAt: trail.fetchedAt,
    durationMs: trail.durationMs,
    bytes: body.length,
    contentType: suppliedType(header).essence === mediaType ? header : mediaType,
    rendered: false,
    ...(document.remark === undefined ? {} : { message: document.remark }),
    ...headerFacts(headers),
  } as const;
  if (kind === 'pdf') {
    const { html, hasText, truncated } = await readPdf(body, signal);
    if (!hasText)
      return failureOutcome('no-text', 'the PDF has no text', trail, { httpStatus: status, bytes: body.length });
    return { ...page, charset: '', html, truncated: truncated || isCut };
  }
  if (kind === 'text') {
    const { text, charset } = decodeHtml(body, header, trail.finalUrl);
    return {
      ...page,
      charset,
      html: isMarkdown(mediaType) ? await markdownToHtml(text) : textToHtml(text),
      truncated: isCut,
    };
  }
  const { text, charset } = decodeMarkup(body, header, isCut, trail.finalUrl);
  return { ...page, charset, html: text, truncated: isCut };
}

/** Longest stored value of one of these headers; honest ones have some dozen characters. */
const MAX_FACT_CHARS = 1_000;
/** The part of Link that is read. */
const MAX_LINK_CHARS = 8_000;
/** The part of X-Robots-Tag that is read: a list of crawlers may be long, and one of them may be this one. */
const MAX_ROBOTS_CHARS = 8_000;

/** The server's headers about the page. Omits values that are too long, because half an ETag is useless. */
function headerFacts(
  headers: ReadonlyMap<string, string>,
): Pick<FetchedPage, 'etag' | 'lastModified' | 'robotsTag' | 'refresh' | 'link' | 'contentLanguage'> {
  const value = (name: string): string | undefined => {
    const text = headers.get(name)?.trim();
    return text === undefined || text === '' || text.length > MAX_FACT_CHARS ? undefined : text;
  };
  const [etag, lastModified] = [value('etag'), value('last-modified')];
  const robotsTag = headers.get('x-robots-tag')?.trim().slice(0, MAX_ROBOTS_CHARS) || undefined;
  const [refresh, contentLanguage] = [value('refresh'), value('content-language')];
  // Most name style sheets and fonts to be loaded early.
  const link = headers.get('link')?.slice(0, MAX_LINK_CHARS);
  const leads = link !== undefined && /\b(?:canonical|next|alternate)\b/i.test(link);
  return {
    ...(etag === undefined ? {} : { etag }),
    ...(lastModified === undefined ? {} : { lastModified }),
    ...(robotsTag === undefined ? {} : { robotsTag }),
    ...(refresh === undefined ? {} : { refresh: withEscapedBytes(refresh) }),
    ...(leads ? { link: withEscapedBytes(link) } : {}),
    ...(contentLanguage === undefined ? {} : { contentLanguage }),
  };
}
