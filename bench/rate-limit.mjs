/**
 * Cost of the rate limit for an API call: it is counted in the database for all processes. Two API processes on one
 * database, one with the limit, get the same calls in turn, so that both see the same machine.
 *
 * usage: npm run build && node bench/rate-limit.mjs [--calls 2000] [--concurrency 1,8,32]
 */
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { median, percentile, report } from './support/report.mjs';
import { startService } from './support/service.mjs';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '2000' }, concurrency: { type: 'string', default: '1,8,32' } },
});
const calls = Number(values.calls);
const levels = values.concurrency.split(',').map(Number);
/** Never reached here. */
const LIMIT = '1000000';
/** Calls of one process before the other's turn. */
const TURN = 64;

const home = await startService({ ROLE: 'all' });
const DATABASE_URL = await home.databaseUrl();
const off = await startService({ ROLE: 'api', DATABASE_URL, RATE_LIMIT_PER_MINUTE: '0' });
const on = await startService({ ROLE: 'api', DATABASE_URL, RATE_LIMIT_PER_MINUTE: LIMIT });
const agent = new Agent({ connections: Math.max(...levels), pipelining: 1 });
const { id } = await home.call('POST', '/topics', { name: 'bench rate limit', keywords: ['cheese'] });

async function once({ url }) {
  const from = performance.now();
  const { statusCode, headers, body } = await agent.request({ origin: url, path: `/v1/topics/${id}`, method: 'GET' });
  await body.dump();
  if (statusCode !== 200) throw new Error(`${statusCode}`);
  if ((headers['x-ratelimit-limit'] === LIMIT) !== (url === on.url))
    throw new Error('the limit is not as it should be');
  return performance.now() - from;
}

/** Calls with this concurrency. @returns their times, ms */
async function turn(service, concurrency) {
  const times = [];
  let left = TURN;
  const one = async () => {
    while (left-- > 0) times.push(await once(service));
  };
  await Promise.all(Array.from({ length: concurrency }, one));
  return times;
}

const results = [];
for (const concurrency of levels) {
  const times = { off: [], on: [] };
  // The first turns warm up connections, caches and code.
  const warmUp = 4;
  for (let n = -warmUp; n < Math.ceil(calls / TURN); n++) {
    const order = n % 2 === 0 ? ['off', 'on'] : ['on', 'off'];
    for (const which of order) {
      const took = await turn(which === 'on' ? on : off, concurrency);
      if (n >= 0) times[which].push(...took);
    }
  }
  results.push({
    concurrency,
    calls: times.on.length,
    ...Object.fromEntries(
      ['off', 'on'].map((which) => [which, { p50: median(times[which]), p95: percentile(times[which], 0.95) }]),
    ),
  });
}
await agent.close();
await on.stop();
await off.stop();
await home.stop();

report(
  'rate-limit',
  [
    'calls at once',
    'calls each',
    'p50 without, ms',
    'p50 with, ms',
    'added, ms',
    'p95 without, ms',
    'p95 with, ms',
    'added, ms',
  ],
  results.map(({ concurrency, calls: made, off: without, on: limited }) => [
    concurrency,
    made,
    ...[without.p50, limited.p50, limited.p50 - without.p50].map((ms) => ms.toFixed(2)),
    ...[without.p95, limited.p95, limited.p95 - without.p95].map((ms) => ms.toFixed(2)),
  ]),
  { results },
);
