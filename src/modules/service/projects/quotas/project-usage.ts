import type { Quota } from '../../../../domain/session/index.js';

/** A project's use of a quota, in the quota's unit. */
export interface QuotaUse {
  readonly quota: Quota;
  /** Null: unlimited. */
  readonly limit: number | null;
  readonly used: number;
  /** Whether it is used up. */
  readonly reached: boolean;
}

/** The use on one day of UTC. */
export interface UsedDay {
  /** As 2026-01-31. */
  readonly day: string;
  readonly fetches: number;
  readonly renders: number;
}

/** A project's use of its quotas, by the clock of the database. */
export interface ProjectUse {
  readonly day: string;
  /** When the next day begins. */
  readonly resetsAt: Date;
  readonly quotas: readonly QuotaUse[];
  /** The last days with any use, newest first. */
  readonly days: readonly UsedDay[];
}
