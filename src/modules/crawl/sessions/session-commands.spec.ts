import { sessionConfigSchema } from '../../../domain/session/index.js';
import type { LockedSession, SessionChange } from './session.js';
import { decideCommand, decideExtension, decideModelSwitch } from './session-commands.js';

const session = (more: Partial<LockedSession>): LockedSession => ({
  id: 'a',
  state: 'RUNNING',
  stateReason: null,
  command: null,
  modelId: 'm1',
  pendingModelId: null,
  held: true,
  fetched: 0,
  failed: 0,
  relevant: 0,
  relevantDomainCount: 0,
  activeMs: 0,
  config: sessionConfigSchema.parse({ budget: { fetches: 10 } }),
  ...more,
});

describe('decideCommand', () => {
  it.each<[string, Partial<LockedSession>, 'pause' | 'resume' | 'stop' | 'delete', SessionChange]>([
    ['asks the worker that holds it', {}, 'pause', { kind: 'ask', command: 'PAUSE' }],
    ['asks once', { command: 'PAUSE' }, 'pause', { kind: 'nothing' }],
    ['lets a stop overtake a pause', { command: 'PAUSE' }, 'stop', { kind: 'ask', command: 'STOP' }],
    [
      'does it itself where the worker is gone',
      { held: false },
      'stop',
      { kind: 'move', to: 'STOPPED', reason: 'STOPPED' },
    ],
    [
      'does what a worker that is gone was asked',
      { held: false, command: 'PAUSE' },
      'pause',
      { kind: 'move', to: 'PAUSED', reason: null },
    ],
    [
      'so too when it was given back',
      { held: false, state: 'QUEUED', command: 'STOP' },
      'stop',
      { kind: 'move', to: 'STOPPED', reason: 'STOPPED' },
    ],
    ['resumes', { held: false, state: 'PAUSED' }, 'resume', { kind: 'move', to: 'QUEUED', reason: null }],
    ['deletes what waits', { held: false, state: 'QUEUED' }, 'delete', { kind: 'delete' }],
  ])('%s', (_, state, action, change) => {
    expect(decideCommand(session(state), action)).toEqual(change);
  });

  it.each<[Partial<LockedSession>, 'pause' | 'resume' | 'stop' | 'delete', string[]]>([
    [{}, 'resume', ['pause', 'stop', 'switchModel']],
    [{ held: false }, 'delete', ['pause', 'stop', 'switchModel']],
    [{ command: 'STOP' }, 'pause', []],
    [{ held: false, state: 'STOPPED', stateReason: 'STOPPED' }, 'stop', ['extend', 'switchModel', 'delete']],
  ])('refuses for %j: %s', (state, action, availableActions) => {
    expect(() => decideCommand(session(state), action)).toThrow(
      expect.objectContaining({
        code: 'INVALID_STATE',
        details: expect.objectContaining({ availableActions }) as unknown,
      }),
    );
  });
});

describe('decideExtension', () => {
  const ended = session({ held: false, state: 'COMPLETED', stateReason: 'BUDGET', fetched: 8, failed: 2 });

  it('queues the session with more budget', () => {
    expect(decideExtension(ended, { fetches: 5 })).toMatchObject({
      kind: 'move',
      to: 'QUEUED',
      config: { budget: { fetches: 15 } },
    });
  });

  it.each<[object, string]>([
    [{ minutes: 5 }, 'fetches'],
    [{ fetches: 'many' }, 'fetches'],
    [{ fetches: 10_000_000 }, 'fetches'],
  ])('refuses %j', (more, field) => {
    expect(() => decideExtension(ended, more)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', field }));
  });
});

describe('another model', () => {
  it.each(['QUEUED', 'STARTING', 'RUNNING', 'PAUSED'] as const)('is taken note of while the session is %s', (state) => {
    expect(decideModelSwitch(session({ state }), 'm2')).toEqual({ kind: 'switch-model', modelId: 'm2', ended: false });
    expect(decideModelSwitch(session({ state, pendingModelId: 'm2' }), 'm3')).toEqual({
      kind: 'switch-model',
      modelId: 'm3',
      ended: false,
    });
  });

  it('changes nothing when it is asked for already, or the session has it', () => {
    expect(decideModelSwitch(session({ pendingModelId: 'm2' }), 'm2')).toEqual({ kind: 'nothing' });
    expect(decideModelSwitch(session({}), 'm1')).toEqual({ kind: 'nothing' });
  });

  it('is called off by asking for the one the session has', () => {
    expect(decideModelSwitch(session({ pendingModelId: 'm2' }), 'm1')).toEqual({
      kind: 'switch-model',
      modelId: null,
      ended: false,
    });
  });

  it.each(['COMPLETED', 'STOPPED', 'FAILED'] as const)('is for a job once the session is %s', (state) => {
    expect(decideModelSwitch(session({ state, held: false }), 'm2')).toEqual({
      kind: 'switch-model',
      modelId: 'm2',
      ended: true,
    });
  });

  it('is refused while the session is being stopped', () => {
    expect(() => decideModelSwitch(session({ command: 'STOP' }), 'm2')).toThrow(
      expect.objectContaining({ code: 'INVALID_STATE' }),
    );
  });

  it('comes with more budget', () => {
    const ended = session({ held: false, state: 'COMPLETED', stateReason: 'BUDGET', fetched: 8, failed: 2 });
    expect(decideExtension(ended, { fetches: 5 }, 'm2')).toMatchObject({ to: 'QUEUED', pendingModelId: 'm2' });
    expect(decideExtension({ ...ended, pendingModelId: 'm2' }, { fetches: 5 })).toMatchObject({ pendingModelId: 'm2' });
    expect(decideExtension({ ...ended, pendingModelId: 'm2' }, { fetches: 5 }, 'm1')).toMatchObject({
      pendingModelId: null,
    });
  });
});
