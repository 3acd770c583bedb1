import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { currentActor } from '../scope/index.js';

/** The APIs through which calls come. */
export const APIS = ['rest', 'graphql'] as const;

/** The caller who requests a change. */
export interface Asker {
  readonly api: (typeof APIS)[number];
  /**
   * `local` for calls without a key; otherwise the name of the operator's key or the id of the project's key
   * (`Actor.name`).
   */
  readonly caller: string;
}

/** Parameter of controllers and resolvers: the `Asker` of the call. */
export const AskedBy = createParamDecorator((_: unknown, context: ExecutionContext): Asker => ({
  api: context.getType<'http' | 'graphql'>() === 'graphql' ? 'graphql' : 'rest',
  caller: currentActor()?.name ?? 'local',
}));
