import { CliError } from './cli-error.js';

/**
 * Names of errors for files that are not recorded webs. Names, because their classes belong to the file readers, which
 * are loaded late.
 */
const UNREADABLE: readonly string[] = ['WarcFormatError', 'ByteStoreFullError', 'LabelFileError'];

export const warn = (message: string): void => void process.stderr.write(`gleaner: ${message}\n`);

/** @throws CliError if a file cannot be read in its expected form */
export async function readable<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Error && UNREADABLE.includes(error.name)) throw new CliError(error.message);
    throw error;
  }
}
