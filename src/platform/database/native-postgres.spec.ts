import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepDrafts } from './native-postgres.js';

it('removes drafts that a killed process has left, and nothing else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-drafts-'));
  try {
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    for (const name of ['pg-1', 'pg-1.left', 'pg-1.new', 'pg-10.other']) {
      mkdirSync(join(folder, name, 'bin'), { recursive: true });
      if (name !== 'pg-1.new') utimesSync(join(folder, name), twoHoursAgo, twoHoursAgo);
    }
    sweepDrafts(join(folder, 'pg-1'));
    expect(readdirSync(folder).sort()).toEqual(['pg-1', 'pg-1.new', 'pg-10.other']);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
