import { CliError } from './cli-error.js';

/** What a file can be that is no recorded web, by the names of the errors: their classes come with what reads files, which is loaded late. */
const UNREADABLE: readonly string[] = ['WarcFormatError', 'ByteStoreFullError', 'LabelFileError'];

export const warn = (message: string): void => void process.stderr.write(`gleaner: ${message}\n`);

/** @throws CliError where a file cannot be read as what it is to be */
export async function readable<T>(open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof Error && UNREADABLE.includes(error.name)) throw new CliError(error.message);
    throw error;
  }
}
