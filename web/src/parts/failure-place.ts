import type { Failure } from '../api/failures.js';

/** Whether a refusal is about an input or a part of it: `scope.allowHosts[0]` is about `scope.allowHosts`. */
export const isAbout = (failure: Failure | null, input: string): boolean =>
  failure?.field === input || ['.', '['].some((mark) => failure?.field?.startsWith(input + mark) ?? false);

/** The message of a refusal about an input; null if it is about another one. */
export const saidOf = (failure: Failure | null, input: string): string | null =>
  failure && isAbout(failure, input) ? failure.message : null;
