import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type DemoSite, openDemoWeb } from '../../src/modules/research/demo-web/index.js';
import { serveRecordedWeb, type ServedWeb } from '../../src/modules/research/recorded-web/index.js';
import { testFolder } from '../support/database.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { testThoroughly } from '../support/thoroughness.js';

/* Each example for teams runs as its reader would start it, on the demo web. */

const web = openDemoWeb();
const FOOD = ['food', 'dish', 'meat', 'bread', 'cheese', 'fruit', 'sauce', 'wine', 'soup'];
const isOnFood = (site: DemoSite): boolean => site.class === 'noun.food' && !site.scripted;

let folder: string;
let proxy: ServedWeb;
let service: TestService;
let worker: { stop(): Promise<void> };
beforeAll(async () => {
  folder = mkdtempSync(path.join(testFolder(), 'examples-'));
  proxy = await serveRecordedWeb(web, { port: 0, delayMs: 0, failureRate: 0, seed: 1 });
  service = await startService({ CRAWL_PROXY_URL: proxy.url });
  worker = await startSharedWorker({ DATABASE_URL: service.databaseUrl, CRAWL_PROXY_URL: proxy.url });
});
afterAll(async () => {
  await worker.stop();
  await service.stop();
  await proxy.close();
});

/** Output of an example. @param input typed by a person @throws if the exit code is not 0 */
function run(name: string, args: readonly string[], { input = '', key = '' } = {}): Promise<string> {
  const child = spawn(process.execPath, [path.resolve('examples/teams', name), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], GLEANER_URL: service.url, ...(key !== '' && { GLEANER_KEY: key }) },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve(out) : reject(new Error(`${name} ended with ${String(code)}: ${err}`)),
    );
  });
}
async function get<T>(address: string): Promise<T> {
  return (await (await fetch(`${service.url}/v1${address}`)).json()) as T;
}
interface Item {
  readonly id: string;
}
const newestSession = async (): Promise<string> => (await get<{ items: Item[] }>('/sessions?first=1')).items[0].id;

test('food-blogs finds sites about food', async () => {
  const [first, second] = web.sites.filter(isOnFood);
  const out = await run('food-blogs.mjs', [
    ...['--keywords', FOOD.join(','), '--seeds', `${first.homeUrl},${second.homeUrl}`],
    ...['--hosts', 'example', '--fetches', '80'],
  ]);
  const [head, ...rows] = out.trim().split('\n');
  expect(head).toBe('site\trelevant pages\tpages');
  const found = rows.map((row) => row.split('\t')[0]);
  const onFood = web.sites.filter(isOnFood).map(({ domain }) => domain);
  expect(found.length).toBeGreaterThan(3);
  expect(found.filter((domain) => onFood.includes(domain)).length).toBeGreaterThan(2);
});

testThoroughly('two people label, each with a key, and the session is judged by what they said', async () => {
  const sessionId = await newestSession();
  const key = /^GLEANER_KEY=(gl_\S+)\n$/.exec(await run('label-with-a-friend.mjs', ['invite']))?.[1] ?? '';
  expect(key).not.toBe('');
  expect(await run('label-with-a-friend.mjs', ['label', sessionId, '6'], { input: 'y\ns\nn\ny\nn\ny\nn\n' })).toBe(
    '6 labels given\n',
  );
  expect(await run('label-with-a-friend.mjs', ['label', sessionId, '4'], { input: 'y\nn\ny\nn\n', key })).toBe(
    '4 labels given\n',
  );
  await service.startJobs();
  expect(await run('label-with-a-friend.mjs', ['finish', sessionId])).toMatch(
    /^relevant pages before: \d+, with the labels: \d+\n$/,
  );
  const { topicId } = await get<{ topicId: string }>(`/sessions/${sessionId}`);
  expect((await get<{ items: Item[] }>(`/topics/${topicId}/examples?first=50`)).items).toHaveLength(10);
});

testThoroughly('watch-a-topic keeps a monitor with a schedule and a feed, and runs at once when told to', async () => {
  const [monitor, feed] = (await run('watch-a-topic.mjs', ['start', await newestSession()])).trim().split('\n');
  expect((await get<{ items: { action: object }[] }>('/schedules?first=5')).items).toMatchObject([
    { action: { monitor: { monitorId: monitor } } },
  ]);
  // The demo web does not change.
  expect(await run('watch-a-topic.mjs', ['now', monitor])).toMatch(
    /^completed: [1-9]\d* checked, \d+ new, 0 changed, 0 gone\n(new\t\S+\t\+\d+ -0\n)*$/,
  );
  expect(await (await fetch(feed)).text()).toContain('<feed');
});

test('agent finds pages with the tools for agents, and reads them', async () => {
  const seeds = web.sites.filter(isOnFood).map(({ homeUrl }) => homeUrl);
  const out = await run('agent.mjs', [
    ...['--keywords', FOOD.join(','), '--seeds', seeds.slice(0, 3).join(','), '--pages', '3', '--fetches', '300'],
  ]);
  const pages = out.trim().split('\n\n');
  expect(pages).toHaveLength(3);
  for (const page of pages) expect(page).toMatch(/^.*\nhttp:\/\/\S+\.example\/\S*\n.{20,}$/);
});

// Pages of one host are fetched a second apart.
testThoroughly('university-courses writes the pages of a site to a file', async () => {
  const [site] = web.sites.filter(isOnFood);
  const out = await run('university-courses.mjs', [
    ...['--site', site.host, '--keywords', FOOD.join(','), '--fetches', '12', '--out', 'courses.csv'],
  ]);
  const [, relevant] = /: (\d+) of \d+ pages are courses, in courses\.csv\n$/.exec(out) ?? [];
  const lines = readFileSync(path.join(folder, 'courses.csv'), 'utf8').trim().split('\r\n');
  expect(lines[0]).toMatch(/^step,/);
  expect(lines).toHaveLength(Number(relevant) + 1);
  expect(lines.length).toBeGreaterThan(1);
});
