/** What the loop is asked to do from outside. */
export type LoopCommand = 'run' | 'pause' | 'stop';

/** How long a pause waits for verdicts under way, ms. A page whose verdict takes longer is fetched again when the session goes on. */
const VERDICT_GRACE_MS = 500;
/**
 * How long a pause waits for fetches under way, ms. One that still waits for its host's turn, or whose server is slow, is fetched again when the session goes
 * on: nobody who pauses wants to wait a crawl delay of half a minute.
 */
const FETCH_GRACE_MS = 3_000;

/** What was asked for last, and the signals that end what goes on. */
export class LoopControl {
  private readonly fetches = new AbortController();
  private readonly commands = new AbortController();
  private readonly verdicts = new AbortController();
  private latest: LoopCommand = 'run';

  /**
   * @param judgesOutside whether verdicts come from outside of the program: a pause waits for them for a moment only
   * @param fetchGraceMs how long a pause waits for fetches
   */
  constructor(
    private readonly judgesOutside: boolean,
    private readonly fetchGraceMs = FETCH_GRACE_MS,
  ) {}

  get command(): LoopCommand {
    return this.latest;
  }

  /** Aborts when anything else than to run was asked for. */
  get commanded(): AbortSignal {
    return this.commands.signal;
  }

  /** Ends the fetches under way. */
  get fetching(): AbortSignal {
    return this.fetches.signal;
  }

  /** Ends the waiting for verdicts. */
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

  /** Ends all that is under way. */
  end(): void {
    this.fetches.abort();
    this.verdicts.abort();
  }
}
