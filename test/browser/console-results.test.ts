import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { looks } from '../support/looks.js';
import { type Console, KEY, KEYWORDS, NONE, openConsole } from './console-support.js';

interface Collected {
  readonly key: string;
  readonly title: string;
  readonly url: string;
  readonly domain: string;
  readonly label: boolean | null;
  readonly tags: readonly string[];
  readonly sessionId: string;
  readonly step: number;
}

/** Of another operator. */
const OTHER_KEY = 'other-console-key-0123456789';
let consoleHere: Console;
let page: Page;
let topic: string;
let session: string;
/** Relevant pages of the collection in the screen's default order. */
let pages: readonly Collected[];

const results = (query = '', of = 'pages'): Promise<unknown> =>
  page.goto(`${consoleHere.service.url}/topics/${topic}/${of}${query}`);
const rows = () => page.locator('.rows tbody tr.fixed');
const preview = () => page.getByRole('complementary', { name: 'Preview' });
const collected = async (query = 'relevant=true'): Promise<readonly Collected[]> =>
  (await consoleHere.call<{ items: Collected[] }>('GET', `/v1/topics/${topic}/pages?${query}&first=50`)).items;

/** A remark of another person. */
const judged = (page: object): Promise<unknown> =>
  consoleHere.call('POST', `/v1/topics/${topic}/verdicts`, { pages: [page] });

/** A page with a long word in its text. Pages that scripts fill have no text. */
async function withLongWord(): Promise<Collected & { readonly word: string }> {
  for (const one of pages) {
    const path = `/v1/sessions/${one.sessionId}/pages/${one.step}`;
    const { mainText } = await consoleHere.call<{ mainText: string }>('GET', path);
    const word = /\b[a-z]{8,}\b/.exec(mainText)?.[0];
    if (word !== undefined) return { ...one, word };
  }
  throw new Error('no page has a long word');
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const { pause } = looks();
  while (!(await isSo())) await pause();
}

beforeAll(async () => {
  consoleHere = await openConsole({ API_KEYS: `${KEY},${OTHER_KEY}` });
  ({ page } = consoleHere);
  const { call, seeds } = consoleHere;
  ({ id: topic } = await call<{ id: string }>('POST', '/v1/topics', {
    name: 'food',
    keywords: KEYWORDS.split(', '),
    seeds,
  }));
  ({ id: session } = await call<{ id: string }>('POST', `/v1/topics/${topic}/sessions`, {
    ...{ policy: 'best-first', budget: { fetches: 32 }, hostDelayMs: 0, archive: true },
  }));
  await until(async () => (await call<{ state: string }>('GET', `/v1/sessions/${session}`)).state === 'completed');
  await until(async () => {
    const { behind, relevant } = await call<{ behind: number; relevant: number }>(
      'GET',
      `/v1/topics/${topic}/collection`,
    );
    return behind === 0 && relevant > 5;
  });
  pages = await collected();
  await consoleHere.signIn();
}, 300_000);
afterAll(() => consoleHere.close());

test('all relevant pages of a topic are read and judged by keyboard alone', async () => {
  // The list of topics leads to what each has found.
  await page.goto(`${consoleHere.service.url}/topics`);
  const found = page.getByRole('row', { name: /^food/ }).getByRole('cell').first();
  await found.getByRole('link', { name: String(pages.length), exact: true }).click();
  await rows().first().waitFor();
  expect(await page.locator('.status').innerText()).toMatch(/^\d+ pages\./);
  expect(await consoleHere.faults()).toEqual(NONE);

  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('j');
  await preview().getByRole('heading', { level: 2, name: pages[0]?.title }).waitFor();
  await preview().getByText('Why it was fetched').waitFor();
  const itsSession = preview().getByRole('link', { name: 'this one' });
  expect(await itsSession.getAttribute('href')).toBe(`/sessions/${session}`);
  await page.keyboard.press('j');
  await preview().getByRole('heading', { level: 2, name: pages[1]?.title }).waitFor();
  expect(new URL(page.url()).searchParams.get('at')).toBe(pages[1]?.key);
  await page.keyboard.press('n');
  await page.getByText('Marked as not relevant.').waitFor();
  await page.keyboard.press('k');
  await preview().getByRole('heading', { level: 2, name: pages[0]?.title }).waitFor();
  await page.keyboard.press('r');
  await page.getByText('Marked as relevant.').waitFor();
  await until(async () => (await collected('labelled=true')).length === 2);
  await page.keyboard.press('t');
  await page.keyboard.insertText(`good, ${'long'.repeat(20)}`);
  await page.keyboard.press('Enter');
  await preview()
    .locator('.field', { has: page.locator('[aria-invalid=true]:focus'), hasText: '“Tags”, number 2 must be' })
    .waitFor();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('good, short');
  // Another person adds a tag meanwhile: it stays when these are saved.
  await judged({ key: pages[0]?.key, addTags: ['theirs'] });
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  await preview().getByRole('button', { name: 'Save' }).and(page.locator(':disabled')).waitFor();
  expect(await consoleHere.faults()).toEqual(NONE);
  // The preview comes after its row, and before the other rows.
  await page.locator('tr.open a.name').focus();
  await page.keyboard.press('Tab');
  await preview().getByRole('button', { name: 'Next' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Shift+Tab');
  await page.locator('tr.open a.name:focus').waitFor();
  // Escape leaves a field, and then the page: the focus stays with its row.
  await page.keyboard.press('t');
  await page.locator('input[name=tags]:focus').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('tr.open a.name:focus').waitFor();
  await page.keyboard.press('Escape');
  await preview().waitFor({ state: 'detached' });
  await page.locator('a.name:focus').waitFor();
  await page.keyboard.press('Enter');
  await preview().getByRole('heading', { level: 2, name: pages[0]?.title }).waitFor();
  await until(async () => (await collected('tag=good')).length === 1);
  const [tagged] = await collected('tag=good');
  expect(tagged).toMatchObject({ key: pages[0]?.key, label: true, tags: ['good', 'short', 'theirs'] });
  expect(await preview().getByLabel('Tags').inputValue()).toBe('good, short, theirs');

  // Undoes the last change; the address leads to the same page again.
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await page.getByText('Taken back.').waitFor();
  await page.locator('.rows:focus').waitFor();
  expect(await preview().getByLabel('Tags').inputValue()).toBe('theirs');
  expect(await page.getByText('Saved.').count()).toBe(0);
  await until(async () => (await collected('tag=good')).length === 0);
  await page.reload();
  await preview().getByRole('heading', { level: 2, name: pages[0]?.title }).waitFor();

  // An undone verdict leaves what the model says, and the numbers follow.
  const numbers = page.getByRole('navigation', { name: 'Results' }).getByRole('link').first();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await preview().getByText('Relevant, as the model says').waitFor();
  const before = await numbers.innerText();
  await page.keyboard.press('n');
  await preview().getByText('Not relevant, as a person says').waitFor();
  await until(async () => (await numbers.innerText()) !== before);
  await page.keyboard.press('u');
  await preview().getByText('Relevant, as the model says').waitFor();
  await until(async () => (await numbers.innerText()) === before);

  // Back from another tab, the list shows what others have said; the open page keeps its place.
  const opened = await preview().getByRole('heading', { level: 2 }).innerText();
  await judged({ key: pages[3]?.key, addTags: ['meanwhile'] });
  await until(async () => (await collected('tag=meanwhile')).length === 1);
  await page.evaluate(() => {
    const now = performance.now() + 60_000;
    performance.now = () => now;
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await rows().filter({ hasText: 'meanwhile' }).waitFor({ state: 'attached' });
  expect(await preview().getByRole('heading', { level: 2 }).innerText()).toBe(opened);

  // Narrow screens show either the list or the page: the focus goes along.
  await page.keyboard.press('Escape');
  await preview().waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 390, height: 860 });
  const name = rows().nth(1).locator('a.name');
  await name.press('Enter');
  await preview().locator('button:focus').waitFor();
  await page.keyboard.press('Escape');
  await name.and(page.locator(':focus')).waitFor();
  await page.setViewportSize({ width: 1_280, height: 900 });
  // A long list can be passed by.
  await page.getByRole('button', { name: 'Skip the list' }).press('Enter');
  await page.keyboard.press('Tab');
  await page
    .getByRole('checkbox', { name: /^Keys:/ })
    .and(page.locator(':focus'))
    .waitFor();
}, 180_000);

test('a form that is left gives the focus back to the button that opened it', async () => {
  const { url } = consoleHere.service;
  for (const [path, opener, focused] of [
    ['monitors', 'New monitor', 'New monitor'],
    ['schedules', 'New schedule', 'New schedule'],
    ['experiments', 'New experiment', 'New experiment'],
    ['spiders', 'New spider', 'New spider'],
    ['start', 'Save as a template', 'Save as a template'],
    [`sessions/${session}`, 'Name and note', 'More'],
  ] as const) {
    await page.goto(`${url}/${path}`);
    if (focused !== opener) await page.getByRole('button', { name: focused }).press('Enter');
    await page.getByRole('button', { name: opener, exact: true }).press('Enter');
    const cancel = page.getByRole('button', { name: 'Cancel' });
    // A form takes the focus when it opens, and with it a key that is pressed at that moment.
    await cancel.click();
    await cancel.waitFor({ state: 'detached' });
    await page.locator('button:focus', { hasText: focused }).waitFor();
  }
}, 120_000);

const NOTHING_SENT = 'Nothing was sent, because this needs a key. Sign in, then send it again.';

test('what is typed stays while one signs in again, and a failure goes with its cause', async () => {
  await results();
  await page.getByRole('link', { name: pages[2].title, exact: true }).click();
  await page.keyboard.press('t');
  await page.keyboard.type('kept');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Sign in' }).and(page.locator(':focus')).waitFor();
  expect(await page.getByRole('heading', { level: 1, name: 'food' }).count()).toBe(0);
  await page.getByRole('textbox', { name: 'Key' }).fill(KEY);
  await page.keyboard.press('Enter');
  await page.locator('input[name=tags]:focus').waitFor();
  expect(await page.title()).toContain('food');
  expect(await page.locator('input[name=tags]').inputValue()).toBe('kept');
  expect(await page.getByText(NOTHING_SENT).count()).toBe(1);
  await page.keyboard.press('Enter');
  await page.getByText('Saved.').waitFor();
  expect(await page.getByText(NOTHING_SENT).count()).toBe(0);
  await until(async () => (await collected('tag=kept')).length === 1);

  // Nothing is asked again by itself: what answers shows that the service is there.
  await page.evaluate(() => Object.defineProperty(document, 'hidden', { value: true }));
  await page.context().setOffline(true);
  await page.keyboard.press('Escape');
  await page.keyboard.press('j');
  const relevant = preview().getByRole('button', { name: 'Relevant', exact: false }).first();
  await relevant.click();
  await page.getByRole('alert').filter({ hasText: 'The service does not answer' }).nth(1).waitFor();
  await page.context().setOffline(false);
  await relevant.click();
  await page.getByText('Marked as relevant.').waitFor();
  await page.getByText('The service does not answer').first().waitFor({ state: 'detached' });
  await preview().getByText('Why it was fetched').waitFor();
}, 120_000);

test('a key that is revoked under an open question blocks nothing, and another key of the project goes on', async () => {
  const { id } = await consoleHere.call<{ id: string }>('POST', '/v1/monitors', { name: 'watched', topicId: topic });
  await page.goto(`${consoleHere.service.url}/monitors/${id}`);
  await page.getByRole('button', { name: 'Change' }).click();
  const typed = page.getByLabel('Fetches');
  await typed.fill('77');
  const question = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete: watched' }).click();
  await question.waitFor();
  await page.context().clearCookies();
  // Others have deleted something, so that the screen asks again by itself.
  await page.evaluate(() => dispatchEvent(new Event('gleaner-gone')));
  await page.getByText('Your sign-in has ended').waitFor();
  await page.getByRole('textbox', { name: 'Key' }).click();
  await page.keyboard.type(OTHER_KEY);
  await page.keyboard.press('Enter');
  await question.waitFor();
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await typed.inputValue()).toBe('77');
}, 120_000);

test('changes and downloads open the sign-in too, and what is typed stays', async () => {
  const { url } = consoleHere.service;
  const signInAgain = async (): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await page.getByRole('textbox', { name: 'Key' }).fill(KEY);
    await page.keyboard.press('Enter');
  };
  await page.goto(`${url}/start`);
  await page.getByRole('button', { name: 'Save as a template' }).click();
  const name = page.getByLabel('Name of the template');
  await name.fill('quick');
  await page.context().clearCookies();
  await page.keyboard.press('Enter');
  await signInAgain();
  expect(await name.inputValue()).toBe('quick');
  await page.getByText(NOTHING_SENT).waitFor();
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByText('quick was saved.').waitFor();

  await page.goto(`${url}/sessions/${session}/domains`);
  const download = page.getByRole('button', { name: /CSV/ }).first();
  await download.waitFor();
  await page.context().clearCookies();
  await download.click();
  await signInAgain();
  await download.waitFor();
}, 120_000);

test('filters are in the address and shown as chips, and an export has the shown rows', async () => {
  const domain = pages.at(-1)?.domain ?? '';
  await results(`?domain=${domain}&sort=probability`);
  await rows().first().waitFor();
  const shown = await rows().count();
  await rows().first().locator('a.name').click();
  await preview().locator('mark').first().waitFor();
  expect(shown).toBe((await collected(`relevant=true&duplicate=false&domain=${domain}`)).length);
  const chips = page.getByRole('list', { name: 'Filters that are set' });
  expect(await chips.getByRole('button').allInnerTexts()).toEqual([
    expect.stringContaining('Relevance: Relevant'),
    expect.stringContaining(`Domain: ${domain}`),
    expect.stringContaining('Repeats: Without repeats'),
  ]);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export', exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/-pages-\d{4}-\d\d-\d\d\.csv$/);
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(shown + 1);

  await chips.getByRole('button', { name: `Take away: Domain: ${domain}` }).click();
  await page.waitForURL((url) => !url.search.includes('domain='));
  await page.getByRole('searchbox').fill(pages[0]?.title.split(/\W/)[0] ?? '');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.has('search'));
  await rows().filter({ hasText: pages[0]?.title }).first().waitFor();
  // Filters keep the focus, and one that is taken away hands it on.
  const focused = page.locator(':focus');
  expect(await focused.getAttribute('type')).toBe('search');
  await page.getByText('Filters', { exact: true }).click();
  await page.locator('select[name=labelled]').focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForURL((url) => url.searchParams.has('labelled'));
  expect(await focused.getAttribute('name')).toBe('labelled');
  const tag = page.locator('input[name=tag]');
  await tag.fill('none has it');
  await page.keyboard.press('Enter');
  await chips.getByRole('button', { name: 'Take away: Tag: none has it' }).click();
  await page.waitForURL((url) => !url.searchParams.has('tag'));
  await until(async () => (await tag.inputValue()) === '');
  expect(await focused.innerText()).toBe('Filters');

  // "Back" closes the open row and leaves the list.
  await results();
  await rows().first().locator('a.name').click();
  await preview().waitFor();
  // An address without a place to break it.
  expect(
    await preview().evaluate((aside) => {
      for (const link of aside.querySelectorAll('.note a')) link.textContent = 'x'.repeat(400);
      return aside.scrollWidth - aside.clientWidth;
    }),
  ).toBe(0);
  await page.goBack();
  await preview().waitFor({ state: 'detached' });
  await rows().first().waitFor();
  await results('?search=nothing-is-called-so');
  await page.getByText('No page matches. Change the filters.').waitFor();
  expect(await consoleHere.faults()).toEqual(NONE);
}, 120_000);

test('pages are filtered by probability, columns are chosen, and words of a search are marked', async () => {
  // Rows that arrive leave alone what is being written.
  let written = (): void => undefined;
  const isWritten = new Promise<void>((resolve) => (written = resolve));
  await page.route('**/graphql', (route) => isWritten.then(() => route.continue()));
  await results('?relevant=any');
  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Probability from').fill('60');
  written();
  await rows().first().waitFor();
  await page.unroute('**/graphql');
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('probabilityMin') === '0.6');
  await page.getByRole('button', { name: 'Take away: Probability from: 60%' }).waitFor();
  // A share that there cannot be is refused in words, and the list stays as it is.
  const refusal = page.evaluate(
    () =>
      new Promise<string>((resolve) =>
        addEventListener('invalid', ({ target }) => resolve((target as HTMLInputElement).validationMessage), true),
      ),
  );
  await page.getByLabel('Probability to').fill('150');
  await page.keyboard.press('Enter');
  expect(await refusal).toMatch(/100/);
  expect(new URL(page.url()).searchParams.has('probabilityMax')).toBe(false);
  await page.getByLabel('Probability to').fill('');
  // A day begins at midnight where the browser is.
  const asked = page.waitForRequest((request) => request.postData()?.includes('"foundSince"') ?? false);
  await page.getByLabel('New since', { exact: true }).fill('2020-01-20');
  expect((await asked).postDataJSON()).toMatchObject({ variables: { foundSince: '2020-01-20T05:00:00.000Z' } });
  const found = (await collected('probabilityMin=0.6&duplicate=false')).length;
  await page
    .locator('.status')
    .filter({ hasText: new RegExp(`^${found} pages\\.`) })
    .waitFor();
  const heads = (): Promise<string[]> => page.locator('.rows thead th').allInnerTexts();
  expect(await heads()).toEqual(['Page', 'Domain', 'Probability', 'Verdict', 'Tags', 'Found']);
  await page.getByText('Columns', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Language' }).check();
  await page.getByRole('checkbox', { name: 'Domain' }).uncheck();
  expect(await consoleHere.faults()).toEqual(NONE);
  await page.reload();
  await rows().first().waitFor();
  expect(await heads()).toEqual(['Page', 'Probability', 'Verdict', 'Tags', 'Found', 'Language']);
  // A word that stands in the text of a page. Other pages may have it only outside of their text, where nothing is
  // marked.
  const { title, key, word } = await withLongWord();
  await results(`?relevant=any&search=${word}&at=${encodeURIComponent(key)}`);
  await preview().getByRole('heading', { level: 2, name: title }).waitFor();
  await preview().locator('.text mark').first().waitFor();
  const marked = new Set((await preview().locator('.text mark').allInnerTexts()).map((one) => one.toLowerCase()));
  expect([...marked].every((one) => one.startsWith(word.slice(0, 5)))).toBe(true);
}, 120_000);

test('an archive of what is shown is made as a stored file, with its progress, and is found again', async () => {
  await results();
  await rows().first().waitFor();
  await page.getByLabel('Format of the export').selectOption('wacz');
  await page.getByRole('button', { name: 'Export', exact: true }).click();
  const made = page.getByRole('status').getByRole('button', { name: /\.wacz \(/ });
  await made.waitFor({ timeout: 60_000 });
  const [file] = await Promise.all([page.waitForEvent('download'), made.click()]);
  expect(
    readFileSync(await file.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  await page.getByText('Stored exports', { exact: true }).click();
  await page
    .locator('details')
    .getByRole('button', { name: /\.wacz \(/ })
    .waitFor();
  expect(await consoleHere.faults()).toEqual(NONE);
}, 120_000);

test('domains have a profile, verdicts for many at once, and are gathered', async () => {
  await results('', 'domains');
  await rows().nth(1).waitFor();
  const names = await rows().locator('a.name').allInnerTexts();
  await rows().first().locator('a.name').click();
  await preview().getByRole('link', { name: 'All its relevant pages' }).waitFor();
  await preview().getByText('robots.txt').waitFor();
  expect(await consoleHere.faults()).toEqual(NONE);
  await preview().getByRole('button', { name: 'Close' }).press('Enter');
  await preview().waitFor({ state: 'detached' });
  await rows().first().locator('a.name').and(page.locator(':focus')).waitFor();
  for (const name of names.slice(0, 2)) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  const chosen = page.getByRole('group', { name: 'Selection' });
  await chosen.getByRole('button', { name: /^Keep/ }).click();
  await page.getByText('Kept: seeds of further sessions.').waitFor();
  expect(await rows().getByText('Kept', { exact: true }).count()).toBe(2);
  await chosen.getByRole('button', { name: 'Clear the selection' }).press('Enter');
  await page.locator('.rows:focus').waitFor();
  // Rows that other filters hide are not judged.
  await page.getByLabel(`Select ${names[0] ?? ''}`, { exact: true }).check();
  await page.getByRole('combobox', { name: 'Relevance' }).selectOption('All');
  await chosen.waitFor({ state: 'detached' });
  await results('', 'domains');
  for (const name of names.slice(0, 2)) await page.getByLabel(`Select ${name}`, { exact: true }).check();
  await chosen.getByLabel('Fetches').fill('4');
  await chosen.getByRole('button', { name: 'Gather 2 domains' }).click();
  await page.waitForURL(/\/sessions\//);
  await page.getByRole('status').getByText('Completed: its budget is spent.').waitFor({ timeout: 120_000 });
}, 240_000);

test('the pages of a session are a list, too', async () => {
  await page.goto(`${consoleHere.service.url}/sessions/${session}`);
  await page.getByRole('link', { name: /^All [\d,]+ relevant pages?$/ }).click();
  await rows().first().waitFor();
  await rows().first().locator('a.name').click();
  await preview().getByRole('button', { name: 'Markdown' }).click();
  await preview().getByRole('link', { name: 'All about this fetch' }).waitFor();
  await preview().getByRole('button', { name: 'Relevant R', exact: true }).click();
  await page.getByText('Labelled as relevant.').waitFor();
  // Here nothing is undone and nothing has tags.
  expect(await page.getByText('Keys: J and K').innerText()).not.toMatch(/undo|tags/);
  expect(await consoleHere.faults()).toEqual(NONE);
}, 120_000);

test('results are shared with people who have no key, until the link is revoked', async () => {
  await results();
  await page.getByRole('button', { name: 'Share' }).click();
  const part = page.getByRole('region', { name: 'Share', exact: true });
  await part.getByLabel('For whom').fill('The cheese museum');
  await page.keyboard.press('Enter');
  const link = await part.getByLabel('Link', { exact: true }).inputValue();
  await part.getByRole('row', { name: /The cheese museum/ }).waitFor();
  expect(await consoleHere.faults()).toEqual(NONE);

  const visitor = await page.context().browser()?.newContext({ locale: 'en-US' });
  if (!visitor) throw new Error('no browser');
  const reading = await visitor.newPage();
  const asked: string[] = [];
  reading.on('request', (request) => asked.push(request.url()));
  await reading.goto(link);
  await reading.getByRole('heading', { name: 'food', level: 1 }).waitFor();
  await reading
    .getByRole('link', { name: pages[0]?.title ?? '' })
    .first()
    .waitFor();
  expect(await reading.getByRole('link', { name: 'Sessions' }).count()).toBe(0);
  // The fragment of the address stays the token.
  await reading.getByRole('link', { name: 'Skip to the content' }).press('Enter');
  await reading.locator('main:focus').waitFor();
  expect(reading.url()).toBe(link);
  await reading.getByRole('searchbox').fill('nothing that any page says');
  await reading.keyboard.press('Enter');
  await reading.getByText('Nothing matches.').waitFor();
  await reading.getByRole('link', { name: /^Domains/ }).click();
  await reading
    .getByRole('rowheader', { name: pages[0]?.domain ?? '' })
    .first()
    .waitFor();
  expect(await reading.getByRole('searchbox').inputValue()).toBe('');
  const [file] = await Promise.all([
    reading.waitForEvent('download'),
    reading.getByRole('link', { name: 'Export CSV' }).click(),
  ]);
  expect(readFileSync(await file.path(), 'utf8')).toContain(pages[0]?.domain);
  // The token itself is in no address of the page.
  expect(asked.filter((url) => new URL(url).pathname === '/shared' && url.includes('token'))).toEqual([]);

  await part.getByRole('button', { name: 'Revoke: The cheese museum' }).click();
  await part.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await page.getByText('The link was revoked.').waitFor();
  await reading.reload();
  await reading.getByText('This link has expired, or was revoked.').waitFor();
  await visitor.close();
});
