import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { invalid } from '../errors/index.js';

/** Longest key; a UUID has 36 characters. */
const MAX_KEY_LENGTH = 255;

/** The key of a request in a valid form, or undefined when there is none. */
export function checkIdempotencyKey(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value) || value.length > MAX_KEY_LENGTH) {
    throw invalid('Idempotency-Key', 'Idempotency-Key is malformed', `1 to ${MAX_KEY_LENGTH} visible ASCII characters`);
  }
  return value;
}

/** Controller parameter: the `Idempotency-Key` header, checked; undefined when absent. */
export const IdempotencyKeyHeader = createParamDecorator((_: unknown, context: ExecutionContext): string | undefined =>
  checkIdempotencyKey(context.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key']));
