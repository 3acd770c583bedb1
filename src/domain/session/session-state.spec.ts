import {
  availableActions,
  nextState,
  REASONS_OF,
  SESSION_COMMANDS,
  SESSION_STATES,
  STATE_REASONS,
  TERMINAL_STATES,
  TRANSITIONS,
  type SessionAction,
  type SessionCommand,
  type SessionState,
  type StateReason,
} from './session-state.js';

const reachableFrom = (start: SessionState): Set<SessionState> => {
  const seen = new Set<SessionState>([start]);
  for (const state of seen) for (const t of TRANSITIONS) if (t.from === state) seen.add(t.to);
  return seen;
};

describe('session states', () => {
  it('reaches every state from QUEUED', () => {
    expect([...reachableFrom('QUEUED')].sort()).toEqual([...SESSION_STATES].sort());
  });

  it('can end from every state that is not terminal', () => {
    for (const state of SESSION_STATES) {
      if (TERMINAL_STATES.has(state)) continue;
      expect([...reachableFrom(state)].some((s) => TERMINAL_STATES.has(s))).toBe(true);
    }
  });

  it('has one outcome for a state and an event', () => {
    const keys = TRANSITIONS.map((t) => `${t.from} ${t.event}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('gives every terminal state a reason, every reason a state, and a live state none but a pause by a quota', () => {
    for (const state of SESSION_STATES)
      expect(REASONS_OF[state].length > 0).toBe(TERMINAL_STATES.has(state) || state === 'PAUSED');
    expect(REASONS_OF.PAUSED).toEqual(['QUOTA']);
    for (const reason of STATE_REASONS) expect(SESSION_STATES.some((s) => REASONS_OF[s].includes(reason))).toBe(true);
  });

  it('restricts transitions only by reasons that their state may have', () => {
    for (const t of TRANSITIONS) for (const reason of t.reasons ?? []) expect(REASONS_OF[t.from]).toContain(reason);
  });

  it.each<[SessionState, StateReason | null, boolean]>([
    ['COMPLETED', 'BUDGET', true],
    ['COMPLETED', 'TIME', true],
    ['COMPLETED', 'SATURATED', true],
    ['COMPLETED', 'FRONTIER_EMPTY', false],
    ['COMPLETED', 'POLICY_WAITS', false],
    ['COMPLETED', null, false],
    ['STOPPED', 'STOPPED', true],
    ['RUNNING', null, false],
  ])('extends %s (%s): %s', (state, reason, allowed) => {
    expect(nextState(state, 'extend', reason)).toBe(allowed ? 'QUEUED' : null);
  });

  it('lets another worker take over what a dead one left', () => {
    expect(nextState('RUNNING', 'claim')).toBe('STARTING');
    expect(nextState('STARTING', 'claim')).toBe('STARTING');
    expect(nextState('PAUSED', 'claim')).toBeNull();
    expect(nextState('RUNNING', 'release')).toBe('QUEUED');
    expect(nextState('STOPPED', 'claim')).toBeNull();
  });
});

describe('availableActions', () => {
  it.each<[SessionState, SessionCommand | null, StateReason | null, SessionAction[]]>([
    ['QUEUED', null, null, ['pause', 'stop', 'switchModel', 'delete']],
    ['STARTING', null, null, ['pause', 'stop', 'switchModel']],
    ['RUNNING', null, null, ['pause', 'stop', 'switchModel']],
    ['RUNNING', 'PAUSE', null, ['stop', 'switchModel']],
    ['RUNNING', 'STOP', null, []],
    ['PAUSED', null, null, ['resume', 'stop', 'switchModel', 'delete']],
    ['PAUSED', null, 'QUOTA', ['pause', 'resume', 'stop', 'switchModel', 'delete']],
    ['COMPLETED', null, 'BUDGET', ['extend', 'switchModel', 'delete']],
    ['COMPLETED', null, 'FRONTIER_EMPTY', ['switchModel', 'delete']],
    ['STOPPED', null, 'STOPPED', ['extend', 'switchModel', 'delete']],
    ['FAILED', null, 'ERROR', ['resume', 'switchModel', 'delete']],
  ])('%s, command %s, reason %s: %j', (state, command, reason, actions) => {
    expect(availableActions(state, command, reason)).toEqual(actions);
  });

  it('never offers an action that the transitions refuse', () => {
    for (const state of SESSION_STATES) {
      for (const command of [null, ...SESSION_COMMANDS]) {
        for (const reason of [null, ...REASONS_OF[state]]) {
          for (const action of availableActions(state, command, reason)) {
            expect(action === 'delete' || action === 'switchModel' || nextState(state, action, reason) !== null).toBe(
              true,
            );
          }
        }
      }
    }
  });
});
