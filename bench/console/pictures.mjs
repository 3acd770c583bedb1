/**
 * Takes the pictures of docs/console.md: each screen over the sessions of the demo and an experiment on a small
 * synthetic web, which run first.
 *
 * usage: npm run build && node bench/console/pictures.mjs [--budget 600] [--only session,why] [--widths 360,1600]
 *     [--themes light,dark] [--folder FOLDER] [--url URL]
 *   --widths, --themes  each screen in each of them
 *   --folder            instead of docs/pictures, in full length as NAME-WIDTH-THEME.png
 *   --url               a service that already has the demo's sessions (gleaner demo --keep), instead of a new demo
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openBrowser } from './browser.mjs';
import { SCREENS } from './screens.mjs';
import { smallPng } from './small-png.mjs';

const { values } = parseArgs({
  options: {
    budget: { type: 'string', default: '600' },
    only: { type: 'string' },
    widths: { type: 'string', default: '1360,390' },
    themes: { type: 'string', default: 'light' },
    folder: { type: 'string' },
    url: { type: 'string' },
  },
});
/** The documents have what a window shows; a folder for looking at screens has them in full length. */
const isForDocuments = values.folder === undefined;
const folder = values.folder ?? join('docs', 'pictures');
const LOOKS = values.widths
  .split(',')
  .flatMap((width) => values.themes.split(',').map((theme) => ({ width: Number(width), theme })));
const wanted = values.only?.split(',');
const isWanted = (name) => wanted === undefined || wanted.includes(name);
const HEIGHT = 860;
const POLICIES = ['tres', 'tag-path-bandit', 'prospector', 'best-first'];

/** @returns a service whose demo has run */
const demoAt = (url) => ({ url, stop: async () => undefined });

/** @returns the address of the demo's service, when its sessions have ended */
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

const calls = (url) => async (path, body) => {
  const response = await fetch(`${url}/v1${path}`, {
    ...(body && { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
};

/** @returns the id of an experiment that has ended */
async function experimentOn(call) {
  const { id } = await call('/experiments', {
    name: 'Three policies on a synthetic web',
    web: { synthetic: 'pages=2000,seed=3' },
    policies: ['best-first', 'tag-path-bandit', 'breadth-first'].map((policy) => ({ policy })),
    ...{ budgets: [200, 500], runs: 3 },
  });
  for (;;) {
    const { state } = await call(`/experiments/${id}`);
    if (state === 'completed') return id;
    if (!['queued', 'running'].includes(state)) throw new Error(`the experiment ended: ${state}`);
    await sleep(500);
  }
}

/** A monitor and a schedule of the topic; those of an earlier call are taken again. */
async function watchedBy(call, topicId) {
  const newest = async (path) => (await call(`${path}?first=1`)).items[0];
  const monitor =
    (await newest('/monitors')) ?? (await call('/monitors', { name: 'Food pages', topicId, policy: 'poisson' }));
  const schedule =
    (await newest('/schedules')) ??
    (await call('/schedules', {
      ...{ name: 'Food every Monday', cron: '0 8 * * MON', timeZone: 'Europe/Berlin' },
      action: { monitor: { monitorId: monitor.id } },
    }));
  return { monitorId: monitor.id, scheduleId: schedule.id };
}

/**
 * Objects that the screens show: of each policy the first session, before the demo goes on from the collection, and a
 * page of the first one.
 */
async function subjects(url) {
  const call = calls(url);
  const { items } = await call('/sessions?first=20');
  const sessions = POLICIES.map((policy) => items.findLast((session) => session.policy === policy));
  const [{ id: sessionId, topicId, modelId }] = sessions;
  const { items: pages } = await call(`/sessions/${sessionId}/pages?relevant=true&sort=depth&order=desc&first=1`);
  const { items: domains } = await call(`/sessions/${sessionId}/domains?sort=relevant&first=1`);
  return {
    ...((isWanted('experiment') || isWanted('experiments')) && { experimentId: await experimentOn(call) }),
    ...(await watchedBy(call, topicId)),
    ...{ sessionId, topicId, modelId, step: pages[0].step, domain: domains[0].domainNo },
    sessions: sessions.map(({ id }) => id),
  };
}

/** Takes one screen in one width and theme. */
async function take(browser, canvas, url, { name, shown, before }, { width, theme }) {
  const page = await browser.newPage({ locale: 'en-US', colorScheme: theme, viewport: { width, height: HEIGHT } });
  try {
    await page.goto(url);
    await page.locator(shown).first().waitFor();
    await before?.(page);
    // Wait for drawings and fonts.
    await page.waitForLoadState('networkidle');
    const path = join(folder, isForDocuments ? `${name}-${width}.png` : `${name}-${width}-${theme}.png`);
    const picture = await smallPng(canvas, await page.screenshot({ fullPage: !isForDocuments }));
    writeFileSync(path, picture);
    console.log(`${path}: ${Math.round(picture.length / 1_000)} kB`);
  } finally {
    await page.close();
  }
}

const data = mkdtempSync(join(tmpdir(), 'gleaner-pictures-'));
const { url, stop } = values.url === undefined ? await runDemo(data) : demoAt(values.url);
const { browser, close } = await openBrowser();
try {
  const canvas = await browser.newPage();
  mkdirSync(folder, { recursive: true });
  const ids = await subjects(url);
  for (const screen of SCREENS.filter(({ name }) => isWanted(name)))
    for (const look of LOOKS) {
      await take(browser, canvas, url + screen.path(ids), screen, look).catch((error) => {
        // Continue with the others.
        console.error(`${screen.name}: ${error.message}`);
        process.exitCode = 1;
      });
    }
} finally {
  await close();
  await stop();
  rmSync(data, { recursive: true, force: true });
}
