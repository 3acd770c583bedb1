import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { looks } from '../support/looks.js';
import { restCalls } from '../support/rest-call.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';
import { type ListBody, sql } from '../e2e/sessions-client.js';

const DEADLINE_MS = 600_000;
const SITE = 'http://www.cheese-kill.com';
const PAGES = 150;
const KILLS = 4;

/** A web of pages about cheese; the test changes its pages and texts. */
const web = new Map<string, string>();
const text = (n: number, extra = ''): string =>
  `Cheese number ${n} of the cellar of ${'abcdefghij'[n % 10]}${n} is made of milk and rennet, as cheddar is. ${extra} It ripens for long.`;
const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? '', SITE);
  const body = web.get(pathname);
  if (body === undefined) return void response.writeHead(404).end('not found');
  const links = pathname === '/' ? [...web.keys()].map((path) => `<a href="${path}">${path}</a>`).join(' ') : '';
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    .end(
      `<!doctype html><html><head><title>${pathname}</title></head><body><nav>${links}</nav><p>${body}</p></body></html>`,
    );
});

let service: TestService;
let worker: WorkerProcess;
const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const start = (): WorkerProcess =>
  startWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    COMMIT_INTERVAL_MS: '20',
    LEASE_SECONDS: '3',
  });

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  service = await startService();
  worker = start();
}, DEADLINE_MS);
afterAll(async () => {
  await worker.stop();
  await service.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}, DEADLINE_MS);

test(
  'a run whose workers are killed tells each change once, and misses none',
  async () => {
    web.set('/', text(0));
    for (let n = 1; n <= PAGES; n++) web.set(`/p${n}`, text(n));
    const { id: topicId } = await call<{ id: string }>('POST', '/topics', {
      ...{ name: 'cheese', keywords: ['cheese', 'cheddar', 'rennet'], seeds: [`${SITE}/`] },
    });
    const { id: sessionId } = await call<{ id: string }>('POST', `/topics/${topicId}/sessions`, {
      ...{ budget: { fetches: 2 * PAGES }, policy: 'breadth-first', hostDelayMs: 0, duplicates: { reward: true } },
    });
    await until<{ state: string }>(`/sessions/${sessionId}`, ({ state }) => state === 'completed');
    const monitor = await call<{ id: string; watched: number }>('POST', '/monitors', {
      ...{ topicId, sessionId, name: 'killed', fetches: 1_000, newShare: 0.5, ignoreNumbers: false },
    });
    expect(monitor.watched).toBe(PAGES + 1);

    const expected: string[] = [];
    for (let n = 1; n <= PAGES; n++) {
      if (n % 3 === 0) web.set(`/p${n}`, text(n, 'It won a prize.'));
      if (n % 3 === 1) web.delete(`/p${n}`);
      if (n % 3 !== 2) expected.push(`${n % 3 === 0 ? 'CHANGED' : 'GONE'} ${SITE}/p${n}`);
    }
    for (let n = 1; n <= 40; n++) {
      web.set(`/new${n}`, text(1_000 + n));
      expected.push(`NEW ${SITE}/new${n}`);
    }
    await sql(
      service.databaseUrl,
      `INSERT INTO webhooks (id, url, types, topic_id) VALUES (gen_random_uuid(), 'https://receiver.example/', '{change.seen}', $1)`,
      [topicId],
    );
    const told = async (): Promise<string[]> =>
      (await sql<{ told: string }>(service.databaseUrl, `SELECT kind || ' ' || url AS told FROM page_changes`)).map(
        (row) => row.told,
      );
    await call('POST', `/monitors/${monitor.id}/runs`, { all: true });
    const { pause } = looks();
    for (let kill = 1; kill <= KILLS; kill++) {
      // Each worker dies when more changes are recorded: in the middle of comparing.
      while ((await told()).length < (kill * expected.length) / (KILLS + 1)) await pause();
      await worker.kill();
      worker = start();
    }
    const { items } = await until<ListBody<Record<string, unknown>>>(
      `/monitors/${monitor.id}/runs`,
      ({ items: [run] }) => run?.['finishedAt'] !== null,
    );
    expect((await told()).sort()).toEqual(expected.sort());
    expect(items[0]).toMatchObject({ state: 'completed', changed: 50, gone: 50, new: 40, looked: PAGES + 1 });
    // Messages are written with the changes: each change is in one of them.
    const messages = await sql<{ data: { changes: { kind: string; url: string }[] } }>(
      service.databaseUrl,
      `SELECT data FROM webhook_messages WHERE type = 'change.seen'`,
    );
    const sent = messages.flatMap(({ data }) => data.changes.map(({ kind, url }) => `${kind} ${url}`));
    expect(sent.sort()).toEqual(expected);
  },
  DEADLINE_MS,
);
