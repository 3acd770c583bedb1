import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiHeader } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import type { Turns } from '../turns/index.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What `If-Match` demands of the resource that the call changes; absent when it demands nothing. */
    precondition?: Precondition;
  }
}

/**
 * The state a call was made against. Whoever changes the resource locks it first and asks then, in the same transaction: asked before, another change could
 * come between the answer and the write, and would be lost.
 */
export class Precondition {
  /**
   * @param turns as many at once as leave connections to the reading that a condition takes
   * @param check reads the resource as it is committed and throws PRECONDITION_FAILED when it is another
   */
  constructor(
    private readonly turns: Turns,
    private readonly check: () => Promise<void>,
  ) {}

  /** Runs a transaction that calls `holds`: it needs a second connection for that. */
  around<T>(transaction: () => Promise<T>): Promise<T> {
    return this.turns.run(transaction);
  }

  /** To be called within the transaction, once the resource is locked. @throws DomainError PRECONDITION_FAILED */
  holds(): Promise<void> {
    return this.check();
  }
}

/** Runs a transaction, under a condition or none. */
export function under<T>(condition: Precondition | undefined, transaction: () => Promise<T>): Promise<T> {
  return condition === undefined ? transaction() : condition.around(transaction);
}

/** For calls that change a resource which can be read, at their path or above it: they take `If-Match`. Other calls refuse it. */
export function Conditional(): MethodDecorator {
  return applyDecorators(
    RouteConfig({ condition: 'resource' }),
    ApiHeader({ name: 'If-Match', required: false, description: 'ETag of the state on which the change is based' }),
  );
}

/** For calls whose `If-Match` names another resource than the one at their path, or a version: their handlers check it. */
export function OwnCondition(of: string): MethodDecorator {
  return applyDecorators(
    RouteConfig({ condition: 'own' }),
    ApiHeader({ name: 'If-Match', required: false, description: `ETag of ${of}` }),
  );
}

/** Controller parameter: what `If-Match` demands; undefined when it demands nothing. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): Precondition | undefined =>
    context.switchToHttp().getRequest<FastifyRequest>().precondition,
);
