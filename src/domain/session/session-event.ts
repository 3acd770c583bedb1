/**
 * Events of a session besides its steps: changes of state and commands, recorded by a database trigger, then events
 * recorded by workers. Kinds in `HOST_TALLY_KINDS` have one counting event per host.
 */
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
  'model-switch-requested',
  'model-switch-cancelled',
  'model-switched',
  'model-switch-failed',
  'classifier-down',
  'classifier-up',
  'checkpoint-dropped',
  'policy-relearnt',
  'database-outage',
  'archive-full',
  'database-full',
  'saturated',
  'host-given-up',
  'robots-refused',
  'retried',
  'host-held',
  'host-freed',
] as const;
/** Reasons for which a worker returns a session to the queue. */
export type ReleaseReason =
  'shutdown' | 'model-switch' | 'model-remade' | 'database-away' | 'archive-full' | 'database-full';

/**
 * Resources without room, or not writable, for which a session waits: the disk of the archives, or that of the
 * database.
 */
export const ROOM_WAITS = ['ARCHIVE_FULL', 'DATABASE_FULL'] as const;
export type RoomWait = (typeof ROOM_WAITS)[number];

/** One event for each of the first hosts, and one for all others together. */
export type HostTallyKind = Extract<
  SessionEventKind,
  'host-given-up' | 'robots-refused' | 'retried' | 'host-held' | 'host-freed'
>;
export type SessionEventKind = (typeof SESSION_EVENT_KINDS)[number];
