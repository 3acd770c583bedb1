import {
  availableActions,
  type BudgetExtension,
  budgetExtensionSchema,
  budgetSchema,
  extendBudget,
  nextState,
  reachedLimits,
  TERMINAL_STATES,
  type SessionAction,
  type SessionCommand,
} from '../../domain/session/index.js';
import { DomainError, invalid } from '../../platform/errors/index.js';
import type { LockedSession, SessionChange } from './session.js';
import { refusalOf } from './zod-refusal.js';

const COMMANDS: Partial<Record<SessionAction, SessionCommand>> = { pause: 'PAUSE', stop: 'STOP' };

function invalidState(session: LockedSession, action: SessionAction): DomainError {
  const actions = availableActions(session.state, session.command, session.stateReason);
  const { state, stateReason, command } = session;
  const pending = command === null ? '' : ` with ${command} pending`;
  const ended = stateReason === null ? '' : ` (${stateReason})`;
  return new DomainError('INVALID_STATE', `${action} is not possible: the session is ${state}${ended}${pending}`, {
    allowed: actions.length > 0 ? actions.join(', ') : 'wait until the pending command is carried out',
    details: { state, stateReason, command, availableActions: actions },
  });
}

/**
 * What pause, resume, stop or delete does to a session.
 *
 * @throws DomainError INVALID_STATE that names what is possible instead
 */
export function decideCommand(
  session: LockedSession,
  action: Exclude<SessionAction, 'extend' | 'switchModel'>,
): SessionChange {
  const command = COMMANDS[action];
  const repeated = command !== undefined && session.command === command;
  if (repeated && session.held) return { kind: 'nothing' };
  // A command whose worker is gone is repeated for good reason: then it is carried out here.
  if (!repeated && !availableActions(session.state, session.command, session.stateReason).includes(action))
    throw invalidState(session, action);
  if (action === 'delete') return { kind: 'delete' };
  if (session.held && command !== undefined) return { kind: 'ask', command };
  const to = nextState(session.state, action, session.stateReason);
  if (to === null) throw invalidState(session, action);
  // A crawl that reached nothing has nothing to go on from: its seeds are tried again.
  const afresh = action === 'resume' && session.stateReason === 'SEEDS_UNREACHABLE';
  return { kind: 'move', to, reason: to === 'STOPPED' ? 'STOPPED' : null, ...(afresh ? { afresh } : {}) };
}

/**
 * Gives a finished session more budget and queues it again.
 *
 * @param modelId the model it goes on under; the one it has, or was asked for last, unless given
 * @throws DomainError INVALID_STATE; VALIDATION_FAILED when the session would end at once, naming the limit to extend as well
 */
export function decideExtension(session: LockedSession, more: unknown, modelId: string | null = null): SessionChange {
  const parsed = budgetExtensionSchema.safeParse(more);
  if (!parsed.success) throw refusalOf(parsed.error, '');
  const extension: BudgetExtension = parsed.data;
  const to = nextState(session.state, 'extend', session.stateReason);
  if (to === null || session.command !== null) throw invalidState(session, 'extend');
  const { fetched, failed, relevant, relevantDomainCount, activeMs } = session;
  const spent = { fetches: fetched + failed, relevantPages: relevant, domains: relevantDomainCount };
  const config = extendBudget(session.config, extension, session.stateReason === 'SATURATED', {
    ...spent,
    minutes: activeMs / 60_000,
  });
  const bounded = budgetSchema.safeParse(config.budget);
  if (!bounded.success) throw refusalOf(bounded.error, '');
  const [limit] = reachedLimits(config.budget, { ...spent, activeMs });
  if (limit !== undefined) {
    throw invalid(
      limit,
      `the session has used up its ${limit}: with this extension it would end at once`,
      `enough ${limit} to go on`,
    );
  }
  const pendingModelId = modelId === null ? session.pendingModelId : otherThan(session.modelId, modelId);
  return { kind: 'move', to, reason: null, config, pendingModelId };
}

const otherThan = (modelId: string, wanted: string): string | null => (wanted === modelId ? null : wanted);

/**
 * Has a session go on under another model; one that has ended is judged anew by it. Asked for the model it has, it stays as it is.
 *
 * @throws DomainError INVALID_STATE while the session is being stopped
 */
export function decideModelSwitch(session: LockedSession, modelId: string): SessionChange {
  if (!availableActions(session.state, session.command, session.stateReason).includes('switchModel'))
    throw invalidState(session, 'switchModel');
  const wanted = otherThan(session.modelId, modelId);
  const ended = TERMINAL_STATES.has(session.state);
  // The job of one that has ended may have been cancelled: asked for once more there is another.
  if (wanted === session.pendingModelId && !(ended && wanted !== null)) return { kind: 'nothing' };
  return { kind: 'switch-model', modelId: wanted, ended };
}
