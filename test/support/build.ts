import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Compiles the product if that is not done yet, for tests that run its processes. `npm test` has done it; a single suite may not have. */
export async function ensureBuilt(): Promise<string> {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs']);
  return path.resolve('dist');
}
