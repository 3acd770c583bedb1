import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import { parsePage } from '../../dist/domain/page/index.js';
import { canonicalUrl } from '../../dist/domain/url/index.js';
import { openRecordedWeb } from '../../dist/modules/research/recorded-web/index.js';

/** A recorded web with labels: WARC file, and lines of `url <TAB> label,label`. */
export async function openLabelledWeb(warc, labelFile) {
  const web = await openRecordedWeb(warc);
  const labels = new Map();
  const file = createReadStream(labelFile);
  const lines = labelFile.endsWith('.gz') ? file.pipe(createGunzip()) : file;
  for await (const line of createInterface({ input: lines, crlfDelay: Infinity })) {
    const [raw, list] = line.split('\t');
    const url = canonicalUrl(raw ?? '');
    if (url !== null && list) labels.set(url, list.split(','));
  }
  return { web, labels };
}

/** Maximum number of redirects. */
const MAX_REDIRECTS = 10;

/**
 * The part of the web that is reachable from a page within its domain: pages in breadth-first order with their links.
 * Links to unrecorded pages are left out.
 */
export function siteFrom({ web, labels }, start) {
  const domain = new URL(start).hostname.split('.').slice(-2).join('.');
  const inside = (url) => new URL(url).hostname.endsWith(domain);
  const resolve = (url) => {
    let at = url;
    for (let i = 0; i <= MAX_REDIRECTS; i++) {
      if (!inside(at)) return null;
      const response = web.lookup(at);
      if (response === null) return null;
      if (response.redirectsTo === null) return response;
      at = response.redirectsTo;
    }
    return null;
  };
  const pages = [];
  const numbers = new Map();
  const visit = (response) => {
    let page = numbers.get(response.url);
    if (page === undefined) {
      page = pages.length;
      numbers.set(response.url, page);
      const html = response.contentType.startsWith('text/html') ? Buffer.from(response.body).toString('utf8') : null;
      pages.push({ url: response.url, labels: labels.get(response.url) ?? [], html });
    }
    return page;
  };
  visit(resolve(canonicalUrl(start)));
  for (let page = 0; page < pages.length; page++) {
    const { url, html } = pages[page];
    const parsed = html === null ? { title: '', headings: [], text: '', links: [] } : parsePage(html, url);
    const links = [];
    for (const link of parsed.links) {
      const target = resolve(link.url);
      if (target === null) continue;
      const urlNo = visit(target);
      if (urlNo !== page)
        links.push({ url: link.url, anchor: link.anchor, before: link.before, after: link.after, urlNo });
    }
    const { title, headings, text } = parsed;
    pages[page] = { url, labels: pages[page].labels, title, headings, text, links };
  }
  return { start, domain, pages };
}
