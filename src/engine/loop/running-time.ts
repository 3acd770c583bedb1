import type { Clock } from '../ports.js';

/** The session's running time, earlier runs included. */
export class RunningTime {
  private startedAt = 0;
  private earlierMs = 0;
  private agendaMs = 0;

  constructor(private readonly clock: Clock) {}

  /**
   * Begins a run.
   *
   * @param earlierMs the running time as of the last commit
   * @param agendaMs the agenda's time: that of the newest logged step, which may be before the last commit
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

  /** For facts of steps, ms. Continues from the newest logged step, so that a replay gives the same times. */
  get ofAgenda(): number {
    return this.agendaMs + this.elapsed;
  }

  private get elapsed(): number {
    return this.clock.monotonic() - this.startedAt;
  }
}
