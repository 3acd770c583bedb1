import type { SessionCommand } from '../../domain/session/index.js';
import type { LeaseStatus } from './crawl-session.js';

/** A session whose model is being loaded or changed. What the user asks for meanwhile ends the waiting for a classifier. */
export class Preparation {
  private readonly interrupted = new AbortController();
  /** What the user has asked for since the session was claimed. */
  command: SessionCommand | null = null;

  get signal(): AbortSignal {
    return this.interrupted.signal;
  }

  /** Takes what a renewal of the lease says. That the lease is lost shows at the first commit. */
  heed(status: LeaseStatus): void {
    if (status.held) this.command = status.command;
    if (!status.held || status.command !== null) this.release();
  }

  release(): void {
    this.interrupted.abort();
  }
}
