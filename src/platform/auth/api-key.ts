import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { timeOrderedIds } from '../database/index.js';

const SECRET_BYTES = 32;
const KEY = /^(g[ls])_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/;

/** `gl`: a key of a project. `gs`: the token of a share link, which is no key. */
type KeyKind = 'gl' | 'gs';

/**
 * A project's key, `gl_<id>_<secret>`: the id, a UUID without hyphens, may be shown and stored; only the key's holder
 * knows the secret.
 */
interface ApiKeyText {
  readonly id: string;
  readonly secret: string;
}

/** Creates a key with 256 bits of secret. */
export function newApiKey(): ApiKeyText {
  return { id: timeOrderedIds(1, Date.now())[0], secret: randomBytes(SECRET_BYTES).toString('base64url') };
}

export const textOfKey = ({ id, secret }: ApiKeyText, kind: KeyKind = 'gl'): string =>
  `${kind}_${id.replaceAll('-', '')}_${secret}`;

/** The parts of a text that has the form of such a key; null for others. */
export function readApiKey(text: string, kind: KeyKind = 'gl'): ApiKeyText | null {
  const [, found, ...parts] = KEY.exec(text) ?? [];
  const secret = parts.pop();
  return secret === undefined || found !== kind ? null : { id: parts.join('-'), secret };
}

/** The stored hash of a secret: its SHA-256. Secrets are random, so neither salt nor a slow hash is needed. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export function isSecretOf(hash: Uint8Array, secret: string): boolean {
  const given = hashOfSecret(secret);
  return hash.length === given.length && timingSafeEqual(hash, given);
}
