import { GleanerError } from '#client';

/** Exit codes of the command line. */
export const Exit = {
  Done: 0,
  /** The command failed: a session, a job or a training failed, or there is a bug. */
  Failed: 1,
  /** The command was called with wrong arguments, or the service refused a field of its input. */
  Usage: 2,
  /** The service or the project has no such object. */
  NotFound: 3,
  /** The key is missing, wrong, or lacks the scope. */
  Forbidden: 4,
  /** The service cannot be reached, or asks to retry later. */
  Away: 5,
  /** The object's state does not allow the operation. */
  Conflict: 6,
  /** Ended by Ctrl-C (128 + SIGINT). */
  Interrupted: 130,
} as const;

/** Ends the command with a message for the user and an exit code. */
export class CliError extends Error {
  constructor(
    message: string,
    readonly exitCode: number = Exit.Failed,
  ) {
    super(message);
    this.name = 'CliError';
  }
}

const BY_STATUS: Readonly<Record<number, number>> = {
  400: Exit.Usage,
  401: Exit.Forbidden,
  403: Exit.Forbidden,
  404: Exit.NotFound,
  409: Exit.Conflict,
  410: Exit.NotFound,
  412: Exit.Conflict,
  413: Exit.Usage,
  415: Exit.Usage,
  422: Exit.Usage,
  429: Exit.Away,
  502: Exit.Away,
  503: Exit.Away,
  504: Exit.Away,
};

/** @returns null for an error that a user cannot fix: a bug */
export function exitCodeOf(error: unknown): number | null {
  if (error instanceof CliError) return error.exitCode;
  if (!(error instanceof GleanerError)) return null;
  if (error.code === 'UNREACHABLE' || error.code === 'TIMEOUT') return Exit.Away;
  return BY_STATUS[error.status] ?? Exit.Failed;
}
