import { openRecordedWeb } from './recorded-web.js';
import { type ServedWeb, serveRecordedWeb } from './web-server.js';

/** Options of `gleaner web PATH`. */
interface WebCommandOptions {
  readonly file: string;
  readonly port: number;
  readonly host?: string;
  readonly delayMs?: number;
  readonly failureRate?: number;
  readonly seed?: number;
  readonly maxBytes?: number;
  /** As in `RecordedWebLimits`. */
  readonly preferRendered?: boolean;
  readonly warn?: (message: string) => void;
}

/**
 * Runs `gleaner web`: opens the file or folder, serves it, and prints how to crawl it. The caller closes the result
 * before the process ends.
 *
 * @param print writes one line for the user
 */
export async function runWebCommand(options: WebCommandOptions, print: (line: string) => void): Promise<ServedWeb> {
  const { failureRate = 0 } = options;
  if (!(failureRate >= 0 && failureRate <= 1))
    throw new RangeError(`failure rate ${failureRate}: expected a number from 0 to 1`);
  const web = await openRecordedWeb(options.file, {
    ...(options.maxBytes === undefined ? {} : { maxBytes: options.maxBytes }),
    ...(options.preferRendered === undefined ? {} : { preferRendered: options.preferRendered }),
    ...(options.warn === undefined ? {} : { warn: options.warn }),
  });
  const served = await serveRecordedWeb(web, options);
  print(`${web.size} URLs of ${options.file} (${Math.round(web.bytes / 2 ** 20)} MiB in memory)`);
  print(`HTTP proxy for all their hosts: ${served.url}`);
  print(`Crawl it: CRAWL_PROXY_URL=${served.url} npm start`);
  print(`View it: curl -x ${served.url} ${firstPage(web.urls())}`);
  return served;
}

function firstPage(urls: Iterable<string>): string {
  for (const url of urls) return url;
  return 'http://example.org/';
}
