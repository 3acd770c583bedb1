import type { ComparisonSettings, LookSettings } from '../../../domain/monitoring/index.js';

/** Forager policies: their sessions choose by themselves which pages they revisit. */
const FORAGERS = ['forager-weblog', 'forager-td', 'forager-hybrid'] as const;
export const MONITOR_POLICIES = ['poisson', 'fixed', ...FORAGERS] as const;
export type MonitorPolicy = (typeof MONITOR_POLICIES)[number];

export const isForager = (policy: MonitorPolicy): policy is (typeof FORAGERS)[number] =>
  (FORAGERS as readonly string[]).includes(policy);

/** The settings for users. */
export interface MonitorSettings extends Omit<LookSettings, 'policy'>, ComparisonSettings {
  readonly policy: MonitorPolicy;
  /** Most fetches of one run. */
  readonly fetches: number;
  /** Share of them reserved for links near the known pages. */
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

/** The same as the limit for seeds of a session. */
export const MAX_RUN_FETCHES = 1_000;
export const MAX_NAME_CHARS = 200;
/** Most pages watched by one monitor. */
export const MAX_WATCHED = 5_000;
/** Most links near them in its memory, for recognising new ones. */
export const MAX_REMEMBERED = 20_000;
/** Compared part of a page's text. */
export const MAX_TEXT_CHARS = 50_000;
/** Most changes kept per monitor, newest first. */
export const MAX_CHANGES = 10_000;
/** Most runs kept. */
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

/** Counts of a run. */
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

/** Filter for changes. Omitted fields match everything. */
export interface ChangeFilter {
  readonly kind?: ChangeKind | null;
  /** Recorded at this time or later. */
  readonly since?: Date | null;
}
