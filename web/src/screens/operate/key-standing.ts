/** Of a key, what decides whether it can be used. */
export interface KeyTimes {
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly replacedBy: string | null;
}

/** How a key stands, as a word; `state` is the colour of its badge. */
export function keyStanding(
  key: KeyTimes,
  now: number,
): { readonly text: string; readonly state: string; readonly isUsable: boolean } {
  if (key.revokedAt !== null && Date.parse(key.revokedAt) <= now)
    return { text: 'revoked', state: 'STOPPED', isUsable: false };
  if (key.expiresAt !== null && Date.parse(key.expiresAt) <= now)
    return { text: key.replacedBy === null ? 'expired' : 'replaced', state: 'STOPPED', isUsable: false };
  return key.replacedBy === null
    ? { text: 'good', state: 'RUNNING', isUsable: true }
    : { text: 'being replaced', state: 'PAUSED', isUsable: true };
}

const SCOPE_ORDER = ['READ', 'WRITE', 'ADMIN'] as const;
const MEANINGS = { READ: 'may read', WRITE: 'may read and change', ADMIN: 'may administer' } as const;
export type KeyScope = (typeof SCOPE_ORDER)[number];
export const SCOPES: readonly { readonly scope: KeyScope; readonly means: string }[] = SCOPE_ORDER.map((scope) => ({
  scope,
  means: MEANINGS[scope],
}));

/** Each scope includes those before it: the highest one says it all. */
export function highestScope(scopes: readonly string[]): string {
  const highest = SCOPE_ORDER.findLast((scope) => scopes.includes(scope));
  return highest === undefined ? 'may do nothing' : `${highest.toLowerCase()}: ${MEANINGS[highest]}`;
}
