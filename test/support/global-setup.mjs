import { mkdtempSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Creates a folder for the run's PostgreSQL, which the first suite that needs it starts. */
export default async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-test-'));
  // Run as root, PostgreSQL runs as another user and must be able to enter.
  await chmod(folder, 0o711);
  process.env.GLEANER_TEST_FOLDER = folder;
  process.env.GLEANER_TEST_RUN = String(process.pid);
}
