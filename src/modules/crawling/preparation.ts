import type { SessionCommand } from '../../domain/session/index.js';
import type { LeaseStatus } from './crawl-session.js';

/**
 * Holds a session while its model is loaded or changed, which may outlast the lease: without renewals another worker would take it over before it has begun.
 * What the user asks for meanwhile ends the waiting for a classifier.
 */
export class Preparation {
  private readonly interrupted = new AbortController();
  private readonly renewal: NodeJS.Timeout;
  /** What the user has asked for since the session was claimed. */
  command: SessionCommand | null = null;

  constructor(
    private readonly renew: () => Promise<LeaseStatus>,
    everyMs: number,
  ) {
    this.renewal = setInterval(() => void this.look(), everyMs);
  }

  get signal(): AbortSignal {
    return this.interrupted.signal;
  }

  /** Renews the lease. That it cannot be renewed shows at the first commit. */
  async look(): Promise<void> {
    const status = await this.renew().catch(() => null);
    if (status === null) return;
    this.command = status.command;
    if (!status.held || status.command !== null) this.interrupt();
  }

  interrupt(): void {
    this.interrupted.abort();
  }

  end(): void {
    clearInterval(this.renewal);
  }
}
