import type { Logger } from '@nestjs/common';
import { databaseTrouble } from './trouble.js';

/**
 * Logs a failure of work that is tried again: a passing trouble of the database as a warning in one line, because many
 * loops meet it at once; anything else as an error with its stack.
 */
export function logFailure(
  log: Pick<Logger, 'warn' | 'error'>,
  error: unknown,
  message: string,
  fields: Readonly<Record<string, unknown>> = {},
): void {
  const trouble = databaseTrouble(error);
  if (trouble === null) log.error({ ...fields, err: error }, message);
  else log.warn({ ...fields, trouble: trouble.kind }, message);
}
