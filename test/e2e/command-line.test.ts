import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createGleaner, GleanerError, type Session } from '../../clients/typescript/src/index.js';
import { type CommandRun, runCommand } from '../support/command.js';
import { startCuttingProxy } from '../support/cutting-proxy.js';
import { testFolder } from '../support/database.js';
import { describeExports } from './command-line-exports.js';
import { describeAdministration } from './command-line-projects.js';
import { type CommandService, KEY, startCommandService, UNKNOWN } from './command-line-service.js';
import { describeTopics } from './command-line-topics.js';
import { sql } from './sessions-client.js';
import { testThoroughly } from '../support/thoroughness.js';

/** The TypeScript client and the commands of a running service, against one service that crawls a small web. */

const CLI = path.resolve('dist/cli/index.js');
const SETTINGS = { hostDelayMs: 0, robots: false, retries: 0, archive: true };

let on: CommandService;
let folder: string;
beforeAll(async () => {
  on = await startCommandService();
  folder = mkdtempSync(path.join(testFolder(), 'command-line-'));
});
afterAll(() => on.stop());

const command: CommandService['command'] = (...call) => on.command(...call);
const json = <T>(...args: string[]): Promise<T> => on.json<T>(...args);

describe('a topic and a session', () => {
  it('are made, waited for and shown', async () => {
    const file = path.join(folder, 'topic.json');
    const topic = { name: 'overridden', keywords: ['cheese', 'cheddar', 'rennet'], seeds: on.seeds };
    // As PowerShell writes files.
    writeFileSync(file, `\ufeff${JSON.stringify(topic)}`, 'utf16le');
    ({ id: on.topicId } = await json<{ id: string }>('topics', 'create', 'cheese \u001b[31mred', '--file', file));
    expect((await command(['topics', 'list'])).out).toMatch(new RegExp(`^cheese \\[31mred +3 .* ${on.topicId}$`, 'm'));
    expect((await command(['topics', 'show', on.topicId])).out).toMatch(/^keywords +cheese, cheddar, rennet$/m);
    writeFileSync(file, '{bad');
    const judged = await command(['collection', 'judge', on.topicId, '--file', file]);
    expect(judged).toMatchObject({ code: 2, err: `gleaner: --file: ${file} is not JSON\n` });

    const settings = JSON.stringify(SETTINGS);
    const started = ['sessions', 'start', on.topicId, '--budget', '40', '--settings', settings, '--wait', '--json'];
    const { code, out, err } = await command(started);
    on.session = JSON.parse(out) as Session;
    expect({ code, state: on.session.state, reason: on.session.stateReason }).toEqual({
      ...{ code: 0, state: 'completed', reason: 'budget' },
    });
    expect(err).toContain(`session ${on.session.id}`);
    expect(err).toMatch(/^prospector: 40 of 40 fetches, /m);
    const { out: listed } = await command(['sessions', 'list', '--topic', on.topicId]);
    expect(listed).toContain(`${on.topicId}  ${on.session.id}`);
    expect((await command(['sessions', 'watch', on.session.id])).out).toMatch(/^state +completed by budget$/m);
    expect((await command(['sessions', 'events', on.session.id])).out).toMatch(/completed/);
  });

  it('are stopped while somebody waits, extended, and deleted', async () => {
    const settings = JSON.stringify({ ...SETTINGS, hostDelayMs: 500 });
    const { id } = await json<Session>('sessions', 'start', on.topicId, '--budget', '5000', '--settings', settings);
    // The stream breaks off, and more attempts fail than one call makes.
    const proxy = await startCuttingProxy(on.service.url);
    proxy.cut(/\/stream/, path.join(folder, 'topic.json'), 1, 0, 0, 0, 0, 0);
    const waiting = runCommand(['sessions', 'watch', id, '--url', proxy.url, '--key', KEY]);
    await on.gleaner.waitForSession(id, { until: ({ estimatedEndAt }) => estimatedEndAt !== null });
    const shown = await command(['sessions', 'show', id]);
    expect(shown.out).toMatch(/^under way +[0-8] of 8 fetches$/m);
    expect(shown.out).toMatch(/^ends +about [\d.]+ (?:minute|hour)s? left, at 20[\d-]+ [\d:]+ UTC$/m);
    expect((await command(['sessions', 'update', id, '--name', 'first try', '--note', 'slow'])).out).toMatch(
      /^name +first try\nnote +slow$/m,
    );
    expect((await command(['sessions', 'list', '--started-by', 'user'])).out).toContain('first try');
    expect((await command(['sessions', 'list', '--search', 'try first'])).out).toContain('first try');
    expect((await command(['sessions', 'pause', id])).code).toBe(0);
    await on.gleaner.waitForSession(id, { until: ({ state }) => state === 'paused' });
    expect((await command(['sessions', 'resume', id])).code).toBe(0);
    expect((await command(['sessions', 'stop', id])).code).toBe(0);
    expect(await waiting).toMatchObject({
      ...{ code: 0, out: expect.stringMatching(/^state +stopped/m) as string },
      err: expect.stringContaining('The service does not answer: waiting for it') as string,
    });
    await proxy.close();
    expect((await command(['sessions', 'show', id])).out).not.toMatch(/^(?:under way|ends)/m);
    expect(await command(['sessions', 'stop', id])).toMatchObject({ code: 6 });
    expect((await command(['sessions', 'delete', id])).code).toBe(0);
    expect(await command(['sessions', 'show', id])).toMatchObject({ code: 3 });

    const extended = await json<Session>('sessions', 'extend', on.session.id, '--fetches', '5', '--wait');
    expect(extended).toMatchObject({ state: 'completed', config: { budget: { fetches: 45 } } });
  });

  it('asks servers as somebody, with secrets that nobody is shown', async () => {
    const access = path.join(folder, 'access.json');
    writeFileSync(access, JSON.stringify({ hosts: [{ host: 'a.example', cookies: ['login=sesame'] }] }));
    const settings = JSON.stringify({ ...SETTINGS, cookies: 'off' });
    const started = await command([
      ...['sessions', 'start', on.topicId, '--budget', '1', '--settings', settings, '--wait', '--json'],
      ...['--cookies', 'session', '--accept-language', 'de', '--user-agent', 'Cheese/1.0', '--access', access],
    ]);
    const { id, config } = JSON.parse(started.out) as Session;
    expect(config).toMatchObject({ cookies: 'session', acceptLanguage: 'de', userAgent: 'Cheese/1.0' });
    expect(started.out + started.err).not.toMatch(/sesame|access/);
    const rows = await sql<{ access: object }>(on.service.databaseUrl, 'SELECT access FROM sessions WHERE id = $1', [
      id,
    ]);
    expect(rows[0]?.access).toMatchObject({ hosts: [{ cookies: ['login=sesame'] }] });
  });

  it('that fails makes the exit code 1', async () => {
    const settings = JSON.stringify({ ...SETTINGS, seeds: ['http://nowhere.cheeseweb1.com/'] });
    const { code, err } = await command([
      ...['sessions', 'start', on.topicId, '--budget', '5', '--settings', settings, '--wait'],
    ]);
    expect([code, err]).toEqual([1, expect.stringContaining('seeds-unreachable')]);
  });
});

describe('results', () => {
  it('are the same pages by the client, as a table, as JSON and exported', async () => {
    const urls: string[] = [];
    // Seven rows per call: the cursors are followed.
    for await (const page of on.gleaner.pages(on.session.id, { relevant: true, first: 7 })) urls.push(page.url);
    expect(urls.length).toBeGreaterThan(7);
    const exported: string[] = [];
    for await (const row of on.gleaner.exportRows<{ url: string }>(on.session.id, 'pages', { relevant: true }))
      exported.push(row.url);
    expect(exported.sort()).toEqual([...urls].sort());
    const listed = await json<{ url: string }[]>('pages', 'list', on.session.id, '--relevant');
    expect(listed.map(({ url }) => url)).toEqual(urls);
    const table = await command(['pages', 'list', on.session.id, '--relevant', '--first', '3']);
    expect(table.out.trim().split('\n')).toHaveLength(5);
    expect(table.err).toContain('There are more than the first 3. Run the command with --first 30 ');
    const few = ['pages', 'list', on.session.id, '--relevant', '--first', '3', '--fields', 'step,url'];
    const chosen = await command(few);
    expect(chosen.out.trim().split('\n')[0]).toMatch(/^step +url$/);
    expect(Object.keys((JSON.parse((await command([...few, '--json'])).out) as object[])[0])).toEqual(['step', 'url']);
    expect(await command([...few.slice(0, -1), 'nonsense'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('there is no field nonsense; the fields are ') as string,
    });
  });

  it('of the web cannot act on a terminal', async () => {
    await sql(
      on.service.databaseUrl,
      "UPDATE pages SET title = E'a\\x1b]0;evil\\x07b\\u009b2J\\u202Ec' WHERE session_id = $1 AND step = 0",
      [on.session.id],
    );
    const { out } = await command(['pages', 'list', on.session.id, '--first', '1']);
    expect(out).toContain('a]0;evilb2Jc');
    const { out: text } = await command(['pages', 'list', on.session.id, '--first', '1', '--json']);
    expect(text).not.toMatch(/(?!\n)\p{C}/u);
    expect((JSON.parse(text) as { title: string }[])[0].title).toBe('a\u001b]0;evil\u0007b\u009b2J\u202Ec');
  });

  it('are found by words, shown by domain, and read', async () => {
    const found = await json<{ step: number }[]>('pages', 'list', on.session.id, '--search', 'cheddar');
    expect(found.length).toBeGreaterThan(0);
    const { out } = await command(['pages', 'text', on.session.id, `${found[0].step}`]);
    expect(out).toContain('cheddar');
    const domains = await json<{ relevant: number }[]>('domains', on.session.id, '--relevant');
    expect(domains.every(({ relevant }) => relevant > 0)).toBe(true);
  });
});

describeExports(
  () => on,
  () => folder,
);

describe('labels, models and jobs', () => {
  it('are given at a terminal, one page after the other', async () => {
    const asked = await json<{ page: { step: number } }[]>('label', 'queue', on.topicId, '--first', '3');
    expect(asked).toHaveLength(3);
    const { code, err } = await command(['label', 'queue', on.topicId, '--first', '3'], 'what\ny\ns\nn\n');
    expect(code).toBe(0);
    expect(err.match(/Relevant\?/g)).toHaveLength(4);
    expect(err).toContain('2 labels');
    const topic = await json<{ exampleCounts: { relevant: number; irrelevant: number } }>('topics', 'show', on.topicId);
    expect(topic.exampleCounts).toMatchObject({ relevant: 1, irrelevant: 1 });
    const queue = await command(['label', 'queue', on.topicId, '--first', '2']);
    expect(queue.out.trim().split('\n')).toHaveLength(4);
    expect(await command(['label', 'queue', on.topicId, '--train'])).toMatchObject({
      ...{ code: 2, out: '' },
      err: expect.stringContaining('--train: expected with questions, which need a terminal') as string,
    });
  });

  it('make models, which are listed and compared', async () => {
    expect((await command(['label', 'page', on.session.id, '5', 'no'])).code).toBe(0);
    const trained = await json<{ id: string; state: string; jobId: string }>(
      'models',
      'train',
      on.topicId,
      '--kind',
      'keyword-vectors',
      '--wait',
    );
    expect(trained.state).toBe('ready');
    expect((await command(['models', 'list', on.topicId])).out).toContain(trained.id);
    expect((await command(['models', 'show', trained.id])).out).toMatch(
      /^examples +\d+ relevant, \d+ not\nwarnings +not-measured$/m,
    );
    const compared = await command(['models', 'compare', `${trained.id},${on.session.modelId}`]);
    expect([compared.code, compared.out]).toEqual([0, expect.stringContaining('figure')]);
    expect((await command(['jobs', 'show', trained.jobId, '--wait'])).out).toMatch(/^state +completed$/m);
    expect((await command(['jobs', 'list', on.topicId])).out).toContain('train-model');
  });
});

describeTopics(() => on);
describeAdministration(() => on);

describe('what goes wrong', () => {
  it.each([
    ['a wrong field', ['topics', 'create', 'x', '--language', 'klingon'], 2, /\(field language\).*allowed/],
    ['an unknown object', ['sessions', 'show', UNKNOWN], 3, /NOT_FOUND/],
    [
      'an address without a scheme',
      ['topics', 'create', 'x', '--seeds', 'https://a.example,b.example'],
      2,
      /not an http/,
    ],
    ['a start from no id', ['sessions', 'start', UNKNOWN, '--start-from', 'x'], 2, /\(field startFrom\)/],
    ['an option that does not fit', ['export', 'wacz', UNKNOWN, '--gzip'], 2, /--gzip: expected with/],
    ['an order of another list', ['export', 'domains', UNKNOWN, '--sort', 'depth'], 2, /--sort: .*harvestRate/],
    ['an order of an archive', ['collection', 'export', 'wacz', UNKNOWN, '--order', 'asc'], 2, /--sort, --order: /],
    ['a word that is none of the choices', ['export', 'everything', UNKNOWN], 2, /Allowed choices/],
  ])('%s is reported in one line and by the exit code', async (_name, args, code, said) => {
    const ran = await command(args);
    expect(ran).toMatchObject({ code, out: '' });
    expect(ran.err).toMatch(said);
  });

  it('a wrong key and a missing service have exit codes of their own', async () => {
    expect(await command(['topics', 'list'], null, 'wrong')).toMatchObject({ code: 4 });
    const nowhere = createGleaner({ url: 'http://127.0.0.1:9', attempts: 1 });
    await expect(nowhere.get('/v1/project')).rejects.toBeInstanceOf(GleanerError);
  });
});

/** A separate process with a shell's environment. */
function spawned(args: readonly string[]): Promise<CommandRun> {
  const env = { PATH: process.env['PATH'], GLEANER_URL: on.service.url, GLEANER_KEY: KEY };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env }, (error, out, err) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });
}

testThoroughly('crawl uses the service that the environment names', async () => {
  const out = path.join(folder, 'relevant.jsonl');
  const ran = await spawned([
    ...[
      CLI,
      'crawl',
      '--keywords',
      'cheese,cheddar',
      '--seeds',
      on.seeds.join(','),
      '--budget',
      '20',
      '--host-delay',
      '0',
      '--eagerness',
      '0.7',
    ],
    ...['--out', out],
  ]);
  expect(ran).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^\d+ pages, \d+ relevant .* ended by budget$/m) as string,
  });
  expect(ran.err).not.toContain('Starting the service');
  expect(readFileSync(out, 'utf8')).toMatch(/^\{.*"url"/);
});

testThoroughly('a crawl that fails says how to remove its topic', async () => {
  const args = ['--keywords', 'cheese', '--seeds', 'http://127.0.0.1:1/', '--settings', '{"retries":0}'];
  const { code, err } = await spawned([CLI, 'crawl', ...args]);
  expect([code, err]).toEqual([1, expect.stringContaining('reached none of its seeds')]);
  const remedy = /^Topic "cheese [^"]+" stays\. To remove it: gleaner (topics delete \S+ --url \S+)$/m.exec(err)?.[1];
  expect(await spawned([CLI, ...(remedy ?? '').split(' ')])).toMatchObject({ code: 0 });
});

test('a data folder is refused where the environment names a running service', async () => {
  const args = ['crawl', '--keywords', 'cheese', '--seeds', on.seeds.join(','), '--data', folder];
  expect(await spawned([CLI, ...args])).toMatchObject({
    ...{ code: 2, out: '' },
    err: expect.stringContaining(
      `--data: expected without GLEANER_URL, which names a running service (${on.service.url})`,
    ) as string,
  });
});

test('completion knows commands and their options', async () => {
  const { out } = await spawned([CLI, 'complete', '--', 'sessions', 'start', '--bu']);
  expect(out).toContain('--budget');
});

test('completion works in a bash that has nothing but itself', async () => {
  const completed = await new Promise<string>((resolve, reject) => {
    const script = `gleaner() { '${process.execPath}' '${CLI}' "$@"; }
      compopt() { :; } # works only while bash completes
      source <(gleaner completion bash)
      COMP_WORDS=(gleaner sessions st) COMP_CWORD=2
      __gleaner_complete && echo "\${COMPREPLY[*]}"`;
    execFile('bash', ['--norc', '-c', script], (error, out, err) =>
      error === null && err === '' ? resolve(out) : reject(error ?? new Error(err)),
    );
  });
  expect(completed).toBe('start stop\n');
});

testThoroughly("the example of the client's README runs", async () => {
  const [, example] = /```ts\n(.*?)```/s.exec(readFileSync('clients/typescript/README.md', 'utf8')) ?? [];
  const file = path.join(folder, 'example.mjs');
  const ours = example
    .replace("'gleaner-client'", `'${pathToFileURL(path.resolve('dist/client/index.js')).href}'`)
    .replace('https://cheese.example/', on.seeds[0])
    .replace('fetches: 500', 'fetches: 30');
  writeFileSync(file, ours);
  const { code, out, err } = await spawned([file]);
  expect([code, err]).toEqual([0, '']);
  // Some URLs of the web bring no page; how many of them are chosen depends on the turns of hosts.
  expect(out).toMatch(/^(?:2\d|30) pages, \d+ relevant$/m);
  expect(out).toMatch(/^completed by budget\nhttp:/m);
});
