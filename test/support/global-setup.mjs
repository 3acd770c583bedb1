import { mkdtempSync } from 'node:fs';
import { chmod, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
/** Several times the size of all databases of a run at once. */
const ENOUGH_BYTES = 4 * 2 ** 30;

/** The folder for databases: in memory, where they are made and dropped fastest, if there is enough of it. */
async function place() {
  try {
    const { bavail, bsize } = await statfs(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}

/** Creates a folder for the run's PostgreSQL, which the first suite that needs it starts. */
export default async function setup() {
  const folder = mkdtempSync(join(await place(), 'gleaner-test-'));
  // Run as root, PostgreSQL runs as another user and must be able to enter.
  await chmod(folder, 0o711);
  process.env.GLEANER_TEST_FOLDER = folder;
  process.env.GLEANER_TEST_RUN = String(process.pid);
}
