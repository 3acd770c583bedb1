import { ROOM_WAITS } from '../../../domain/session/index.js';
import type {
  AccessConfig,
  Quota,
  RoomWait,
  SaturationCounts,
  SessionCommand,
  SessionConfig,
  SessionEventKind,
  SessionState,
  StateReason,
} from '../../../domain/session/index.js';
import type { SessionEventDetailsDto } from './dto/session-event-details.dto.js';

/** Counters of a session as of its last commit. */
interface StoredCounters extends SaturationCounts {
  readonly found: number;
  readonly fetched: number;
  readonly relevant: number;
  readonly domainCount: number;
  readonly relevantDomainCount: number;
  readonly failed: number;
  readonly robotsDenied: number;
  readonly reused: number;
  readonly skipped: number;
  readonly frontierSize: number;
  readonly completed: number;
  readonly recentRelevant: number;
  readonly recentFetched: number;
  readonly pagesPerSecond: number;
  /** Steps chosen but not completed. */
  readonly underWay: number;
  /** Time spent running, ms. */
  readonly activeMs: number;
}

/** Reasons for a queued session to wait, besides a worker. */
export const SESSION_WAITS = ['MODEL', 'QUOTA', ...ROOM_WAITS] as const;
export type SessionWait = (typeof SESSION_WAITS)[number];

/** Sessions of all projects that have not ended, of one state. */
export interface SessionsStanding {
  readonly state: SessionState;
  /** Null for queued sessions that wait for a worker. */
  readonly waitingFor: SessionWait | null;
  readonly count: number;
  /** When the oldest of them was created. */
  readonly oldestAt: Date;
}

export const SESSION_STARTERS = ['USER', 'SCHEDULE', 'MONITOR'] as const;
/** Starter of a session: a call, a schedule, or a run of a monitor (also one that a schedule asked for). */
export type SessionStarter = (typeof SESSION_STARTERS)[number];

export interface StartedBy {
  readonly startedBy: SessionStarter;
  /**
   * Id of the schedule or monitor, which may have been deleted since. Null for a user, and for a monitor that was gone
   * before ids were kept.
   */
  readonly startedById: string | null;
}

export const MAX_NAME_CHARS = 200;
export const MAX_NOTE_CHARS = 2_000;

/** Name and note that people give to a session. */
export interface SessionLabel {
  readonly name: string | null;
  /** Empty: none. */
  readonly note: string;
}

/** Conditions on listed sessions; omitted ones match everything. */
export interface SessionFilter {
  readonly topicId?: string | null;
  readonly state?: SessionState | null;
  readonly startedBy?: SessionStarter | null;
  /** Words that all occur in the name of the session, the name of its topic, or the policy, in any case. */
  readonly search?: string | null;
}

/** A session as stored. */
export interface Session extends StoredCounters, SessionLabel, StartedBy {
  readonly id: string;
  readonly topicId: string;
  readonly keywordSetVersion: number;
  readonly modelId: string;
  /** The model requested for continuing. */
  readonly pendingModelId: string | null;
  /** Status of the model with which it will continue. */
  readonly modelStatus: 'TRAINING' | 'READY' | 'FAILED';
  readonly policy: string;
  readonly policyVersion: number;
  readonly policyConfig: unknown;
  readonly config: SessionConfig;
  readonly randomSeed: number;
  /** The session with whose learned state it started. */
  readonly startFrom: string | null;
  readonly seeds: readonly string[];
  readonly state: SessionState;
  readonly stateReason: StateReason | null;
  /** The quota that paused it, or for which it waits in the queue. */
  readonly quotaReached: Quota | null;
  /** The resource for which it waits in the queue: room on a disk. */
  readonly waitingForRoom: RoomWait | null;
  readonly command: SessionCommand | null;
  readonly error: string | null;
  readonly policyStats: Readonly<Record<string, number>>;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
}

/** A new session's data, checked and resolved. */
export interface NewSession extends SessionLabel {
  readonly topicId: string;
  readonly keywordSetId: string;
  readonly modelId: string;
  readonly policy: string;
  readonly policyVersion: number;
  readonly policyConfig: unknown;
  readonly config: SessionConfig;
  /** Secrets: stored for workers, and never read by the API again. */
  readonly access?: AccessConfig | null;
  readonly randomSeed: number;
  readonly seeds: readonly string[];
}

/** The fields of a locked row on which commands depend. */
export interface LockedSession extends Pick<
  StoredCounters,
  'fetched' | 'failed' | 'relevant' | 'relevantDomainCount' | 'activeMs'
> {
  readonly id: string;
  readonly state: SessionState;
  readonly stateReason: StateReason | null;
  readonly command: SessionCommand | null;
  readonly modelId: string;
  readonly pendingModelId: string | null;
  readonly config: SessionConfig;
  /** A worker holds it under a lease that has not expired. */
  readonly held: boolean;
}

/** A transition with its changes; omitted fields stay unchanged. */
interface SessionMove {
  readonly kind: 'move';
  readonly to: SessionState;
  readonly reason: StateReason | null;
  readonly config?: SessionConfig;
  /** Whether to delete its log, so that it restarts with its seeds. */
  readonly afresh?: boolean;
  readonly modelId?: string;
  readonly pendingModelId?: string | null;
}

/**
 * Effect of a command on a session. `move`: the transition itself, which takes the session away from a worker that lost
 * it. `ask`: the worker that holds it carries the command out. `switch-model`: whoever claims it next changes its model
 * first, or a job where it has ended; null calls that off. `label`: people name it, or note something. `nothing`: it is
 * as asked already. `delete`: the row goes at once, the rest by a job.
 */
export type SessionChange =
  | SessionMove
  | { readonly kind: 'ask'; readonly command: SessionCommand }
  | { readonly kind: 'switch-model'; readonly modelId: string | null; readonly ended: boolean }
  | ({ readonly kind: 'label' } & Partial<SessionLabel>)
  | { readonly kind: 'nothing' }
  | { readonly kind: 'delete' };

/** An event of a session besides its steps. */
export interface SessionEvent {
  readonly no: number;
  readonly at: Date;
  readonly kind: SessionEventKind;
  /** Number of completed steps at that time. */
  readonly completed: number;
  /** The fields that apply to its kind. */
  readonly details: SessionEventDetailsDto;
}

/** A user's input for a session. Every other field is a setting of `SessionConfig`. */
export interface CreateSession {
  readonly name?: string | null;
  readonly note?: string | null;
  /** The template whose settings hold where none are given. */
  readonly templateId?: string | null;
  readonly policy?: string | null;
  readonly policyConfig?: unknown;
  readonly modelId?: string | null;
  readonly keywordSetVersion?: number | null;
  readonly seeds?: readonly string[] | null;
  readonly randomSeed?: number | null;
  /** An ended session with whose learned state this one starts. */
  readonly startFrom?: string | null;
  /** Secrets for its fetches: see `accessSchema`. */
  readonly access?: unknown;
}
