import type { SessionCommand } from '../../../../domain/session/index.js';
import type { LeaseStatus } from '../crawl-session.js';

/** A session whose model is being loaded or changed. A user's command ends the waiting for a classifier. */
export class Preparation {
  private readonly interrupted = new AbortController();
  /** The user's command since the session was claimed. */
  command: SessionCommand | null = null;

  get signal(): AbortSignal {
    return this.interrupted.signal;
  }

  /** Handles the status from a lease renewal. A lost lease shows at the first commit. */
  statusChanged(status: LeaseStatus): void {
    if (status.held) this.command = status.command;
    if (!status.held || status.command !== null) this.release();
  }

  release(): void {
    this.interrupted.abort();
  }
}
