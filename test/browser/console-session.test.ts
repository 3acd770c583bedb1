import { readFileSync } from 'node:fs';
import type { Page, Route } from 'playwright-core';
import { sql } from '../e2e/sessions-client.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { startService } from '../support/service.js';
import { type Console, KEY, NONE, openConsole } from './console-support.js';
import { testThoroughly } from '../support/thoroughness.js';

let here: Console;
let page: Page;
let url: string;
let rows: SessionRows;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const fold = (name: string) => page.locator('details.fold', { has: page.getByRole('heading', { name, exact: true }) });
const column = (name: string): Promise<string[]> =>
  page
    .getByRole('cell')
    .and(page.locator(`[data-head="${name}"]`))
    .allInnerTexts();

interface SessionSettings {
  readonly name: string | null;
  readonly note: string;
  readonly config: object;
  readonly policyConfig: object;
}
const told = (): Promise<SessionSettings> => here.call<SessionSettings>('GET', `/v1/sessions/${rows.sessionId}`);

beforeAll(async () => {
  here = await openConsole();
  ({ page } = here);
  ({ url } = here.service);
  const { databaseUrl } = here.service;
  rows = await insertSessionRows(databaseUrl, {
    ...{ steps: 300, seed: 71, domains: 30 },
    config: {
      domainCap: '50->5',
      grouping: 'host',
      render: 'auto',
      languages: ['en'],
      saturation: { window: 300, minHarvestRate: 0.01 },
    },
  });
  await sql(
    databaseUrl,
    `INSERT INTO session_events (session_id, kind, completed, details)
     SELECT $1, 'host-given-up', n, jsonb_build_object('host', 'host-' || n || '.example', 'count', 1, 'failures', 8) FROM generate_series(1, 60) AS n`,
    [rows.sessionId],
  );
  await here.signIn();
}, 300_000);
afterAll(() => here.close());

const open = async (): Promise<void> => {
  await page.goto(`${url}/sessions/${rows.sessionId}`);
  await page.locator('.figures').waitFor();
};

test('a session is seen in one look: what was asked, how it goes, what it found, and the rest behind counts', async () => {
  await open();
  await page.locator('.plot canvas').first().waitFor();
  await page.getByRole('heading', { name: 'Task' }).waitFor();
  expect(await page.locator('.asked').innerText()).toMatch(/Ends after\s+[\d,]+ fetches/);
  await fold('Failures').waitFor();
  expect(await page.locator('details.fold[open]').count()).toBe(1);
  expect(await page.getByRole('table').count()).toBe(0);
  for (const width of [390, 768, 1_360]) {
    await page.setViewportSize({ width, height: 860 });
    await page.reload();
    await page.locator('.plot canvas').first().waitFor();
    const [height, over] = await page.evaluate(() => [
      document.documentElement.scrollHeight,
      document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ]);
    expect(height).toBeLessThan(3_000);
    expect(over).toBe(0);
  }
  expect(await here.faults()).toEqual(NONE);
  await here.tabTo(/^Failures/);
  await page.keyboard.press('Enter');
  await page.getByRole('columnheader', { name: 'Remedy' }).waitFor();
  expect(await here.faults()).toEqual(NONE);
}, 120_000);

test('a session says that scripts fill in its pages, and it runs none', async () => {
  const { databaseUrl } = here.service;
  const { sessionId } = await insertSessionRows(databaseUrl, { steps: 40, seed: 72 });
  await sql(databaseUrl, `UPDATE pages SET render_reason = 'never: framework root' WHERE session_id = $1`, [sessionId]);
  await page.goto(`${url}/sessions/${sessionId}`);
  await page.getByText(/^Scripts seem to fill in \d+ of \d+ pages/).waitFor();
  await page.getByRole('link', { name: 'Start it again' }).waitFor();
  expect(await here.faults()).toEqual(NONE);
}, 120_000);

testThoroughly(
  'failures appear while it runs',
  async () => {
    const { id: topicId } = await here.call<{ id: string }>('POST', '/v1/topics', {
      ...{ name: 'failing', keywords: ['food'], seeds: here.seeds },
    });
    const seeds = [...here.seeds, ...['a', 'b', 'c'].map((path) => `${here.seeds[0] ?? ''}/nowhere/${path}`)];
    const { id } = await here.call<{ id: string }>('POST', `/v1/topics/${topicId}/sessions`, {
      ...{ policy: 'breadth-first', budget: { fetches: 60 }, hostDelayMs: 3_000, concurrency: 1, retries: 0, seeds },
    });
    await page.goto(`${url}/sessions/${id}`);
    await page.locator('.figures').waitFor();
    expect(await fold('Failures').count()).toBe(0);
    await fold('Failures').waitFor();
    expect(await page.getByText('Running', { exact: true }).first().isVisible()).toBe(true);
    await here.call('POST', `/v1/sessions/${id}/stop`);
  },
  120_000,
);

test('it is named, noted about and found by its name', async () => {
  await open();
  await here.tabTo(/^More/);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('button', { name: 'Name and note' }).count()).toBe(0);
  await page.keyboard.press('Enter');
  expect(await here.faults()).toEqual(NONE);
  await here.tabTo('Name and note');
  await page.keyboard.press('Enter');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('cheese of Normandy');
  await here.tabTo('Note');
  await page.keyboard.type('only news');
  await page.keyboard.press('Enter');
  await page.keyboard.type('two lines');
  expect(await here.faults()).toEqual(NONE);
  await button('Save').click();
  await page.getByRole('heading', { name: 'cheese of Normandy', level: 1 }).waitFor();
  await page.getByText('only news').waitFor();
  expect(await told()).toMatchObject({ name: 'cheese of Normandy', note: 'only news\ntwo lines' });
  await page.goto(`${url}/sessions`);
  await here.tabTo('Name, topic or policy');
  await page.keyboard.type('nowhere');
  await page.keyboard.press('Enter');
  await page.getByText('No session matches.').waitFor();
  await page.getByRole('link', { name: 'See all sessions' }).click();
  await page.getByRole('link', { name: 'cheese of Normandy' }).waitFor();
  await page.getByRole('searchbox').fill('NORMANDY cheese');
  await page.keyboard.press('Enter');
  await page.waitForURL(/search=NORMANDY/);
  await page.getByRole('link', { name: 'cheese of Normandy' }).waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('NORMANDY cheese');
}, 120_000);

test('it is repeated by a schedule with all its settings, after two clicks', async () => {
  await open();
  await page.getByRole('link', { name: 'Schedule this' }).click();
  await page.getByText('It starts sessions with all settings of cheese of Normandy').waitFor();
  await button('Save').and(page.locator(':enabled')).waitFor();
  expect(await here.faults()).toEqual(NONE);
  await button('Save').click();
  await page.getByText('It is due every Monday at 08:00.').waitFor();
  const { items } = await here.call<{
    items: { name: string; action: { session: { config: object; policyConfig: object } } }[];
  }>('GET', '/v1/schedules');
  const { config, policyConfig } = await told();
  expect(items[0]?.name).toBe('cheese of Normandy, every Monday at 08:00');
  expect(items[0]?.action.session).toMatchObject({ config, policyConfig });
}, 120_000);

test('its events are listed newest first, in words, by kind and in pages', async () => {
  await open();
  await page.getByRole('link', { name: 'Events' }).click();
  await page.getByRole('heading', { name: 'Events: cheese of Normandy' }).waitFor();
  await page.getByRole('rowheader', { name: 'Host given up' }).first().waitFor();
  expect((await column('Details'))[0]).toBe('host-60.example: 1 time; after 8 failures in a row');
  expect(await page.getByRole('rowheader').count()).toBe(50);
  expect(await here.faults()).toEqual(NONE);
  await button('Older').click();
  await page.getByText('host-10.example').waitFor();
  // "Back" and a reload find the same part of the list.
  await page.reload();
  await page.getByText('host-10.example').waitFor();
  await page.getByRole('link', { name: 'Back to the session' }).click();
  await page.locator('.figures').waitFor();
  await page.goBack();
  await page.getByText('host-10.example').waitFor();
  await page.getByRole('combobox', { name: 'Kind' }).focus();
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Host given up');
  await page.getByText('60 events').waitFor();
  expect(new URL(page.url()).search).toBe('?kind=HOST_GIVEN_UP');
  // The choice keeps the focus.
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SELECT');
  await page.getByRole('combobox', { name: 'Kind' }).selectOption('Saturated');
  await page.getByText('No event is of this kind.').waitFor();
  for (const width of [390, 768, 1_360]) {
    await page.setViewportSize({ width, height: 860 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  }
}, 120_000);

test('a form keeps the note that another person has changed since it was opened', async () => {
  const { sessionId } = await insertSessionRows(here.service.databaseUrl, { steps: 10, seed: 75 });
  await page.goto(`${url}/sessions/${sessionId}`);
  await button(/^More/).click();
  await button('Name and note').click();
  await here.call('PATCH', `/v1/sessions/${sessionId}`, { note: 'of another person' });
  await page.getByLabel('Name', { exact: true }).fill('cheese of two');
  // An answer from before the change that is still on its way is not taken for the one after it.
  const asked = new Promise<Route>((resolve) => {
    let earlier: Route | undefined;
    void page.route('**/graphql', (route) => {
      const isFirst = earlier === undefined && route.request().postData()?.includes('query Session(') === true;
      if (isFirst) resolve((earlier = route));
      return isFirst ? undefined : route.fallback();
    });
  });
  await page.evaluate(() => dispatchEvent(new Event('gleaner-gone')));
  const earlier = await asked;
  const response = await earlier.fetch();
  await Promise.all([
    page.waitForResponse((one) => one.request().postData()?.includes('UpdateSession') === true),
    button('Save').click(),
  ]);
  await earlier.fulfill({ response });
  await page.unroute('**/graphql');
  await page.getByRole('heading', { name: 'cheese of two', level: 1 }).waitFor();
  expect(await here.call('GET', `/v1/sessions/${sessionId}`)).toMatchObject({
    ...{ name: 'cheese of two', note: 'of another person' },
  });
});

test('its domains have addresses with their names, and unknown addresses a page', async () => {
  const { items } = await here.call<{ items: { name: string; domainNo: number }[] }>(
    'GET',
    `/v1/sessions/${rows.sessionId}/domains?first=5`,
  );
  const { name } = items.at(-1) ?? { name: '' };
  await page.goto(`${url}/sessions/${rows.sessionId}/domains`);
  // The file comes in the order of the screen.
  for (const [column, field] of [
    ['Failed', 'failed'],
    ['First relevant at step', 'firstRelevantStep'],
    ['Domain', 'name'],
    ['Politeness', null],
  ] as const) {
    await page.getByRole('button', { name: column, exact: true }).click();
    await page.getByRole('columnheader', { name: column }).and(page.locator('[aria-sort$=ending]')).waitFor();
    if (field === null) await page.getByText(/begins with the most relevant pages/).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    const [head, ...lines] = readFileSync(await file.path(), 'utf8')
      .slice(1)
      .trim()
      .split('\r\n');
    const saved = (at: string): (string | undefined)[] =>
      lines.slice(0, 5).map((line) => line.split(',')[head.split(',').indexOf(at)]);
    const heads = (await page.locator('thead th').allInnerTexts()).map((text) => text.replace(/\W+$/, ''));
    const shown = await page.locator(`tr.fixed > :nth-child(${heads.indexOf(column) + 1})`).allInnerTexts();
    if (field !== null) expect([column, saved(field)]).toEqual([column, shown.slice(0, 5)]);
    else expect(saved('relevant')).toEqual([...saved('relevant')].sort((a, b) => Number(b) - Number(a)));
  }
  await page.getByRole('button', { name: 'Pages', exact: true }).click();
  await page.getByLabel('Name contains').fill(name);
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.goBack();
  await page.getByText(/^1 domain of \d+\.$/).waitFor();
  expect(await page.getByLabel('Name contains').inputValue()).toBe(name);
  expect(await page.getByRole('columnheader', { name: 'Pages', exact: true }).getAttribute('aria-sort')).toBe(
    'descending',
  );
  await page.goto(`${url}/sessions/${rows.sessionId}/domains/${encodeURIComponent(name)}`);
  await page.getByRole('heading', { name, level: 1 }).waitFor();
  await page.locator('.figures').waitFor();
  await page.goto(`${url}/sessions/${rows.sessionId}/domains/nowhere.example`);
  await page.getByText('The session knows no domain of this name.').waitFor();
  const answer = await page.goto(`${url}/sessions/${rows.sessionId}/nowhere`);
  expect(answer?.status()).toBe(404);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  expect(await page.getByText('Glossary of this screen').count()).toBe(0);
  expect(await here.faults()).toEqual(NONE);
  await here.tabTo('Topics');
}, 120_000);

test('lists say what monitors and schedules have started, and hide it', async () => {
  const { databaseUrl } = here.service;
  const other = await insertSessionRows(databaseUrl, {
    steps: 5,
    seed: 72,
    topic: rows,
    session: { started_by: 'MONITOR' },
  });
  await page.goto(`${url}/sessions`);
  await page.getByText('by a monitor').waitFor();
  expect(await here.faults()).toEqual(NONE);
  await page.getByRole('combobox', { name: 'Started by' }).selectOption('people');
  await page.getByText('by a monitor').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?by=USER');
  await page.getByRole('combobox', { name: 'State' }).selectOption('Paused');
  await page.getByText('No session matches.').waitFor();
  await page.goto(`${url}/sessions?by=MONITOR`);
  await page.locator(`a[href="/sessions/${other.sessionId}"]`).click();
  await page.getByText('by a monitor that is gone').waitFor();
  await page.goto(`${url}/topics/${rows.topicId}`);
  await page.getByText('by a monitor').waitFor();
  await page.getByLabel('Hide those of schedules and monitors').check();
  await page.getByText('by a monitor').waitFor({ state: 'detached' });
}, 120_000);

test('a key that reads sees no buttons that it may not press', async () => {
  const { items } = await here.call<{ items: { id: string }[] }>('GET', '/v1/projects');
  const { secret } = await here.call<{ secret: string }>('POST', `/v1/projects/${items[0]?.id ?? ''}/keys`, {
    ...{ name: 'reader', scopes: ['read'] },
  });
  const context = await page.context().browser()?.newContext();
  const reader = await context?.newPage();
  if (!reader) throw new Error('no browser');
  await reader.goto(`${url}/sessions/${rows.sessionId}`);
  await reader.getByLabel('Key', { exact: true }).fill(secret);
  await reader.keyboard.press('Enter');
  await reader.locator('.figures').waitFor();
  await reader.locator('.plot canvas').first().waitFor();
  const names = await reader.getByRole('main').getByRole('button').allInnerTexts();
  expect(names).toEqual([]);
  expect(await reader.getByRole('link', { name: /Schedule this|Start/ }).count()).toBe(0);
  await reader.goto(`${url}/operate/webhooks`);
  await reader.getByText('The project has no webhook yet.').waitFor();
  expect(await reader.getByRole('main').getByRole('button').allInnerTexts()).toEqual([]);
  const { id: empty } = await here.call<{ id: string }>('POST', '/v1/topics', { name: 'nothing yet' });
  for (const path of [`/topics/${empty}`, `/topics/${empty}/pages`, '/experiments', '/compare']) {
    await reader.goto(url + path);
    await reader.locator('main .empty').first().waitFor();
    await reader.waitForLoadState('networkidle');
    expect(`${path}: ${(await reader.locator('main .empty').allInnerTexts()).join(' ')}`).not.toMatch(
      /below|New |Start |start one/,
    );
  }
  await context?.close();
}, 120_000);

test('labels of two tabs are counted once, skipped pages end no queue, and a training goes on after a reload', async () => {
  const { databaseUrl } = here.service;
  const labelled = await insertSessionRows(databaseUrl, { steps: 120, seed: 79 });
  const path = `${url}/topics/${labelled.topicId}/labels`;
  const other = await page.context().newPage();
  const title = (tab: Page) => tab.locator('#page-title');
  const labels = (tab: Page, text: string) => tab.getByRole('status').getByText(`${text} labels.`).waitFor();
  for (const tab of [page, other]) {
    await tab.goto(path);
    await title(tab).waitFor();
  }
  await page.keyboard.press('r');
  await labels(page, '1 relevant and 0 other');
  await page.waitForLoadState('networkidle');
  await other.keyboard.press('n');
  await labels(other, '0 relevant and 1 other');
  await other.close();
  for (let skipped = 0; skipped < 25; skipped++) {
    await title(page).waitFor();
    await page.keyboard.press('s');
  }
  await title(page).waitFor();
  const setState = (state: string) =>
    sql(databaseUrl, 'UPDATE models SET status = $2::"ModelStatus" WHERE topic_id = $1', [labelled.topicId, state]);
  await setState('TRAINING');
  await page.reload();
  await page.getByText('A new version is in training …').waitFor();
  expect(await button('Train a model with the labels').isDisabled()).toBe(true);
  await setState('READY');
  await page.getByRole('link', { name: 'Inspect the model' }).waitFor();
}, 120_000);

testThoroughly(
  'it is followed again after its service was restarted, and after the network was away',
  async () => {
    const { databaseUrl } = here.service;
    const { sessionId } = await insertSessionRows(databaseUrl, { steps: 40, seed: 73, session: { state: 'PAUSED' } });
    const nowRelevant = (relevant: number) =>
      sql(databaseUrl, 'UPDATE sessions SET relevant = $2 WHERE id = $1', [sessionId, relevant]);
    const figure = (text: string) => page.locator('.figures').getByText(text, { exact: true });
    const settings = { DATABASE_URL: databaseUrl, API_KEYS: KEY };
    const before = await startService(settings);
    await page.goto(`${before.url}/sessions/${sessionId}`);
    await figure('Relevant pages').waitFor();
    await before.stop();
    await page.getByRole('alert').first().waitFor();
    await nowRelevant(1_234);
    const again = await startService({ ...settings, PORT: new URL(before.url).port });
    await figure('1,234').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.context().setOffline(true);
    await page.getByRole('alert').getByText('The live connection is lost.').waitFor();
    await nowRelevant(2_345);
    await page.context().setOffline(false);
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await figure('2,345').waitFor();
    await page.goto('about:blank');
    await again.stop();
  },
  120_000,
);

test('it is followed again after its service had an error', async () => {
  const { databaseUrl } = here.service;
  const { sessionId } = await insertSessionRows(databaseUrl, { steps: 40, seed: 74, session: { state: 'PAUSED' } });
  const context = await page
    .context()
    .browser()
    ?.newContext({ storageState: await page.context().storageState() });
  const other = await context?.newPage();
  if (!other) throw new Error('no browser');
  await other.clock.install();
  let errors = 1;
  await other.routeWebSocket(/graphql/, (socket) =>
    errors-- > 0 ? socket.close({ code: 4500, reason: 'Internal server error' }) : socket.connectToServer(),
  );
  await other.goto(`${url}/sessions/${sessionId}`);
  await other.getByRole('alert').getByText('The live connection is lost.').waitFor();
  await sql(databaseUrl, 'UPDATE sessions SET relevant = 3456 WHERE id = $1', [sessionId]);
  await other.clock.runFor(10_000);
  await other.getByRole('alert').waitFor({ state: 'detached' });
  await other.locator('.figures').getByText('3,456', { exact: true }).waitFor();
  await context?.close();
}, 120_000);

test('of what somebody else has deleted each screen says so, leads on, and keeps what was typed', async () => {
  const { databaseUrl } = here.service;
  const { topicId, sessionId } = await insertSessionRows(databaseUrl, { steps: 10, seed: 77 });
  const made = async (path: string, body: object): Promise<string> =>
    `${path}/${(await here.call<{ id: string }>('POST', `/v1${path}`, body)).id}`;
  const monitor = await made('/monitors', { name: 'their monitor', topicId });
  const schedule = await made('/schedules', {
    ...{
      name: 'their schedule',
      cron: '0 8 * * MON',
      timeZone: 'UTC',
      action: { monitor: { monitorId: monitor.split('/')[2] } },
    },
  });
  const nameIt = async (): Promise<void> => {
    await button(/^More/).click();
    await button('Name and note').click();
  };
  for (const [kind, path, opened, label, typed] of [
    ['schedule', schedule, () => button('Change: their schedule').click(), 'Time zone', 'Europe/Berlin'],
    ['monitor', monitor, () => button('Change').click(), 'Fetches', '51'],
    ['session', `/sessions/${sessionId}`, nameIt, 'Name', 'of both'],
  ] as const) {
    await page.goto(url + (kind === 'schedule' ? '/schedules' : path));
    await opened();
    await page.getByLabel(label, { exact: true }).fill(typed);
    await here.call('DELETE', `/v1${path}`);
    await button('Save').click();
    const told = page.getByRole('alert').filter({ hasText: `The ${kind} does not exist.` });
    await told.waitFor();
    expect(await page.getByRole('alert').count()).toBe(1);
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(typed);
    expect(await here.faults()).toEqual(NONE);
    if (kind === 'schedule') continue;
    await page.reload();
    await told.getByRole('link', { name: `All ${kind}s` }).click();
    await page.waitForURL(`${url}/${kind}s`);
  }
}, 120_000);

test('a session is started with a topic that somebody else changes meanwhile, and both changes stay', async () => {
  const [first, ...others] = here.seeds;
  const body = { name: 'of two people', keywords: ['bread', 'cake'], seeds: [first] };
  const { id } = await here.call<{ id: string }>('POST', '/v1/topics', body);
  await page.goto(`${url}/start?topic=${id}`);
  await page.getByLabel('Keywords', { exact: true }).fill('bread, cake, sauce');
  await here.call('PUT', `/v1/topics/${id}/keywords`, { keywords: ['bread', 'dish'] });
  await here.call('PATCH', `/v1/topics/${id}`, { seeds: others });
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.waitForURL(/\/sessions\/[\w-]+$/);
  const now = await here.call<{ seeds: string[]; keywordSet: { keywords: { text: string }[] } }>(
    ...(['GET', `/v1/topics/${id}`] as const),
  );
  expect(now.keywordSet.keywords.map(({ text }) => text)).toEqual(['bread', 'dish', 'sauce']);
  expect(now.seeds).toEqual(others);
  await here.call('POST', `/v1${new URL(page.url()).pathname}/stop`);
}, 120_000);

test('two people delete one thing, and the second one reads it once', async () => {
  const { topicId } = await insertSessionRows(here.service.databaseUrl, { steps: 10, seed: 78 });
  const { id } = await here.call<{ id: string }>('POST', '/v1/monitors', { name: 'their monitor', topicId });
  await page.goto(`${url}/monitors/${id}`);
  await button('Delete: their monitor').click();
  await here.call('DELETE', `/v1/monitors/${id}`);
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  const told = page.getByRole('alert').filter({ hasText: 'The monitor does not exist.' });
  await told.getByRole('link', { name: 'All monitors' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
}, 120_000);

test('it is deleted when that is confirmed', async () => {
  await open();
  await button(/^More/).click();
  await button('Delete: cheese of Normandy').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await button('Delete: cheese of Normandy').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/sessions$/);
  await page.getByRole('status').getByText('cheese of Normandy was deleted.').waitFor();
  await expect(told()).rejects.toThrow('404');
}, 120_000);
