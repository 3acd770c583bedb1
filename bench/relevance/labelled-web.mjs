/** Pages of a recorded web as models read them, with their labels and the link texts that lead to them. */
import { openLabWeb } from '../../dist/modules/research/lab/lab-web.js';
import { parsePage } from '../../dist/domain/page/index.js';
import { documentOf } from '../../dist/domain/session/digest-step.js';
import { hostOf, registrableDomain, urlWords } from '../../dist/domain/url/index.js';
import { PLAIN_FETCH } from '../../dist/engine/index.js';
import { openRecordedWeb } from '../../dist/modules/research/recorded-web/index.js';

const SETTINGS = {
  ...PLAIN_FETCH,
  userAgent: 'bench',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 5e6,
  maxRedirects: 5,
};

/**
 * @returns pages {url, site, labels, document, anchors}: `anchors` are distinct texts of links to it, anchor and URL
 * words, at most `mostAnchors`
 */
export async function labelledPages(warc, labelFile, mostAnchors = 5) {
  const [lab, web] = await Promise.all([openLabWeb(warc, labelFile), openRecordedWeb(warc)]);
  const pages = new Map();
  const anchors = new Map();
  for (const url of web.urls()) {
    const labels = lab.labels.get(url);
    if (labels?.has('paper')) continue;
    const outcome = await lab.fetcher.fetch({ url, settings: SETTINGS }, new AbortController().signal);
    // The target of a redirect has its own entry.
    if (outcome.kind !== 'page' || outcome.redirects.length > 0) continue;
    const page = parsePage(outcome.html, url);
    for (const link of page.links) {
      const texts = anchors.get(link.url) ?? anchors.set(link.url, new Set()).get(link.url);
      if (texts.size < mostAnchors) texts.add(`${link.anchor} ${urlWords(link.url)}`);
    }
    const document = documentOf(page, url);
    if (document.text !== '')
      pages.set(url, { url, site: registrableDomain(hostOf(url)), labels: labels ?? new Set(), document });
  }
  return [...pages.values()].map((page) => ({ ...page, anchors: [...(anchors.get(page.url) ?? [])] }));
}
