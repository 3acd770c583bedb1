/** Settings or a folder that starting again does not mend: EX_CONFIG of sysexits.h. */
export const EXIT_CONFIG = 78;

export interface StartErrorOptions extends ErrorOptions {
  /** Of the process; 1 unless told. */
  readonly exitCode?: number;
}

/** A start that is refused. The message is all that an operator gets to see: it says what is wrong and how to mend it. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, ...options }: StartErrorOptions = {}) {
    super(message, options);
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}
