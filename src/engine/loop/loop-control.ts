/** Commands to the loop from outside. */
export type LoopCommand = 'run' | 'pause' | 'stop';

/**
 * Longest time that a pause waits for pending verdicts, ms. A page whose verdict takes longer is fetched again on
 * resume.
 */
const VERDICT_GRACE_MS = 500;
/**
 * Longest time that a pause waits for fetches in flight, ms. A fetch that still waits for its host's delay or for a
 * slow server is repeated on resume: a user who pauses should not wait for a crawl delay of half a minute.
 */
const FETCH_GRACE_MS = 3_000;

/** The last command, and the signals that abort current work. */
export class LoopControl {
  private readonly fetches = new AbortController();
  private readonly commands = new AbortController();
  private readonly verdicts = new AbortController();
  private latest: LoopCommand = 'run';

  /**
   * @param judgesOutside whether a remote judge gives the verdicts: a pause waits only briefly for them
   * @param fetchGraceMs longest time that a pause waits for fetches
   */
  constructor(
    private readonly judgesOutside: boolean,
    private readonly fetchGraceMs = FETCH_GRACE_MS,
  ) {}

  get command(): LoopCommand {
    return this.latest;
  }

  /** Aborts at any command other than `run`. */
  get commanded(): AbortSignal {
    return this.commands.signal;
  }

  /** Aborts the fetches in flight. */
  get fetching(): AbortSignal {
    return this.fetches.signal;
  }

  /** Aborts the waiting for verdicts. */
  get judging(): AbortSignal {
    return this.verdicts.signal;
  }

  request(command: LoopCommand): void {
    this.latest = command;
    if (command === 'run') return;
    this.commands.abort();
    if (command === 'stop') {
      this.end();
      return;
    }
    setTimeout(() => this.fetches.abort(), this.fetchGraceMs).unref();
    if (this.judgesOutside) setTimeout(() => this.verdicts.abort(), VERDICT_GRACE_MS).unref();
  }

  /** Aborts everything in flight. */
  end(): void {
    this.fetches.abort();
    this.verdicts.abort();
  }
}
