import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const PATIENCE_MS = 10 * 60_000;

/** A neutral environment: nothing of this clone, of npm's settings or of the tests. */
function strange(ignoreScripts: boolean): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|NODE_|JEST_|INIT_CWD$|CACHE_DIR$|DATA_DIR$|DATABASE_URL$)/i.test(name),
  );
  return { ...Object.fromEntries(own), npm_config_ignore_scripts: String(ignoreScripts) };
}

/** `npx gleaner serve`, as in a terminal: a process group that Ctrl-C reaches as a whole. */
async function serve(cwd: string, env: NodeJS.ProcessEnv): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn('npx', ['gleaner', 'serve', '--port', '0'], {
    cwd,
    env,
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the service ended with ${String(code)}: ${out}`)));
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
      const found = /"url":"([^"]+)"[^\n]*"msg":"listening"/.exec(out);
      if (found !== null) resolve(found[1]);
    });
  });
  return { child, url };
}

async function call<T>(url: string, body?: object): Promise<T> {
  const answer = await fetch(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as T;
}

interface Session {
  readonly id: string;
  readonly state: string;
  readonly stateReason: string | null;
}

describe.each([
  ['with install scripts', false],
  ['without install scripts', true],
])('the package that npm pack makes, installed %s into an empty folder', (_name, ignoreScripts) => {
  const env = strange(ignoreScripts);
  let folder: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'gleaner-package-'));
    // PostgreSQL does not run as root, and its user must be able to enter the folder.
    chmodSync(folder, 0o755);
    const packed = path.join(folder, 'packed');
    const home = path.join(folder, 'home');
    for (const each of [packed, home]) mkdirSync(each);
    await run('npm', ['pack', '--pack-destination', packed], { env: strange(false) });
    await run('npm', ['init', '--yes'], { cwd: home, env });
    await run('npm', ['install', '--no-audit', '--no-fund', path.join(packed, readdirSync(packed)[0])], {
      cwd: home,
      env,
    });
    folder = home;
  }, PATIENCE_MS);
  afterAll(() => rmSync(path.dirname(folder), { recursive: true, force: true }));

  it('has neither a compiler of ours nor sources', () => {
    const there = readdirSync(path.join(folder, 'node_modules', 'gleaner')).sort();
    expect(there).toEqual(['.env.example', 'LICENSE', 'NOTICE', 'README.md', 'dist', 'package.json', 'prisma']);
    const installed = Object.keys(
      JSON.parse(readFileSync(path.join(folder, 'node_modules', '.package-lock.json'), 'utf8')).packages,
    );
    expect(installed.filter((name) => /node_modules\/(@swc\/core|prisma|typescript|jest|vite)$/.test(name))).toEqual(
      [],
    );
  });

  it('installs no client that only a setting needs, and says how to install it', async () => {
    const start = run('npx', ['gleaner', 'serve', '--port', '0'], {
      cwd: folder,
      env: { ...env, PAGE_STORE: 's3://bucket' },
    });
    await expect(start).rejects.toMatchObject({
      code: 78,
      stdout: expect.stringContaining('npm install @aws-sdk/client-s3 @aws-sdk/lib-storage'),
    });
  });

  it(
    'runs the demo',
    async () => {
      const demo = [
        'gleaner',
        'demo',
        '--budget',
        '40',
        '--policies',
        'best-first',
        '--model',
        'naive-bayes',
        '--json',
      ];
      const { stdout } = await run('npx', demo, { cwd: folder, env });
      const { sessions } = JSON.parse(stdout) as { sessions: (Session & { fetched: number; failed: number })[] };
      expect(sessions.map(({ state, stateReason }) => [state, stateReason])).toEqual([['completed', 'budget']]);
      expect(sessions[0].fetched + sessions[0].failed).toBe(40);
      expect(readdirSync(path.join(folder, 'data', 'demo'))).toContain('pg');
    },
    PATIENCE_MS,
  );

  it(
    'serves a session, with its data in the folder of the user, and ends on Ctrl-C',
    async () => {
      const { child, url } = await serve(folder, env);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      try {
        expect(await call(`${url}/health/ready`)).toMatchObject({ status: 'ok' });
        expect(await (await fetch(url)).text()).toContain('<div id="console">');
        const topic = await call<{ id: string }>(`${url}/v1/topics`, {
          name: 'cheese',
          keywords: ['cheese'],
          seeds: ['http://127.0.0.1:9/'],
        });
        let session = await call<Session>(`${url}/v1/topics/${topic.id}/sessions`, {
          policy: 'best-first',
          budget: { fetches: 10 },
        });
        while (!['completed', 'failed', 'stopped'].includes(session.state)) {
          await new Promise((resume) => setTimeout(resume, 200));
          session = await call<Session>(`${url}/v1/sessions/${session.id}`);
        }
        // Only this machine is contacted: the worker claimed the session and refused its seed.
        expect(session.stateReason).toBe('seeds-unreachable');
        expect(readdirSync(path.join(folder, 'data'))).toContain('pg');
      } finally {
        process.kill(-(child.pid ?? 0), 'SIGINT');
        await ended;
      }
      await expect(fetch(`${url}/health/ready`)).rejects.toThrow('fetch failed');
    },
    PATIENCE_MS,
  );
});
