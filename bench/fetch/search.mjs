/**
 * Costs of the search index for a page: crawls of the same site with `search: now`, `later` and `off`, by turns in one
 * service. CPU by process, bytes of the log of writes and of the database, a page; and the time of searches while pages
 * wait for the index.
 *
 * usage: npm run build && node bench/fetch/search.mjs [--pages 3000] [--rounds 3] [--policy breadth-first]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { measureParts } from '../support/processes.mjs';
import { median, report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';
import { sessionSettings, trainedTopic } from './subjects/session.mjs';

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '3000' },
    rounds: { type: 'string', default: '3' },
    policy: { type: 'string', default: 'breadth-first' },
  },
});
const [pages, rounds] = [Number(values.pages), Number(values.rounds)];
const MODES = ['now', 'later', 'off'];
const SEARCHES = ['zebra', 'plant', '"of the genus"'];
/** Collecting and statistics of PostgreSQL that follow a session. */
const SETTLE_MS = 1_500;
const round = (number, digits = 2) => number.toFixed(digits);

const site = fork(join(dirname(fileURLToPath(import.meta.url)), 'site.mjs'), [String(pages)]);
const [{ port }] = await once(site, 'message');
const service = await startService();
const database = new pg.Client({ connectionString: await service.databaseUrl() });
try {
  await database.connect();
  const { topic, model } = await trainedTopic(service, `http://127.0.0.1:${port}`);
  const bytes = async () => {
    const { rows } = await database.query(
      "SELECT (pg_current_wal_insert_lsn() - '0/0')::float8 AS log, pg_database_size(current_database())::float8 AS disk",
    );
    return rows[0];
  };

  async function crawl(search) {
    await sleep(SETTLE_MS);
    await database.query('CHECKPOINT');
    const [cpu, size] = [measureParts(service.pid), await bytes()];
    const session = await service.call('POST', `/topics/${topic.id}/sessions`, {
      ...{ policy: values.policy, modelId: model.id, randomSeed: 1, search },
      ...sessionSettings(pages, 8),
    });
    let status = session;
    while (!['completed', 'stopped', 'failed'].includes(status.state)) {
      await sleep(200);
      status = await service.call('GET', `/sessions/${session.id}`);
    }
    if (status.fetched !== pages) throw new Error(`fetched ${status.fetched} of ${pages}: ${status.error ?? ''}`);
    await sleep(SETTLE_MS);
    const [after, later] = [measureParts(service.pid), await bytes()];
    const of = (part) => ((after[part] - cpu[part]) * 1_000) / pages;
    const ms = { worker: of('worker'), postgres: of('postgres'), all: of('worker') + of('postgres') + of('api') };
    return { ...ms, log: (later.log - size.log) / pages, disk: (later.disk - size.disk) / pages, id: session.id };
  }

  /** The time of a search, after all crawls: it lets pages be moved to the index. */
  async function searchTime(id) {
    const times = [];
    for (const text of SEARCHES) {
      const began = performance.now();
      await service.call('GET', `/sessions/${id}/pages?first=20&total=true&search=${encodeURIComponent(text)}`);
      times.push(performance.now() - began);
    }
    return median(times);
  }

  // The first session of a service is not like later ones.
  await crawl('off');
  const results = Object.fromEntries(MODES.map((mode) => [mode, []]));
  for (let turn = 0; turn < rounds; turn++) {
    for (const mode of turn % 2 === 0 ? MODES : MODES.toReversed()) {
      results[mode].push(await crawl(mode));
      console.log(`${turn + 1}/${rounds} ${mode}: ${JSON.stringify(results[mode].at(-1))}`);
    }
  }
  const rows = [];
  for (const mode of MODES) {
    const of = (name) => median(results[mode].map((result) => result[name]));
    rows.push([
      ...[mode, ...['all', 'worker', 'postgres'].map((name) => round(of(name)))],
      ...[round(of('log') / 1_000, 1), round(of('disk') / 1_000, 1)],
      mode === 'off' ? '' : round(await searchTime(results[mode].at(-1).id), 0),
    ]);
  }
  report(
    'fetch-search',
    ['search', 'CPU, ms/page', 'worker', 'PostgreSQL', 'log, KB', 'disk, KB', 'search, ms'],
    rows,
    {
      ...{ pages, rounds, policy: values.policy, results },
    },
  );
} finally {
  await database.end();
  await service.stop();
  site.disconnect();
}
