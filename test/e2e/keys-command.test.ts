import { type CommandRun, runCommand } from '../support/command.js';
import { startService, type TestService } from '../support/service.js';

const OPERATOR = 'operators-key-0123456789';

let service: TestService;
beforeAll(async () => {
  service = await startService({ API_KEYS: OPERATOR });
});
afterAll(() => service.stop());

/** The command, for the service of this suite. */
async function gleaner(args: readonly string[], key = OPERATOR): Promise<CommandRun> {
  const ran = await runCommand([...args, '--url', service.url, '--key', key]);
  return { ...ran, out: ran.out.trim() };
}
const statusWith = async (key: string): Promise<number> =>
  (await fetch(`${service.url}/v1/topics`, { headers: { authorization: `Bearer ${key}` } })).status;

test('keys are made, used, listed, rotated and revoked for a project by its name', async () => {
  expect((await gleaner(['projects', 'create', 'dairy'])).out).toMatch(/^project dairy: /);
  const made = await gleaner(['keys', 'create', 'nightly export', '--scopes', 'read', '--project', 'dairy']);
  // The text alone is the result: the rest is a remark.
  expect(made).toMatchObject({ code: 0, out: expect.stringMatching(/^gl_[0-9a-f]{32}_[\w-]{43}$/) as string });
  expect(await statusWith(made.out)).toBe(200);
  const [key] = JSON.parse((await gleaner(['keys', 'list', '--project', 'dairy', '--json'])).out) as {
    id: string;
    name: string;
  }[];
  expect(key.name).toBe('nightly export');
  const next = await gleaner(['keys', 'rotate', key.id, '--overlap', '600', '--project', 'dairy']);
  expect(await Promise.all([made.out, next.out].map(statusWith))).toEqual([200, 200]);
  expect((await gleaner(['keys', 'revoke', key.id, '--project', 'dairy'])).out).toBe(`key ${key.id} is revoked`);
  expect(await Promise.all([made.out, next.out].map(statusWith))).toEqual([401, 200]);
  // A head, a line below it, and both keys.
  expect((await gleaner(['keys', 'list', '--project', 'dairy'])).out.split('\n')).toHaveLength(4);
});

test('says what is wrong, with exit codes that tell a refusal from a wrong call', async () => {
  expect(await gleaner(['keys', 'list'], 'wrong')).toMatchObject({
    code: 4,
    err: expect.stringContaining('UNAUTHENTICATED') as string,
  });
  expect(await gleaner(['keys', 'create', 'k', '--scopes', 'all'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('field scopes') as string,
  });
  expect(await gleaner(['keys', 'list', '--url', 'ftp://x'])).toMatchObject({ code: 2 });
});
