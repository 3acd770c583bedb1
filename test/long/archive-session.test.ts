import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WARCParser } from 'warcio';
import { PLAIN_FETCH } from '../../src/engine/ports.js';
import { createRecordedFetcher, openRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker, startWorker, type WorkerProcess } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 30, pagesPerSite: 40, linksPerPage: 8 });
const DEADLINE_MS = 90_000;
const BUDGET = 80;

interface Status {
  readonly id: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly fetched: number;
}
interface PageLine {
  readonly step: number;
  readonly url: string;
  readonly finalUrl: string;
  readonly outcome: string;
}

describe('a session that keeps an archive', () => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  let root: string;
  let doomed: WorkerProcess | undefined;
  let heir: Awaited<ReturnType<typeof startSharedWorker>> | undefined;

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'gleaner-archive-'));
    server = await serveRandomWeb(web, 10);
    service = await startService({ ARCHIVE_DIR: root });
  }, DEADLINE_MS);
  afterAll(async () => {
    await doomed?.kill();
    await heir?.stop();
    await service.stop();
    await server.close();
    await rm(root, { recursive: true, force: true });
  }, DEADLINE_MS);

  const workerEnvironment = () => ({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
    LEASE_SECONDS: '2',
    ARCHIVE_DIR: root,
  });
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${service.url}/v1${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  async function until(id: string, isReached: (status: Status) => boolean): Promise<Status> {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const status = await call<Status>('GET', `/sessions/${id}`);
      if (isReached(status) || Date.now() > deadline) return status;
      await sleep(30);
    }
  }
  async function exportOf(id: string): Promise<Buffer> {
    const response = await fetch(`${service.url}/v1/sessions/${id}/export.warc.gz`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/gzip');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename=\S+-archive-[\d-]+\.warc\.gz$/);
    return Buffer.from(await response.arrayBuffer());
  }
  async function responsesIn(archive: Buffer): Promise<string[]> {
    const urls: string[] = [];
    for await (const record of new WARCParser([archive])) {
      await record.skipFully();
      if (record.warcType === 'response') urls.push(record.warcTargetURI ?? '');
    }
    return urls;
  }

  it(
    'has every page it counts, over the death of its worker, while it runs and after, until it is deleted',
    async () => {
      const topic = await call<{ id: string }>('POST', '/topics', {
        name: 'cheese',
        keywords: ['cheese', 'cheddar', 'rennet'],
        seeds: web.seeds,
      });
      const input = {
        policy: 'breadth-first',
        budget: { fetches: BUDGET },
        hostDelayMs: 0,
        robots: false,
        concurrency: 4,
        hostConcurrency: 2,
        randomSeed: 3,
      };
      const bare = await call<Status>('POST', `/topics/${topic.id}/sessions`, input);
      await call('POST', `/sessions/${bare.id}/stop`);
      expect(await (await fetch(`${service.url}/v1/sessions/${bare.id}/export.warc.gz`)).json()).toMatchObject({
        status: 409,
        code: 'INVALID_STATE',
      });
      expect(
        (await fetch(`${service.url}/v1/sessions/01234567-89ab-4cde-8f01-23456789abcd/export.warc.gz`)).status,
      ).toBe(404);

      const { id } = await call<Status>('POST', `/topics/${topic.id}/sessions`, { ...input, archive: true });
      expect(await responsesIn(await exportOf(id))).toEqual([]);
      // It cannot end before it is killed, however late this test checks.
      server.allow(BUDGET / 2);
      doomed = startWorker(workerEnvironment());
      const running = await until(id, (status) => status.fetched > 25);
      expect(running.state).toBe('running');
      expect((await responsesIn(await exportOf(id))).length).toBeGreaterThanOrEqual(25);
      await doomed.kill();
      server.allow(Number.POSITIVE_INFINITY);
      heir = await startSharedWorker(workerEnvironment());
      expect(await until(id, (status) => status.state === 'completed')).toMatchObject({
        state: 'completed',
        stateReason: 'budget',
      });

      const files = (await readdir(join(root, id))).sort();
      const warcs = files.filter((name) => name.endsWith('.warc.gz'));
      expect(warcs.length).toBeGreaterThanOrEqual(2);
      expect(files).toEqual(warcs.flatMap((name) => [name, `${name}.cdxj`]));
      const archive = await exportOf(id);
      const kept = new Set(await responsesIn(archive));
      const lines = (await (await fetch(`${service.url}/v1/sessions/${id}/pages/export?format=jsonl`)).text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as PageLine);
      expect(lines.length).toBe(BUDGET);
      expect(lines.filter(({ url, finalUrl }) => !kept.has(url) || !kept.has(finalUrl))).toEqual([]);

      // Each kept page is readable, including those that the killed worker fetched.
      for (const { step, finalUrl } of lines.filter(({ outcome }) => outcome === 'page')) {
        const path = `/v1/sessions/${id}/pages/${step}/content`;
        const html = await fetch(`${service.url}${path}?format=html`);
        expect([step, html.status, html.headers.get('gleaner-content')]).toEqual([
          step,
          200,
          'source=response, truncated=false',
        ]);
        expect(web.page(finalUrl)).toMatchObject({ html: await html.text() });
      }

      await writeFile(join(root, 'export.warc.gz'), archive);
      const recorded = createRecordedFetcher(await openRecordedWeb(join(root, 'export.warc.gz')));
      const settings = {
        ...PLAIN_FETCH,
        userAgent: 'x',
        obeyRobots: false,
        hostDelayMs: 0,
        timeoutMs: 1_000,
        maxBytes: 1e6,
        maxRedirects: 5,
      };
      for (const { url, finalUrl, outcome } of lines) {
        // Duplicates were fetched too.
        const kind = outcome === 'duplicate' ? 'page' : outcome;
        expect(await recorded.fetch({ url, settings }, new AbortController().signal)).toMatchObject({ kind, finalUrl });
      }

      await call('DELETE', `/sessions/${id}`);
      const deadline = Date.now() + DEADLINE_MS;
      while ((await readdir(root)).includes(id) && Date.now() < deadline) await sleep(50);
      expect(await readdir(root)).toEqual(['export.warc.gz']);

      // Another worker, which was away, has files of it on its disk.
      const disk = await mkdtemp(join(tmpdir(), 'gleaner-archive-'));
      const [present, strange] = [bare.id, '01234567-89ab-4cde-8f01-23456789abcd'];
      for (const folder of [id, present, strange]) {
        await mkdir(join(disk, folder));
        await writeFile(join(disk, folder, 'gleaner.warc.gz'), 'x');
      }
      const other = await startSharedWorker({ ...workerEnvironment(), ARCHIVE_DIR: disk });
      try {
        while ((await readdir(disk)).includes(id) && Date.now() < deadline) await sleep(50);
        // Files of sessions not known as deleted stay.
        expect((await readdir(disk)).sort()).toEqual([present, strange].sort());
      } finally {
        await other.stop();
        await rm(disk, { recursive: true, force: true });
      }
    },
    4 * DEADLINE_MS,
  );
});
