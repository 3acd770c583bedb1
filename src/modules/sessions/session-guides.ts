import { Injectable } from '@nestjs/common';

/** What people have decided about where the sessions of a topic go. */
export interface SessionGuidance {
  /** Hosts that they do not go to, with their subdomains. */
  readonly denyHosts: readonly string[];
  /** Further seeds, where a session takes those of its topic. */
  readonly seeds: readonly string[];
}
export type SessionGuide = (topicId: string) => Promise<SessionGuidance>;

const FREE: SessionGuidance = { denyHosts: [], seeds: [] };

/** Asks the module that knows of decisions, which depends on this one. */
@Injectable()
export class SessionGuides {
  #guide: SessionGuide = () => Promise.resolve(FREE);

  set(guide: SessionGuide): void {
    this.#guide = guide;
  }

  of(topicId: string): Promise<SessionGuidance> {
    return this.#guide(topicId);
  }
}
