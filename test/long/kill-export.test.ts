import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { looks } from '../support/looks.js';
import { restCalls } from '../support/rest-call.js';
import { startStore, type TestStore } from '../support/s3-server.js';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows } from '../support/session-rows.js';
import { startWorker, type WorkerProcess } from '../support/worker-process.js';

const DEADLINE_MS = 300_000;

interface ExportBody {
  readonly id: string;
  readonly state: string;
  readonly bytes: number;
  readonly sha256: string | null;
}

let root: string;
let store: TestStore;
let service: TestService;
const { call, until } = restCalls(() => service.url, DEADLINE_MS);
const start = (): WorkerProcess =>
  startWorker({
    DATABASE_URL: service.databaseUrl,
    LEASE_SECONDS: '2',
    ARCHIVE_DIR: join(root, 'worker'),
    ...store.settings,
  });
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-export-'));
  store = await startStore(join(root, 'objects'));
  service = await startService({ ARCHIVE_DIR: join(root, 'api'), ...store.settings });
}, DEADLINE_MS);
afterAll(async () => {
  await service.stop();
  await store.close();
  await rm(root, { recursive: true, force: true });
});

async function eventually(what: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  const { pause } = looks();
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`not so: ${what}`);
    await pause();
  }
}

test(
  'an export whose workers are killed while they write and while they upload is made whole, and no part of it is served',
  async () => {
    const { sessionId } = await insertSessionRows(service.databaseUrl, { steps: 4_000, domains: 100 });
    const { id } = await call<ExportBody>('POST', `/sessions/${sessionId}/exports`, {
      ...{ what: 'pages', format: 'jsonl', texts: true, markdown: true },
    });
    const folder = join(root, 'worker', 'exports', id);
    const files = () => readdir(folder).catch(() => []);
    const notServed = async () => {
      expect((await fetch(`${service.url}/v1/exports/${id}/file`)).status).toBe(409);
    };

    let worker = start();
    await until<ExportBody>(`/exports/${id}`, ({ state, bytes }) => state === 'running' && bytes > 0);
    expect(await files()).toEqual(['1.part']);
    await worker.kill();
    await notServed();

    // The second one reaches the store, which takes the bytes and does not answer.
    let asked = 0;
    store.fault = ({ method }) => (method === 'PUT' || method === 'POST') && ++asked > 0;
    worker = start();
    await eventually('the store is asked', () => asked > 0);
    await worker.kill();
    await notServed();
    store.fault = null;

    worker = start();
    const done = await until<ExportBody>(`/exports/${id}`, ({ state }) => state === 'completed' || state === 'failed');
    expect(done.state).toBe('completed');
    const bytes = Buffer.from(await (await fetch(`${service.url}/v1/exports/${id}/file`)).arrayBuffer());
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(done.sha256);
    const sent = await fetch(
      `${service.url}/v1/sessions/${sessionId}/pages/export?format=jsonl&texts=true&markdown=true`,
    );
    expect(bytes.equals(Buffer.from(await sent.arrayBuffer()))).toBe(true);
    // The next pass removes the remains of lost ones.
    await eventually('nothing is left on the disk', async () => (await files()).length === 0);
    await fetch(`${service.url}/v1/exports/${id}`, { method: 'DELETE' });
    await eventually('the folder is gone', async () => !(await readdir(join(folder, '..'))).includes(id));
    expect(await worker.stop()).toBe(0);
  },
  3 * DEADLINE_MS,
);
