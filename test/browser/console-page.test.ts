import type { Page } from 'playwright-core';
import { sql } from '../e2e/sessions-client.js';
import { type Console, KEYWORDS, NONE, openConsole } from './console-support.js';

/** The smallest picture that is a JPEG: one grey point. */
const JPEG =
  'ffd8ffe000104a46494600010100000100010000ffdb004300' +
  `${'01'.repeat(64)}ffc0000b080001000101011100ffc40014000100000000000000000000000000000009` +
  'ffc40014100100000000000000000000000000000000ffda0008010100003f0054df' +
  'ffd9';

interface PageBody {
  readonly step: number;
  readonly title: string;
  readonly url: string;
  readonly domainName: string;
  readonly depth: number;
}

let consoleHere: Console;
let page: Page;
let session: string;
let faults: Console['faults'];
let tabTo: Console['tabTo'];
/** The newest relevant page that has a path. */
let found: PageBody;
/** Responses 404 of the API, which the browser's log would also show. */
const missing: string[] = [];

beforeAll(async () => {
  consoleHere = await openConsole();
  ({ page, faults, tabTo } = consoleHere);
  const { call, service, seeds } = consoleHere;
  const topic = await call<{ id: string }>('POST', '/v1/topics', {
    name: 'food',
    keywords: KEYWORDS.split(', '),
    seeds,
  });
  const { id } = await call<{ id: string }>('POST', `/v1/topics/${topic.id}/sessions`, {
    ...{ policy: 'tres', budget: { fetches: 32 }, hostDelayMs: 0 },
  });
  await consoleHere.signIn();
  session = `${service.url}/sessions/${id}`;
  page.on('response', (response) => {
    if (response.status() >= 400) missing.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(session);
  await page.getByRole('status').getByText('Completed: its budget is spent.').waitFor({ timeout: 150_000 });
  const { items } = await call<{ items: PageBody[] }>(
    'GET',
    `/v1/sessions/${id}/pages?relevant=true&sort=completion&order=desc&depthMin=1&first=1`,
  );
  const [newest] = items;
  if (newest === undefined) throw new Error('the crawl found no relevant page behind a link');
  found = newest;
  await sql(
    service.databaseUrl,
    `INSERT INTO screenshots (session_id, step, data) VALUES ($1, $2, decode($3, 'hex'))`,
    [...[id, found.step, JPEG]],
  );
}, 300_000);
afterAll(() => consoleHere.close());

/** Pictures of pages on the screen: whether each was loaded. */
const pictures = (): Promise<boolean[]> =>
  page
    .locator('img.thumbnail')
    .evaluateAll((images) =>
      Promise.all(
        images.map((image) =>
          (image as HTMLImageElement).decode().then(() => (image as HTMLImageElement).naturalWidth > 0),
        ),
      ),
    );

test('from a found page to why it was fetched, along its path and into its link graph, by keyboard alone', async () => {
  await page.goto(session);
  const item = page.locator('.pages > li').filter({ hasText: found.title }).first();
  await item.waitFor();
  expect(await pictures()).toEqual([true]);
  expect(await page.getByRole('img', { name: `Picture of ${found.title}` }).getAttribute('loading')).toBe('lazy');
  await item.locator('summary').focus();
  await page.keyboard.press('Enter');
  await tabTo('More');
  expect(await faults()).toEqual(NONE);
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { level: 1, name: `Why ${found.title}` }).waitFor();
  expect(page.url()).toBe(`${session}/pages/${found.step}`);
  expect(await pictures()).toEqual([true]);
  expect(await page.locator('.reason').innerText()).toMatch(/The policy .+ It was chosen after \d+ completed steps?/s);
  await page.getByRole('heading', { name: /Rules of the tree, from its root to leaf \d+/ }).waitFor();
  const features = page.getByRole('region', { name: 'Features of the link' });
  expect(await features.locator('tbody tr').count()).toBeGreaterThan(4);
  expect(await features.locator('rect').count()).toBeGreaterThan(4);
  expect(await page.locator('blockquote mark').innerText()).not.toBe('');
  const path = page
    .getByRole('region', { name: 'The path from the seed' })
    .or(page.locator('[aria-labelledby=path-heading]'));
  expect(await path.first().locator('li').count()).toBe(found.depth + 1);
  expect(await path.first().locator('li').last().innerText()).toContain(found.title);
  expect(await page.locator('[aria-labelledby=after-heading]').innerText()).toMatch(/It has \d+ links?\./);
  expect(await faults()).toEqual(NONE);

  // The seed says that it is one, and shows its result.
  await path.first().locator('li a').first().focus();
  await page.keyboard.press('Enter');
  await page.locator('.reason').getByText('It is a seed').waitFor();
  expect(await page.locator('[aria-labelledby=after-heading]').innerText()).toMatch(
    /Its links were followed \d+ times?/,
  );
  expect(await page.locator('[aria-labelledby=after-heading] li').count()).toBeGreaterThan(0);
  expect(await pictures()).toEqual([]);
  expect(await faults()).toEqual(NONE);

  await tabTo('Link graph around it');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^Link graph: / }).waitFor();
  const rows = page.getByRole('region', { name: 'The pages as a table' }).locator('tbody tr');
  expect(await rows.count()).toBeGreaterThan(2);
  const drawing = page.getByRole('application', { name: /Drawing of \d+ pages/ });
  await drawing.locator('canvas').first().waitFor({ state: 'attached' });
  await page.getByText('Loading the drawing').waitFor({ state: 'detached' });
  const selected = page.locator('.selected-page strong');
  const first = await selected.innerText();
  await drawing.focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(
    (before) => document.querySelector('.selected-page strong')?.textContent !== before,
    first,
  );
  await page.keyboard.press('ArrowUp');
  await page.waitForFunction(
    (before) => document.querySelector('.selected-page strong')?.textContent === before,
    first,
  );
  await page.getByLabel('order of discovery').check();
  await page.getByText('found first').waitFor();
  await page.getByRole('button', { name: 'Closer' }).click();
  expect(await faults()).toEqual(NONE);
  await tabTo('Why');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: `Why ${first}` }).waitFor();
  expect(missing).toEqual([]);
}, 300_000);

test('an operator who has chosen a project sees its pictures', async () => {
  const { items } = await consoleHere.call<{ items: { id: string }[] }>('GET', '/v1/projects');
  await page.evaluate((id) => sessionStorage.setItem('gleaner:project', id ?? ''), items[0]?.id);
  await page.goto(`${session}/pages/${found.step}`);
  const picture = page.getByRole('img', { name: `Picture of ${found.title}` });
  await picture.waitFor();
  expect(await picture.getAttribute('src')).toMatch(/^data:image\/jpeg/);
  expect(await pictures()).toEqual([true]);
  expect(await faults()).toEqual(NONE);
  await page.evaluate(() => sessionStorage.removeItem('gleaner:project'));
  expect(missing).toEqual([]);
}, 120_000);

test('the link graph of a domain is opened from the domains; where it cannot be drawn the table is left', async () => {
  await page.goto(`${session}/domains`);
  await page.locator('tr.fixed').first().getByRole('link', { name: 'Show' }).waitFor();
  const name = await page.locator('tr.fixed th').first().innerText();
  await page.route('**/assets/draw-*.js', (route) => route.abort());
  await tabTo('Show');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: `Link graph: ${name}` }).waitFor();
  await page.getByText('The graph could not be drawn in this browser.').waitFor();
  expect(await page.locator('.graph-pages tbody tr').count()).toBeGreaterThan(0);
  expect(await page.locator('.graph-pages small').first().innerText()).toBe(name);
  await page.unroute('**/assets/draw-*.js');
  await page.goto(`${session}/graph`);
  await page.getByText('Choose the page or the domain to look at.').waitFor();
  expect(await faults()).toMatchObject({ wide: [], narrow: [], sideways: 0 });
}, 120_000);

test('a screen whose code is gone, as after an update of the service, says so', async () => {
  await page.goto(new URL(session).origin);
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Schedules' }).click();
  await page.getByRole('alert').getByText('This screen could not be loaded.').waitFor();
  await page.unroute('**/assets/*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Schedules' }).waitFor();
}, 60_000);

test('both screens show loading, failures and missing objects, and retry', async () => {
  for (const [address, loading, shown] of [
    [`${session}/pages/${found.step}`, 'Loading the page', 'Why it was chosen'],
    [`${session}/graph?step=${found.step}`, 'Loading the link graph', 'The pages as a table'],
  ] as const) {
    await page.route('**/graphql', (route) => route.abort());
    await page.goto(address);
    await page.getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.unroute('**/graphql');
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/graphql', (route) => held.then(() => route.continue()));
    await page.reload();
    await page.getByText(loading).waitFor();
    goOn();
    await page.getByRole('region', { name: shown }).waitFor();
    await page.unroute('**/graphql');
  }
  await page.route('**/graphql', (route) => route.abort());
  await page.goto(`${session}/pages/${found.step}`);
  await page.getByRole('alert').waitFor();
  await page.unroute('**/graphql');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: `Why ${found.title}` }).waitFor();
  await page.goto(`${session}/pages/99999`);
  await page.getByRole('alert').getByText('page 99999 does not exist').waitFor();
  await page.goto(`${session}/pages/nonsense`);
  await page.getByText('Pages of a session have numbers').waitFor();
  await page.goto(`${session}/graph?domain=nowhere.example`);
  await page.getByRole('alert').getByText('domain nowhere.example does not exist').waitFor();
}, 120_000);

test('a title shows all that it says, and moves nothing beside it', async () => {
  await sql(
    consoleHere.service.databaseUrl,
    "UPDATE pages SET title = E'Brie \\u202Egnp.\\U000E0041\\u05E9\\u05DC' WHERE session_id = $1 AND step = $2",
    [session.split('/').at(-1), found.step],
  );
  await page.goto(`${session}/pages/${found.step}`);
  const heading = page.getByRole('heading', { level: 1, name: 'Why Brie gnp.\u05e9\u05dc', exact: true });
  await heading.waitFor();
  expect(await heading.textContent()).toBe('Why Brie gnp.\u05e9\u05dc');
  expect(await page.title()).toBe('Why Brie gnp.\u05e9\u05dc – Gleaner');
  const isolated = (element: Element) => getComputedStyle(element).unicodeBidi;
  expect(await heading.locator('bdi').evaluate(isolated)).toBe('isolate');
  expect(await page.locator('[aria-current=step] bdi, bdi:has(> strong)').first().evaluate(isolated)).toBe('isolate');
}, 120_000);
