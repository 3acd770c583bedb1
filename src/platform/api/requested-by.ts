import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { currentActor } from '../scope/index.js';

/** The APIs through which calls come. */
export const APIS = ['rest', 'graphql'] as const;

/** The caller who requests a change. */
export interface Requester {
  readonly api: (typeof APIS)[number];
  /**
   * `local` for calls without a key; otherwise the name of the operator's key or the id of the project's key
   * (`Actor.name`).
   */
  readonly caller: string;
}

/** Parameter decorator of controllers and resolvers: the `Requester` of the call. */
export const RequestedBy = createParamDecorator((_: unknown, context: ExecutionContext): Requester => ({
  api: context.getType<'http' | 'graphql'>() === 'graphql' ? 'graphql' : 'rest',
  caller: currentActor()?.name ?? 'local',
}));
