import { DomainError } from '../errors/index.js';
import { type Actor, currentActor, KEY_SCOPES, type KeyScope } from '../scope/index.js';

/** @throws DomainError FORBIDDEN if the call's key lacks this scope */
export function requireScope(needed: KeyScope, actor: Actor | null = currentActor()): void {
  if (actor !== null && KEY_SCOPES.indexOf(actor.scope) >= KEY_SCOPES.indexOf(needed)) return;
  throw new DomainError('FORBIDDEN', `This key may not do that: it has the scope ${actor?.scope ?? 'none'}`, {
    field: 'Authorization',
    allowed: `a key with the scope ${KEY_SCOPES.slice(KEY_SCOPES.indexOf(needed)).join(' or ')}`,
  });
}

/** @throws DomainError FORBIDDEN for a project's key: only operators may act on all projects */
export function requireOperator(actor: Actor | null = currentActor()): void {
  if (actor !== null && actor.kind !== 'key') return;
  throw new DomainError('FORBIDDEN', 'This call is for operators', {
    field: 'Authorization',
    allowed: 'a key of API_KEYS',
  });
}
