import { LRUCache } from 'lru-cache';
import { hostOf, registrableDomain } from '../../domain/url/index.js';
import { VisitCookies } from './visit-cookies.js';

/** Sites of all sessions whose cookies are kept; a jar has some kilobytes. */
const MAX_JARS = 5_000;

/** The cookies that sessions keep, one jar for each site where their visits began: none is ever sent for another session, or from another site. */
export class SessionJars {
  private readonly jars = new LRUCache<string, VisitCookies>({ max: MAX_JARS });

  /** What is kept for visits of this URL. */
  of(session: string, url: string): VisitCookies {
    const key = `${session} ${registrableDomain(hostOf(url))}`;
    const kept = this.jars.get(key) ?? VisitCookies.none();
    this.jars.set(key, kept);
    return kept;
  }
}
