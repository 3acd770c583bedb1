import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';

const OPTIONS = ['--schedules', '30', '--days', '5', '--workers', '2', '--kills', '6', '--outages', '2'];

/** Simulated days of schedules while workers are killed, as in `bench/schedules.mjs` for a month. */
test('no due time is lost and none is done twice, whenever workers die', async () => {
  rmSync('bench/out/schedules.json', { force: true });
  await promisify(execFile)(process.execPath, ['bench/schedules.mjs', ...OPTIONS]);
  const figures = JSON.parse(readFileSync('bench/out/schedules.json', 'utf8')) as Record<string, number>;
  expect(figures).toMatchObject({ lost: 0, doubled: 0, overlapping: 0 });
  expect(figures['due']).toBeGreaterThan(100);
  expect(figures['killed']).toBeGreaterThan(4);
});
