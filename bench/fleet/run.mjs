/**
 * Cost, politeness and robustness of a fleet, against local servers.
 *
 * `overhead`: pages/s and CPU by number of fetchers, beside a worker that fetches itself. `renders`: pages/s through
 * renderers. `politeness`: requests and gaps per host as the servers saw them. `faults`: each fault during its own
 * crawl: table invariants, budget, gaps of hosts, and recovery time. `fairness`: many concurrent sessions on three
 * workers and four fetchers.
 *
 * usage: npm run build && node bench/fleet/run.mjs [--only overhead,faults] [--pages 8000] [--fetchers 1,2,4]
 *     [--renders 60] [--kills 5] [--sessions 50]
 *   [--each 1000]  fetches of each of them
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { violationsOf } from '../faults/invariants.mjs';
import { report } from '../support/report.mjs';
import { FAULTS, NO_FAULT } from './faults.mjs';
import { FleetStage, politenessOf } from './fleet-stage.mjs';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'overhead,renders,politeness,faults,fairness' },
    pages: { type: 'string', default: '8000' },
    fetchers: { type: 'string', default: '1,2,4' },
    renders: { type: 'string', default: '60' },
    kills: { type: 'string', default: '5' },
    sessions: { type: 'string', default: '50' },
    each: { type: 'string', default: '1000' },
    fault: { type: 'string' },
  },
});
const HOST_DELAY_MS = 500;
/** Fetches of a warm-up session for each setting, which are not measured. */
const WARM_UP = 2_000;
const ENDED = ['COMPLETED', 'STOPPED', 'FAILED'];
/** Short leases and intervals, so that faults show soon. Many concurrent sessions use those of a service. */
const AS_IN_USE = {
  LEASE_SECONDS: '15',
  FLEET_LEASE_SECONDS: '10',
  COMMIT_INTERVAL_MS: '500',
  CHECKPOINT_INTERVAL_SECONDS: '30',
};
/** A crawl under faults may take this many times as long as one without, plus this many leases per fault. */
const SLOWER = 2;
const LEASES_A_FAULT = 5;
const round = (number, digits = 1) => number.toFixed(digits);
const stage = await FleetStage.open({ delayMs: 5 });
const database = { query: async (sql, given) => ({ rows: await stage.stage.ask(sql, given) }) };

/** Lets processes crawl a session, then ends them. The first one is the worker. */
async function crawl(children, config) {
  await stage.log();
  const before = stage.cpu([...children, stage.nats]);
  const workersBefore = stage.cpu(children.slice(0, 1));
  const natsBefore = stage.cpu([stage.nats]);
  const postgresBefore = stage.cpu([stage.stage.server]);
  const seconds = await stage.session(config).then((id) => stage.ended(id));
  const cpu = stage.cpu([...children, stage.nats]) - before;
  const workers = stage.cpu(children.slice(0, 1)) - workersBefore;
  const nats = stage.cpu([stage.nats]) - natsBefore;
  const postgres = stage.cpu([stage.stage.server]) - postgresBefore;
  const seen = politenessOf(await stage.log());
  for (const child of children) await stage.stop(child);
  return { seconds, cpu, workers, nats, postgres, seen };
}

const parts = {
  async overhead() {
    const fetches = Number(values.pages);
    const rows = [];
    let own = 0;
    for (const count of [0, ...values.fetchers.split(',').map(Number)]) {
      const children = [await stage.start(count === 0 ? 'alone' : 'worker')];
      for (let n = 0; n < count; n++) children.push(await stage.start('fetcher'));
      // One-time compilation and connections.
      await stage.session({ budget: { fetches: WARM_UP } }).then((id) => stage.ended(id));
      const { seconds, cpu, workers, nats } = await crawl(children, { budget: { fetches } });
      const ms = (cpu / fetches) * 1_000;
      if (count === 0) own = ms;
      rows.push([
        count === 0 ? 'in process' : `${count} fetchers`,
        round(fetches / seconds),
        round(ms, 2),
        ...[workers, cpu - workers - nats, nats].map((one) => round((one / fetches) * 1_000, 2)),
        count === 0 ? '' : round(ms - own, 2),
      ]);
    }
    report(
      'fleet-overhead',
      ['fetching', 'pages/s', 'CPU ms a page', 'worker', 'fetchers', 'NATS', 'more than in process'],
      rows,
    );
    const [{ bytes, pages }] = await stage.stage.ask(
      'SELECT pg_database_size(current_database())::float8 AS bytes, (SELECT count(*)::float8 FROM pages) AS pages',
    );
    console.log(`PostgreSQL: ${round(bytes / pages / 1_000)} KB a page, ${pages} pages in all`);
  },

  async renders() {
    const fetches = Number(values.renders);
    const rows = [];
    for (const count of [1, 2]) {
      const children = [await stage.start('worker'), await stage.start('fetcher', { FLEET_RENDERERS: 'true' })];
      for (let n = 0; n < count; n++) children.push(await stage.start('renderer'));
      const { seconds, cpu } = await crawl(children, { budget: { fetches }, render: 'always' });
      rows.push([`${count} renderers`, round(fetches / seconds), round((cpu / fetches) * 1_000, 0)]);
    }
    report('fleet-renders', ['rendering', 'pages/s', 'CPU ms a page'], rows);
  },

  async politeness() {
    const children = [await stage.start('worker'), await stage.start('fetcher'), await stage.start('fetcher')];
    const config = { budget: { fetches: 200 }, hostDelayMs: HOST_DELAY_MS };
    const { seconds, seen } = await crawl(children, config);
    report(
      'fleet-politeness',
      ['delay asked', 'requests', 'least gap, ms', 'most a host and second', 'seconds'],
      [[`${HOST_DELAY_MS} ms`, seen.requests, round(seen.gap, 0), seen.most, round(seconds)]],
    );
  },

  async faults() {
    const rows = [];
    const chosen = values.fault === undefined ? Object.keys(FAULTS) : [NO_FAULT, ...values.fault.split(',')];
    let undisturbed = 0;
    const boundOf = (plain, times) => SLOWER * plain + times * LEASES_A_FAULT * stage.leaseSeconds;
    for (const name of chosen) {
      await stage.log();
      const crew = {
        worker: [await stage.start('worker')],
        fetcher: [await stage.start('fetcher'), await stage.start('fetcher')],
      };
      const fetches = 60 + 30 * Number(values.kills);
      const began = performance.now();
      const id = await stage.session({ budget: { fetches }, domainCap: 25, hostDelayMs: HOST_DELAY_MS });
      const happened = await FAULTS[name](stage, crew, id, Number(values.kills));
      if (happened.skipped === undefined) await stage.ended(id);
      const seconds = (performance.now() - began) / 1_000;
      const [row] = await stage.stage.ask('SELECT state, fetched + failed AS spent FROM sessions WHERE id = $1', [id]);
      const violations = await violationsOf(database, id);
      if (name === NO_FAULT) undisturbed = seconds;
      else if (seconds > boundOf(undisturbed, happened.times ?? 1)) violations.push(`took ${round(seconds)} s`);
      if (happened.skipped === undefined && row.spent !== fetches)
        violations.push(`${row.spent} of ${fetches} fetches`);
      const seen = politenessOf(await stage.log());
      for (const child of [...crew.worker, ...crew.fetcher]) await stage.stop(child);
      rows.push([
        name,
        happened.skipped ?? (name === NO_FAULT ? '' : String(happened.times)),
        row.state,
        `${row.spent} of ${fetches}`,
        violations.length === 0 ? 'none' : violations.join('; '),
        round(seen.gap, 0),
        seen.repeated,
        round(seconds),
      ]);
      console.log(rows.at(-1).join(' | '));
      if (violations.length > 0) process.exitCode = 1;
    }
    report(
      'fleet-faults',
      ['fault', 'times', 'end', 'spent', 'violations', 'least gap, ms', 'asked again', 'seconds'],
      rows,
    );
  },

  async fairness() {
    const sessions = Number(values.sessions);
    const fetches = Number(values.each);
    const children = [];
    for (let n = 0; n < 4; n++) children.push(await stage.start('fetcher', AS_IN_USE));
    const settings = { ...AS_IN_USE, CRAWL_MAX_SESSIONS: String(Math.ceil(sessions / 3)) };
    children.push(...(await Promise.all([0, 1, 2].map(() => stage.start('worker', settings)))));
    // A first session warms up and trains the model that the others need.
    await stage.session({ budget: { fetches: WARM_UP } }).then((id) => stage.ended(id));
    const began = performance.now();
    const asked = Array.from({ length: sessions }, () => stage.session({ budget: { fetches }, concurrency: 4 }));
    const ids = await Promise.all(asked);
    let rows;
    let first;
    let last;
    do {
      await sleep(500);
      rows = await stage.stage.ask(
        'SELECT state, fetched + failed AS spent, active_ms::float8 AS ms FROM sessions WHERE id = ANY($1::uuid[]) ORDER BY id',
        [ids],
      );
      const spent = rows.map((row) => row.spent);
      // While all compete and each has begun.
      if (rows.every(({ state }) => state === 'RUNNING') && Math.min(...spent) > 0) first ??= spent;
      if (first !== undefined && rows.every(({ state }) => state === 'RUNNING')) last = spent;
    } while (rows.some(({ state }) => !ENDED.includes(state)));
    const times = rows.map(({ ms }) => ms);
    const shares = last?.map((spent, i) => spent - first[i]) ?? [0];
    for (const child of children) await stage.stop(child);
    report(
      'fleet-fairness',
      ['sessions', 'completed', 'seconds in all', 'running time, s', 'slowest to fastest', 'fetches while all ran'],
      [
        [
          sessions,
          rows.filter(({ state }) => state === 'COMPLETED').length,
          round((performance.now() - began) / 1_000),
          `${round(Math.min(...times) / 1_000)} to ${round(Math.max(...times) / 1_000)}`,
          round(Math.max(...times) / Math.min(...times), 2),
          `${Math.min(...shares)} to ${Math.max(...shares)}`,
        ],
      ],
    );
  },
};

try {
  for (const part of values.only.split(',')) {
    if (!Object.hasOwn(parts, part)) throw new Error(`no part ${part}; there are ${Object.keys(parts).join(', ')}`);
    await parts[part]();
  }
} finally {
  await stage.close();
}
