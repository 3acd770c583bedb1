import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '../../../platform/database/index.js';
import type { ActionSettings } from './schedule.js';

/** A due run, for the handler of its action. */
export interface DueRun {
  readonly scheduleId: string;
  readonly scheduleName: string;
  /** The due time; the run starts a little later, or much later if it waited or was missed. */
  readonly dueAt: Date;
}

/**
 * Starts the work of a run.
 *
 * @returns the id of the session that does it: the schedule's next run waits for its end, or is skipped. Null if there
 * is nothing to do now
 */
export type StartRun = (transaction: DatabaseTransaction) => Promise<string | null>;

/**
 * Implements one kind of action of schedules. All calls run in the project of the schedule.
 *
 * A refusal (`DomainError`) of `prepare` or `StartRun` makes the run FAILED with its code and message, and counts as a
 * failure of the schedule. UNAVAILABLE and database trouble do not: the run waits and is retried. For other errors
 * users are only referred to the log.
 */
export interface ScheduleAction {
  /** Name of its field of `action` in both APIs. */
  readonly kind: string;
  /**
   * Checks a user's input when a schedule is created or changed.
   *
   * @param wanted the field of `action` in the request: plain JSON without nulls
   * @returns the stored form, which is passed to the other functions
   * @throws DomainError naming the wrong field within `wanted`, e.g. `budget.fetches`
   */
  check(wanted: ActionSettings): Promise<ActionSettings>;
  /** The field of `action` in responses. Never throws: the stored form may be old. */
  shown(stored: ActionSettings): object;
  /**
   * Reads and checks the input of a run. May only make repeatable changes: if its worker dies, a run is prepared again.
   *
   * @returns a function that starts it within the transaction that records it, so that it starts exactly once
   */
  prepare(stored: ActionSettings, run: DueRun): Promise<StartRun>;
}

/**
 * The actions in this process. Modules register theirs in `onModuleInit`; a process leaves schedules of other kinds to
 * other processes.
 */
@Injectable()
export class ScheduleActions {
  private readonly byKind = new Map<string, ScheduleAction>();

  register(action: ScheduleAction): void {
    if (this.byKind.has(action.kind)) throw new Error(`two actions of kind ${action.kind}`);
    this.byKind.set(action.kind, action);
  }

  find(kind: string): ScheduleAction | undefined {
    return this.byKind.get(kind);
  }

  get kinds(): string[] {
    return [...this.byKind.keys()];
  }
}
