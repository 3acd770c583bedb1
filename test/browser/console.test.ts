import type { BrowserContext, Page } from 'playwright-core';
import type { TestService } from '../support/service.js';
import { type Console, KEY, KEYWORDS, NONE, openConsole } from './console-support.js';

let consoleHere: Console;
let service: TestService;
let context: BrowserContext;
let page: Page;
let seeds: readonly string[];
let findings: Console['findings'];
let faults: Console['faults'];
let tabTo: Console['tabTo'];

beforeAll(async () => {
  consoleHere = await openConsole();
  ({ service, context, page, seeds, findings, faults, tabTo } = consoleHere);
}, 300_000);
afterAll(() => consoleHere.close());

test('signing in, starting a session, following it and labelling its pages, by keyboard alone', async () => {
  await page.goto(`${service.url}/start`);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await faults()).toEqual(NONE);
  await tabTo('Key');
  await page.keyboard.type('not-the-key');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('not known').waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type(KEY);
  await page.keyboard.press('Enter');

  // Back at the requested screen, with the key in no place that a script can read.
  await page.getByRole('heading', { name: 'Start a session' }).waitFor();
  const kept = await page.evaluate(() =>
    JSON.stringify([
      document.cookie,
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      document.body.innerHTML,
    ]),
  );
  expect(kept).not.toContain(KEY);
  expect(kept).toMatch(/^\["",\[\]/);
  expect((await context.cookies()).map(({ httpOnly, sameSite }) => [httpOnly, sameSite])).toEqual([[true, 'Strict']]);

  await tabTo('Keywords');
  await page.keyboard.type(KEYWORDS);
  await tabTo('Seeds');
  await page.keyboard.type(seeds.join('\n'));
  await tabTo('Policy');
  await page.keyboard.type('best-first');
  await tabTo('Settings of this policy');
  await page.keyboard.press('Enter');
  await page.getByLabel('maxCandidates').waitFor();
  // The sentence about free slots follows the slider.
  await tabTo('Fetches at the same time');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('4');
  await tabTo('Eagerness');
  const slider = page.getByRole('slider', { name: 'Eagerness' });
  expect(await slider.inputValue()).toBe('0.2');
  await page.getByText('only if that has at least 80% of its value').waitFor();
  await page.keyboard.press('End');
  await page.getByText('A free slot always takes the best link').waitFor();
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^1, from 0, wait for the best/);
  await page.keyboard.press('ArrowLeft');
  // Identity for servers. Its secret parts are not kept in the tab.
  await tabTo('Cookies, languages, logins and proxies');
  await page.keyboard.press('Enter');
  await tabTo('Keep cookies');
  await page.keyboard.type('for all');
  await tabTo('Languages');
  await page.keyboard.type('de, en;q=0.5');
  await tabTo('Log in to a host');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name of the host' }).fill('members.example');
  await page.getByRole('textbox', { name: 'Headers' }).fill('Bearer sesame');
  await page.getByText('Not readable: header 1 of host 1 is not "Name: value".').waitFor();
  await page.getByRole('textbox', { name: 'Headers' }).fill('Host: sesame');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('sesame');
  await tabTo('Fetches');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('24');
  expect(await faults()).toEqual(NONE);
  // A refusal says where.
  await tabTo('Start');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('access.hosts[0].headers[0].name').waitFor();
  const refused = page.getByRole('textbox', { name: 'Headers' });
  expect(await refused.getAttribute('aria-invalid')).toBe('true');
  expect(await faults()).toEqual(NONE);

  // Nothing is lost with the page.
  await page.reload();
  await page.getByRole('heading', { name: 'Start a session' }).waitFor();
  expect(await page.getByLabel('Keywords', { exact: true }).inputValue()).toBe(KEYWORDS);
  expect(await page.getByRole('combobox', { name: 'Policy' }).inputValue()).toBe('best-first');
  expect(await page.getByRole('slider', { name: 'Eagerness' }).inputValue()).toBe('0.95');
  await tabTo('Start');
  await page.keyboard.press('Enter');

  await page.waitForURL(/\/sessions\/[\w-]+$/);
  const session = page.url();
  const { config } = await consoleHere.call<{ config: object }>(
    'GET',
    `/v1/sessions/${session.slice(session.lastIndexOf('/') + 1)}`,
  );
  expect(config).toMatchObject({
    ...{ concurrency: 4, hostDelayMs: 1_000, eagerness: 0.95, budget: { fetches: 24 } },
    ...{ cookies: 'session', acceptLanguage: 'de, en;q=0.5' },
  });
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  await page.getByRole('status').getByText('Completed: its budget is spent.').waitFor({ timeout: 150_000 });
  expect(await page.locator('.figures').innerText()).toMatch(/Fetches\s+24\s+of 24/);
  expect(await page.locator('.pages > li').count()).toBeGreaterThan(0);
  await page.locator('.plot canvas').first().waitFor();
  await tabTo('The curve as a table');
  await page.keyboard.press('Enter');
  expect(await page.locator('.plot tbody tr').count()).toBeGreaterThan(2);
  await tabTo('Why');
  await page.keyboard.press('Enter');
  await page.locator('.path li').first().waitFor();
  expect(await faults()).toEqual(NONE);

  // The meanings of its words are below it, by keyboard, and as tooltips.
  await tabTo('What the words on this screen mean');
  await page.keyboard.press('Enter');
  const meaning = (word: string) =>
    page
      .locator('.words div')
      .filter({ has: page.getByText(word, { exact: true }) })
      .locator('dd')
      .allInnerTexts();
  await page.locator('.words dd').first().waitFor();
  expect(await meaning('domain')).toEqual([expect.stringContaining('registrable domain')]);
  expect(await meaning('Tree-Frontier')).toEqual([]);
  await tabTo('All words of the glossary');
  await page.keyboard.press('Enter');
  expect(await meaning('Tree-Frontier')).toEqual([expect.stringContaining('regression tree')]);
  expect(await faults()).toEqual(NONE);
  await page.locator('.figures dt', { hasText: 'Relevant domains' }).hover();
  await page.locator('main [title*="registrable domain"]').first().waitFor();

  // It continues where it ended, and is followed again.
  await page.getByLabel('Extend by').fill('4');
  await page.keyboard.press('Enter');
  await page.locator('.figures').getByText('of 28').waitFor();
  await page.getByRole('status').getByText('Completed: its budget is spent.').waitFor({ timeout: 150_000 });
  expect(await page.locator('.figures').innerText()).toMatch(/Fetches\s+28\s+of 28/);

  // Another one starts with the topic's contents.
  await page.getByRole('link', { name: 'Start another of this topic' }).click();
  await page.getByRole('heading', { name: 'Start a session' }).waitFor();
  expect(await page.getByLabel('Keywords', { exact: true }).inputValue()).toBe(KEYWORDS);
  expect((await page.getByLabel('Seeds', { exact: true }).inputValue()).split('\n')).toEqual(seeds);

  await page.goto(`${session}/domains`);
  await page.locator('tr.fixed').first().waitFor();
  await tabTo('Domain');
  await page.keyboard.press('Enter');
  await page.locator('th[aria-sort=ascending]').waitFor();
  const names = await page.locator('tr.fixed th').allInnerTexts();
  expect(names).toEqual([...names].sort());
  expect(await faults()).toEqual(NONE);

  await page.goto(session);
  await tabTo('Label');
  await page.keyboard.press('Enter');
  const title = page.locator('#page-title');
  await title.waitFor();
  const first = await title.innerText();
  expect(await page.locator('mark').count()).toBeGreaterThan(0);
  await page.keyboard.press('r');
  await page.getByRole('status').getByText('1 relevant and 0 other labels. Labelled as relevant.').waitFor();
  expect(await title.innerText()).not.toBe(first);
  await page.keyboard.press('n');
  await page.keyboard.press('u');
  await page.keyboard.press('s');
  await page.getByRole('status').getByText('1 relevant and 0 other labels. Skipped.').waitFor();
  expect(await faults()).toEqual(NONE);

  await page.goto(service.url);
  await page
    .getByRole('link', { name: /food, dish, meat/ })
    .first()
    .waitFor();
  expect(await faults()).toEqual(NONE);
  await page.goto(`${service.url}/sessions`);
  await page
    .getByRole('link', { name: /food, dish, meat/ })
    .first()
    .waitFor();
  expect(await faults()).toEqual(NONE);
}, 300_000);

test('a page of another site does nothing with the sign-in', async () => {
  const evil = await context.newPage();
  // Another port of the same host: the same site for cookies, but not the same origin.
  await evil.route('http://127.0.0.1:9/', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>evil</title>' }),
  );
  await evil.goto('http://127.0.0.1:9/');
  const asked = evil.waitForRequest(
    (request) => request.url() === `${service.url}/graphql` && request.method() === 'POST',
  );
  const sent = await evil.evaluate(async (url) => {
    const opened = new Promise<string>((resolve) => {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.onopen = () => resolve('open');
      socket.onerror = () => resolve('refused');
    });
    const body = JSON.stringify({ query: 'mutation { createTopic(input: { name: "forged" }) { id } }' });
    const call = await fetch(`${url}/graphql`, { method: 'POST', mode: 'no-cors', credentials: 'include', body }).then(
      ({ type }) => type,
      () => 'failed',
    );
    return [call, await opened];
  }, service.url);
  expect(sent).toEqual(['failed', 'refused']);
  expect((await (await asked).allHeaders())['cookie']).toContain('gleaner_sign_in');
  await evil.close();
  const topics = await (
    await fetch(`${service.url}/v1/topics`, { headers: { authorization: `Bearer ${KEY}` } })
  ).json();
  expect(JSON.stringify(topics)).not.toContain('forged');
}, 120_000);

test('a service that does not answer is said, and asked again', async () => {
  await page.route('**/graphql', (route) => route.abort());
  await page.goto(service.url);
  await page.getByRole('alert').getByText('The service does not answer.').waitFor();
  expect(await findings()).toEqual([]);
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page
    .getByRole('link', { name: /food, dish, meat/ })
    .first()
    .waitFor();
}, 120_000);

test('an operator chooses the project that is shown, and nothing of another one is', async () => {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  await fetch(`${service.url}/v1/projects`, { method: 'POST', headers, body: JSON.stringify({ name: 'orchard' }) });
  await page.goto(service.url);
  await page.getByRole('combobox', { name: 'Project' }).selectOption('orchard');
  await page.getByText('There is no topic yet.').waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByRole('combobox', { name: 'Project' }).selectOption('default');
  await page
    .getByRole('link', { name: /food, dish, meat/ })
    .first()
    .waitFor();
}, 120_000);

test('signing out ends it, and failures come with advice', async () => {
  await page.goto(`${service.url}/sessions/00000000-0000-7000-8000-00000000beef`);
  await page.getByRole('alert').getByText('It may have been deleted').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await context.cookies()).toEqual([]);
}, 120_000);
