import { isDeepStrictEqual } from 'node:util';
import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Semaphore } from '../concurrency/index.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** The `If-Match` condition on the resource that the call changes; absent if there is none. */
    precondition?: Precondition;
  }
}

/**
 * A condition on the state of the resource that a call changes. Lock the resource first and check the condition in the
 * same transaction: otherwise another change could come between the check and the write, and would be lost.
 */
export class Precondition {
  /**
   * @param turns limits concurrent transactions, to leave connections for checking the conditions
   * @param check reads the committed resource and throws PRECONDITION_FAILED if its state differs
   */
  constructor(
    private readonly turns: Semaphore,
    private readonly check: () => Promise<void>,
  ) {}

  /** Runs a transaction that calls `holds`, which needs a second connection. */
  around<T>(transaction: () => Promise<T>): Promise<T> {
    return this.turns.run(transaction);
  }

  /** Call it within the transaction, after locking the resource. @throws DomainError PRECONDITION_FAILED */
  holds(): Promise<void> {
    return this.check();
  }
}

/** Runs a transaction with or without a condition. */
export function under<T>(condition: Precondition | undefined, transaction: () => Promise<T>): Promise<T> {
  return condition === undefined ? transaction() : condition.around(transaction);
}

/**
 * Marks calls that take `If-Match`: they change a resource that can be read at their path or above it. Other calls
 * refuse the header.
 */
export function Conditional(): MethodDecorator {
  return applyDecorators(
    RouteConfig({ condition: 'resource' }),
    ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the state on which the change is based' }),
  );
}

/**
 * Marks calls whose `If-Match` names a version, or a resource other than the one at their path: their handlers check
 * it.
 */
export function OwnCondition(of: string): MethodDecorator {
  return applyDecorators(
    RouteConfig({ condition: 'own' }),
    ApiHeader({ name: 'If-Match', required: false, description: `ETag of ${of}` }),
  );
}

/** Controller parameter: the `If-Match` condition; undefined if there is none. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): Precondition | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().precondition,
);

/**
 * Whether a change gives no field another value. It then writes nothing, so that version and time of the object stay.
 */
export const isEmptyPatch = <Before extends object>(
  patch: { readonly [Name in keyof Before]?: unknown },
  before: Before,
): boolean =>
  Object.entries(patch).every(
    ([name, value]) => value === undefined || isDeepStrictEqual(value, before[name as keyof Before]),
  );
