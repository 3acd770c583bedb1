import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type thirdPartyWeb from 'third-party-web';
import { registrableDomain } from '../../../../domain/url/index.js';

/**
 * Categories of the list without content. Social networks, comments and consent walls are allowed, because pages depend
 * on them.
 */
const UNWANTED: ReadonlySet<string> = new Set(['ad', 'analytics', 'tag-manager']);
const MAX_KNOWN = 5_000;
const require = createRequire(import.meta.url);
/** Loaded for the first rendered page without trackers: most processes never render one, and loading takes a while. */
let thirdParties: typeof thirdPartyWeb | undefined;
const known = new LRUCache<string, boolean>({ max: MAX_KNOWN });

/**
 * Whether a host serves advertisements or tracks visitors and has another owner than the page, according to the package
 * third-party-web (some 1 160 companies).
 *
 * @param host lower case, without port
 * @param pageHost host of the requesting page
 */
export function isTracker(host: string, pageHost: string): boolean {
  if (!isListed(host)) return false;
  return registrableDomain(host) !== registrableDomain(pageHost);
}

function isListed(host: string): boolean {
  const before = known.get(host);
  if (before !== undefined) return before;
  thirdParties ??= require('third-party-web') as typeof thirdPartyWeb;
  let category: string | undefined;
  try {
    category = thirdParties.getEntity(`http://${host}/`)?.category;
  } catch {
    // A page may have written anything as a host.
    category = undefined;
  }
  const listed = category !== undefined && UNWANTED.has(category);
  known.set(host, listed);
  return listed;
}
