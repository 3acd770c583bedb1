import type { Page } from 'playwright-core';
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
/** The input that a refusal is about says why and has the focus; the message is nowhere else. */
async function refused(name: string, why: RegExp): Promise<void> {
  const field = page.locator('.field', { has: page.locator('[aria-invalid=true]:focus'), hasText: why });
  await field.getByLabel(name).waitFor();
  expect(await page.getByText(why).count()).toBe(1);
}
/** Presses a button, and the same one in the confirmation dialog. */
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
  await button('Create the project').click();
  await refused('Name', /There is a project default already/);
  expect(await page.getByLabel('Fetches a day').inputValue()).toBe('500');
  await page.getByLabel('Name', { exact: true }).fill('orchard');
  await button('Create the project').click();
  await page.getByRole('row', { name: /^orchard .*0 of 500/ }).waitFor();
  // The head offers it at once.
  const inHead = page.getByRole('combobox', { name: 'Project', exact: true }).getByRole('option', { name: 'orchard' });
  await inHead.waitFor({ state: 'attached' });
  await button('Change: orchard').click();
  await page.getByRole('group', { name: 'Change orchard' }).getByLabel('Fetches a day').fill('0');
  await button(/^Change$/).click();
  await page.getByRole('row', { name: /^orchard .*0 of 0 used up/ }).waitFor();
  expect(await faults()).toEqual(NONE);
  await confirm('Delete: orchard');
  await page.getByRole('row', { name: /^orchard / }).waitFor({ state: 'detached' });
  await inHead.waitFor({ state: 'detached' });
  // The button with the focus is gone: its table has it.
  await page.locator('[aria-label="Table: Projects"]:focus').waitFor();
}, 120_000);

test('a key is shown once, rotated, and revoked only after it was asked', async () => {
  await open('keys');
  await page.getByText('The project has no key yet.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('nightly export');
  await page.getByLabel('Last day').fill('2020-02-02');
  await page.keyboard.press('Enter');
  await refused('Last day', /The time is past/);
  await page.getByLabel('Last day').fill('');
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
  await button('Create the key').click();
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
  await page.getByText('a relevant page is new in a collection').first().waitFor();
  await button('Create the webhook').click();
  await page.locator('input[type=url]:invalid:focus').waitFor();
  await page.getByLabel('Address').fill('http://127.0.0.1:9/hook');
  await button('Create the webhook').click();
  await refused('Address', /The URL cannot be used/);
  await page.getByLabel('Address').fill('https://receiver.invalid/hook');
  await button('Create the webhook').click();
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
  await button('Switch on: https://receiver.invalid/hook').and(page.locator(':focus')).waitFor();
  await confirm('Rotate secret: https://receiver.invalid/hook');
  expect(await page.getByRole('textbox', { name: 'The secret' }).inputValue()).toMatch(/^whsec_/);
  await button('I have copied it').click();
  await confirm('Delete: https://receiver.invalid/hook');
  await page.getByText('The project has no webhook yet.').waitFor();
}, 120_000);

test('somebody else makes, changes and deletes a webhook while it is changed here', async () => {
  await open('webhooks');
  await page.getByText('The project has no webhook yet.').waitFor();
  const made = await consoleHere.call<{ id: string }>('POST', '/v1/webhooks', { url: 'https://receiver.invalid/one' });
  // One returns to the page after a minute.
  await page.evaluate(() => {
    const now = performance.now();
    performance.now = () => now + 60_000;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await button('Change: https://receiver.invalid/one').click();
  const form = page.getByRole('group', { name: /^Change / });
  await form.getByLabel('Description').fill('mine');
  await consoleHere.call('PATCH', `/v1/webhooks/${made.id}`, { url: 'https://receiver.invalid/theirs' });
  await button(/^Change$/).click();
  await page.getByRole('row', { name: /^https:\/\/receiver\.invalid\/theirs mine/ }).waitFor();
  expect(await form.getByLabel('Address').inputValue()).toBe('https://receiver.invalid/theirs');
  await form.getByLabel('Description').fill('mine still');
  await consoleHere.call('DELETE', `/v1/webhooks/${made.id}`);
  await button(/^Change$/).click();
  await form.getByRole('alert').getByText('The webhook does not exist.').waitFor();
  await page.getByText('The project has no webhook yet.').waitFor();
  expect(await form.getByLabel('Description').inputValue()).toBe('mine still');
}, 120_000);

describeThoroughly('topics and models', () => looksAtTopics(() => consoleHere));

test('the audit log says who changed what', async () => {
  await open('audit');
  await page.getByRole('cell', { name: 'Webhook deleted' }).first().waitFor();
  expect(await faults()).toEqual(NONE);
  expect(await page.getByLabel('About').innerText()).toMatch(/session templates\s+share links/);
  await page.getByLabel('About').selectOption('API_KEY');
  await page.getByRole('cell', { name: 'Webhook deleted' }).first().waitFor({ state: 'detached' });
  await page.getByRole('cell', { name: 'Api key made' }).first().waitFor();
  await page.reload();
  await page.getByRole('cell', { name: 'Api key made' }).first().waitFor();
  expect(await page.getByLabel('About').inputValue()).toBe('API_KEY');
}, 120_000);

test('a key without the scope sees which one is needed', async () => {
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
    await said(`Your key does not allow this. It needs ${needed}.`).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  }
  await open('projects');
  await page.getByRole('row', { name: /^default / }).waitFor();
  expect(await page.getByRole('button', { name: /^Change/ }).count()).toBe(0);
}, 120_000);
