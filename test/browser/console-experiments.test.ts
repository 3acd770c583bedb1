import type { Page } from 'playwright-core';
import { type Console, KEYWORDS, NONE, openConsole } from './console-support.js';

let here: Console;
let page: Page;
let faults: Console['faults'];
let session: string;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const at = (path: string): Promise<unknown> => page.goto(`${here.service.url}${path}`);

beforeAll(async () => {
  here = await openConsole();
  ({ page, faults } = here);
  const { call, seeds } = here;
  const topic = await call<{ id: string }>('POST', '/v1/topics', {
    ...{ name: 'food', keywords: KEYWORDS.split(', '), seeds },
  });
  ({ id: session } = await call<{ id: string }>('POST', `/v1/topics/${topic.id}/sessions`, {
    ...{ policy: 'best-first', budget: { fetches: 24 }, hostDelayMs: 0, domainCap: 3 },
  }));
  await here.signIn();
  await at(`/sessions/${session}`);
  await page.getByRole('status').getByText('Completed: its budget is spent.').waitFor({ timeout: 150_000 });
}, 300_000);
afterAll(() => here.close());

test('what if a session had had other policies is asked by keyboard alone, and the results are saved', async () => {
  await at(`/experiments?session=${session}`);
  await page.getByRole('group', { name: /^Policies/ }).waitFor();
  const asked = page.getByRole('combobox', { name: 'Session' });
  await page.waitForFunction(() =>
    document.querySelector<HTMLInputElement>('.picker input')?.value.startsWith('food, best-first, '),
  );
  await asked.click();
  await page.getByRole('option', { name: /^food best-first, .* of 24$/ }).waitFor();
  await page.keyboard.press('Escape');
  expect(await faults()).toEqual(NONE);
  await page.getByRole('heading', { level: 1 }).focus();
  await here.tabTo(/^prospector/);
  await page.keyboard.press('Space');
  await here.tabTo('Fetches');
  await page.keyboard.type('many');
  await button('Start').click();
  await page.getByRole('alert').getByText('up to 6 numbers of fetches').waitFor();
  await page.getByLabel('Fetches', { exact: true }).focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('10 20');
  await here.tabTo('Runs of each policy');
  await page.keyboard.press('Control+A');
  await page.keyboard.type('2');
  await page.getByRole('checkbox', { name: /^breadth-first/ }).check();
  await button('Start').click();
  await page.waitForURL(/\/experiments\/[\w-]+$/);
  await page.getByRole('status').getByText('8 of 8 runs are finished.').waitFor({ timeout: 120_000 });
  const figures = page.getByRole('region', { name: 'Figures by policy' });
  expect(await figures.getByRole('rowheader').allInnerTexts()).toEqual(
    expect.arrayContaining(['best-first', 'breadth-first']) as unknown,
  );
  const saved = page.waitForEvent('download');
  await button('Runs as CSV').click();
  expect((await saved).suggestedFilename()).toMatch(/-runs-[\d-]+\.csv$/);
  const [report] = await Promise.all([
    here.context.waitForEvent('page'),
    page.getByRole('link', { name: 'Report' }).click(),
  ]);
  await report.getByText('breadth-first').first().waitFor();
  await report.close();
  expect(await faults()).toEqual(NONE);
  await page.getByRole('banner').getByRole('link', { name: 'Experiments' }).click();
  await page.getByRole('row', { name: /Completed best-first, breadth-first pages of a session 10, 20 8/ }).waitFor();
  expect(await faults()).toEqual(NONE);
}, 240_000);

test('an experiment on a synthetic web is refused with a reason, then started, and deleted', async () => {
  await button('New experiment').click();
  await page.getByRole('combobox', { name: 'Web', exact: true }).selectOption('synthetic');
  await page.getByLabel('Settings of the web').fill('pages=none');
  await page.getByLabel('Fetches', { exact: true }).fill('20');
  // The browser refuses a value in a fold that is closed.
  const folded = page.locator('form details input[type=number]').first();
  const usual = await folded.inputValue();
  await page.getByText('Name and pace').click();
  await folded.fill('-1');
  await page.getByText('Name and pace').click();
  await folded.waitFor({ state: 'hidden' });
  await button('Start').click();
  await folded.waitFor();
  await folded.fill(usual);
  await button('Start').click();
  await page.getByLabel('Settings of the web').and(page.locator('[aria-invalid=true]:focus')).waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByLabel('Settings of the web').fill('pages=150,seed=4,maxLinks=12,pagesPerHost=15,words=40');
  await page.getByLabel('Runs of each policy').fill('1');
  await page.getByText('Name and pace').click();
  // The service refuses this as well: the form opens what was folded.
  await page.route('**/graphql', (route) =>
    route.continue({ postData: (route.request().postData() ?? '').replace(/"hostDelayMs":\d+/, '"hostDelayMs":-1') }),
  );
  await button('Start').click();
  await page.getByLabel('Delay of a host').and(page.locator('[aria-invalid=true]:focus')).waitFor();
  await page.unroute('**/graphql');
  await button('Start').click();
  await page.getByRole('status').getByText('2 of 2 runs are finished.').waitFor({ timeout: 120_000 });
  await button(/^Delete: /).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL(/\/experiments$/);
  await page.getByRole('row', { name: /pages of a session/ }).waitFor();
}, 240_000);

test('a spider is trained on a session, shows its learned state, and is deleted', async () => {
  await page.getByRole('link', { name: 'Spiders' }).click();
  await page.getByText('There is no spider yet.').waitFor();
  await button('New spider').click();
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('food links');
  await page.getByRole('combobox', { name: 'Add a session' }).fill('best food');
  await page.getByRole('option', { name: /^food best-first, / }).click();
  await button(/^Remove food, best-first/).click();
  await button('Train').click();
  await page.getByRole('alert').getByText('choose a session or a recorded web').waitFor();
  await page.getByRole('combobox', { name: 'Add a session' }).click();
  await page.getByRole('option', { name: /^food best-first, / }).click();
  expect(await faults()).toEqual(NONE);
  // A button that is pressed once more keeps the focus, though it cannot be used for a while.
  await page.route('**/graphql', async (route) => {
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    await route.abort();
  });
  for (let press = 0; press < 2; press++) {
    await Promise.all([page.waitForEvent('requestfailed'), button('Train').click()]);
    await button('Train').and(page.locator(':enabled:focus')).waitFor();
  }
  await page.unroute('**/graphql');
  await button('Train').click();
  await page.getByRole('heading', { level: 1, name: 'food links, version 1' }).waitFor();
  await page.getByRole('region', { name: 'Table: Bins' }).getByRole('rowheader').first().waitFor({ timeout: 120_000 });
  await page.getByRole('region', { name: 'Table: Sources' }).getByRole('link').waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByRole('link', { name: 'All spiders' }).click();
  await page.getByRole('row', { name: /^food links, version 1 ready values of links/ }).waitFor();
  expect(await faults()).toEqual(NONE);
  await page.getByRole('link', { name: 'food links, version 1' }).click();
  await button('Delete: food links').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('status').getByText('food links, version 1, was deleted.').waitFor();
  await page.getByText('There is no spider yet.').waitFor();
}, 240_000);
