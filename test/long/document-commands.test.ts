import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { testFolder } from '../support/database.js';

/**
 * Runs shell blocks of the documents as they stand, with ids and addresses of a running demo in place of their
 * placeholders.
 */

const run = promisify(execFile);
const CLI = path.resolve('dist/cli/index.js');
const env = { ...process.env, NODE_OPTIONS: '', CACHE_DIR: path.resolve('.cache/test') };
/** Programs as documents call them: without the preparations of npm, and with HTTP errors as failures. */
const PRELUDE = `
set -euo pipefail
gleaner() { node '${CLI}' "$@"; }
npx() { shift; gleaner "$@"; }
npm() { shift 3; gleaner "$@"; }
curl() { command curl --fail-with-body --silent --show-error "$@"; }
`;

const blocksOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, text]) => text);

/** The one block of a document that has a text. */
function blockWith(file: string, text: string): string {
  const blocks = blocksOf(file).filter((block) => block.includes(text));
  if (blocks.length !== 1) throw new Error(`${file} has ${blocks.length} blocks with ${text}`);
  return blocks[0];
}

/** The parts of answers that are used here. */
interface Answer {
  readonly id: string;
  readonly token: string;
  readonly items: readonly { readonly name: string; readonly key: string }[];
}

let folder: string;
const shell = (block: string): Promise<{ stdout: string; stderr: string }> => {
  const child = run('bash', ['-c', PRELUDE + block], { env, maxBuffer: 2 ** 26 });
  child.child.stdin?.end();
  return child;
};

beforeAll(() => {
  folder = mkdtempSync(path.join(testFolder(), 'documents-'));
});

describe('on a service', () => {
  let demo: ChildProcess;
  let settings: Record<string, string>;

  beforeAll(async () => {
    const args = ['demo', '--keep', '--budget', '150', '--policies', 'best-first', '--model', 'naive-bayes'];
    demo = spawn(process.execPath, [CLI, ...args, '--data', path.join(folder, 'demo')], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    settings = await new Promise((resolve, reject) => {
      let out = '';
      demo.once('exit', (code) => reject(new Error(`the demo ended with ${String(code)}: ${out}`)));
      demo.stdout?.resume();
      // Advice is not a result, so it goes to standard error.
      demo.stderr?.setEncoding('utf8').on('data', (text: string) => {
        out += text;
        const found = [...out.matchAll(/^export (\w+)=(\S+)$/gm)];
        if (found.length === 3) resolve(Object.fromEntries(found.map(([, name, value]) => [name, value])));
      });
    });
  }, 300_000);
  afterAll(async () => {
    if (demo.exitCode !== null) return;
    const ended = new Promise((resolve) => demo.once('exit', resolve));
    demo.kill('SIGINT');
    await ended;
  });

  const call = async (target: string, body?: unknown): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' };
    const init = body === undefined ? {} : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${settings.GLEANER_URL}${target}`, init);
    expect(answer.ok).toBe(true);
    return (await answer.json()) as Answer;
  };
  const exports = (): string =>
    Object.entries(settings)
      .map(([name, value]) => `export ${name}=${value}\n`)
      .join('');

  it("the README's tour runs, and its wrong call is refused as shown", async () => {
    const tour = blockWith('README.md', 'sessions extend').replace('--out pages.csv', `--out ${folder}/tour.csv`);
    const { stdout } = await shell(exports() + tour);
    expect(stdout).toContain('"stateReason"');
    expect(readFileSync(`${folder}/tour.csv`, 'utf8').split('\n').length).toBeGreaterThan(10);
    const wrong = blockWith('README.md', 'nonsense');
    await expect(shell(exports() + wrong)).rejects.toMatchObject({ stdout: expect.stringContaining('"seeds[1]"') });
  }, 300_000);

  it('a topic of one’s own is created and crawled', async () => {
    const [create, start] = blockWith('docs/your-own-topic.md', 'topics create').split('\n').slice(1);
    const seed = 'http://www.food-house.example/';
    const { stdout } = await shell(exports() + create.replace('https://cheese.example/', seed));
    const id = /[0-9a-f-]{36}/.exec(stdout)?.[0] ?? '';
    await shell(exports() + start.replace('TOPIC', id).replace('500', '60'));
    await shell(exports() + blockWith('docs/your-own-topic.md', 'label queue').replace('TOPIC', id));
  }, 300_000);

  it('the calls for other programs and for projects do what they say', async () => {
    const [topic, session] = [settings.TOPIC, settings.SESSION];
    const create = async (target: string, body: unknown): Promise<string> => (await call(target, body)).id;
    // Its pages are in an archive, which exports of the collection copy from.
    await shell(`${exports()}gleaner sessions start ${topic} --budget 20 --settings '{"archive": true}' --wait`);
    const domains = (await call(`/v1/topics/${topic}/domains?first=3`)).items.map(({ name }) => name);
    const { key } = (await call(`/v1/topics/${topic}/pages?first=1`)).items[0];
    const watched = { topicId: topic, sessionId: session, fetches: 5 };
    const ids: Record<string, string> = {
      topics: topic,
      sessions: session,
      monitors: await create('/v1/monitors', { name: 'one', ...watched }),
      schedules: await create('/v1/schedules', {
        name: 'one',
        cron: '@weekly',
        timeZone: 'UTC',
        action: { session: { topicId: topic, budget: { fetches: 5 } } },
      }),
      exports: await create(`/v1/sessions/${session}/exports`, { what: 'domains', format: 'csv' }),
      projects: await create('/v1/projects', { name: 'one' }),
    };
    const { token } = await call(`/v1/topics/${topic}/shares`, { name: 'one' });
    const template = await create('/v1/session-templates', { name: 'one', settings: { budget: { fetches: 5 } } });
    const ofCommands = await create('/v1/monitors', { name: 'two', ...watched });
    const filled = (block: string): string =>
      block
        .replace(/^gleaner webhooks test .*$/m, '')
        .replaceAll('localhost:3000', settings.GLEANER_URL)
        .replace(/(\/v1\/(\w+)\/)(?:ID|EXPORT)\b/g, (_, before: string, kind: string) => before + ids[kind])
        .replace(/(gleaner (\w+) \w+ )ID\b/g, (_, before: string, kind: string) => before + ids[kind])
        .replace(/--template ID\b/g, `--template ${template}`)
        .replace(/("topicId": "|--topic )ID\b/g, `$1${topic}`)
        .replace(/("sessionId": ")ID\b/g, `$1${session}`)
        .replace(/\bTOPIC\b/g, topic)
        .replace(/\bSESSION\b/g, session)
        .replace(/\bMONITOR\b/g, ofCommands)
        .replace(/\bKEY\b/g, key)
        .replace(/\bTOKEN\b/g, token)
        // By the command line the same is created once more, so under another name.
        .replace(
          /^(gleaner (?:schedules create '|templates create '|projects create |monitors create \S+ ))/gm,
          '$1again-',
        )
        .replaceAll('example.org', domains[0])
        .replaceAll('shop.example', domains[1])
        .replaceAll('cheese.example', domains[2])
        .replace(/-OJ/g, '-o export.csv')
        .replace(/ -C - /g, ' ');
    const files = ['collections', 'operations/integrate', 'operations/webhooks', 'operations/secure'];
    const experiment = blockWith('docs/lab.md', '/v1/experiments');
    const blocks = [...files.flatMap((file) => blocksOf(`docs/${file}.md`)), experiment];
    for (const block of blocks) await shell(`${exports()}cd '${folder}'\n${filled(block)}`);
  }, 600_000);
});

describe('without a service', () => {
  let site: Server;
  afterAll(() => void site.close());

  it('a site of this machine is crawled once the setting allows it', async () => {
    site = createServer((request, response) => {
      response.setHeader('content-type', 'text/html');
      if (request.url === '/robots.txt') response.writeHead(404);
      response.end('<title>Cheese</title><h1>Cheese</h1><p>All about cheese and <a href="/brie">brie cheese</a>.');
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => site.once('listening', resolve));
    const here = (block: string): string =>
      block
        .replace(':8000/', `:${(site.address() as AddressInfo).port}/`)
        .replace('--budget', `--data '${folder}/local' --budget`);
    const [refused, allowed] = blocksOf('docs/your-own-topic.md').filter((block) => block.includes('localhost:8000'));
    await expect(shell(here(refused))).rejects.toMatchObject({
      stderr: expect.stringMatching(/blocked-address.*\n.*CRAWL_ALLOW_PRIVATE_NETWORKS=true/),
    });
    const { stdout } = await shell(here(allowed));
    expect(stdout).toMatch(/^localhost +\d +2/m);
  }, 300_000);

  it('the lab compares policies on the example web, by both documents', async () => {
    const here = (block: string): string =>
      block
        .replaceAll('data/example-web', `${folder}/web`)
        .replace('lab --warc', `lab --cache-dir '${folder}/cache' --warc`);
    const first = await shell(here(blockWith('docs/lab.md', 'make-web')));
    expect(first.stdout).toMatch(/^best-first +500 /m);
    const second = await shell(here(blockWith('docs/writing-a-policy.md', 'make-web')));
    expect(second.stdout).toMatch(/^fresh-sites-first +300 +41\.0/m);
    const labels = blockWith('docs/lab.md', 'make-labels').replace(' web.warc.gz', ` '${folder}/web/web.warc.gz'`);
    await shell(labels.replace('> labels.tsv', `> '${folder}/labels.tsv'`));
    expect(readFileSync(`${folder}/labels.tsv`, 'utf8')).toMatch(/\tcheese$/m);
  }, 600_000);
});
