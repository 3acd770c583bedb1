import type { Clock } from '../ports.js';

/** How long the session has been running, earlier runs included. */
export class RunningTime {
  private startedAt = 0;
  private earlierMs = 0;
  private agendaMs = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Begins a run.
   *
   * @param earlierMs the running time as of the last commit
   * @param agendaMs the time of the agenda: that of the newest step of the log, which a commit may have come after
   */
  start(earlierMs: number, agendaMs: number): void {
    this.startedAt = this.clock.monotonic();
    this.earlierMs = earlierMs;
    this.agendaMs = agendaMs;
  }

  /** For budgets and counters, ms. */
  get active(): number {
    return this.earlierMs + this.elapsed;
  }

  /** For facts of steps, ms. It goes on from the newest step of the log, so that a replay has the same times. */
  get ofAgenda(): number {
    return this.agendaMs + this.elapsed;
  }

  private get elapsed(): number {
    return this.clock.monotonic() - this.startedAt;
  }
}
