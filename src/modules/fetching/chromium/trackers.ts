import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type thirdPartyWeb from 'third-party-web';
import { registrableDomain } from '../../../domain/url/index.js';

/** Categories of the list that bring no content. Social networks, comments and consent walls are left alone: pages depend on them. */
const UNWANTED: ReadonlySet<string> = new Set(['ad', 'analytics', 'tag-manager']);
const MAX_KNOWN = 5_000;
const require = createRequire(import.meta.url);
/** Loaded when a page is rendered that is to have no trackers: most processes never render one, and the list takes a while. */
let thirdParties: typeof thirdPartyWeb | undefined;
const known = new LRUCache<string, boolean>({ max: MAX_KNOWN });

/**
 * Whether a host serves advertisements or follows visitors, by the list of the package third-party-web (some 1 160 companies, shipped inside it), and
 * belongs to another owner than the page.
 *
 * @param host lower case, without port
 * @param pageHost host of the page that asks for it: nobody is third to oneself
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
    // The list is asked about whatever a page wrote as a host.
    category = undefined;
  }
  const listed = category !== undefined && UNWANTED.has(category);
  known.set(host, listed);
  return listed;
}
