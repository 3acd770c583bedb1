/** The life of a session as data: QUEUED → STARTING → RUNNING ⇄ PAUSED → COMPLETED | STOPPED | FAILED. */

export const SESSION_STATES = ['QUEUED', 'STARTING', 'RUNNING', 'PAUSED', 'COMPLETED', 'STOPPED', 'FAILED'] as const;
export type SessionState = (typeof SESSION_STATES)[number];

/** What a user asked of a session that a worker holds; the worker carries it out after the steps in flight. */
export const SESSION_COMMANDS = ['PAUSE', 'STOP'] as const;
export type SessionCommand = (typeof SESSION_COMMANDS)[number];

/**
 * Why a session is in the state it is in.
 * BUDGET: the fetches, relevant pages or domains allowed are used up. TIME: the minutes are. FRONTIER_EMPTY: no candidate is left.
 * SATURATED: the harvest rate fell below the rule. STOPPED: stopped by a user. SEEDS_UNREACHABLE: no seed brought a page, so nothing was crawled.
 * RATE_LIMITED: the web refused with 429 for too long. MODEL_FAILED: the model it waited for could not be made.
 * ERROR: a bug or a lost resource; the session's `error` has the cause. QUOTA: paused by the service, which lets it go on when there is room.
 */
export const STATE_REASONS = [
  'BUDGET',
  'FRONTIER_EMPTY',
  'TIME',
  'SATURATED',
  'STOPPED',
  'SEEDS_UNREACHABLE',
  'RATE_LIMITED',
  'MODEL_FAILED',
  'ERROR',
  'QUOTA',
] as const;
export type StateReason = (typeof STATE_REASONS)[number];

/** The reasons a state may carry. An end needs one of them: no session ends without saying why. A pause without one was asked for by a user. */
export const REASONS_OF: Readonly<Record<SessionState, readonly StateReason[]>> = {
  QUEUED: [],
  STARTING: [],
  RUNNING: [],
  PAUSED: ['QUOTA'],
  COMPLETED: ['BUDGET', 'FRONTIER_EMPTY', 'TIME', 'SATURATED'],
  STOPPED: ['STOPPED'],
  FAILED: ['SEEDS_UNREACHABLE', 'RATE_LIMITED', 'MODEL_FAILED', 'ERROR'],
};

/** States in which nothing more happens unless a user asks for it; `PAUSED` is not one, it still waits to go on. */
export const TERMINAL_STATES: ReadonlySet<SessionState> = new Set(['COMPLETED', 'STOPPED', 'FAILED']);

/**
 * What moves a session.
 * From a worker: `claim` (takes a queued session, or one whose worker died), `run` (seeded or restored), `finish`, `fail`, `release` (gives it back at
 * shutdown). From a user: `pause`, `resume`, `stop`, `extend`.
 */
export type SessionEvent = 'claim' | 'run' | 'finish' | 'fail' | 'release' | 'pause' | 'resume' | 'stop' | 'extend';

export interface Transition {
  readonly from: SessionState;
  readonly event: SessionEvent;
  readonly to: SessionState;
  /** When given, the transition needs the `from` state to have ended for one of these. */
  readonly reasons?: readonly StateReason[];
}

/** Of sessions that completed, more budget helps those that a limit or a saturation rule ended; an empty frontier stays empty. */
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
  // What a quota has paused goes on by itself; a user may prevent that.
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

/** What a user may ask of a session. `switchModel` and `delete` are no transitions: the one leaves its state as it is, the other ends its existence. */
export const SESSION_ACTIONS = ['pause', 'resume', 'stop', 'extend', 'switchModel', 'delete'] as const;
export type SessionAction = (typeof SESSION_ACTIONS)[number];

/** The state that `event` leads to, or null when it is refused. `reason` is the session's present `stateReason`. */
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

/** Whether some event leads from one state to the other. */
export function canTransition(from: SessionState, to: SessionState): boolean {
  return TRANSITIONS.some((t) => t.from === from && t.to === to);
}

/** Whether a state may be stored with a reason. An end needs one; other states do without. */
export function isReasonOf(state: SessionState, reason: StateReason | null): boolean {
  return reason === null ? !TERMINAL_STATES.has(state) : REASONS_OF[state].includes(reason);
}

/** States in which a worker may hold the session: deleting it then would pull the rows from under a crawl. */
const HELD_STATES: ReadonlySet<SessionState> = new Set(['STARTING', 'RUNNING']);

/**
 * What a user may ask for now, in a fixed order.
 *
 * A pending command narrows it: after PAUSE `stop` and `switchModel` are left, after STOP nothing, until the worker has carried it out.
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
