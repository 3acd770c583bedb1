/** For `catch`: null if a file or folder does not exist. Rethrows other errors. */
export function ifMissing(error: unknown): null {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
}
