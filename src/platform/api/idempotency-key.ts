import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { invalid, nameOf } from '../errors/index.js';
import { IdempotencyKey } from '../idempotency/index.js';
import type { Scope } from '../scope/index.js';
import type { GraphqlContext } from './loaders.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fingerprint of the caller's API key (`Caller`). */
    caller: string;
    /** The project and actor of the call; null where anybody may call. */
    scope: Scope | null;
  }
}

/** Description of idempotency keys in both APIs. */
export const IDEMPOTENCY_KEY_TEXT =
  'A repeated call with the same key gets the answer of the first call. Callers with different API keys do not share keys';

/** Longest key; a UUID has 36 characters. */
const MAX_KEY_LENGTH = 255;
const KEYS = `1 to ${MAX_KEY_LENGTH} visible ASCII characters`;

/** Validates a request's key; undefined if there is none. */
function checkedKey(field: string, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || value.length > MAX_KEY_LENGTH) {
    throw invalid(field, `${field} must be ${KEYS}, not ${nameOf(value)}`, KEYS);
  }
  return value;
}

/**
 * Controller parameter: the validated `Idempotency-Key` header; undefined if absent. A replayed response has the header
 * `Idempotency-Replayed: true`.
 */
export const IdempotencyKeyHeader = createParamDecorator(
  (_: unknown, context: ExecutionContext): IdempotencyKey | undefined => {
    const http = context.switchToHttp();
    const { headers, caller } = http.getRequest<FastifyRequest>();
    const value = checkedKey('Idempotency-Key', headers['idempotency-key']);
    if (value === undefined) return undefined;
    return new IdempotencyKey(
      value,
      caller,
      () => void http.getResponse<FastifyReply>().header('idempotency-replayed', 'true'),
    );
  },
);

/** For `@Args`: the idempotency argument of a mutation. */
export const idempotencyKeyArgument = { type: () => String, nullable: true, description: IDEMPOTENCY_KEY_TEXT };

/**
 * The validated `idempotencyKey` argument of a mutation; undefined if absent. A replayed response is named in
 * `extensions.idempotency`.
 */
export function idempotencyKeyOf(
  value: string | null | undefined,
  { caller, replayedKeys }: GraphqlContext,
): IdempotencyKey | undefined {
  const key = checkedKey('idempotencyKey', value);
  return key === undefined ? undefined : new IdempotencyKey(key, caller, () => void replayedKeys.push(key));
}
