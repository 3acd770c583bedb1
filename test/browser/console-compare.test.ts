import { readFileSync } from 'node:fs';
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { sql } from '../e2e/sessions-client.js';
import { type Console, KEYWORDS, NONE, openConsole } from './console-support.js';
import { testThoroughly } from '../support/thoroughness.js';

const POLICIES = ['best-first', 'breadth-first'];

let consoleHere: Console;
let page: Page;
let topicId: string;
let ids: string[];
let faults: Console['faults'];

beforeAll(async () => {
  consoleHere = await openConsole();
  ({ page, faults } = consoleHere);
  const { call, service, seeds } = consoleHere;
  const topic = await call<{ id: string }>('POST', '/v1/topics', {
    ...{ name: 'food', keywords: KEYWORDS.split(', '), seeds },
  });
  topicId = topic.id;
  await consoleHere.signIn();
  ids = [];
  for (const policy of POLICIES) {
    const { id } = await call<{ id: string }>('POST', `/v1/topics/${topicId}/sessions`, {
      ...{ policy, budget: { fetches: 24 }, hostDelayMs: 0, domainCap: 3 },
    });
    ids.push(id);
  }
  for (const id of ids) {
    await page.goto(`${service.url}/sessions/${id}`);
    await page.getByRole('status').getByText('Completed: its budget is spent.').waitFor({ timeout: 150_000 });
  }
}, 300_000);
afterAll(() => consoleHere.close());

const at = (path: string): Promise<unknown> => page.goto(`${consoleHere.service.url}${path}`);

test('a session is seen beside another one, with the hosts that it leaves alone and what helps against its failures', async () => {
  const [first, second] = ids;
  const { databaseUrl } = consoleHere.service;
  await sql(
    databaseUrl,
    `UPDATE pages SET host_wait_ms = 600000, outcome = 'robots-unreachable', message = 'status 503', http_status = NULL, relevant = false, fetched_at = now()
     WHERE session_id = $1 AND step = (SELECT max(step) FROM pages WHERE session_id = $1)`,
    [second],
  );
  await at(`/sessions/${second ?? ''}`);
  await page.locator('.plot canvas').first().waitFor();
  await page.getByRole('heading', { name: 'Hosts left alone' }).click();
  const hosts = page.getByRole('region', { name: 'Table: Hosts' });
  await hosts.getByText('robots.txt unreachable').waitFor();
  expect(await hosts.innerText()).toMatch(/status 503[\s\S]+in (9|10) min/);
  await page.getByRole('heading', { name: 'Failures' }).click();
  const failures = page.getByRole('region', { name: 'Table: Failures' });
  await failures.getByText('robots.txt unreachable').waitFor();
  expect(await failures.locator('.line').allInnerTexts()).toEqual(
    expect.arrayContaining(['Obey robots.txt', 'Retries']),
  );
  await page.getByText('Compare with earlier sessions').click();
  await page.getByRole('combobox', { name: 'Add a session' }).click();
  await page.getByRole('option', { name: /best-first/ }).click();
  await page.keyboard.press('Escape');
  await page.getByText('The curve as a table').click();
  await page
    .getByRole('columnheader', { name: /^best-first/ })
    .first()
    .waitFor();
  expect(new URL(page.url()).searchParams.get('with')).toBe(first);
  expect(await faults()).toEqual(NONE);

  await page.reload();
  await page.getByText('The harvest rate as a table').click();
  await page.getByRole('columnheader', { name: /^best-first/ }).waitFor();
}, 120_000);

testThoroughly(
  'the model of a session is changed, and the result is shown',
  async () => {
    const [first] = ids;
    const model = randomUUID();
    await sql(
      consoleHere.service.databaseUrl,
      `INSERT INTO models SELECT copy.* FROM models m, jsonb_populate_record(m, $2::jsonb) copy WHERE m.topic_id = $1 LIMIT 1`,
      [topicId, JSON.stringify({ id: model, version: 9, made_from: null })],
    );
    await at(`/sessions/${first ?? ''}`);
    await page.getByRole('heading', { name: 'Model', exact: true }).click();
    await page.getByRole('combobox', { name: 'Change to' }).selectOption(model);
    await page.getByRole('button', { name: 'Change the model' }).click();
    await page.getByText(/judged \d+ pages again/).waitFor({ timeout: 60_000 });
    expect(await faults()).toEqual(NONE);
  },
  120_000,
);

test('a domain shows what was found where, and whether it may be fetched from', async () => {
  const [first] = ids;
  await at(`/sessions/${first ?? ''}/domains`);
  await page.locator('tr.fixed').first().waitFor();
  await page.getByRole('button', { name: 'Politeness' }).click();
  await page.getByText('Page limit reached').first().waitFor();
  expect(await faults()).toEqual(NONE);
  // By its address, because sorting moves rows.
  const full = page.locator('tr.fixed').filter({ hasText: 'Page limit reached' }).first();
  const address = await full.getByRole('rowheader').getByRole('link').getAttribute('href');
  await page
    .locator(`a[href="${address ?? ''}"]`)
    .first()
    .click();
  await page.waitForURL(/\/domains\/\d+$/);
  await page.locator('.folders li').first().waitFor();
  await page
    .locator('.figures')
    .getByText(/Politeness\s*Page limit reached/)
    .waitFor();
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Best first');
  await page.reload();
  await page.locator('.domain-pages li').first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Order' }).inputValue()).toBe('PROBABILITY');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export as CSV' }).click();
  expect((await saved).suggestedFilename()).toMatch(/-pages-[\d-]+\.csv$/);
  expect(await faults()).toEqual(NONE);
}, 120_000);

test('sessions are compared: curves, figures, the front, and single pages', async () => {
  const [first, second] = ids;
  await at('/sessions');
  const boxes = page.getByRole('checkbox', { name: /^Compare food/ });
  await boxes.nth(1).waitFor();
  await page.getByRole('button', { name: 'Compare chosen' }).click();
  await page.getByRole('alert').getByText('Choose 2 to 6 sessions to compare.').waitFor();
  for (const box of await boxes.all()) await box.check();
  await page.reload();
  await page.getByText('2 sessions chosen.').waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByRole('button', { name: 'Compare chosen' }).click();
  await page.waitForURL(/\/compare\?sessions=/);
  const figures = page.getByRole('region', { name: 'Figures by session' });
  await figures.getByRole('link', { name: /^best-first/ }).waitFor();
  expect(await figures.locator('tbody tr').count()).toBe(2);
  await page.locator('.plot canvas').nth(1).waitFor();
  expect(await page.locator('.pareto circle').count()).toBe(2);
  const save = async (name: string): Promise<[file: string, lines: string[]]> => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `Save as CSV: ${name}` }).click(),
    ]);
    return [
      file.suggestedFilename(),
      readFileSync(await file.path(), 'utf8')
        .trim()
        .split('\r\n'),
    ];
  };
  const [file, rows] = await save('figures');
  expect(file).toMatch(/^Sessions-side-by-side-figures-[\d-]+\.csv$/);
  expect(rows[0]).toMatch(/Session,Topic,State,Harvest rate,Relevant pages,.*,Seconds,Found alone,Missed,Id$/);
  const shown = await figures.locator('tbody tr').first().locator('td').nth(1).innerText();
  expect(rows[1]?.split(',').at(-8)).toBe(shown.replaceAll(',', ''));
  await page.getByText('Relevant pages as a table').click();
  const [, curve] = await save('Relevant pages');
  expect(curve[0]).toMatch(/^\uFEFF?Pages,.*best-first/);
  expect(curve.length).toBeGreaterThan(10);
  const pages = page.getByRole('region', { name: 'Pages by session' });
  await pages
    .getByRole('link', { name: /at fetch/ })
    .first()
    .waitFor();
  await page.getByRole('combobox', { name: 'Show relevant pages' }).selectOption({ index: 1 });
  await page.goto('about:blank');
  await page.goBack();
  // Everything shown was found by one and not by the other.
  await page.waitForFunction(() => {
    const rows = [...document.querySelectorAll('[aria-label="Table: Pages by session"] tbody tr')];
    return rows.length > 0 && rows.every((row) => row.textContent?.includes('not found'));
  });
  expect(await faults()).toEqual(NONE);

  // A single session is a start: the others are chosen.
  await at(`/sessions/${first ?? ''}`);
  await page.getByRole('main').getByRole('link', { name: 'Compare', exact: true }).click();
  const group = page.getByRole('group', { name: 'Choose 2 to 6 sessions' });
  await group.getByRole('button', { name: /^Remove food, / }).waitFor();
  expect(await group.getByRole('button').count()).toBe(1);
  await group.getByRole('combobox', { name: 'Add a session' }).click();
  await group.getByRole('option', { selected: true }).waitFor();
  expect(await faults()).toEqual(NONE);

  await page.route('**/graphql', (route) => route.abort());
  await at(`/compare?sessions=${first ?? ''},${second ?? ''}`);
  await page.getByRole('alert').getByText('The service does not answer.').first().waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await figures.waitFor();
  let goOn: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await page.route('**/graphql', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByText('Loading the comparison').waitFor();
  goOn();
  await figures.waitFor();
  await page.unroute('**/graphql');
}, 120_000);

testThoroughly(
  'an experiment shows its policies with the range of their runs',
  async () => {
    const { call } = consoleHere;
    const { id } = await call<{ id: string }>('POST', '/v1/experiments', {
      name: 'two policies',
      web: { synthetic: 'pages=150,seed=4,maxLinks=12,pagesPerHost=15,words=40' },
      policies: [{ policy: 'breadth-first' }, { policy: 'best-first' }],
      runs: 2,
      budgets: [20, 40],
    });
    await at('/compare');
    await page.getByRole('link', { name: 'two policies' }).click();
    await page.getByRole('status').getByText('8 of 8 runs are finished.').waitFor();
    const figures = page.getByRole('region', { name: 'Figures by policy' });
    await figures.getByRole('rowheader', { name: 'best-first' }).waitFor();
    await page.locator('.plot canvas').nth(1).waitFor();
    await page.getByText('Relevant pages as a table').click();
    await page
      .getByRole('cell', { name: /\d+ \(\d+ to \d+\)/ })
      .first()
      .waitFor();
    await page.getByRole('combobox', { name: 'Budget' }).selectOption('40 fetches');
    expect(await faults()).toEqual(NONE);
    expect(page.url()).toContain(`/experiments/${id}`);
  },
  120_000,
);
