import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from '../e2e/sessions-client.js';
import { textKeys, textSettings } from '../support/moved-texts.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { restCalls } from '../support/rest-call.js';
import { metric } from '../support/metrics.js';
import { startStore, type TestStore } from '../support/s3-server.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';
import { freePort } from '../support/free-port.js';
import { looks } from '../support/looks.js';

const web = createRandomWeb({ sites: 30, pagesPerSite: 40, linksPerPage: 8 });
const DEADLINE_MS = 180_000;
/** Two packs and some more. */
const BUDGET = 500;

interface Status {
  readonly id: string;
  readonly state: string;
  readonly fetched: number;
}

describe('a session whose texts are moved to a store by workers that are killed', () => {
  let service: TestService;
  let server: Awaited<ReturnType<typeof serveRandomWeb>>;
  let store: TestStore;
  let root: string;
  const workers: WorkerProcess[] = [];
  const others: TestService[] = [];
  const { call, until } = restCalls(() => service.url, DEADLINE_MS);

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'gleaner-texts-'));
    server = await serveRandomWeb(web, 10);
    store = await startStore(root);
    service = await startService(textSettings(store));
  }, DEADLINE_MS);
  afterAll(async () => {
    for (const worker of workers) await worker.kill();
    for (const other of others) await other.stop();
    await service.stop();
    await server.close();
    await store.close();
    await rm(root, { recursive: true, force: true });
  }, DEADLINE_MS);

  const worker = (more: Record<string, string> = {}): WorkerProcess => {
    const started = startWorker({
      DATABASE_URL: service.databaseUrl,
      CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
      COMMIT_INTERVAL_MS: '50',
      LEASE_SECONDS: '2',
      ...textSettings(store),
      ...more,
    });
    workers.push(started);
    return started;
  };
  const rows = (text: string, values: readonly unknown[] = []) => sql(service.databaseUrl, text, [...values]);
  async function whenever(isReached: () => Promise<boolean>): Promise<void> {
    const { pause } = looks();
    while (!(await isReached())) await pause();
  }
  const texts = async (id: string): Promise<string> =>
    (await fetch(`${service.url}/v1/sessions/${id}/pages/export?format=jsonl&texts=true`)).text();
  const moved = async (id: string): Promise<number> =>
    Number(
      (await rows('SELECT count(*) AS n FROM pages WHERE session_id = $1 AND text_place IS NOT NULL', [id]))[0]['n'],
    );
  const unmoved = async (id: string): Promise<number> =>
    Number(
      (
        await rows(
          'SELECT count(*) AS n FROM pages WHERE session_id = $1 AND text_place IS NULL AND octet_length(text) > 500',
          [id],
        )
      )[0]['n'],
    );

  it(
    'has all its texts, over the death of a worker between upload and transaction, and takes them with it when it is deleted',
    async () => {
      // The web's pages are short.
      await rows(`CREATE FUNCTION lengthen() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          IF NEW.text IS NOT NULL THEN NEW.text := repeat(NEW.text || ' ', 20); NEW.main_text := NEW.text; NEW.main_ranges := NULL; END IF; RETURN NEW; END $$`);
      await rows('CREATE TRIGGER lengthen BEFORE INSERT ON pages FOR EACH ROW EXECUTE FUNCTION lengthen()');
      const topic = await call<{ id: string }>('POST', '/topics', {
        name: 'cheese',
        keywords: ['cheese', 'cheddar', 'rennet'],
        seeds: web.seeds,
      });
      // The crawl continues while the store is away.
      store.fault = (_, response) => Boolean(response.writeHead(503).end());
      const port = String(await freePort());
      const first = worker({ WORKER_PORT: port });
      const { id } = await call<Status>('POST', `/topics/${topic.id}/sessions`, {
        policy: 'breadth-first',
        budget: { fetches: BUDGET },
        hostDelayMs: 0,
        robots: false,
        concurrency: 4,
        hostConcurrency: 2,
        randomSeed: 3,
      });
      await until<Status>(`/sessions/${id}`, ({ state }) => state === 'completed');
      const before = await texts(id);
      const failures = () => metric(`http://127.0.0.1:${port}`, 'gleaner_page_text_store_failures_total');
      await whenever(async () => (await failures())['operation=write'] > 0);
      expect(await metric(`http://127.0.0.1:${port}`, 'gleaner_page_texts_unmoved')).toEqual({
        '': expect.any(Number),
      });
      expect([await moved(id), await unmoved(id)]).toEqual([0, expect.any(Number)]);
      expect(await unmoved(id)).toBeGreaterThan(300);

      // The store accepts a pack, and its response never arrives.
      let taken: (() => void) | undefined;
      const isTaken = new Promise<void>((resolve) => (taken = resolve));
      store.fault = (request, response) => {
        if (request.method !== 'PUT') return false;
        response.end = ((): ServerResponse => {
          taken?.();
          return response;
        }) as typeof response.end;
        return false;
      };
      await isTaken;
      await first.kill();
      store.fault = null;
      const left = await textKeys(store);
      expect([left.length, await moved(id), await texts(id)]).toEqual([1, 0, before]);

      worker();
      await whenever(async () => {
        // Five minutes pass.
        await rows(`UPDATE text_uploads SET started_at = started_at - interval '5 minutes' WHERE isfinite(started_at)`);
        return (await unmoved(id)) === 0;
      });
      expect(await texts(id)).toBe(before);
      const keys = await textKeys(store);
      expect(keys).toEqual(expect.arrayContaining(left));
      const packs = await rows(
        'SELECT DISTINCT text_place[1:3] AS pack FROM pages WHERE session_id = $1 AND text_place IS NOT NULL',
        [id],
      );
      expect(keys).toHaveLength(packs.length);

      store.fault = (_, response) => Boolean(response.writeHead(503).end());
      // One that is not cached.
      const other = await startService({ DATABASE_URL: service.databaseUrl, ...textSettings(store) });
      others.push(other);
      const [{ step }] = await rows('SELECT step FROM pages WHERE session_id = $1 AND text_place IS NOT NULL LIMIT 1', [
        id,
      ]);
      const refused = await fetch(`${other.url}/v1/sessions/${id}/pages/${String(step)}/content?format=text`);
      expect([
        refused.status,
        refused.headers.has('retry-after'),
        ((await refused.json()) as { code: string }).code,
      ]).toEqual([503, true, 'UNAVAILABLE']);
      const listed = await (await fetch(`${other.url}/v1/sessions/${id}/pages?first=20`)).text();
      expect(listed).toMatch(/"excerpt":"[^"]{100}/);

      // The store is away when the session is deleted.
      expect((await fetch(`${service.url}/v1/sessions/${id}`, { method: 'DELETE' })).status).toBe(204);
      await whenever(async () => (await rows('SELECT FROM pages WHERE session_id = $1 LIMIT 1', [id])).length === 0);
      store.fault = null;
      await whenever(async () => (await textKeys(store)).length === 0);
    },
    6 * DEADLINE_MS,
  );
});
