import { once } from 'node:events';
import { compiledProduct } from '../support/build.js';
import { isServed, killRest, newDataFolder, serverOf, Service, workersOf } from '../support/service-processes.js';
import { someOf } from '../support/thoroughness.js';

let dist: string;
/** Shared by all started services: each finds it as the previous one left it. */
let folder: string;
beforeAll(async () => {
  dist = compiledProduct();
  folder = newDataFolder();
}, 300_000);
afterAll(killRest);

// `npm run test:long` also has separate API and worker processes, more ways to end, and a port in use.
describe('ROLE=all', () => {
  test('serves, keeps a worker and the database running, and takes everything along when it ends', async () => {
    const service = Service.start(dist, { DATA_DIR: folder });
    const { url } = await service.line('listening');
    await service.line('working');
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);

    const [first] = workersOf(service);
    process.kill(first ?? 0, 'SIGKILL');
    await service.line('worker process died');
    await service.line('working', 2);
    expect(workersOf(service)).toHaveLength(1);
    expect(workersOf(service)).not.toContain(first);
    expect(await (await fetch(`${String(url)}/metrics`)).text()).toMatch(/gleaner_worker_restarts_total\{[^}]*\} 1/);

    process.kill(serverOf(folder), 'SIGKILL');
    // Both processes report it.
    await service.line('restarted the lost embedded database', 2);
    expect((await fetch(`${String(url)}/health/ready`)).status).toBe(200);

    // As when the terminal closes.
    expect(await service.end('SIGHUP')).toBe(0);
    expect(service.lines('stopped')).toHaveLength(2);
    expect(isServed(folder)).toBe(false);
  }, 400_000);
});

describe('a start that is refused', () => {
  test.each(
    someOf(
      [
        [{ PORT: 'x' }, /^Configuration refused:\n {2}PORT: "x" is not allowed; expected an integer from 0 to 65535/],
        [{ HOST: '0.0.0.0' }, /HOST: "0\.0\.0\.0" can be reached from other machines/],
      ] as const,
      ([env]) => 'PORT' in env,
    ),
  )(
    '%j says why and exits with 78',
    async (env, message) => {
      const service = Service.start(dist, { DATA_DIR: folder, ...env });
      const [code] = (await once(service.child, 'exit')) as [number];
      expect([code, service.log]).toEqual([78, expect.stringMatching(message)]);
    },
    180_000,
  );
});
