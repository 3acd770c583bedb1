import { LRUCache } from 'lru-cache';
import { hostOf, registrableDomain } from '../../../domain/url/index.js';
import { VisitCookies } from './visit-cookies.js';

/** Most sites of all sessions with stored cookies; a jar has some kilobytes. */
const MAX_JARS = 5_000;

/**
 * The cookies of sessions, with one jar for each site at which their visits began: none is ever sent for another
 * session, or from another site.
 */
export class SessionJars {
  private readonly jars = new LRUCache<string, VisitCookies>({ max: MAX_JARS });

  /** The jar for visits of this URL. */
  of(session: string, url: string): VisitCookies {
    const key = `${session} ${registrableDomain(hostOf(url))}`;
    const kept = this.jars.get(key) ?? VisitCookies.none();
    this.jars.set(key, kept);
    return kept;
  }
}
