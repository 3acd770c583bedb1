import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { timeOrderedIds } from '../database/index.js';

const SECRET_BYTES = 32;
const KEY = /^gl_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_([A-Za-z0-9_-]{43})$/;

/**
 * A project's key, `gl_<id>_<secret>`: the id, a UUID without hyphens, may be shown and stored; only the key's holder
 * knows the secret.
 */
export interface ApiKeyText {
  readonly id: string;
  readonly secret: string;
}

/** Creates a key with 256 bits of secret. */
export function newApiKey(): ApiKeyText {
  return { id: timeOrderedIds(1, Date.now())[0], secret: randomBytes(SECRET_BYTES).toString('base64url') };
}

export const textOfKey = ({ id, secret }: ApiKeyText): string => `gl_${id.replaceAll('-', '')}_${secret}`;

/** Parses a project's key; null for other texts. */
export function readApiKey(text: string): ApiKeyText | null {
  const [, ...parts] = KEY.exec(text) ?? [];
  const secret = parts.pop();
  return secret === undefined ? null : { id: parts.join('-'), secret };
}

/** The stored hash of a secret: its SHA-256. Secrets are random, so neither salt nor a slow hash is needed. */
export const hashOfSecret = (secret: string): Buffer => createHash('sha256').update(secret).digest();

export function isSecretOf(hash: Uint8Array, secret: string): boolean {
  const given = hashOfSecret(secret);
  return hash.length === given.length && timingSafeEqual(hash, given);
}
