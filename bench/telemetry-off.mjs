import { parseArgs } from 'node:util';
import { traced } from '../dist/platform/telemetry/index.js';

/**
 * The cost of a span with tracing off: `npm run build && node bench/telemetry-off.mjs`.
 *
 * Measures an asynchronous call with and without `traced`, several rounds in turn, and takes the fastest round of each.
 */
const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1000000' }, rounds: { type: 'string', default: '7' } },
});
const calls = Number(values.calls);
const work = async () => 1;

async function nanosecondsOf(call) {
  const from = process.hrtime.bigint();
  for (let i = 0; i < calls; i++) await call();
  return Number(process.hrtime.bigint() - from) / calls;
}

const ways = { plain: work, traced: () => traced('bench', () => ({ a: 1 }), work) };
const best = { plain: Infinity, traced: Infinity };
for (let round = 0; round < Number(values.rounds); round++)
  for (const [way, call] of Object.entries(ways)) best[way] = Math.min(best[way], await nanosecondsOf(call));
console.log(
  JSON.stringify({
    calls,
    plainNs: Math.round(best.plain),
    tracedNs: Math.round(best.traced),
    spanNs: Math.round(best.traced - best.plain),
  }),
);
