import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Route } from 'playwright-core';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { looks } from '../support/looks.js';
import { type Console, NONE, openConsole } from './console-support.js';

let here: Console;
let page: Page;
let rows: SessionRows;
let other: SessionRows;
let experimentId: string;
let monitorId: string;
let scheduleId: string;

beforeAll(async () => {
  here = await openConsole();
  ({ page } = here);
  const { databaseUrl } = here.service;
  rows = await insertSessionRows(databaseUrl, { steps: 60, seed: 31 });
  other = await insertSessionRows(databaseUrl, { steps: 60, seed: 32, topic: rows });
  const { id } = await here.call<{ id: string }>('POST', '/v1/experiments', {
    ...{
      name: 'two policies',
      web: { synthetic: 'pages=150,seed=4,maxLinks=12,pagesPerHost=15,words=40' },
      runs: 1,
      budgets: [20],
    },
    policies: [{ policy: 'breadth-first' }, { policy: 'best-first' }],
  });
  experimentId = id;
  const { topicId } = rows;
  ({ id: monitorId } = await here.call<{ id: string }>('POST', '/v1/monitors', { name: 'weekly', topicId }));
  ({ id: scheduleId } = await here.call<{ id: string }>('POST', '/v1/schedules', {
    ...{ name: 'weekly', cron: '0 8 * * MON', timeZone: 'UTC', action: { monitor: { monitorId } } },
  }));
  await here.signIn();
}, 300_000);
afterAll(() => here.close());

/** Each screen: its address, and text that appears with its main content. */
const SCREENS: readonly (readonly [name: string, path: () => string, shown: string])[] = [
  ['overview', () => '/', 'main tbody tr'],
  ['sessions', () => '/sessions', 'main tbody tr'],
  ['start', () => `/start?topic=${rows.topicId}`, 'main form fieldset'],
  ['session', () => `/sessions/${rows.sessionId}`, '.figures'],
  ['events', () => `/sessions/${rows.sessionId}/events`, 'main tbody tr, main .empty'],
  ['pages of a session', () => `/sessions/${rows.sessionId}/pages`, 'tr.fixed'],
  ['collected pages', () => `/topics/${rows.topicId}/pages`, 'tr.fixed, main .empty'],
  ['collected domains', () => `/topics/${rows.topicId}/domains`, 'tr.fixed, main .empty'],
  ['monitor', () => `/monitors/${monitorId}`, 'text=Pages watched'],
  ['schedule', () => `/schedules/${scheduleId}`, 'text=It has not been due yet.'],
  ['domains', () => `/sessions/${rows.sessionId}/domains`, 'tr.fixed'],
  ['domain', () => `/sessions/${rows.sessionId}/domains/0`, '.figures'],
  ['page', () => `/sessions/${rows.sessionId}/pages/3`, '.figures'],
  ['graph', () => `/sessions/${rows.sessionId}/graph?step=3`, '.graph-pages tbody tr'],
  [
    'learned state',
    () => `/sessions/${rows.sessionId}/learned-state`,
    'text=/no learned state|does not learn|follows/',
  ],
  ['compare', () => `/compare?sessions=${rows.sessionId},${other.sessionId}`, '.pareto'],
  ['choosing what to compare', () => '/compare', '.experiments li'],
  ['experiments', () => '/experiments', 'main tbody tr'],
  ['spiders', () => '/spiders', 'text=There is no spider yet'],
  ['experiment', () => `/experiments/${experimentId}`, 'text=/runs? are finished/'],
  ['topics', () => '/topics', 'main tbody tr'],
  ['topic', () => `/topics/${rows.topicId}`, '.topic'],
  ['model', () => `/models/${rows.modelId}`, 'main h2'],
  ['labels', () => `/topics/${rows.topicId}/labels`, '#page-title'],
  ['operate: overview', () => '/operate/overview', '[aria-label="Table: Processes"]'],
  ['operate: projects', () => '/operate/projects', 'main tbody tr'],
  ['operate: keys', () => '/operate/keys', 'text=has no key yet'],
  ['operate: webhooks', () => '/operate/webhooks', 'text=has no webhook yet'],
  ['schedules', () => '/schedules', 'main tbody tr'],
  ['monitors', () => '/monitors', 'main tbody tr'],
  ['operate: audit', () => '/operate/audit', 'main tbody tr'],
];

/** Answers all API calls in this way, except the list of projects in the header. */
const answer = (how: (route: Route) => Promise<void>): Promise<unknown> =>
  page.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes('query Projects {') ? route.continue() : how(route),
  );

/** Presses the retry buttons until no part of the screen has failed: each part retries by itself. */
async function tryAgain(): Promise<void> {
  for (;;) {
    const answered = page.waitForResponse('**/graphql').catch(() => null);
    // All at once, because one part's content may remove other buttons.
    const pressed = await page
      .getByRole('button', { name: 'Try again' })
      .evaluateAll((buttons) => buttons.map((button) => (button as HTMLElement).click()).length);
    if (pressed === 0) return;
    await answered;
  }
}

test.each(SCREENS)(
  '%s: what has failed is said, and asked for again',
  async (_name, path, shown) => {
    await answer((route) => route.abort());
    await page.goto(here.service.url + path());
    await page.getByRole('alert').getByText('The service does not answer.').first().waitFor();
    // Several parts of a screen fail for one reason, which is shown once.
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await here.faults()).toEqual(NONE);
    await page.unroute('**/graphql');
    await tryAgain();
    await page.locator(shown).first().waitFor();
  },
  120_000,
);

test.each(SCREENS)(
  '%s: what is slow is said, and can be used when it is there',
  async (_name, path, shown) => {
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await answer(async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(here.service.url + path());
    await page
      .getByText(/^Loading .+ …$/)
      .first()
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    goOn();
    await page.locator(shown).first().waitFor();
    await page.unroute('**/graphql');
    expect(await here.faults()).toEqual(NONE);
  },
  120_000,
);

test('what is asked for more often than the service answers is shown', async () => {
  // The overview asks each 5 seconds.
  await answer(async (route) => {
    await sleep(7_000);
    await route.continue();
  });
  await page.goto(here.service.url);
  await page.locator('main tbody tr').first().waitFor({ timeout: 60_000 });
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}, 120_000);

test('a label that was refused is sent again, and taken back however many labels others have given since', async () => {
  const { topicId } = await insertSessionRows(here.service.databaseUrl, { steps: 60, seed: 33 });
  const counted = async (relevant: number, irrelevant: number): Promise<void> => {
    const { pause } = looks();
    const wanted = JSON.stringify({ relevant, irrelevant });
    for (;;) {
      const { exampleCounts } = await here.call<{ exampleCounts: object }>('GET', `/v1/topics/${topicId}`);
      if (JSON.stringify(exampleCounts) === wanted) return;
      await pause();
    }
  };
  await page.goto(`${here.service.url}/topics/${topicId}/labels`);
  await page.locator('#page-title').waitFor();
  const title = await page.locator('#page-title').innerText();
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('mutation Label(') ? route.fulfill({ status: 500 }) : route.fallback(),
  );
  await page.keyboard.press('r');
  await page.getByRole('alert').getByText('The service answered with status 500.').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await counted(1, 0);
  const examples = Array.from({ length: 250 }, (_, i) => ({ text: `Text ${i}`, relevant: false }));
  await here.call('POST', '/graphql', {
    query: `mutation ($topicId: ID!, $examples: [AddExampleInput!]!) {
      addExamples(topicId: $topicId, examples: $examples) { created }
    }`,
    variables: { topicId, examples },
  });
  await page.keyboard.press('u');
  await page.getByRole('status').getByText('Taken back.').waitFor();
  await counted(0, 250);
  expect(await page.locator('#page-title').innerText()).toBe(title);
}, 120_000);

test('"back" and a reload find the place on a long screen, and rows far down in a list', async () => {
  await page.setViewportSize({ width: 390, height: 700 });
  await page.goto(`${here.service.url}/sessions/${rows.sessionId}`);
  await page.getByRole('link', { name: /^All \d+ relevant pages/ }).click();
  await page.locator('tr.fixed').first().waitFor();
  await page.goBack();
  await page.waitForFunction(() => scrollY > 500);
  await page.setViewportSize({ width: 1_280, height: 500 });
  await page.goto(`${here.service.url}/sessions/${rows.sessionId}/pages?relevant=any`);
  await page.locator('tr.fixed').first().waitFor();
  await page.locator('.rows').evaluate((list) => list.scrollTo(0, 700));
  const isThere = () => document.querySelector('main .rows')?.scrollTop === 700;
  await page.waitForFunction(() => (history.state as { place?: { list: number } } | null)?.place?.list === 700);
  await page.reload();
  await page.waitForFunction(isThere);
  await page.getByRole('link', { name: 'The session', exact: true }).click();
  await page.locator('.figures').waitFor();
  await page.goBack();
  await page.waitForFunction(isThere);
  await page.setViewportSize({ width: 1_280, height: 900 });
}, 120_000);
