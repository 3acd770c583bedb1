import type { ComparisonSettings, LookSettings } from '../../domain/monitoring/index.js';

/** Policies of the foragers: sessions that choose themselves which pages they look at again. */
export const FORAGERS = ['forager-weblog', 'forager-td', 'forager-hybrid'] as const;
export const MONITOR_POLICIES = ['poisson', 'fixed', ...FORAGERS] as const;
export type MonitorPolicy = (typeof MONITOR_POLICIES)[number];

export const isForager = (policy: MonitorPolicy): policy is (typeof FORAGERS)[number] =>
  (FORAGERS as readonly string[]).includes(policy);

/** What users set. */
export interface MonitorSettings extends Omit<LookSettings, 'policy'>, ComparisonSettings {
  readonly policy: MonitorPolicy;
  /** Fetches of one run, at most. */
  readonly fetches: number;
  /** Share of them that is kept for links near the pages that are known. */
  readonly newShare: number;
  /** Runs whose sessions are kept. */
  readonly keepRuns: number;
}

export const DEFAULT_SETTINGS: MonitorSettings = {
  policy: 'poisson',
  fetches: 200,
  newShare: 0.2,
  minHours: 1,
  maxHours: 720,
  changeProbability: 0.1,
  ignoreNumbers: true,
  keepRuns: 5,
};

/** As many as a session may have seeds. */
export const MAX_RUN_FETCHES = 1_000;
export const MAX_NAME_CHARS = 200;
/** Pages that one monitor watches. */
export const MAX_WATCHED = 5_000;
/** Links near them that it remembers, so as to know which are new. */
export const MAX_REMEMBERED = 20_000;
/** Of the text of a page, as far as it is compared. */
export const MAX_TEXT_CHARS = 50_000;
/** The newest changes of a monitor that are kept. */
export const MAX_CHANGES = 10_000;
/** Its newest runs. */
export const MAX_RUNS = 1_000;

export interface Monitor extends MonitorSettings {
  readonly id: string;
  readonly topicId: string;
  readonly sessionId: string | null;
  readonly name: string;
  readonly watched: number;
  readonly frontier: number;
  readonly hasFeedToken: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface NewMonitor extends MonitorSettings {
  readonly topicId: string;
  readonly sessionId: string | null;
  readonly name: string;
}

export const RUN_STATES = ['LOOKING', 'SEARCHING', 'COMPLETED', 'FAILED'] as const;
export type RunState = (typeof RUN_STATES)[number];

/** What a run has seen. */
export interface RunCounts {
  readonly looked: number;
  readonly new: number;
  readonly changed: number;
  readonly gone: number;
  readonly back: number;
  readonly missed: number;
}

export interface MonitorRun extends RunCounts {
  readonly id: string;
  readonly monitorId: string;
  readonly state: RunState;
  /** Ids; those of older runs are deleted. */
  readonly sessions: readonly string[];
  readonly error: string | null;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

export const CHANGE_KINDS = ['NEW', 'CHANGED', 'GONE', 'BACK'] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export interface SeenChange {
  readonly id: string;
  readonly monitorId: string;
  readonly runId: string;
  readonly sessionId: string;
  readonly step: number;
  readonly kind: ChangeKind;
  readonly url: string;
  readonly titleBefore: string | null;
  readonly titleAfter: string | null;
  readonly probabilityBefore: number | null;
  readonly probabilityAfter: number | null;
  readonly difference: string | null;
  readonly truncated: boolean;
  readonly linesAdded: number;
  readonly linesRemoved: number;
  readonly outcome: string;
  readonly httpStatus: number | null;
  readonly seenAt: Date;
  readonly createdAt: Date;
}

/** Which changes are wanted. What is left out leaves nothing out. */
export interface ChangeFilter {
  readonly kind?: ChangeKind | null;
  /** Noted at this time or later. */
  readonly since?: Date | null;
}
