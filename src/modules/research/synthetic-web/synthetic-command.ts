import { DAY_SECONDS, type SyntheticSettings } from '../../../domain/webs/index.js';
import { type ServedWeb, serveRecordedWeb, type ServeOptions } from '../recorded-web/index.js';
import { openSyntheticWeb } from './synthetic-responses.js';

/** Options of `gleaner web --synthetic`. */
interface SyntheticWebOptions extends ServeOptions {
  readonly settings: SyntheticSettings;
  /** Simulated seconds per second. */
  readonly speed: number;
}

/**
 * Makes a synthetic web, serves it, and prints how to crawl it. The simulated clock of a changing web starts with the
 * server; its dates are those of the real clock, so that a crawler sees the age of pages. The caller closes the result.
 *
 * @param monotonic ms since some moment
 * @param print writes one line for the user
 * @throws SyntheticSettingsError
 */
export async function runSyntheticWeb(
  options: SyntheticWebOptions,
  monotonic: () => number,
  print: (line: string) => void,
): Promise<ServedWeb> {
  const began = monotonic();
  const startedAt = Date.now();
  const responses = openSyntheticWeb(
    options.settings,
    () => ((monotonic() - began) / 1_000) * options.speed,
    options.settings.changing ? (seconds) => startedAt + (seconds * 1_000) / options.speed : undefined,
  );
  const { web } = responses;
  const served = await serveRecordedWeb(responses, options);
  let relevant = 0;
  for (let page = 0; page < web.size; page++) if (web.isRelevant(page)) relevant++;
  const topic = web.keywords(1)[0];
  print(
    `${web.size} pages on ${web.sites.hosts} hosts of ${web.sites.domains} domains; ${relevant} are about ${topic}`,
  );
  if (options.settings.changing) print(`A simulated day passes in ${round(DAY_SECONDS / options.speed)} seconds`);
  print(`HTTP proxy for all their hosts: ${served.url}`);
  print(`Crawl it: CRAWL_PROXY_URL=${served.url} npm start`);
  print(`Keywords: ${web.keywords(8).join(',')}`);
  print(`Seeds: ${web.seeds.map((page) => web.urlOf(page)).join(',')}`);
  print(`View it: curl -x ${served.url} ${web.urlOf(web.seeds[0])}`);
  return served;
}

const round = (value: number): number => Number(value.toPrecision(3));
