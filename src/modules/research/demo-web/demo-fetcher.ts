import { canonicalUrl, hostOf } from '../../../domain/url/index.js';
import type { RobotsRules } from '../../../domain/politeness/index.js';
import { systemClock, type Clock, type Fetcher, type FetchOutcome, type FetchRequest } from '../../../engine/ports.js';
import { failureOutcome } from '../../fetch/fetching/plain.js';
import { createRecordedFetcher } from '../recorded-web/index.js';
import type { DemoWeb } from './demo-web.js';

/**
 * A `Fetcher` that serves the demo web without HTTP or delay.
 *
 * Obeys robots.txt if the settings say so. With `render: 'always'` it returns the rendered page without using a
 * browser.
 */
export function createDemoFetcher(web: DemoWeb, clock: Pick<Clock, 'now'> = systemClock): Fetcher {
  const plain = createRecordedFetcher(web, clock);
  const robots = new Map<string, RobotsRules>();
  const rulesOf = (host: string): RobotsRules => {
    let rules = robots.get(host);
    if (rules === undefined) robots.set(host, (rules = web.robotsOf(host)));
    return rules;
  };
  const denied = (url: string, { settings }: FetchRequest): boolean =>
    settings.obeyRobots && !rulesOf(hostOf(url)).isAllowed(url, settings.userAgent);
  const refusal = (url: string): FetchOutcome =>
    failureOutcome('robots-denied', 'robots.txt disallows it', {
      finalUrl: url,
      redirects: [],
      fetchedAt: clock.now(),
      durationMs: 0,
    });

  return {
    fetch: async (request, signal) => {
      const url = canonicalUrl(request.url);
      if (url !== null && denied(url, request)) return refusal(url);
      const outcome = await plain.fetch(request, signal);
      if (outcome.finalUrl !== url && url !== null && denied(outcome.finalUrl, request))
        return { ...refusal(outcome.finalUrl), redirects: outcome.redirects };
      if (outcome.kind !== 'page' || request.settings.render !== 'always') return outcome;
      const html = web.renderedHtml(outcome.finalUrl) ?? outcome.html;
      return { ...outcome, html, bytes: Buffer.byteLength(html), rendered: true };
    },
    close: () => plain.close(),
  };
}
