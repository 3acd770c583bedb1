import type { FetchSettings, FetchedPage } from '../../../../engine/ports.js';
import type { AddressGuard } from '../http/address-guard.js';
import { decodeMarkup, judgeContent } from '../content/content-type.js';
import { hasDocument } from '../content/document-outcome.js';
import { type DocumentSource, type Journey } from '../document-source.js';
import { FetchFault, faultOf } from '../fetch-fault.js';
import type { HttpClient } from '../http/http-client.js';
import type { RawDocument } from '../outcome.js';
import { canonicalUrl, hostOf } from '../../../../domain/url/index.js';
import { LeftTerritory } from '../territory.js';
import { BrowserLost, type PageRenderer } from './page-renderer.js';
import type { Fulfilment, NextDocument, TabRequest, TabResult } from './tab-request.js';

/** Document headers that change its scripts' behaviour or navigate. */
const DOCUMENT_HEADERS = ['content-security-policy', 'referrer-policy', 'refresh'];
/**
 * Forbidden loads of every rendered page, whatever its own policy allows: workers, including service workers, which
 * outlive pages and flood unobserved; frames, plug-ins, media and fonts, which are not read.
 */
const OWN_POLICY = {
  name: 'content-security-policy',
  value: "worker-src 'none'; frame-src 'none'; object-src 'none'; media-src 'none'; font-src 'none'",
};
/** Headers of a script, style or fetch() response that the browser needs. */
const SUBRESOURCE_HEADERS = [
  'content-type',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'access-control-allow-headers',
  'location',
  'x-content-type-options',
];
/** No Content, Reset Content: a browser stays where it is. */
const WITHOUT_CONTENT: ReadonlySet<number> = new Set([204, 205]);
/** Limit of one script or response; ordinary ones have a tenth of it. */
const MAX_SUBRESOURCE_BYTES = 8 * 1024 * 1024;

export interface RenderMeans {
  readonly renderer: PageRenderer;
  readonly source: DocumentSource;
  readonly client: HttpClient;
  readonly guard: AddressGuard;
}

/**
 * Renders a fetched page.
 *
 * If a script navigates to another page, that page is fetched just as politely, counts as a redirect, and advances the
 * journey; if the target is refused or fails, the page stays as it is. A reload for which the server has nothing else,
 * because scripts have only stored something, shows the same document once more. Fetched and rendered pages have the
 * same fields, so callers need not distinguish them.
 *
 * @throws FetchFault
 */
export async function renderPage(visit: Visit): Promise<FetchedPage> {
  const { page, journey } = visit;
  const started = performance.now();
  const before = journey.networkMs;
  let rendered: TabResult;
  try {
    rendered = await attempt(visit, false).catch((error: unknown) => {
      // Another page has most likely ended the browser, so this one is rendered again without being fetched again.
      if (error instanceof BrowserLost) return attempt(visit, true);
      throw error;
    });
  } finally {
    journey.networkMs = before + performance.now() - started;
  }
  return {
    ...page,
    finalUrl: journey.url,
    redirects: journey.redirects,
    html: rendered.html,
    bytes: Buffer.byteLength(rendered.html),
    truncated: page.truncated || rendered.truncated,
    durationMs: Math.round(journey.networkMs),
    rendered: true,
    ...(rendered.screenshot === undefined ? {} : { screenshot: rendered.screenshot }),
  };
}

/** A fetched page to render. */
interface Visit {
  readonly page: FetchedPage;
  readonly raw: RawDocument;
  /** How the page was reached. Advances when an attempt ends, unless the browser was lost. */
  readonly journey: Journey;
  readonly settings: FetchSettings;
  readonly signal: AbortSignal;
  readonly means: RenderMeans;
}

/** Renders the page once. @param alone in a browser without other pages */
async function attempt(visit: Visit, alone: boolean): Promise<TabResult> {
  const { page, journey, settings, signal, means } = visit;
  const onwards = journey.fork();
  const shown = documentFulfilment(visit.raw, page.html);
  const request: TabRequest = {
    url: page.finalUrl,
    userAgent: settings.userAgent,
    ...(settings.acceptLanguage === undefined ? {} : { acceptLanguage: settings.acceptLanguage }),
    ...withProxy(journey),
    cookies: settings.cookies === 'off' ? null : journey.cookies.all(),
    document: shown,
    rendering: settings.rendering,
    navigate: navigationOf(visit, onwards, shown),
    ...(means.client.sendsHttpsInAbsoluteForm
      ? { subresource: (url: string) => fetchSubresource(url, settings, signal, means) }
      : {}),
    maxChars: settings.maxBytes,
    ...(alone ? { alone } : {}),
  };
  try {
    const rendered = await means.renderer.render(request, settings.timeoutMs, signal);
    journey.adopt(onwards);
    return rendered;
  } catch (error) {
    if (!(error instanceof BrowserLost)) journey.adopt(onwards);
    throw error;
  }
}

/**
 * Fetches the documents that scripts navigate to, for one attempt.
 *
 * @param onwards advances with each document that is shown
 * @param first the document shown at first
 */
function navigationOf(
  { settings, signal, means: { source } }: Visit,
  onwards: Journey,
  first: Fulfilment,
): TabRequest['navigate'] {
  let shown = first;
  let reloads = 0;
  const again = (url: string): NextDocument | null =>
    canonicalUrl(url) === canonicalUrl(onwards.url) && reloads++ === 0 ? shown : null;
  return async (url, cookies) => {
    const fork = onwards.fork();
    fork.cookies.add(cookies);
    try {
      source.advance(fork, url, settings.maxRedirects);
      const next = await source.retrieve(fork, settings, signal);
      const contentType = next.headers.get('content-type') ?? '';
      if (!hasDocument(next) || WITHOUT_CONTENT.has(next.status) || !judgeContent(contentType, next.body).html)
        return null;
      onwards.adopt(fork);
      shown = documentFulfilment(next, decodeMarkup(next.body, contentType, next.truncated).text);
      return { ...shown, cookies: onwards.cookies.all() };
    } catch (error) {
      // Does not follow a script to a host of another fetcher: the page stays as it is.
      if (faultOf(error) === null && !(error instanceof LeftTerritory)) throw error;
      return again(url);
    }
  };
}

/** The proxy through which the page itself was fetched. */
function withProxy({ proxies, url }: Journey): { readonly proxy?: string } {
  const proxy = proxies.get(hostOf(url));
  return proxy === undefined ? {} : { proxy };
}

/** The document in UTF-8, whatever its original encoding, so that both ways of reading decode alike. */
function documentFulfilment(raw: RawDocument, html: string): Fulfilment {
  const headers = [{ name: 'content-type', value: 'text/html; charset=utf-8' }, OWN_POLICY];
  for (const name of DOCUMENT_HEADERS) {
    const value = raw.headers.get(name);
    if (value !== undefined) headers.push({ name, value });
  }
  return { status: WITHOUT_CONTENT.has(raw.status) ? 200 : raw.status, headers, body: Buffer.from(html) };
}

/** Responds to a request of a page in place of the proxy. Null if it is refused or fails. */
export async function fetchSubresource(
  url: string,
  settings: Pick<FetchSettings, 'userAgent' | 'timeoutMs'>,
  signal: AbortSignal,
  { client, guard }: Pick<RenderMeans, 'client' | 'guard'>,
): Promise<Fulfilment | null> {
  try {
    guard.checkUrl(url);
    const response = await client.get(
      {
        url,
        userAgent: settings.userAgent,
        accept: '*/*',
        maxBytes: MAX_SUBRESOURCE_BYTES,
        timeoutMs: settings.timeoutMs,
        wantsBody: () => true,
      },
      signal,
    );
    if (response.truncated) return null;
    const headers = SUBRESOURCE_HEADERS.flatMap((name) => {
      const value = response.headers.get(name);
      return value === undefined ? [] : [{ name, value }];
    });
    return { status: response.status, headers, body: response.body };
  } catch (error) {
    if (error instanceof FetchFault) return null;
    throw error;
  }
}
