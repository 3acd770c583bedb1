/** The lifecycle of a session as data: QUEUED → STARTING → RUNNING ⇄ PAUSED → COMPLETED | STOPPED | FAILED. */

export const SESSION_STATES = ['QUEUED', 'STARTING', 'RUNNING', 'PAUSED', 'COMPLETED', 'STOPPED', 'FAILED'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** A user's command to a session held by a worker, which executes it after the steps in flight. */
export const SESSION_COMMANDS = ['PAUSE', 'STOP'] as const;
export type SessionCommand = (typeof SESSION_COMMANDS)[number];

/**
 * Reasons of a session's state. BUDGET: the allowed fetches, relevant pages or domains are used up. TIME: the minutes
 * are. FRONTIER_EMPTY: no candidate is left. POLICY_WAITS: the policy waited although nothing was in flight.
 * SATURATED: the harvest rate fell below the rule. STOPPED: stopped by a user. SEEDS_UNREACHABLE: no seed brought a
 * page, so nothing was crawled. RATE_LIMITED: the web refused with 429 for too long. PROXY_REFUSED: the session's own
 * proxies refused every fetch for too long. MODEL_FAILED: its model could not be trained. ERROR: a bug or a lost
 * resource; the session's `error` has the cause. QUOTA: paused by the service, which resumes it when there is room.
 */
export const STATE_REASONS = [
  'BUDGET',
  'FRONTIER_EMPTY',
  'POLICY_WAITS',
  'TIME',
  'SATURATED',
  'STOPPED',
  'SEEDS_UNREACHABLE',
  'RATE_LIMITED',
  'PROXY_REFUSED',
  'MODEL_FAILED',
  'ERROR',
  'QUOTA',
] as const;
export type StateReason = (typeof STATE_REASONS)[number];

/** The allowed reasons of each state. An end requires one of them. A pause without one was requested by a user. */
export const REASONS_OF: Readonly<Record<SessionState, readonly StateReason[]>> = {
  QUEUED: [],
  STARTING: [],
  RUNNING: [],
  PAUSED: ['QUOTA'],
  COMPLETED: ['BUDGET', 'FRONTIER_EMPTY', 'POLICY_WAITS', 'TIME', 'SATURATED'],
  STOPPED: ['STOPPED'],
  FAILED: ['SEEDS_UNREACHABLE', 'RATE_LIMITED', 'PROXY_REFUSED', 'MODEL_FAILED', 'ERROR'],
};

/** States in which nothing more happens unless a user requests it; not `PAUSED`, which still waits to be resumed. */
export const TERMINAL_STATES: ReadonlySet<SessionState> = new Set(['COMPLETED', 'STOPPED', 'FAILED']);

/**
 * Events that move a session. From a worker: `claim` (takes a queued session, or one whose worker died), `run` (seeded
 * or restored), `finish`, `fail`, `release` (returned at shutdown). From a user: `pause`, `resume`, `stop`, `extend`.
 */
export type SessionEvent = 'claim' | 'run' | 'finish' | 'fail' | 'release' | 'pause' | 'resume' | 'stop' | 'extend';

export interface Transition {
  readonly from: SessionState;
  readonly event: SessionEvent;
  readonly to: SessionState;
  /** If given, the transition requires that the `from` state has one of these reasons. */
  readonly reasons?: readonly StateReason[];
}

/**
 * More budget helps completed sessions that a limit or a saturation rule ended; an empty frontier stays empty, and a
 * policy that waits for nothing goes on to wait.
 */
const EXTENDABLE: readonly StateReason[] = ['BUDGET', 'TIME', 'SATURATED'];

export const TRANSITIONS: readonly Transition[] = [
  { from: 'QUEUED', event: 'claim', to: 'STARTING' },
  { from: 'STARTING', event: 'claim', to: 'STARTING' },
  { from: 'RUNNING', event: 'claim', to: 'STARTING' },
  { from: 'STARTING', event: 'run', to: 'RUNNING' },
  { from: 'STARTING', event: 'release', to: 'QUEUED' },
  { from: 'RUNNING', event: 'release', to: 'QUEUED' },
  { from: 'STARTING', event: 'finish', to: 'COMPLETED' },
  { from: 'RUNNING', event: 'finish', to: 'COMPLETED' },
  { from: 'STARTING', event: 'fail', to: 'FAILED' },
  { from: 'RUNNING', event: 'fail', to: 'FAILED' },
  { from: 'QUEUED', event: 'fail', to: 'FAILED' },
  { from: 'QUEUED', event: 'pause', to: 'PAUSED' },
  { from: 'STARTING', event: 'pause', to: 'PAUSED' },
  { from: 'RUNNING', event: 'pause', to: 'PAUSED' },
  // A session paused by a quota resumes by itself; a user may prevent that.
  { from: 'PAUSED', event: 'pause', to: 'PAUSED', reasons: ['QUOTA'] },
  { from: 'PAUSED', event: 'resume', to: 'QUEUED' },
  { from: 'FAILED', event: 'resume', to: 'QUEUED' },
  { from: 'QUEUED', event: 'stop', to: 'STOPPED' },
  { from: 'STARTING', event: 'stop', to: 'STOPPED' },
  { from: 'RUNNING', event: 'stop', to: 'STOPPED' },
  { from: 'PAUSED', event: 'stop', to: 'STOPPED' },
  { from: 'COMPLETED', event: 'extend', to: 'QUEUED', reasons: EXTENDABLE },
  { from: 'STOPPED', event: 'extend', to: 'QUEUED' },
];

/**
 * A user's possible actions on a session. `switchModel` and `delete` are no transitions: the former keeps the state,
 * the latter removes the session.
 */
export const SESSION_ACTIONS = ['pause', 'resume', 'stop', 'extend', 'switchModel', 'delete'] as const;
export type SessionAction = (typeof SESSION_ACTIONS)[number];

/** The state after `event`; null if it is refused. `reason` is the session's present `stateReason`. */
export function nextState(
  from: SessionState,
  event: SessionEvent,
  reason: StateReason | null = null,
): SessionState | null {
  const found = TRANSITIONS.find(
    (t) =>
      t.from === from &&
      t.event === event &&
      (t.reasons === undefined || (reason !== null && t.reasons.includes(reason))),
  );
  return found?.to ?? null;
}

/** States in which a worker may hold the session: deleting it would remove the rows of a running crawl. */
const HELD_STATES: ReadonlySet<SessionState> = new Set(['STARTING', 'RUNNING']);

/**
 * A user's actions that are possible now, in a fixed order.
 *
 * A pending command restricts them: after PAUSE only `stop` and `switchModel` remain, after STOP none, until the worker
 * has executed it.
 */
export function availableActions(
  state: SessionState,
  command: SessionCommand | null = null,
  reason: StateReason | null = null,
): SessionAction[] {
  if (command === 'STOP') return [];
  return SESSION_ACTIONS.filter((action) => {
    if (action === 'switchModel') return true;
    if (action === 'delete') return !HELD_STATES.has(state) && command === null;
    if (action === 'pause' && command === 'PAUSE') return false;
    return nextState(state, action, reason) !== null;
  });
}
