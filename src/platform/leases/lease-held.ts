/** A lease on a session or a job, as stored. */
export interface LeaseHeld {
  /** Id of the session or job. */
  readonly id: string;
  readonly projectId: string;
  /** Name of the worker. */
  readonly owner: string;
  readonly startedAt: Date | null;
  /** Unless it is renewed before. */
  readonly expiresAt: Date;
}
