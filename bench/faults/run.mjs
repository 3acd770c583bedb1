/**
 * Faults during crawls, one after the other: does every session complete by itself, with nothing lost or counted twice?
 * Ends with exit code 1 when a session did not complete or an invariant (`invariants.mjs`) does not hold.
 *
 * usage: npm run build && node bench/faults/run.mjs [--only worker-killed,disk-full] [--times 5] [--lease 8]
 */
import { parseArgs } from 'node:util';
import { report } from '../support/report.mjs';
import { FAULTS } from './faults.mjs';
import { violationsOf } from './invariants.mjs';
import { Stage } from './stage.mjs';

const { values } = parseArgs({
  options: { only: { type: 'string' }, times: { type: 'string' }, lease: { type: 'string', default: '8' } },
});
const chosen = values.only === undefined ? Object.keys(FAULTS) : values.only.split(',');
for (const name of chosen)
  if (!Object.hasOwn(FAULTS, name)) throw new Error(`no fault ${name}; there are ${Object.keys(FAULTS).join(', ')}`);

const shared = await Stage.open({ leaseSeconds: Number(values.lease) });

async function strike(name) {
  const { what, times: usual, run } = FAULTS[name];
  const times = values.times === undefined ? usual : Number(values.times);
  const began = performance.now();
  let outcome;
  try {
    outcome = await run(shared, times);
  } catch (error) {
    outcome = { happened: error.message, sessions: [], failed: true };
  }
  const { happened, sessions = [], skipped, failed = false, stage = shared, free } = outcome;
  const violations = [];
  const database = { query: async (sql, given) => ({ rows: await stage.ask(sql, given) }) };
  for (const id of sessions) violations.push(...(await violationsOf(database, id)));
  if (stage !== shared) {
    await stage.close();
    free?.();
  }
  const result = {
    name,
    what,
    times,
    sessions: sessions.length,
    seconds: Math.round((performance.now() - began) / 1_000),
    happened: skipped ?? happened,
    skipped: skipped !== undefined,
    failed,
    violations,
  };
  console.log(`${name}: ${result.happened}${violations.length > 0 ? `; ${violations.join('; ')}` : ''}`);
  return result;
}

const results = [];
try {
  for (const name of chosen) results.push(await strike(name));
} finally {
  await shared.close();
}
const rows = results.map(({ name, times, sessions, seconds, happened, skipped, failed, violations }) => [
  name,
  skipped ? '' : `${times}×`,
  skipped ? 'skipped' : failed ? 'FAILED' : `${sessions} completed`,
  String(violations.length),
  `${seconds} s`,
  happened,
]);
report('faults', ['fault', 'times', 'sessions', 'violations', 'took', 'what happened'], rows, { results });
if (results.some(({ failed, violations }) => failed || violations.length > 0)) process.exitCode = 1;
