import type { Page } from 'playwright-core';
import { sql } from '../e2e/sessions-client.js';
import { insertSessionRows } from '../support/session-rows.js';
import { type Console, NONE, openConsole } from './console-support.js';

let here: Console;
let page: Page;
let faults: Console['faults'];
let url: string;
/** A topic with pages, and one of the same project without any. */
let topic: { readonly id: string; readonly name: string };
let bare: string;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const said = (text: string | RegExp) => page.getByRole('status').getByText(text).first();

/** Presses a button, and the same one in the confirmation dialog. */
async function confirm(name: string): Promise<void> {
  await button(name).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: name.split(':')[0] ?? '' })
    .click();
}

beforeAll(async () => {
  here = await openConsole();
  ({ page, faults } = here);
  ({ url } = here.service);
  const { topicId } = await insertSessionRows(here.service.databaseUrl, { steps: 40, seed: 51 });
  topic = await here.call('GET', `/v1/topics/${topicId}`);
  ({ id: bare } = await here.call<{ id: string }>('POST', '/v1/topics', {
    ...{ name: 'sailing', keywords: ['sailing', 'regatta', 'yacht'], seeds: ['http://regatta.example/'] },
  }));
  await here.signIn();
}, 300_000);
afterAll(() => here.close());

test('a topic is crawled every week after two clicks, and Save stays where it is while due times load', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.goto(`${url}/topics/${bare}`);
  await page.route('**/graphql', async (route) => {
    if ((route.request().postData() ?? '').includes('PreviewSchedule')) await held;
    await route.continue();
  });
  await page.getByRole('link', { name: 'Schedule', exact: true }).click();
  const save = button('Save');
  await save.and(page.locator(':enabled')).waitFor();
  const before = await save.boundingBox();
  release();
  const due = page.getByRole('list', { name: 'Next due times' });
  await due
    .getByText(/Monday.*08:00/)
    .first()
    .waitFor();
  expect(await save.boundingBox()).toEqual(before);
  await page.unroute('**/graphql');
  expect(await faults()).toEqual(NONE);
  await save.click();
  await said('It is due every Monday at 08:00.').waitFor();
  await page.getByRole('row', { name: /^sailing, every Monday at 08:00 on every Monday at 08:00/ }).waitFor();
  const { items } = await here.call<{ items: object[] }>('GET', '/v1/schedules');
  expect(items).toMatchObject([
    { cron: '0 8 * * MON', action: { session: { topicId: bare, config: { budget: { fetches: 500 } } } } },
  ]);
}, 120_000);

test('a schedule is changed by keyboard alone, paused, resumed and deleted; a refused one keeps what was typed', async () => {
  const name = 'sailing, every Monday at 08:00';
  await button(`Change: ${name}`).click();
  const due = page.getByRole('list', { name: 'Next due times' });
  await due.waitFor();
  await page.keyboard.type('day');
  await here.tabTo('At');
  await page.keyboard.type('0730AM');
  await here.tabTo('Time zone');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Europe/Berlin');
  await due.getByText(/7:30/).nth(2).waitFor();
  await page.getByRole('combobox', { name: 'Every' }).selectOption('week');
  await page.getByRole('checkbox', { name: 'Tuesday' }).check();
  await page.getByRole('checkbox', { name: 'Monday' }).uncheck();
  await due
    .getByText(/Tuesday.*7:30/)
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'Every' }).selectOption('other');
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 99 * * *');
  await page.getByRole('region', { name: 'Next due times' }).getByRole('alert').waitFor();
  await button('Save').click();
  const cron = page.getByRole('textbox', { name: 'Cron expression' }).and(page.locator('[aria-invalid=true]:focus'));
  await cron.waitFor();
  expect(await cron.inputValue()).toBe('0 99 * * *');
  expect(await page.locator('.what').getByRole('alert').count()).toBe(0);
  expect(await faults()).toEqual(NONE);
  await page.getByRole('textbox', { name: 'Cron expression' }).fill('0 7 * * *');
  await button('Save').click();
  await page.getByRole('row', { name: new RegExp(`^${name} on every day at 07:00 Europe/Berlin`) }).waitFor();
  // Its action is unchanged.
  const { items } = await here.call<{ items: object[] }>('GET', '/v1/schedules');
  expect(items).toMatchObject([{ action: { session: { config: { budget: { fetches: 500 } } } } }]);
  await button(`Pause: ${name}`).click();
  await button(`Resume: ${name}`).click();
  await button(`Pause: ${name}`).waitFor();
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByText('It has not been due yet.').waitFor();
  expect(await faults()).toEqual(NONE);
  // Its own screen has the same buttons.
  await button(`Change: ${name}`).click();
  await page.getByLabel('At', { exact: true }).fill('07:15');
  await button('Save').click();
  await page.getByText('Every day at 07:15, Europe/Berlin').waitFor();
  await button(`Pause: ${name}`).click();
  await button(`Resume: ${name}`).waitFor();
  expect(await faults()).toEqual(NONE);
  await page.goto(`${url}/operate/schedules`);
  await page.waitForURL(`${url}/schedules`);
  await page.getByRole('link', { name, exact: true }).click();
  await confirm(`Delete: ${name}`);
  await said(`${name} was deleted.`).waitFor();
  await page.waitForURL(`${url}/schedules`);
  await page.getByText('The project has no schedule yet.').waitFor();
}, 120_000);

const chooseTopic = async (name: string): Promise<void> => {
  await page.getByRole('combobox', { name: 'Topic' }).fill(name);
  await page.getByRole('option', { name }).click();
};

test('a monitor shows what is new, changed and gone, how often pages change, and its feeds', async () => {
  await page.goto(`${url}/monitors`);
  await page.getByText('The project has no monitor yet.').waitFor();
  await button('New monitor').click();
  await button('Save').click();
  await page.getByRole('combobox', { name: 'Topic' }).and(page.locator(':invalid:focus')).waitFor();
  await chooseTopic('sailing');
  // The name of the topic is enough.
  await page.getByPlaceholder('sailing').waitFor();
  await button('Save').and(page.locator(':enabled')).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('soccer, weekly');
  await button('Save').click();
  await page.getByRole('combobox', { name: 'Topic' }).and(page.locator('[aria-invalid=true]:focus')).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('soccer, weekly');
  await chooseTopic(topic.name);
  await button('Save').click();
  await said('The monitor is there.').waitFor();
  await page.getByRole('row', { name: /^soccer, weekly 0 0 0 \d+ by hand/ }).waitFor();
  expect(await faults()).toEqual(NONE);

  const { items } = await here.call<{ items: { id: string }[] }>('GET', '/v1/monitors');
  const id = items[0]?.id ?? '';
  await insertChanges(id);
  await page.goto(url);
  await page
    .getByRole('region', { name: 'Table: Monitors' })
    .getByRole('row', { name: /^soccer, weekly 1 1 1/ })
    .waitFor();
  expect(await faults()).toEqual(NONE);
  // Two clicks from the start screen to a monitor's changes.
  await page.getByRole('link', { name: 'soccer, weekly' }).click();
  const changes = page.locator('.changes > li');
  await changes.nth(2).waitFor();
  expect(await changes.getByText('It costs 5 euros a pound.').locator('mark').allInnerTexts()).toEqual(['5']);
  expect(await changes.getByText('It costs 7 euros a pound.').locator('mark').allInnerTexts()).toEqual(['7']);
  expect(await faults()).toEqual(NONE);
  await page.getByLabel('Show').selectOption('GONE');
  await page.waitForURL((address) => address.searchParams.get('kind') === 'gone');
  await changes.getByText(/status 404/).waitFor();
  expect(await changes.allInnerTexts()).toEqual([expect.stringMatching(/^Gone .*status 404/s)]);
  await page.getByRole('link', { name: 'Pages', exact: true }).click();
  await page.getByRole('cell', { name: 'about every 2 days' }).first().waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByRole('link', { name: 'Runs', exact: true }).click();
  await page.getByRole('row', { name: /completed 9 1 1 1 0/ }).waitFor();
  await button('Run now').click();
  await said('No page is due yet.').waitFor();
  await button('Fetch all pages now').waitFor();
  expect(await faults()).toEqual(NONE);
  // A run that ends while it is watched: the one whose rows are there.
  const { items: runs } = await here.call<{ items: { id: string }[] }>('GET', `/v1/monitors/${id}/runs`);
  const run = runs[0]?.id ?? '';
  await page.route('**/graphql', (route) =>
    (route.request().postData() ?? '').includes('mutation RunMonitor')
      ? route.fulfill({ json: { data: { runMonitor: { id: run, state: 'LOOKING', __typename: 'MonitorRun' } } } })
      : route.continue(),
  );
  await button('Fetch all pages now').click();
  await said('The run has ended: 0 new, 0 changed, 0 gone.').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('link', { name: 'Feeds', exact: true }).click();
  await button('Make addresses with a token').click();
  await button('Revoke the token: soccer, weekly').waitFor();
  const address = await page.getByRole('textbox', { name: 'RSS' }).inputValue();
  expect(await (await fetch(address)).text()).toContain('<rss');
  expect(await faults()).toEqual(NONE);
  await confirm('Revoke the token: soccer, weekly');
  await said('The token is revoked.').waitFor();
  expect((await fetch(address)).status).toBe(401);
}, 180_000);

test('a monitor is changed, scheduled, paused and resumed by its schedule, and deleted', async () => {
  await page.goto(`${url}/operate/monitors`);
  await page.waitForURL(`${url}/monitors`);
  await page.getByRole('link', { name: 'Schedule it' }).click();
  await button('Save').and(page.locator(':enabled')).click();
  await said('It is due every Monday at 08:00.').waitFor();
  await page.getByRole('link', { name: 'a monitor' }).click();
  await page.getByRole('heading', { level: 1, name: 'soccer, weekly' }).waitFor();
  await button('Change').click();
  const changing = page.getByRole('group', { name: 'Change soccer, weekly' });
  await changing.getByLabel('Hours between checks, at least').fill('900');
  await button('Save').click();
  await changing
    .locator('.field', { has: page.locator('[aria-invalid=true]:focus') })
    .getByText('“Hours between checks, at least” is above “Hours between checks, at most”')
    .waitFor();
  await changing.getByLabel('Hours between checks, at least').fill('1');
  await changing.getByLabel('Fetches').fill('50');
  await changing.getByRole('combobox', { name: 'Checks' }).selectOption('FIXED');
  await button('Save').click();
  await page.getByText('Each page is checked every 1 hour, at most 50 fetches a run.').waitFor();
  await button('Pause: soccer, weekly').click();
  await button('Resume: soccer, weekly').waitFor();
  const pausedAt = async () =>
    (await here.call<{ items: { pausedAt: string | null }[] }>('GET', '/v1/schedules')).items[0]?.pausedAt;
  expect(await pausedAt()).not.toBeNull();
  expect(await faults()).toEqual(NONE);
  await button('Resume: soccer, weekly').click();
  await button('Pause: soccer, weekly').waitFor();
  expect(await pausedAt()).toBeNull();
  await confirm('Delete: soccer, weekly');
  await said('soccer, weekly was deleted.').waitFor();
  await page.getByText('The project has no monitor yet.').waitFor();
}, 120_000);

/** A run of a monitor that saw three changes, and the history of its pages. */
async function insertChanges(monitorId: string): Promise<void> {
  const { databaseUrl } = here.service;
  const [{ id: runId }] = (await sql(
    databaseUrl,
    `INSERT INTO monitor_runs (id, monitor_id, state, sessions, prior_rate, looked, "new", changed, gone, finished_at)
     VALUES (gen_random_uuid(), $1, 'COMPLETED', '{}', 0.1, 9, 1, 1, 1, now()) RETURNING id`,
    [monitorId],
  )) as [{ id: string }];
  const difference = '@@ -1,2 +1,2 @@\n The cheese is old.\n-It costs 5 euros a pound.\n+It costs 7 euros a pound.';
  const changes: readonly (readonly [kind: string, url: string, difference: string | null, status: number])[] = [
    ['NEW', 'http://watched.example/new', null, 200],
    ['CHANGED', 'http://watched.example/changed', difference, 200],
    ['GONE', 'http://watched.example/gone', null, 404],
  ];
  for (const [kind, pageUrl, text, status] of changes)
    await sql(
      databaseUrl,
      `INSERT INTO page_changes (id, monitor_id, run_id, session_id, step, kind, url, outcome, seen_at, difference, http_status, title_after)
       VALUES (gen_random_uuid(), $1, $2, gen_random_uuid(), 1, $3, $4, 'page', now(), $5, $6, $3 || ' page')`,
      [monitorId, runId, kind, pageUrl, text, status],
    );
  await sql(
    databaseUrl,
    `UPDATE monitor_pages SET looks = '{-24,24,-24,24,24,-24}', rate = 0.5 / 24, looked_at = now() WHERE monitor_id = $1`,
    [monitorId],
  );
  // Nothing is due.
  await sql(databaseUrl, `DELETE FROM monitor_pages WHERE monitor_id = $1 AND state = 'FRONTIER'`, [monitorId]);
}
