import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WARCParser } from 'warcio';
import { freePort } from '../support/free-port.js';
import { looks } from '../support/looks.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { startService, type TestService } from '../support/service.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

const web = createRandomWeb({ sites: 30, pagesPerSite: 40, linksPerPage: 8 });
const DEADLINE_MS = 240_000;
/** Enough fetches that the session has not ended when its disk is full, however late this test notices. */
const BUDGET = 400;
const CONCURRENCY = 4;

interface Status {
  readonly id: string;
  readonly state: string;
  readonly waitingFor: string | null;
  readonly fetched: number;
  readonly failed: number;
}
interface EventLine {
  readonly kind: string;
  readonly details: { readonly reason?: string; readonly lack?: string } | null;
}
interface PageLine {
  readonly finalUrl: string;
  readonly outcome: string;
  readonly redirects: readonly string[];
}

let service: TestService;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let root: string;
let worker: WorkerProcess;
let workerPort: number;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-full-'));
  server = await serveRandomWeb(web, 20);
  service = await startService({ ARCHIVE_DIR: root });
  workerPort = await freePort();
  worker = startWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
    ARCHIVE_DIR: root,
    WORKER_PORT: String(workerPort),
  });
}, DEADLINE_MS);
afterAll(async () => {
  await worker.kill();
  await service.stop();
  await server.close();
  await rm(root, { recursive: true, force: true });
}, DEADLINE_MS);

/** A full disk's effect on a process: a partial write, if any, then "no space". */
const limitFiles = (bytes: string): void =>
  void execFileSync('prlimit', ['--pid', String(worker.pid), `--fsize=${bytes}:unlimited`]);

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${service.url}/v1${path}`, {
    method,
    ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
}
const statusOf = (id: string): Promise<Status> => call('GET', `/sessions/${id}`);
async function until(id: string, isReached: (status: Status) => boolean): Promise<Status> {
  const { pause } = looks();
  for (;;) {
    const status = await statusOf(id);
    if (isReached(status)) return status;
    if (['completed', 'failed'].includes(status.state)) throw new Error(JSON.stringify(status));
    await pause();
  }
}
const ended = ({ state }: Status): boolean => state === 'completed';
const waits = ({ waitingFor }: Status): boolean => waitingFor !== null;
async function begin(topicId: string, settings: object): Promise<string> {
  const common = { robots: false, hostDelayMs: 0, concurrency: CONCURRENCY, eagerness: 1 };
  return (await call<Status>('POST', `/topics/${topicId}/sessions`, { ...common, ...settings })).id;
}
const eventsOf = async (id: string): Promise<EventLine[]> =>
  (await call<{ items: EventLine[] }>('GET', `/sessions/${id}/events?first=100`)).items;

it(
  'a session whose archive cannot be written waits, in one state, and goes on by itself with nothing lost',
  async () => {
    const { id: topicId } = await call<{ id: string }>('POST', '/topics', {
      name: 'cheese',
      keywords: ['cheese'],
      seeds: web.seeds,
    });
    const id = await begin(topicId, { budget: { fetches: BUDGET }, archive: true });
    await until(id, ({ fetched }) => fetched >= 20);
    limitFiles('4096');

    expect(await until(id, waits)).toMatchObject({ state: 'queued', waitingFor: 'archive-full' });
    const stopped = await statusOf(id);
    // Archiving sessions wait from the beginning; others continue.
    const later = await begin(topicId, { budget: { fetches: 10 }, archive: true });
    expect(await until(later, waits)).toMatchObject({ state: 'queued', waitingFor: 'archive-full' });
    const other = await begin(topicId, { budget: { fetches: 10 } });
    expect(await until(other, ended)).toMatchObject({ fetched: 10 });
    expect(await statusOf(id)).toEqual(stopped);
    const health = await fetch(`http://127.0.0.1:${workerPort}/health/ready`);
    expect([health.status, await health.json()]).toEqual([
      200,
      expect.objectContaining({
        checks: expect.objectContaining({ 'archive-disk': expect.stringMatching(/cannot be written/) }),
      }),
    ]);
    const metrics = await (await fetch(`http://127.0.0.1:${workerPort}/metrics`)).text();
    expect(metrics).toMatch(/^gleaner_disk_full\{volume="archive"[^}]*\} 1$/m);
    expect(metrics).toMatch(/^gleaner_disk_free_bytes\{volume="archive"[^}]*\} \d{6,}$/m);

    limitFiles('unlimited');
    const end = await until(id, ended);
    await until(later, ended);
    const kinds = (await eventsOf(id)).map(({ kind }) => kind);
    const reasons = (await eventsOf(id)).flatMap(({ kind, details }) => (kind === 'released' ? [details?.reason] : []));
    expect(reasons).toEqual(['archive-full']);
    expect(kinds.filter((kind) => kind === 'archive-full')).toHaveLength(1);
    expect(kinds.filter((kind) => kind === 'started')).toHaveLength(2);

    // Fetched pages that were not kept have cost their fetch and were fetched again.
    expect(end.fetched + end.failed).toBeLessThanOrEqual(BUDGET);
    const sessions = await Promise.all(
      [id, later, other].map(async (one) => {
        const pages = await pagesOf(one);
        const urls = pages.filter(({ outcome }) => outcome === 'page').map(({ finalUrl }) => finalUrl);
        return { pages, urls, unkept: pages.filter(({ outcome }) => outcome === 'not-archived') };
      }),
    );
    const asked = sessions.flatMap(({ pages }) => pages).reduce((sum, { redirects }) => sum + 1 + redirects.length, 0);
    const requests = [...server.requests.values()].reduce((sum, count) => sum + count, 0);
    expect(requests).toBeLessThanOrEqual(asked + CONCURRENCY);
    const [first] = sessions;
    expect(first.unkept.length).toBeGreaterThan(0);
    expect(first.unkept.length).toBeLessThanOrEqual(2 * CONCURRENCY);
    expect(first.urls).toHaveLength(end.fetched);
    expect(await responsesIn(id)).toEqual(expect.arrayContaining(first.urls));
  },
  DEADLINE_MS,
);

async function pagesOf(id: string): Promise<PageLine[]> {
  const response = await fetch(`${service.url}/v1/sessions/${id}/pages/export?format=jsonl`);
  const lines = (await response.text()).trim().split('\n');
  return lines.map((line) => JSON.parse(line) as PageLine);
}

async function responsesIn(id: string): Promise<string[]> {
  const response = await fetch(`${service.url}/v1/sessions/${id}/export.warc.gz`);
  const urls: string[] = [];
  for await (const record of new WARCParser([Buffer.from(await response.arrayBuffer())])) {
    await record.skipFully();
    if (record.warcType === 'response') urls.push(record.warcTargetURI ?? '');
  }
  return urls;
}
