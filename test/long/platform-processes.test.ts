import { existsSync } from 'node:fs';
import { compiledProduct } from '../support/build.js';
import {
  isServed,
  killRest,
  newDataFolder,
  serverOf,
  Service,
  until,
  workersOf,
} from '../support/service-processes.js';

let dist: string;
let folder: string;
beforeAll(async () => {
  dist = compiledProduct();
  folder = newDataFolder();
}, 300_000);
afterAll(killRest);

describe('ROLE=api and ROLE=worker', () => {
  test('share the embedded database; the API keeps working when server and worker are killed', async () => {
    const api = Service.start(dist, { DATA_DIR: folder, ROLE: 'api' });
    const { url } = await api.line('listening');
    const worker = Service.start(dist, { DATA_DIR: folder, ROLE: 'worker' });
    await worker.line('working');
    expect(worker.lines('database running')).toEqual([expect.objectContaining({ attached: true })]);
    expect(workersOf(api)).toEqual([]);

    process.kill(serverOf(folder), 'SIGKILL');
    await api.line('restarted the lost embedded database');
    await worker.line('restarted the lost embedded database');
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);

    await worker.end('SIGKILL');
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);
    expect(await api.end('SIGTERM')).toBe(0);
    expect(isServed(folder)).toBe(false);
  }, 400_000);
});

describe('ROLE=all', () => {
  test('killed, it leaves no worker and no database server behind', async () => {
    const service = Service.start(dist, { DATA_DIR: folder });
    await service.line('working');
    const [worker] = workersOf(service);
    await service.end('SIGKILL');
    await until(() => !existsSync(`/proc/${worker ?? 0}`), 'the end of the worker');
    await until(() => !isServed(folder), 'the end of the server');
  }, 400_000);
});
