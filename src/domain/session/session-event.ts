/** What may happen to a session besides its steps: changes of state, which a trigger of the database notes, then what workers note. */
export const SESSION_EVENT_KINDS = [
  'queued',
  'started',
  'running',
  'pause-requested',
  'paused',
  'resumed',
  'stop-requested',
  'stopped',
  'extended',
  'released',
  'taken-over',
  'completed',
  'failed',
  'model-switched',
  'model-switch-failed',
  'classifier-down',
  'classifier-up',
  'checkpoint-dropped',
  'database-outage',
] as const;
export type SessionEventKind = (typeof SESSION_EVENT_KINDS)[number];
