/**
 * Bytes per page in PostgreSQL with texts there and with texts in an object store (PAGE_STORE), and bytes in the store.
 * A service of each kind crawls the same site (bench/fetch/site.mjs: English text, 5 to 30 KB of HTML). Sizes are
 * measured after VACUUM FULL, which excludes free space. All tables count, including links, URLs and the search index,
 * less an empty database.
 *
 * usage: npm run build && node bench/page-store/run.mjs [--pages 2000]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { report } from '../support/report.mjs';
import { startService } from '../support/service.mjs';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '2000' } } });
const pages = Number(values.pages);

const S3rver = createRequire(import.meta.url)('s3rver');
const objects = mkdtempSync(join(tmpdir(), 'gleaner-objects-'));
const s3 = new S3rver({ directory: objects, silent: true, configureBuckets: [{ name: 'bucket', configs: [] }] });
await s3.configureBuckets();
const store = createServer(s3.callback()).listen(0, '127.0.0.1');
await once(store, 'listening');
const PAGE_STORE = {
  PAGE_STORE: 's3://bucket/pages',
  ARCHIVE_STORE_ENDPOINT: `http://127.0.0.1:${store.address().port}`,
  ARCHIVE_STORE_ACCESS_KEY_ID: 'S3RVER',
  ARCHIVE_STORE_SECRET_ACCESS_KEY: 'S3RVER',
};

const site = fork('bench/fetch/site.mjs', [String(pages)]);
const [{ port }] = await once(site, 'message');

async function measure(name, settings) {
  const service = await startService(settings);
  const client = new pg.Client({ connectionString: await service.databaseUrl() });
  await client.connect();
  const one = async (text, given = []) => (await client.query(text, given)).rows[0];
  const size = async () => {
    await client.query('VACUUM FULL');
    return (await one('SELECT pg_database_size(current_database())::float8 AS bytes')).bytes;
  };
  try {
    const empty = await size();
    const seeds = [`http://127.0.0.1:${port}/`];
    const topic = await service.call('POST', '/topics', { name, keywords: ['animal', 'plant', 'bird'], seeds });
    const { id } = await service.call('POST', `/topics/${topic.id}/sessions`, {
      policy: 'breadth-first',
      budget: { fetches: pages },
      hostDelayMs: 0,
      robots: false,
      hostConcurrency: 8,
    });
    for (;;) {
      const now = await one(
        `SELECT s.state, s.error, s.completed, coalesce(i.indexed, 0) AS indexed, coalesce(t.moved, 0) AS moved
         FROM sessions s LEFT JOIN search_progress i ON i.session_id = s.id LEFT JOIN text_progress t ON t.session_id = s.id WHERE s.id = $1`,
        [id],
      );
      if (now.state === 'FAILED') throw new Error(now.error);
      const isMoved = settings.PAGE_STORE === undefined || now.moved === now.completed;
      if (now.state === 'COMPLETED' && now.indexed >= now.completed && isMoved) break;
      await sleep(500);
    }
    const whole = (await size()) - empty;
    const { count, table } = await one(
      `SELECT (SELECT count(*)::int FROM pages WHERE outcome = 'page') AS count,
         (SELECT sum(pg_total_relation_size(relid))::float8 FROM pg_partition_tree('pages')) AS "table"`,
    );
    const kb = (bytes) => Math.round(bytes / count / 10) / 100;
    return { name, count, table: kb(table), whole: kb(whole) };
  } finally {
    await client.end();
    await service.stop();
  }
}

try {
  const rows = [await measure('in PostgreSQL', {}), await measure('in a store', PAGE_STORE)];
  const bytes = readdirSync(objects, { recursive: true })
    .filter((name) => /texts\/.*_object$/.test(name.replaceAll('\\', '/')))
    .reduce((sum, name) => sum + statSync(join(objects, name)).size, 0);
  const inStore = (count) => Math.round(bytes / count / 10) / 100;
  report(
    'page-store',
    ['texts', 'pages', 'KB a page: table of pages', 'all tables', 'store'],
    rows.map(({ name, count, table, whole }, i) => [name, count, table, whole, i === 0 ? 0 : inStore(count)]),
  );
} finally {
  site.kill();
  store.closeAllConnections();
  store.close();
  rmSync(objects, { recursive: true, force: true });
}
