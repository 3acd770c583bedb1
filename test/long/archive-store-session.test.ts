import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { WARCParser } from 'warcio';
import { ObjectStore } from '../../src/modules/base/archive/object-store.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { startStore, type TestStore } from '../support/s3-server.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker, startWorker, type WorkerProcess } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 30, pagesPerSite: 40, linksPerPage: 8 });
const DEADLINE_MS = 120_000;
const BUDGET = 120;

interface Status {
  readonly id: string;
  readonly state: string;
  readonly fetched: number;
}
interface PageLine {
  readonly step: number;
  readonly finalUrl: string;
  readonly outcome: string;
}

describe('a session whose archive is moved to a store by workers with disks of their own', () => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  let store: TestStore;
  let root: string;
  const workers: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'gleaner-archive-'));
    for (const name of ['api', 'first', 'second']) await mkdir(join(root, name));
    server = await serveRandomWeb(web, 10);
    store = await startStore(join(root, 'objects'));
    service = await startService({ ARCHIVE_DIR: join(root, 'api'), ...store.settings });
  }, DEADLINE_MS);
  afterAll(async () => {
    for (const stop of workers) await stop();
    await service.stop();
    await server.close();
    await store.close();
    await rm(root, { recursive: true, force: true });
  }, DEADLINE_MS);

  const environmentOf = (disk: string) => ({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
    LEASE_SECONDS: '2',
    ARCHIVE_DIR: join(root, disk),
    ...store.settings,
  });
  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${service.url}/v1${path}`, {
      method,
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }
  async function until<T>(read: () => Promise<T>, isReached: (value: T) => boolean): Promise<T> {
    const deadline = Date.now() + DEADLINE_MS;
    for (;;) {
      const value = await read();
      if (isReached(value) || Date.now() > deadline) return value;
      await sleep(50);
    }
  }
  const whenEmpty = (disk: string): Promise<string[]> =>
    until(
      () => readdir(join(root, disk)),
      (names) => names.length === 0,
    );

  it(
    'has every page, over the death of a worker, and none twice',
    async () => {
      const topic = await call<{ id: string }>('POST', '/topics', {
        name: 'cheese',
        keywords: ['cheese', 'cheddar', 'rennet'],
        seeds: web.seeds,
      });
      const { id } = await call<Status>('POST', `/topics/${topic.id}/sessions`, {
        policy: 'breadth-first',
        budget: { fetches: BUDGET },
        hostDelayMs: 0,
        robots: false,
        concurrency: 4,
        hostConcurrency: 2,
        randomSeed: 3,
        archive: true,
      });
      const status = () => call<Status>('GET', `/sessions/${id}`);
      const doomed: WorkerProcess = startWorker(environmentOf('first'));
      workers.push(() => doomed.kill());
      await until(status, ({ fetched }) => fetched > 40);
      await doomed.kill();
      // The dead worker's data is on its disk, in a file that is still open.
      expect((await readdir(join(root, 'first', id))).some((name) => name.endsWith('.open'))).toBe(true);

      const heir = await startSharedWorker(environmentOf('second'));
      workers.push(() => heir.stop());
      expect((await until(status, ({ state }) => state === 'completed')).state).toBe('completed');
      expect(await whenEmpty('second')).toEqual([]);

      // Its disk returns with a worker.
      const returned = await startSharedWorker(environmentOf('first'));
      workers.push(() => returned.stop());
      expect(await whenEmpty('first')).toEqual([]);

      const objects = await new ObjectStore(store.settings.ARCHIVE_STORE, store.settings).list(id);
      expect(objects.filter(({ key }) => key.endsWith('.warc.gz')).length).toBeGreaterThanOrEqual(2);
      const lines = (await (await fetch(`${service.url}/v1/sessions/${id}/pages/export?format=jsonl`)).text())
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as PageLine);
      const pages = lines.filter(({ outcome }) => outcome === 'page');
      expect(pages.length).toBeGreaterThan(BUDGET / 2);
      for (const { step, finalUrl } of pages) {
        const html = await fetch(`${service.url}/v1/sessions/${id}/pages/${step}/content?format=html`);
        expect([step, html.status]).toEqual([step, 200]);
        expect(web.page(finalUrl)).toMatchObject({ html: await html.text() });
      }
      const archive = Buffer.from(await (await fetch(`${service.url}/v1/sessions/${id}/export.warc.gz`)).arrayBuffer());
      const ids: string[] = [];
      for await (const record of new WARCParser([archive])) {
        await record.skipFully();
        ids.push(record.warcHeader('WARC-Record-ID') ?? '');
      }
      expect(new Set(ids).size).toBe(ids.length);
      expect((await fetch(`${service.url}/v1/sessions/${id}/export.wacz`)).status).toBe(200);

      await call('DELETE', `/sessions/${id}`);
      expect(
        await until(
          () => new ObjectStore(store.settings.ARCHIVE_STORE, store.settings).list(id),
          (left) => left.length === 0,
        ),
      ).toEqual([]);
    },
    6 * DEADLINE_MS,
  );
});
