import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from '../support/database.js';

const run = promisify(execFile);
const CLI = path.resolve('dist/cli/index.js');

/** A long-running program, once its output matches `ready`. */
async function started(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  ready: RegExp,
): Promise<{ child: ChildProcess; found: string }> {
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  const found = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${args.join(' ')} ended with ${String(code)}: ${out}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const match = ready.exec(out);
      if (match !== null) resolve(match[1]);
    });
  });
  return { child, found };
}

describe('the examples', () => {
  const programs: ChildProcess[] = [];
  let folder: string;
  let web: string;
  /** The example policy in a folder without packages. */
  let policy: string;
  const env = (): NodeJS.ProcessEnv => ({
    ...process.env,
    NODE_OPTIONS: '',
    CACHE_DIR: path.resolve('.cache/test'),
    DATA_DIR: path.join(folder, 'data'),
    LOG_FORMAT: 'json',
  });

  beforeAll(async () => {
    folder = mkdtempSync(path.join(testFolder(), 'examples-'));
    web = path.join(folder, 'web');
    await run(process.execPath, ['examples/recorded-web/make-web.mjs', web]);
    policy = path.join(mkdtempSync(path.join(tmpdir(), 'gleaner-policy-')), 'own.mjs');
    copyFileSync('examples/policy/fresh-sites-first.mjs', policy);
  });
  afterAll(async () => {
    for (const child of programs.reverse()) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGINT');
      await ended;
    }
  });

  it('compare a policy of one’s own with others in the lab', async () => {
    const file = (name: string): string => path.join(web, name);
    const { stdout } = await run(
      process.execPath,
      [
        ...[CLI, 'lab', '--warc', file('web.warc.gz'), '--labels', file('labels.tsv'), '--topic', file('topic.json')],
        ...['--policy-module', policy, '--policies', 'fresh-sites-first,best-first'],
        ...['--budget', '100', '--runs', '1', '--cache-dir', path.resolve('.cache/test'), '--quiet'],
      ],
      { env: env() },
    );
    const relevant = (name: string): number => Number(new RegExp(`^${name} +100 +([\\d.]+)`, 'm').exec(stdout)?.[1]);
    expect(relevant('fresh-sites-first')).toBeGreaterThan(0);
    expect(relevant('best-first')).toBeGreaterThan(relevant('fresh-sites-first'));
  });

  it('crawl a topic through REST, in JavaScript and in Python', async () => {
    const proxy = await started([CLI, 'web', path.join(web, 'web.warc.gz'), '--port', '0'], env(), /(http:\S+\d)/);
    programs.push(proxy.child);
    const service = await started(
      [CLI, 'serve', '--port', '0'],
      { ...env(), CRAWL_PROXY_URL: proxy.found, POLICY_MODULES: policy },
      /"url":"([^"]+)"[^\n]*"msg":"listening"/,
    );
    programs.push(service.child);
    const { stdout } = await run(
      process.execPath,
      ['examples/api/crawl-a-topic.mjs', 'cheese,milk,cheddar', 'http://site0.example/,http://site3.example/', '60'],
      { env: { ...env(), GLEANER_URL: service.found } },
    );
    expect(stdout.split('\n').length).toBeGreaterThan(10);
    expect(stdout).toMatch(/^[01]\.\d\d http:\/\/site\d+\.example\//m);

    // A policy of one's own crawls, and is compared with others in a thread of the worker.
    const call = async <T>(method: string, address: string, body?: object): Promise<T> => {
      const response = await fetch(`${service.found}${address}`, {
        method,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      if (!response.ok) throw new Error(await response.text());
      return (await response.json()) as T;
    };
    const ended = async <T extends { id: string; state: string }>(kind: string, { id }: T): Promise<T> => {
      for (;;) {
        const now = await call<T>('GET', `/v1/${kind}/${id}`);
        if (['completed', 'stopped', 'failed'].includes(now.state)) return now;
        await new Promise((resolve) => setTimeout(resolve, 300));
      }
    };
    const [topic] = (await call<{ items: { id: string }[] }>('GET', '/v1/topics')).items;
    const settings = { policy: 'fresh-sites-first', budget: { fetches: 40 } };
    const session = await ended(
      'sessions',
      await call<{ id: string; state: string; fetched: number }>('POST', `/v1/topics/${topic.id}/sessions`, settings),
    );
    expect(session).toMatchObject({ state: 'completed', policy: 'fresh-sites-first', fetched: 40 });
    const experiment = { web: { sessionId: session.id }, policies: [{ policy: 'fresh-sites-first' }], budgets: [20] };
    expect(
      await ended('experiments', await call<{ id: string; state: string }>('POST', '/v1/experiments', experiment)),
    ).toMatchObject({ state: 'completed' });

    // Only in the long run, so that daily tests do not need python3.
    const python = await run(
      'python3',
      ['examples/python/crawl_a_topic.py', 'milk,cheese,cheddar', 'http://site0.example/,http://site3.example/', '60'],
      { env: { ...env(), GLEANER_URL: service.found } },
    );
    expect(python.stdout.split('\n').length).toBeGreaterThan(10);
    expect(python.stdout).toMatch(/^[01]\.\d\d http:\/\/site\d+\.example\//m);
    expect(python.stderr).toMatch(/^running \d+ fetched/m);
    expect(python.stderr).toMatch(/^completed by budget$/m);
  });
});
