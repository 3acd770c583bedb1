import { Injectable } from '@nestjs/common';

/** People's decisions about the domains for sessions of a topic. */
export interface SessionGuidance {
  /** Hosts that sessions avoid, with their subdomains. */
  readonly denyHosts: readonly string[];
  /** Additional seeds, if a session uses those of its topic. */
  readonly seeds: readonly string[];
}
type SessionGuide = (topicId: string) => Promise<SessionGuidance>;

const FREE: SessionGuidance = { denyHosts: [], seeds: [] };

/** Queries the module for decisions, which depends on this one. */
@Injectable()
export class SessionGuides {
  private guide: SessionGuide = () => Promise.resolve(FREE);

  set(guide: SessionGuide): void {
    this.guide = guide;
  }

  of(topicId: string): Promise<SessionGuidance> {
    return this.guide(topicId);
  }
}
