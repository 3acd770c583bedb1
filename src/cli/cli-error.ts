/** Exit codes of the command line. */
export const Exit = {
  /** The command did not reach its end: the service refused, a session failed. */
  Failed: 1,
  /** The command was called wrongly. */
  Usage: 2,
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
