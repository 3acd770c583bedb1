/**
 * Makes the pictures of docs/console.md: each screen of the console over the sessions of the demo, which runs beforehand and is ended afterwards.
 *
 * usage: npm run build && node bench/console/pictures.mjs [--budget 600] [--only session,why]
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.mjs';
import { SCREENS } from './screens.mjs';

const { values } = parseArgs({ options: { budget: { type: 'string', default: '600' }, only: { type: 'string' } } });
const FOLDER = join('docs', 'console');
const POLICIES = ['tres', 'tag-path-bandit', 'prospector', 'best-first'];

/** @returns where the demo's service is, when its sessions have ended */
async function runDemo(data) {
  const child = spawn(
    process.execPath,
    ['dist/cli/index.js', 'demo', '--keep', '--data', data, '--budget', values.budget, '--policies', POLICIES.join()],
    { stdio: ['ignore', 'inherit', 'pipe'] },
  );
  const ended = new Promise((done) => child.once('exit', done));
  const stop = async () => {
    child.kill('SIGINT');
    await ended;
  };
  for await (const line of createInterface(child.stderr)) {
    const [, url] = /^Console: (.*)\/sessions\//.exec(line) ?? [];
    if (url !== undefined) return { url, stop };
  }
  throw new Error('the demo failed');
}

/** What the screens show: the newest sessions by policy, and one page of the first of them. */
async function subjects(url) {
  const get = async (path) => (await fetch(`${url}/v1${path}`)).json();
  const { items } = await get('/sessions?first=20');
  const sessions = POLICIES.map((policy) => items.find((session) => session.policy === policy));
  const [{ id: sessionId, topicId, modelId }] = sessions;
  const { items: pages } = await get(`/sessions/${sessionId}/pages?relevant=true&sort=depth&order=desc&first=1`);
  const { items: domains } = await get(`/sessions/${sessionId}/domains?sort=relevant&first=1`);
  return {
    ...{ sessionId, topicId, modelId, step: pages[0].step, domain: domains[0].name },
    sessions: sessions.map(({ id }) => id),
  };
}

const data = mkdtempSync(join(tmpdir(), 'gleaner-pictures-'));
const { url, stop } = await runDemo(data);
const { browser, close } = await openBrowser();
try {
  mkdirSync(FOLDER, { recursive: true });
  const ids = await subjects(url);
  const wanted = values.only?.split(',');
  for (const { name, path, shown, before } of SCREENS.filter(
    (one) => wanted === undefined || wanted.includes(one.name),
  )) {
    const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1_280, height: 860 } });
    await page.goto(url + path(ids));
    await page.locator(shown).first().waitFor();
    await before?.(page);
    // Drawings and fonts settle.
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
    await page.close();
    console.log(`${FOLDER}/${name}.png`);
  }
} finally {
  await close();
  await stop();
  rmSync(data, { recursive: true, force: true });
}
