import type { StepOutcome } from '../fetching/index.js';

/** What became of a URL that a crawl started from. */
export interface SeedOutcome {
  readonly url: string;
  /** `page`, or how its last attempt failed, or `out-of-scope`; null while it waits. */
  readonly outcome: StepOutcome | null;
  readonly message: string | null;
}

const REFUSED_PORT = /^port (\d+) is not allowed$/;

/**
 * The settings that would let a seed be fetched, in words; null where no setting would help: the web refused, not the service.
 *
 * An address is refused before its port, so that a private host names the one setting that is enough: private networks open all ports unless
 * CRAWL_ALLOWED_PORTS says which.
 *
 * @param publicPorts crawled by default
 */
export function allowedBy({ url, outcome, message }: SeedOutcome, publicPorts: readonly number[]): string | null {
  switch (outcome) {
    case 'blocked-address': {
      const port = REFUSED_PORT.exec(message ?? '')?.[1];
      if (port !== undefined)
        return `CRAWL_ALLOWED_PORTS with ${port} in it; CRAWL_ALLOW_PRIVATE_NETWORKS=true as well for a host in your own network`;
      const own = URL.canParse(url) ? new URL(url).port : '';
      // Empty for the usual port of the protocol.
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

/** Seeds that an error names; all of them are listed with their causes by the API. */
const NAMED_SEEDS = 3;

/** Why a crawl that reached nothing reached nothing. @param causes seeds whose end is known. @param publicPorts as for `allowedBy` */
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
