import type { StepOutcome } from '../fetching/index.js';

/** The result of a URL from which a crawl started. */
export interface SeedOutcome {
  readonly url: string;
  /** `page`, or the failure of its last attempt, or `out-of-scope`; null while it waits. */
  readonly outcome: StepOutcome | null;
  readonly message: string | null;
}

const REFUSED_PORT = /^port (\d+) is not allowed$/;

/**
 * The settings that would allow a seed to be fetched, in words; null if no setting would help: the web refused, not the
 * service.
 *
 * An address is refused before its port, so a private host names the one setting that suffices: private networks open
 * all ports unless CRAWL_ALLOWED_PORTS restricts them.
 *
 * @param publicPorts ports crawled by default
 */
export function allowedBy({ url, outcome, message }: SeedOutcome, publicPorts: readonly number[]): string | null {
  switch (outcome) {
    case 'blocked-address': {
      const port = REFUSED_PORT.exec(message ?? '')?.[1];
      if (port !== undefined)
        return `CRAWL_ALLOWED_PORTS with ${port} in it; CRAWL_ALLOW_PRIVATE_NETWORKS=true as well for a host in your own network`;
      const own = URL.canParse(url) ? new URL(url).port : '';
      // Empty for the default port of the protocol.
      return `CRAWL_ALLOW_PRIVATE_NETWORKS=true${own === '' || publicPorts.includes(Number(own)) ? '' : `, and ${own} in CRAWL_ALLOWED_PORTS where that is set`}`;
    }
    case 'robots-denied':
      return "the session's setting robots: false, where you may ignore the site's robots.txt";
    case 'out-of-scope':
      return "the session's scope";
    case 'not-html':
      return "the session's contentTypes";
    default:
      return null;
  }
}

/** Most seeds named in an error; the API lists all of them with their causes. */
const NAMED_SEEDS = 3;

/**
 * The reason why a crawl reached nothing. @param causes seeds with a known result. @param publicPorts as for
 * `allowedBy`
 */
export function unreachableSeeds(
  seeds: readonly string[],
  causes: readonly SeedOutcome[],
  publicPorts: readonly number[],
): string {
  const named = causes.slice(0, NAMED_SEEDS).map((cause) => {
    const help = allowedBy(cause, publicPorts);
    return `${cause.url}: ${cause.outcome ?? 'not fetched'}${cause.message === null ? '' : ` (${cause.message})`}${help === null ? '' : `; allowed by ${help}`}`;
  });
  const rest = seeds.length - named.length;
  if (named.length > 0 && rest > 0) named.push(`and ${rest} more`);
  return [`no seed brought a page, of ${seeds.length}`, ...(named.length > 0 ? [named.join('; ')] : [])].join(': ');
}
