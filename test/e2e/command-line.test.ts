import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { createGleaner, type Gleaner, GleanerError, type Session } from '../../clients/typescript/src/index.js';
import { type CommandRun, runCommand } from '../support/command.js';
import { testFolder } from '../support/database.js';
import { createRandomWeb, serveRandomWeb } from '../support/random-web.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { sql } from './sessions-client.js';

/** The TypeScript client and the commands of a running service, against one service that crawls a small web. */

const KEY = 'operators-key-0123456789';
const CLI = path.resolve('dist/cli/index.js');
const web = createRandomWeb({ sites: 12, pagesPerSite: 2_000, linksPerPage: 6 });
const SETTINGS = { hostDelayMs: 0, robots: false, retries: 0, archive: true };
const UNKNOWN = '00000000-0000-4000-8000-000000000000';

let service: TestService;
let server: Awaited<ReturnType<typeof serveRandomWeb>>;
let worker: Awaited<ReturnType<typeof startSharedWorker>>;
let gleaner: Gleaner;
let folder: string;

beforeAll(async () => {
  server = await serveRandomWeb(web, () => 0);
  service = await startService({ API_KEYS: KEY });
  worker = await startSharedWorker({
    DATABASE_URL: service.databaseUrl,
    CRAWL_PROXY_URL: `http://127.0.0.1:${server.port}`,
    COMMIT_INTERVAL_MS: '50',
    ARCHIVE_DIR: service.config.ARCHIVE_DIR,
  });
  gleaner = createGleaner({ url: service.url, key: KEY });
  folder = mkdtempSync(path.join(testFolder(), 'command-line-'));
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await server.close();
});

const command = (args: readonly string[], answers: string | null = null, key = KEY): Promise<CommandRun> =>
  runCommand([...args, '--url', service.url, '--key', key], answers);
async function json<T>(...args: string[]): Promise<T> {
  const { code, out, err } = await command([...args, '--json']);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${code}, ${err}`);
  return JSON.parse(out) as T;
}

let topicId: string;
let session: Session;

describe('a topic and a session', () => {
  it('are made, waited for and shown', async () => {
    const file = path.join(folder, 'topic.json');
    writeFileSync(
      file,
      JSON.stringify({ name: 'overridden', keywords: ['cheese', 'cheddar', 'rennet'], seeds: web.seeds }),
    );
    ({ id: topicId } = await json<{ id: string }>('topics', 'create', 'cheese \u001b[31mred', '--file', file));
    expect((await command(['topics', 'list'])).out).toMatch(new RegExp(`^cheese \\[31mred +3 .* ${topicId}$`, 'm'));
    expect((await command(['topics', 'show', topicId])).out).toMatch(/^keywords +cheese, cheddar, rennet$/m);

    const settings = JSON.stringify(SETTINGS);
    const started = ['sessions', 'start', topicId, '--budget', '40', '--settings', settings, '--wait', '--json'];
    const { code, out, err } = await command(started);
    session = JSON.parse(out) as Session;
    expect({ code, state: session.state, reason: session.stateReason }).toEqual({
      ...{ code: 0, state: 'COMPLETED', reason: 'BUDGET' },
    });
    expect(err).toContain(`session ${session.id}`);
    expect((await command(['sessions', 'list', '--topic', topicId])).out).toContain(session.id);
    expect((await command(['sessions', 'watch', session.id])).out).toMatch(/^state +COMPLETED by BUDGET$/m);
    expect((await command(['sessions', 'events', session.id])).out).toMatch(/completed/);
  });

  it('are stopped while somebody waits, extended, and deleted', async () => {
    const settings = JSON.stringify({ ...SETTINGS, hostDelayMs: 500 });
    const { id } = await json<Session>('sessions', 'start', topicId, '--budget', '5000', '--settings', settings);
    const waiting = command(['sessions', 'watch', id]);
    await gleaner.waitForSession(id, { until: ({ state }) => state === 'RUNNING' });
    expect((await command(['sessions', 'pause', id])).code).toBe(0);
    await gleaner.waitForSession(id, { until: ({ state }) => state === 'PAUSED' });
    expect((await command(['sessions', 'resume', id])).code).toBe(0);
    expect((await command(['sessions', 'stop', id])).code).toBe(0);
    expect(await waiting).toMatchObject({ code: 0, out: expect.stringMatching(/^state +STOPPED/m) as string });
    expect(await command(['sessions', 'stop', id])).toMatchObject({ code: 6 });
    expect((await command(['sessions', 'delete', id])).code).toBe(0);
    expect(await command(['sessions', 'show', id])).toMatchObject({ code: 3 });

    const extended = await json<Session>('sessions', 'extend', session.id, '--fetches', '5', '--wait');
    expect(extended).toMatchObject({ state: 'COMPLETED', config: { budget: { fetches: 45 } } });
  });

  it('that fails makes the exit code 1', async () => {
    const settings = JSON.stringify({ ...SETTINGS, seeds: ['http://nowhere.cheeseweb1.com/'] });
    const { code, err } = await command([
      ...['sessions', 'start', topicId, '--budget', '5', '--settings', settings, '--wait'],
    ]);
    expect([code, err]).toEqual([1, expect.stringContaining('SEEDS_UNREACHABLE')]);
  });
});

describe('results', () => {
  it('are the same pages by the client, as a table, as JSON and exported', async () => {
    const urls: string[] = [];
    // Seven rows a call: the cursors are followed.
    for await (const page of gleaner.pages(session.id, { relevant: true, first: 7 })) urls.push(page.url);
    expect(urls.length).toBeGreaterThan(7);
    const exported: string[] = [];
    for await (const row of gleaner.exportRows<{ url: string }>(session.id, 'pages', { relevant: true }))
      exported.push(row.url);
    expect(exported.sort()).toEqual([...urls].sort());
    const listed = await json<{ url: string }[]>('pages', 'list', session.id, '--relevant');
    expect(listed.map(({ url }) => url)).toEqual(urls);
    const table = await command(['pages', 'list', session.id, '--relevant', '--first', '3']);
    expect(table.out.trim().split('\n')).toHaveLength(5);
    expect(table.err).toContain('There are more');
  });

  it('of the web cannot act on a terminal', async () => {
    await sql(
      service.databaseUrl,
      "UPDATE pages SET title = E'a\\x1b]0;evil\\x07b\\u009b2J\\u202Ec' WHERE session_id = $1 AND step = 0",
      [session.id],
    );
    const { out } = await command(['pages', 'list', session.id, '--first', '1']);
    expect(out).toContain('a]0;evilb2Jc');
    const { out: text } = await command(['pages', 'list', session.id, '--first', '1', '--json']);
    expect(text).toMatch(/^[ -~\n]*$/);
    expect((JSON.parse(text) as { title: string }[])[0].title).toBe('a\u001b]0;evil\u0007b\u009b2J\u202Ec');
  });

  it('are found by words, shown by domain, and read', async () => {
    const found = await json<{ step: number }[]>('pages', 'list', session.id, '--search', 'cheddar');
    expect(found.length).toBeGreaterThan(0);
    const { out } = await command(['pages', 'text', session.id, `${found[0].step}`]);
    expect(out).toContain('cheddar');
    const domains = await json<{ relevant: number }[]>('domains', session.id, '--relevant');
    expect(domains.every(({ relevant }) => relevant > 0)).toBe(true);
  });

  it('are exported to files, and an archive from where an earlier export ended', async () => {
    const csv = path.join(folder, 'domains.csv');
    expect((await command(['export', 'domains', session.id, '--format', 'csv', '--out', csv])).code).toBe(0);
    expect(readFileSync(csv, 'utf8')).toMatch(/^\S*name/);
    const lines = (await command(['export', 'pages', session.id])).out.trim().split('\n');
    expect(lines).toHaveLength(45);

    const file = path.join(folder, 'all.warc.gz');
    expect((await command(['export', 'archive', session.id, '--out', file])).code).toBe(0);
    const whole = readFileSync(file);
    expect(gunzipSync(whole).toString('latin1')).toContain('WARC/1.');
    const again = path.join(folder, 'again.warc.gz');
    const tag = (
      await fetch(`${service.url}/v1/sessions/${session.id}/export.warc.gz`, {
        headers: { authorization: `Bearer ${KEY}` },
      })
    ).headers.get('etag');
    const leave = (bytes: Buffer, etag: string | null): void => {
      writeFileSync(`${again}.part`, bytes);
      writeFileSync(`${again}.part.etag`, etag ?? '');
    };
    leave(whole.subarray(0, 1_000), tag);
    const resume = ['export', 'archive', session.id, '--out', again, '--resume'];
    expect((await command(resume)).code).toBe(0);
    expect(readFileSync(again).equals(whole)).toBe(true);
    // All of it was there, and only the name was not.
    leave(whole, tag);
    expect((await command(resume)).code).toBe(0);
    expect([readFileSync(again).equals(whole), existsSync(`${again}.part`)]).toEqual([true, false]);
    // A part of another archive is no beginning.
    leave(Buffer.from('other'), '"other"');
    expect((await command(resume)).code).toBe(0);
    expect(readFileSync(again).equals(whole)).toBe(true);
  });
});

describe('labels, models and jobs', () => {
  it('are given at a terminal, one page after the other', async () => {
    const asked = await json<{ page: { step: number } }[]>('label', 'queue', topicId, '--first', '3');
    expect(asked).toHaveLength(3);
    const { code, err } = await command(['label', 'queue', topicId, '--first', '3'], 'what\ny\ns\nn\n');
    expect(code).toBe(0);
    expect(err.match(/Relevant\?/g)).toHaveLength(4);
    expect(err).toContain('2 labels');
    const topic = await json<{ exampleCounts: { relevant: number; irrelevant: number } }>('topics', 'show', topicId);
    expect(topic.exampleCounts).toMatchObject({ relevant: 1, irrelevant: 1 });
    const queue = await command(['label', 'queue', topicId, '--first', '2']);
    expect(queue.out.trim().split('\n')).toHaveLength(4);
  });

  it('make models, which are listed and compared', async () => {
    expect((await command(['label', 'page', session.id, '5', 'no'])).code).toBe(0);
    const trained = await json<{ id: string; status: string; jobId: string }>(
      'models',
      'train',
      topicId,
      '--kind',
      'keyword-vectors',
      '--wait',
    );
    expect(trained.status).toBe('READY');
    expect((await command(['models', 'list', topicId])).out).toContain(trained.id);
    const compared = await command(['models', 'compare', `${trained.id},${session.modelId}`]);
    expect([compared.code, compared.out]).toEqual([0, expect.stringContaining('figure')]);
    expect((await command(['jobs', 'show', trained.jobId, '--wait'])).out).toMatch(/^status +COMPLETED$/m);
    expect((await command(['jobs', 'list', topicId])).out).toContain('train-model');
  });
});

describe('what goes wrong', () => {
  it.each([
    ['a wrong field', ['topics', 'create', 'x', '--language', 'klingon'], 2, /\(field language\).*allowed/],
    ['an unknown object', ['sessions', 'show', UNKNOWN], 3, /NOT_FOUND/],
    ['an option that does not fit', ['export', 'wacz', UNKNOWN, '--gzip'], 2, /--gzip: expected with/],
    ['a word that is none of the choices', ['export', 'everything', UNKNOWN], 2, /Allowed choices/],
  ])('%s is told in one line, by the exit code', async (_name, args, code, said) => {
    const ran = await command(args);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toMatch(said);
  });

  it('a wrong key is told by the exit code, and so is a service that is not there', async () => {
    expect(await command(['topics', 'list'], null, 'wrong')).toMatchObject({ code: 4 });
    const nowhere = createGleaner({ url: 'http://127.0.0.1:9', attempts: 1 });
    await expect(nowhere.get('/v1/project')).rejects.toBeInstanceOf(GleanerError);
  });
});

/** A process of its own, with what a shell gives it. */
function spawned(args: readonly string[]): Promise<CommandRun> {
  const env = { PATH: process.env['PATH'], GLEANER_URL: service.url, GLEANER_KEY: KEY };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

test('crawl uses the service that the environment names', async () => {
  const out = path.join(folder, 'relevant.jsonl');
  const ran = await spawned([
    ...[
      CLI,
      'crawl',
      '--keywords',
      'cheese,cheddar',
      '--seeds',
      web.seeds.join(','),
      '--budget',
      '20',
      '--host-delay',
      '0',
    ],
    ...['--out', out],
  ]);
  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+ pages, \d+ relevant .* ended by BUDGET$/m) as string,
  });
  expect(ran.err).not.toContain('Starting the service');
  expect(readFileSync(out, 'utf8')).toMatch(/^\{.*"url"/);
});

test('completion knows commands and their options', async () => {
  const { out } = await spawned([CLI, 'complete', '--', 'sessions', 'start', '--bu']);
  expect(out).toContain('--budget');
});

test("the example of the client's README runs", async () => {
  const [, example] = /```ts\n(.*?)```/s.exec(readFileSync('clients/typescript/README.md', 'utf8')) ?? [];
  const file = path.join(folder, 'example.mjs');
  const ours = example
    .replace("'gleaner-client'", `'${pathToFileURL(path.resolve('dist/client/index.js')).href}'`)
    .replace('https://cheese.example/', web.seeds[0])
    .replace('fetches: 500', 'fetches: 30');
  writeFileSync(file, ours);
  const { code, out, err } = await spawned([file]);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^30 pages, \d+ relevant$/m);
  expect(out).toMatch(/^COMPLETED by BUDGET\nhttp:/m);
});
