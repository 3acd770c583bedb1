import type { BrowserContext, Page } from 'playwright-core';
import type { TestService } from '../support/service.js';
import { type Console, KEY, KEYWORDS, NONE, openConsole } from './console-support.js';
import { testThoroughly } from '../support/thoroughness.js';

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

  // The button names the missing input, which has the focus then.
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await page.getByLabel('Keywords', { exact: true }).and(page.locator('[aria-invalid=true]:focus')).waitFor();
  await page.getByText('Keywords are missing.').waitFor();
  await page.keyboard.type(KEYWORDS);
  await tabTo('Seeds');
  await page.keyboard.type(seeds.join('\n'));
  await tabTo('Policy');
  await page.keyboard.type('best-first');
  await tabTo('Settings of this policy');
  await page.keyboard.press('Enter');
  await page.getByLabel('Max candidates').waitFor();
  // The main settings are there at once, the others behind headings that count the changed ones.
  await tabTo('Fetches');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('24');
  await tabTo('Politeness');
  await page.keyboard.press('Enter');
  await tabTo('Fetches at the same time');
  await page.keyboard.type('400');
  await page.getByText('Enter a whole number from 1 to 64.').waitFor();
  expect(await page.getByRole('button', { name: 'Start', exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press('Control+A');
  await page.keyboard.type('4');
  // The sentence about free slots follows the slider.
  await tabTo('Eagerness');
  const slider = page.getByRole('slider', { name: 'Eagerness' });
  expect(await slider.inputValue()).toBe('0.2');
  await page.getByText('only if that has at least 80% of its value').waitFor();
  await page.keyboard.press('End');
  await page.getByText('A free slot always takes the best link').waitFor();
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/^1, from 0, wait for the best/);
  await page.keyboard.press('ArrowLeft');
  // Identity for servers. Its secret parts are not kept in the tab, and not in the JSON.
  await tabTo('Accept-Language');
  await page.keyboard.type('de, en;q=0.5');
  await tabTo('Keep cookies');
  await page.keyboard.type('for all');
  await tabTo('Log in to a host');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Name of the host' }).fill('members.example');
  await page.getByRole('textbox', { name: 'Headers' }).fill('Bearer sesame');
  await page.getByText('Not readable: header 1 of host 1 is not "Name: value".').waitFor();
  await page.getByRole('textbox', { name: 'Headers' }).fill('Host: sesame');
  expect(await page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)))).not.toContain('sesame');
  const json = page.getByRole('textbox', { name: 'Settings as JSON' });
  expect(JSON.parse(await json.inputValue())).toEqual({
    ...{ policy: 'best-first', budget: { fetches: 24 }, concurrency: 4, eagerness: 0.95 },
    ...{ acceptLanguage: 'de, en;q=0.5', cookies: 'session' },
  });
  await page.locator('summary', { hasText: 'Politeness' }).getByText('5 changed').waitFor();
  expect(await faults()).toEqual(NONE);
  // A refusal says where.
  await tabTo('Start');
  await page.keyboard.press('Enter');
  await page
    .locator('.field', { has: page.locator('[aria-invalid=true]:focus') })
    .getByText('“Headers”, number 1: a header that the service does not set itself')
    .waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  expect(await faults()).toEqual(NONE);

  // Nothing is lost with the page.
  await page.reload();
  await page.getByRole('heading', { name: 'Start a session' }).waitFor();
  expect(await page.getByLabel('Keywords', { exact: true }).inputValue()).toBe(KEYWORDS);
  expect(await page.getByRole('combobox', { name: 'Policy' }).inputValue()).toBe('best-first');
  await tabTo(/^Politeness/);
  await page.keyboard.press('Enter');
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
  await tabTo('Glossary of this screen');
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
  await page.getByRole('button', { name: 'More' }).click();
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
  // Undo has nothing more to do after the last step: the focus goes to the button beside it.
  await tabTo(/^Undo/);
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('1 relevant and 0 other labels. Taken back.').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('status').getByText('0 relevant and 0 other labels. Taken back.').waitFor();
  await page.locator('button:focus', { hasText: 'Skip' }).waitFor();
  await page.keyboard.press('r');
  await page.getByRole('status').getByText('1 relevant and 0 other labels. Labelled as relevant.').waitFor();
  await page.keyboard.press('s');
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

testThoroughly(
  'settings as JSON and as a form follow each other, and what is wrong is said at its place',
  async () => {
    await page.goto(`${service.url}/start`);
    const json = page.getByRole('textbox', { name: 'Settings as JSON' });
    await json.waitFor();
    const start = page.getByRole('button', { name: 'Start', exact: true });
    await page.getByLabel('Keywords', { exact: true }).fill(KEYWORDS);

    // Neither JSON that cannot be read nor an unknown name loses what was there.
    const fetches = page.getByLabel('Fetches', { exact: true });
    await json.fill('{\n  "policy": "tres",\n  "budget": {"fetches": 40}\n');
    await page.getByText(/This is not JSON/).waitFor();
    expect([await json.getAttribute('aria-invalid'), await start.isDisabled()]).toEqual(['true', true]);
    expect([await fetches.inputValue(), await fetches.isDisabled()]).toEqual(['500', true]);
    await json.fill('{\n  "policy": "tres",\n  "budget": {\n    "pages": 40 }\n}');
    await page.getByText('There is no setting budget.pages.').waitFor();
    await tabTo('Line 4');
    await page.keyboard.press('Enter');
    expect(
      await json.evaluate((area: HTMLTextAreaElement) => area.value.slice(area.selectionStart, area.selectionEnd)),
    ).toBe('"pages": 40 }');
    expect(await faults()).toEqual(NONE);
    await page.getByRole('button', { name: "Back to the form's settings" }).click();
    expect(JSON.parse(await json.inputValue())).toEqual({ policy: 'prospector', budget: { fetches: 500 } });
    await json.fill(
      '{"policy": "tres", "policyConfig": {"nextFromTree": false}, "budget": {"fetches": 30}, "robots": false}',
    );
    expect([await fetches.inputValue(), await page.getByRole('combobox', { name: 'Policy' }).inputValue()]).toEqual([
      ...['30', 'tres'],
    ]);
    await page.locator('summary', { hasText: 'Politeness' }).getByText('1 changed').waitFor();
    await page.locator('summary', { hasText: 'Settings of this policy' }).click();
    expect(await page.getByLabel('Next from tree').inputValue()).toBe('false');
    expect(await page.getByText('nextFromTree').count()).toBe(0);
    await page.getByLabel('Depth', { exact: true }).fill('3');
    expect(JSON.parse(await json.inputValue())).toMatchObject({ scope: { maxDepth: 3 }, robots: false });

    // Settings are kept as a template, and taken from it.
    await tabTo('Save as a template');
    await page.keyboard.press('Enter');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('slow and deep');
    await page.keyboard.press('Enter');
    await page.getByText('slow and deep was saved.').waitFor();
    const template = page.getByRole('combobox', { name: /^Session template/ });
    await template.locator('option:checked', { hasText: 'slow and deep' }).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Save as a template' }).click();
    await page.getByLabel('Name of the template').fill('slow and deep');
    await page.getByRole('button', { name: 'Save template' }).click();
    await page.getByText('there is a session template slow and deep already').waitFor();
    expect(await faults()).toEqual(NONE);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Depth', { exact: true }).fill('4');
    await page.getByRole('button', { name: /^Replace template/ }).click();
    await page.locator('dialog[open] .danger').click();
    await page.getByText('slow and deep was replaced.').waitFor();
    // Another person's change is not replaced unseen.
    const { items: stored } = await consoleHere.call<{ items: { id: string }[] }>('GET', '/v1/session-templates');
    const path = `/v1/session-templates/${stored[0]?.id ?? ''}`;
    const settingsOf = async (): Promise<object> =>
      (await consoleHere.call<{ settings: object }>('GET', path)).settings;
    await consoleHere.call('PATCH', path, { settings: { ...(await settingsOf()), concurrency: 3 } });
    await page.getByRole('button', { name: /^Replace template/ }).click();
    await page.locator('dialog[open] .danger').click();
    await page.getByText('Its settings have changed since they were put into the form.').waitFor();
    expect(await settingsOf()).toMatchObject({ concurrency: 3 });
    // The template as it is now can be replaced.
    await template.selectOption('slow and deep');
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.json textarea')?.value.includes('concurrency'),
    );
    await json.fill(
      JSON.stringify({ ...(JSON.parse(await json.inputValue()) as object), concurrency: undefined, robots: false }),
    );
    await page.getByRole('button', { name: /^Replace template/ }).click();
    await page.locator('dialog[open] .danger').click();
    await page.getByText('slow and deep was replaced.').waitFor();
    expect(await settingsOf()).not.toHaveProperty('concurrency');
    await json.fill('{"budget": {"fetches": 9}, "name": "mine"}');
    await template.selectOption('');
    await template.selectOption('slow and deep');
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.json textarea')?.value.includes('maxDepth'),
    );
    expect(JSON.parse(await json.inputValue())).toEqual({
      ...{ policy: 'tres', policyConfig: { nextFromTree: false }, name: 'mine' },
      ...{ budget: { fetches: 30 }, scope: { maxDepth: 4 }, robots: false },
    });

    // It is renamed, and a body that names it has its settings.
    await page.getByRole('button', { name: 'Rename template' }).click();
    await page.getByLabel('Name of the template').fill('deep');
    await page.keyboard.press('Enter');
    await page.getByText('The template is now named deep.').waitFor();
    await template.locator('option:checked', { hasText: /^deep$/ }).waitFor({ state: 'attached' });
    await json.fill('{"templateId": "deep"}');
    await page.getByText('templateId must be the id of a session template.').waitFor();
    await json.fill(JSON.stringify({ templateId: await template.inputValue(), budget: { minutes: 2 } }));
    await json.blur();
    expect(JSON.parse(await json.inputValue())).toEqual({
      ...{ policy: 'tres', policyConfig: { nextFromTree: false } },
      ...{ budget: { fetches: 30, minutes: 2 }, scope: { maxDepth: 4 }, robots: false },
    });

    // All groups, open, in three widths.
    const folded = page.locator('form.start details:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.first().click();
    for (const width of [1_360, 768, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
      // Inputs of a row are on one line and of one height.
      const rows = await page.locator('.aligned').evaluateAll((grids) =>
        grids.map((grid) => {
          const boxes = [...grid.querySelectorAll(':scope > .field input:not([type]), input[type=text], select')]
            .map((input) => input.getBoundingClientRect())
            .sort((a, b) => a.top - b.top);
          return boxes.filter((box, i) => {
            const before = boxes[i - 1];
            return before && box.top < before.bottom && (box.top !== before.top || box.height !== before.height);
          }).length;
        }),
      );
      expect(rows.filter((uneven) => uneven > 0)).toEqual([]);
    }
    expect(await faults()).toEqual(NONE);

    // An address that cannot be one, and a name that is taken.
    await page.getByLabel('Seeds', { exact: true }).fill('htp:/bad');
    await page.getByText('htp:/bad is not an http or https address.').waitFor();
    expect(await start.isDisabled()).toBe(true);
    await page.getByLabel('Seeds', { exact: true }).fill(seeds[0] ?? '');
    await start.click();
    await page.getByRole('link', { name: 'start a session of the topic that is there' }).waitFor();
    await page.getByLabel('Name of the topic').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    // The session has a name, too: it is not refused.
    expect(await page.locator('.problem').count()).toBe(1);
    expect(await faults()).toEqual(NONE);
    await page.getByRole('link', { name: 'start a session of the topic that is there' }).click();
    await page.waitForURL(/\/start\?topic=/);
    expect((await page.getByLabel('Seeds', { exact: true }).inputValue()).split('\n')).toEqual(seeds);

    // Models and sessions are chosen by name, and one that is not listed stays.
    const { items: models } = await consoleHere.call<{ items: { id: string; modelId: string }[] }>(
      'GET',
      '/v1/sessions',
    );
    await page.getByRole('combobox', { name: 'Policy' }).selectOption('best-first');
    await page.locator('summary', { hasText: 'Relevance' }).click();
    await page.getByRole('combobox', { name: 'Model' }).click();
    await page.getByRole('option', { name: /^version 1 / }).click();
    await page.locator('summary', { hasText: 'Name and start' }).click();
    const warm = page.getByRole('combobox', { name: 'Warm start from a session' });
    await tabTo('Warm start from a session');
    await page.keyboard.type('nowhere');
    await page.getByText('Nothing matches.').waitFor();
    await page.keyboard.press('Escape');
    expect([await warm.inputValue(), await warm.getAttribute('aria-expanded')]).toEqual(['', 'false']);
    await page.keyboard.type('meat');
    await page.getByRole('option', { name: /best-first, .* relevant pages? of / }).waitFor();
    expect(await faults()).toEqual(NONE);
    await page.keyboard.press('Enter');
    const chosen = { modelId: models[0]?.modelId, startFrom: models[0]?.id };
    expect(JSON.parse(await json.inputValue())).toMatchObject(chosen);
    await page.getByRole('combobox', { name: 'Policy' }).selectOption('prospector');
    expect(await warm.inputValue()).toMatch(/best-first, .* relevant pages? of /);
    await warm.click();
    await page.getByText('There is none.').waitFor();
    await page.keyboard.press('Tab');
    expect(JSON.parse(await json.inputValue())).toMatchObject(chosen);
    await warm.fill('');
    await warm.blur();
    expect(JSON.parse(await json.inputValue())).not.toHaveProperty('startFrom');

    // A copy of a session has all its settings.
    const { items } = await consoleHere.call<{ items: { id: string }[] }>('GET', '/v1/sessions');
    await page.goto(`${service.url}/sessions/${items[0]?.id ?? ''}`);
    await page.getByRole('link', { name: 'Start again with changes' }).waitFor();
    await tabTo('Start again with changes');
    await page.keyboard.press('Enter');
    await page.getByText('All settings of').waitFor();
    expect(JSON.parse(await json.inputValue())).toMatchObject({
      ...{ policy: 'best-first', budget: { fetches: 28 }, concurrency: 4, eagerness: 0.95, cookies: 'session' },
    });
    await page.goBack();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('link', { name: 'What if …' }).click();
    await page.getByRole('heading', { name: 'Experiments' }).waitFor();
    const asked = page.getByRole('combobox', { name: /^Session/ });
    await asked.waitFor();
    await page.waitForFunction(() =>
      /, best-first,/.test(document.querySelector<HTMLInputElement>('.picker input')?.value ?? ''),
    );
  },
  200_000,
);

test('a kept draft whose topic, model, spider or session was deleted says so, and is sent all the same', async () => {
  const gone = '00000000-0000-7000-8000-00000000beef';
  const [wanted] = seeds;
  const keep = (draft: object): Promise<void> =>
    page.evaluate((text) => sessionStorage.setItem('gleaner:start', text), JSON.stringify(draft));
  const start = page.getByRole('button', { name: 'Start', exact: true });
  await page.goto(service.url);
  await keep({ name: 'left over', keywords: KEYWORDS, topicId: gone, wanted: [wanted], texts: { modelId: gone } });
  await page.goto(`${service.url}/start`);
  await page.getByRole('alert').getByText('The topic of this draft was deleted.').waitFor();
  expect(await page.getByLabel('Seeds', { exact: true }).inputValue()).toBe(wanted);

  // Refused at the field of the missing object, which can be emptied.
  for (const [json, name] of [
    [{ policy: 'best-first', modelId: gone }, /^Model/],
    [{ policy: 'tres', startFrom: gone }, /^Warm start from a session/],
    [{ policy: 'nb-immediate', policyConfig: { spider: gone } }, /^Spider/],
  ] as const) {
    await page
      .getByRole('textbox', { name: 'Settings as JSON' })
      .fill(JSON.stringify({ ...json, budget: { fetches: 5 } }));
    await start.click();
    const field = page.getByRole('combobox', { name });
    await field.and(page.locator('[aria-invalid=true]')).waitFor();
    await field.fill('');
    await field.blur();
  }
  await start.click();
  await page.waitForURL(/\/sessions\/[\w-]+$/);
  await page.getByRole('heading', { name: /left over/ }).waitFor();
}, 120_000);

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

testThoroughly(
  'a service that does not answer is said, and asked again',
  async () => {
    await page.route('**/graphql', (route) => route.abort());
    await page.goto(service.url);
    await page.getByRole('alert').getByText('The service does not answer.').waitFor();
    expect(await findings()).toEqual([]);
    const topic = page.getByRole('link', { name: /food, dish, meat/ }).first();
    await page.unroute('**/graphql');
    await page.getByRole('button', { name: 'Try again' }).click();
    await topic.waitFor();
    // Without a click, too.
    await page.route('**/graphql', (route) => route.abort());
    await page.reload();
    await page.getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.unroute('**/graphql');
    await topic.waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  },
  120_000,
);

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
  for (const kind of ['topic', 'session']) {
    await page.goto(`${service.url}/start?${kind}=00000000-0000-7000-8000-00000000beef`);
    await page.getByRole('heading', { level: 1, name: 'Start a session' }).and(page.locator(':focus')).waitFor();
    await page.getByRole('alert').getByText('does not exist').waitFor();
    await page.getByRole('link', { name: 'Start with a new topic' }).waitFor();
  }
  await page.goto(`${service.url}/sessions/00000000-0000-7000-8000-00000000beef`);
  await page.getByRole('alert').getByText('It may have been deleted').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(await context.cookies()).toEqual([]);
}, 120_000);
