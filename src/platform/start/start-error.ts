/** Exit code for settings or folders that a restart does not fix: EX_CONFIG of sysexits.h. */
export const EXIT_CONFIG = 78;

interface StartErrorOptions extends ErrorOptions {
  /** Of the process. Default: 1. */
  readonly exitCode?: number;
}

/** A refused start. The operator sees only the message: it states the problem and its remedy. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: StartErrorOptions = {}) {
    super(message, options);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}
