import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { GqlExecutionContext } from '@nestjs/graphql';
import type { FastifyRequest } from 'fastify';
import type { GraphqlContext } from './loaders.js';

/** The APIs that a call may come through. */
export const APIS = ['rest', 'graphql'] as const;

/** Who asks for a change. */
export interface Asker {
  readonly api: (typeof APIS)[number];
  /** A label that tells callers apart and gives no secret away; `local` for calls without a key. */
  readonly caller: string;
}

const labelOf = (caller: string): string => (caller === '' ? 'local' : caller);

/** Parameter of controllers and resolvers: the `Asker` of the call. */
export const AskedBy = createParamDecorator((_: unknown, context: ExecutionContext): Asker => {
  if (context.getType<'http' | 'graphql'>() === 'graphql') {
    const { caller } = GqlExecutionContext.create(context).getContext<GraphqlContext>();
    return { api: 'graphql', caller: labelOf(caller) };
  }
  return { api: 'rest', caller: labelOf(context.switchToHttp().getRequest<FastifyRequest>().caller) };
});
