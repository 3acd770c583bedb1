import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';

interface Result {
  readonly name: string;
  readonly skipped: boolean;
  readonly failed: boolean;
  readonly happened: string;
  readonly sessions: number;
  readonly violations: readonly string[];
}

/** All of `bench/faults`, each fault once. */
const FAULTS = [
  'postgres-killed',
  'connections-cut',
  'worker-killed',
  'worker-frozen',
  'disk-full',
  'archive-full',
  'clock-jumps',
  'checkpoint-damaged',
  'busy-machine',
  'first-sessions',
  'sockets-flood',
];
const DEADLINE_MS = 15 * 60_000;

it(
  'every fault leaves every session complete, with nothing lost or doubled',
  async () => {
    rmSync('bench/out/faults.json', { force: true });
    // A failing fault appears in the results with its reason.
    await promisify(execFile)(process.execPath, ['bench/faults/run.mjs', '--times', '1', '--lease', '15'], {
      timeout: DEADLINE_MS,
    }).catch(() => undefined);
    const { results } = JSON.parse(readFileSync('bench/out/faults.json', 'utf8')) as { results: Result[] };
    expect(results.map(({ name }) => name)).toEqual(FAULTS);
    expect(results.filter(({ failed, violations }) => failed || violations.length > 0)).toEqual([]);
    for (const { skipped, sessions } of results) if (!skipped) expect(sessions).toBeGreaterThan(0);
  },
  DEADLINE_MS + 60_000,
);
