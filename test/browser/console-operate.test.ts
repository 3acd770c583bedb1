import type { Page } from 'playwright-core';
import { insertSessionRows } from '../support/session-rows.js';
import { type Console, NONE, openConsole } from './console-support.js';
import { describeThoroughly } from '../support/thoroughness.js';
import { looksAtTopics } from './console-topic.js';

let consoleHere: Console;
let page: Page;
let faults: Console['faults'];
let url: string;
/** A key of the project that may only read. */
let readKey = '';
const button = (name: string | RegExp) => page.getByRole('button', { name });
const said = (text: string | RegExp) => page.getByRole('status').getByText(text).first();
const open = (part: string) => page.goto(`${url}/operate/${part}`);
/** Presses a button, and the same in the dialog that asks. */
async function confirm(name: string): Promise<void> {
  await button(name).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: name.split(':')[0] ?? '' })
    .click();
}

beforeAll(async () => {
  consoleHere = await openConsole();
  ({ page, faults } = consoleHere);
  ({ url } = consoleHere.service);
  await consoleHere.signIn();
}, 300_000);
afterAll(() => consoleHere.close());

test('the overview says how the service does, and what to do when it cannot be asked', async () => {
  await page.getByRole('link', { name: 'Operate' }).click();
  await page.getByRole('region', { name: 'Table: Processes' }).getByRole('cell', { name: 'worker' }).waitFor();
  await page.getByText('Nothing waits and nothing runs.').waitFor();
  await page.getByText('The largest tables').click();
  await page.getByRole('rowheader', { name: 'pages', exact: true }).waitFor();
  expect(await faults()).toEqual(NONE);

  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/graphql', async (route) => {
    await held;
    await route.abort();
  });
  await page.reload();
  await page.getByText('Loading the figures …').waitFor();
  answer();
  await page.getByRole('alert').getByText('The service does not answer.').waitFor();
  await page.unroute('**/graphql');
  await button('Try again').click();
  await page.getByRole('region', { name: 'Table: Processes' }).waitFor();
}, 120_000);

test('projects are made with quotas, and these are changed; what was typed stays when it is refused', async () => {
  await open('projects');
  await page.getByLabel('Name', { exact: true }).fill('default');
  await page.getByLabel('Fetches a day').fill('500');
  await button('Make the project').click();
  await page.getByRole('alert').getByText('there is a project default already').waitFor();
  expect(await page.getByLabel('Fetches a day').inputValue()).toBe('500');
  await page.getByLabel('Name', { exact: true }).fill('orchard');
  await button('Make the project').click();
  await page.getByRole('row', { name: /^orchard .*0 of 500/ }).waitFor();
  await button('Change: orchard').click();
  await page.getByRole('group', { name: 'Change orchard' }).getByLabel('Fetches a day').fill('0');
  await button(/^Change$/).click();
  await page.getByRole('row', { name: /^orchard .*0 of 0 used up/ }).waitFor();
  expect(await faults()).toEqual(NONE);
  await confirm('Delete: orchard');
  await page.getByRole('row', { name: /^orchard / }).waitFor({ state: 'detached' });
}, 120_000);

test('a key is shown once, rotated, and revoked only after it was asked', async () => {
  await open('keys');
  await page.getByText('The project has no key yet.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('nightly export');
  await page.keyboard.press('Enter');
  const shown = page.getByRole('textbox', { name: 'The new key' });
  await shown.waitFor();
  readKey = await shown.inputValue();
  expect(await faults()).toEqual(NONE);
  await button('I have copied it').click();
  expect(await page.content()).not.toContain(readKey);
  await page.getByRole('row', { name: /nightly export good read: may read never/ }).waitFor();

  await page.getByLabel('Name', { exact: true }).fill('old one');
  await page.getByLabel('Scope').selectOption('ADMIN');
  await button('Make the key').click();
  await button('I have copied it').click();
  await confirm('Rotate: old one');
  await button('I have copied it').click();
  await page.getByRole('row', { name: /old one being replaced admin/ }).waitFor();
  await button('Revoke: old one').first().click();
  await page.getByRole('dialog').waitFor();
  expect(await faults()).toEqual(NONE);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
  expect(await page.getByRole('row', { name: /old one revoked/ }).count()).toBe(0);
  await button('Revoke: old one').first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('row', { name: /old one revoked/ }).waitFor();
}, 120_000);

test('a webhook is made, tested, switched off and deleted', async () => {
  await open('webhooks');
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
  await button('Make the webhook').click();
  await page.getByRole('alert').getByText('the URL cannot be used').waitFor();
  await page.getByLabel('Address').fill('https://receiver.invalid/hook');
  await button('Make the webhook').click();
  expect(await page.getByRole('textbox', { name: 'The secret' }).inputValue()).toMatch(/^whsec_/);
  await button('I have copied it').click();
  expect(await faults()).toEqual(NONE);
  await button('Test: https://receiver.invalid/hook').click();
  await page.getByRole('rowheader', { name: 'Webhook test' }).waitFor();
  await page
    .getByText(/attempts? and the message/)
    .first()
    .click();
  await page.getByText('"webhook.test"').first().waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByRole('link', { name: 'All webhooks' }).click();
  await button('Switch off: https://receiver.invalid/hook').click();
  await button('Switch on: https://receiver.invalid/hook').waitFor();
  await confirm('Delete: https://receiver.invalid/hook');
  await page.getByText('The project has no webhook yet.').waitFor();
}, 120_000);

describeThoroughly('topics and models', () => looksAtTopics(() => consoleHere));

test('a schedule shows when it is due before it is made, is paused, resumed and deleted', async () => {
  await consoleHere.call('POST', '/v1/topics', {
    ...{ name: 'sailing', keywords: ['sailing', 'regatta', 'yacht'], seeds: ['http://regatta.example/'] },
  });
  await open('schedules');
  await page.getByLabel('Name', { exact: true }).fill('daily sailing');
  await page.getByLabel('When (cron)').fill('61 * * * *');
  await button('Show the next due times').click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('When (cron)').fill('30 6 * * MON');
  await page.getByLabel('Time zone').fill('Europe/Berlin');
  await button('Show the next due times').click();
  await page
    .getByRole('list', { name: 'Next due times' })
    .getByText(/Monday.*6:30/)
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('sailing');
  await button('Make the schedule').click();
  await page.getByRole('row', { name: /daily sailing on 30 6 \* \* MON Europe\/Berlin/ }).waitFor();
  expect(await faults()).toEqual(NONE);
  await button('Change: daily sailing').click();
  await page.getByRole('group', { name: 'Change daily sailing' }).getByLabel('When (cron)').fill('0 99 * * *');
  await button(/^Change$/).click();
  await page.getByRole('alert').first().waitFor();
  expect(await page.getByLabel('When (cron)').inputValue()).toBe('0 99 * * *');
  await page.getByLabel('When (cron)').fill('0 7 * * *');
  await button(/^Change$/).click();
  await page.getByRole('row', { name: /daily sailing on 0 7 \* \* \* Europe\/Berlin/ }).waitFor();
  // What it starts has stayed as it was.
  const { items } = await consoleHere.call<{ items: { action: object }[] }>('GET', '/v1/schedules');
  expect(items).toMatchObject([{ action: { session: { config: { budget: { fetches: 500 } } } } }]);
  expect(await faults()).toEqual(NONE);
  await button('Pause: daily sailing').click();
  await button('Resume: daily sailing').click();
  await button('Pause: daily sailing').waitFor();
  await page.getByRole('link', { name: 'daily sailing' }).click();
  await page.getByText('It has not been due yet.').waitFor();
  await page.getByRole('link', { name: 'All schedules' }).click();
  await confirm('Delete: daily sailing');
  await page.getByText('The project has no schedule yet.').waitFor();
}, 120_000);

test('a monitor is made of the pages of a topic, changed, and paused and resumed by its schedule', async () => {
  const { call, service } = consoleHere;
  const { topicId } = await insertSessionRows(service.databaseUrl, { steps: 40, seed: 51 });
  const { name } = await call<{ name: string }>('GET', `/v1/topics/${topicId}`);
  await open('monitors');
  await page.getByText('The project has no monitor.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('soccer, weekly');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption('sailing');
  await button('Make the monitor').click();
  await page.getByRole('alert').waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('soccer, weekly');
  await page.getByRole('combobox', { name: 'Topic' }).selectOption(name);
  await button('Make the monitor').click();
  await page.getByRole('row', { name: /^soccer, weekly \d+ poisson by hand/ }).waitFor();
  await said('The monitor was made.').waitFor();
  expect(await faults()).toEqual(NONE);

  await button('Change: soccer, weekly').click();
  const changing = page.getByRole('group', { name: 'Change soccer, weekly' });
  await changing.getByLabel('Fetches').fill('50');
  await changing.getByRole('combobox', { name: 'Looks' }).selectOption('FIXED');
  await button(/^Change$/).click();
  await page.getByRole('row', { name: /^soccer, weekly \d+ fixed by hand/ }).waitFor();
  const { items } = await call<{ items: { id: string; fetches: number }[] }>('GET', '/v1/monitors');
  expect(items).toMatchObject([{ fetches: 50, policy: 'fixed' }]);

  const action = { monitor: { monitorId: items[0]?.id } };
  const schedule = await call<{ id: string }>('POST', '/v1/schedules', { name: 'looks', cron: '@weekly', action });
  await page.reload();
  await button('Pause: soccer, weekly').click();
  await button('Resume: soccer, weekly').waitFor();
  const pausedAt = async () =>
    (await call<{ pausedAt: string | null }>('GET', `/v1/schedules/${schedule.id}`)).pausedAt;
  expect(await pausedAt()).not.toBeNull();
  expect(await faults()).toEqual(NONE);
  await button('Resume: soccer, weekly').click();
  await button('Pause: soccer, weekly').waitFor();
  expect(await pausedAt()).toBeNull();
  await call('DELETE', `/v1/schedules/${schedule.id}`);
  await confirm('Delete: soccer, weekly');
  await page.getByText('The project has no monitor.').waitFor();
}, 120_000);

test('the audit log says who changed what', async () => {
  await open('audit');
  await page.getByRole('cell', { name: 'Schedule deleted' }).first().waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByLabel('About').selectOption('API_KEY');
  await page.getByRole('cell', { name: 'Schedule deleted' }).first().waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Api key made' }).first().waitFor();
}, 120_000);

test('a key that may not is told which one may', async () => {
  await button('Sign out').click();
  await page.getByLabel('Key', { exact: true }).fill(readKey);
  await page.keyboard.press('Enter');
  await button('Sign out').waitFor();
  expect(await page.getByRole('link', { name: 'Operate' }).count()).toBe(0);
  for (const [part, needed] of [
    ['overview', 'a key of API_KEYS'],
    ['keys', 'a key with the scope admin'],
    ['audit', 'a key with the scope admin'],
  ] as const) {
    await open(part);
    await said(`The key you signed in with is not enough for this. It needs ${needed}.`).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }
  await open('projects');
  await page.getByRole('row', { name: /^default / }).waitFor();
  expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
}, 120_000);
