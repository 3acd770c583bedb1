import type { Quota } from '../../../domain/session/index.js';

/** A quota with what is used of it. */
export interface QuotaUse {
  readonly quota: Quota;
  /** Null: unlimited. */
  readonly limit: number | null;
  readonly used: number;
  /** Nothing is left. */
  readonly reached: boolean;
}

/** What was used on a day of UTC. */
export interface UsedDay {
  /** As 2026-01-31. */
  readonly day: string;
  readonly fetches: number;
  readonly renders: number;
}

/** What a project uses, by the clock of the database. */
export interface ProjectUse {
  readonly day: string;
  /** When the next day begins. */
  readonly resetsAt: Date;
  readonly quotas: readonly QuotaUse[];
  /** The last days on which something was used, newest first. */
  readonly days: readonly UsedDay[];
}
