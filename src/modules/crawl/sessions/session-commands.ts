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
} from '../../../domain/session/index.js';
import { restSpelling } from '../../../platform/api/index.js';
import { checkedSettings, DomainError, invalid } from '../../../platform/errors/index.js';
import type { LockedSession, SessionChange } from './session.js';

const COMMANDS: Partial<Record<SessionAction, SessionCommand>> = { pause: 'PAUSE', stop: 'STOP' };

function invalidState(session: LockedSession, action: SessionAction): DomainError {
  const actions = availableActions(session.state, session.command, session.stateReason);
  const { state, stateReason, command } = session;
  const pending = command === null ? '' : ` with ${restSpelling(command)} pending`;
  const ended = stateReason === null ? '' : ` (${restSpelling(stateReason)})`;
  return new DomainError(
    'INVALID_STATE',
    `${action} is not possible: the session is ${restSpelling(state)}${ended}${pending}`,
    {
      allowed: actions.length > 0 ? actions.join(', ') : 'wait until the pending command is carried out',
      details: { state, stateReason, command, availableActions: actions },
    },
  );
}

/**
 * The effect of pause, resume, stop or delete on a session.
 *
 * @throws DomainError INVALID_STATE naming the possible commands
 */
export function decideCommand(
  session: LockedSession,
  action: Exclude<SessionAction, 'extend' | 'switchModel'>,
): SessionChange {
  const command = COMMANDS[action];
  const repeated = command !== undefined && session.command === command;
  if (repeated && session.held) return { kind: 'nothing' };
  // Repeating a command whose worker is gone makes sense: then it is carried out here.
  if (!repeated && !availableActions(session.state, session.command, session.stateReason).includes(action))
    throw invalidState(session, action);
  if (action === 'delete') return { kind: 'delete' };
  if (session.held && command !== undefined) return { kind: 'ask', command };
  const to = nextState(session.state, action, session.stateReason);
  if (to === null) throw invalidState(session, action);
  // A crawl that reached nothing has no frontier: its seeds are retried.
  const afresh = action === 'resume' && session.stateReason === 'SEEDS_UNREACHABLE';
  return { kind: 'move', to, reason: to === 'STOPPED' ? 'STOPPED' : null, ...(afresh ? { afresh } : {}) };
}

/**
 * Gives a finished session more budget and requeues it.
 *
 * @param modelId the model for continuing. Default: its current or requested one
 * @throws DomainError INVALID_STATE; VALIDATION_FAILED if the session would end at once, naming the limit that must be
 * extended too
 */
export function decideExtension(session: LockedSession, more: unknown, modelId: string | null = null): SessionChange {
  const extension: BudgetExtension = checkedSettings(budgetExtensionSchema, more, '');
  const to = nextState(session.state, 'extend', session.stateReason);
  if (to === null || session.command !== null) throw invalidState(session, 'extend');
  const { fetched, failed, relevant, relevantDomainCount, activeMs } = session;
  const spent = { fetches: fetched + failed, relevantPages: relevant, domains: relevantDomainCount };
  const config = extendBudget(session.config, extension, session.stateReason === 'SATURATED', {
    ...spent,
    minutes: activeMs / 60_000,
  });
  checkedSettings(budgetSchema, config.budget, '');
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
 * Continues a session with another model; an ended one is rejudged by it. Has no effect for the session's own model.
 *
 * @throws DomainError INVALID_STATE while the session is being stopped
 */
export function decideModelSwitch(session: LockedSession, modelId: string): SessionChange {
  if (!availableActions(session.state, session.command, session.stateReason).includes('switchModel'))
    throw invalidState(session, 'switchModel');
  const wanted = otherThan(session.modelId, modelId);
  const ended = TERMINAL_STATES.has(session.state);
  // The job of an ended session may have been cancelled: a repeated request creates another one.
  if (wanted === session.pendingModelId && !(ended && wanted !== null)) return { kind: 'nothing' };
  return { kind: 'switch-model', modelId: wanted, ended };
}
