import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { SCREENS, type Subjects } from '../../bench/console/screens.mjs';
import { placeOf, ROUTES } from '../../web/src/routes.js';
import { type Console, KEYWORDS, openConsole } from '../browser/console-support.js';
import { looks } from '../support/looks.js';

/**
 * Every screen of the console at three widths: nothing is cut off, nothing moves sideways, and everybody can use it.
 */

const WIDTHS = [1_360, 768, 390];
/** Drawings and matrices, which are moved within their box on narrow screens. */
const MOVED_WITHIN = ['learned-state', 'graph', 'compare'];

let here: Console;
let page: Page;
let subjects: Subjects;

const until = async (isSo: () => Promise<boolean>): Promise<void> => {
  const { pause } = looks();
  while (!(await isSo())) await pause();
};
const isOver = async (path: string): Promise<boolean> =>
  (await here.call<{ state: string }>('GET', path)).state === 'completed';

/** Objects for each screen. */
async function prepare(): Promise<Subjects> {
  const { call, seeds } = here;
  const { id: topicId } = await call<{ id: string }>('POST', '/v1/topics', {
    ...{ name: 'food', keywords: KEYWORDS.split(', '), seeds },
  });
  const sessions: string[] = [];
  for (const policy of ['tres', 'prospector', 'best-first', 'breadth-first']) {
    const { id } = await call<{ id: string }>('POST', `/v1/topics/${topicId}/sessions`, {
      ...{ policy, budget: { fetches: 60 }, hostDelayMs: 0 },
    });
    await until(() => isOver(`/v1/sessions/${id}`));
    sessions.push(id);
  }
  const [sessionId = ''] = sessions;
  await until(async () => (await call<{ behind: number }>('GET', `/v1/topics/${topicId}/collection`)).behind === 0);
  const { modelId } = await call<{ modelId: string }>('GET', `/v1/sessions/${sessionId}`);
  const { items: pages } = await call<{ items: { step: number }[] }>(
    'GET',
    `/v1/sessions/${sessionId}/pages?relevant=true&sort=depth&order=desc&first=1`,
  );
  const { items: domains } = await call<{ items: { domainNo: number }[] }>(
    'GET',
    `/v1/sessions/${sessionId}/domains?sort=relevant&first=1`,
  );
  const { id: experimentId } = await call<{ id: string }>('POST', '/v1/experiments', {
    ...{ name: 'one', web: { synthetic: 'pages=300,seed=3' }, policies: [{ policy: 'best-first' }] },
    ...{ budgets: [50], runs: 2 },
  });
  await until(() => isOver(`/v1/experiments/${experimentId}`));
  const { id: monitorId } = await call<{ id: string }>('POST', '/v1/monitors', { name: 'food', topicId, fetches: 5 });
  const { id: scheduleId } = await call<{ id: string }>('POST', '/v1/schedules', {
    ...{ name: 'weekly', cron: '0 8 * * MON', timeZone: 'Europe/Berlin', action: { monitor: { monitorId } } },
  });
  await call('POST', '/v1/webhooks', { url: 'https://receiver.example/gleaner' });
  const [step, domain] = [pages[0]?.step ?? 0, domains[0]?.domainNo ?? 0];
  return { sessionId, topicId, modelId, step, domain, sessions, experimentId, monitorId, scheduleId };
}

beforeAll(async () => {
  here = await openConsole();
  ({ page } = here);
  subjects = await prepare();
  await here.signIn();
}, 600_000);
afterAll(() => here.close());

/** Tables and other boxes that have more than they show, sideways. */
const cutOff = (on: Page): Promise<string[]> =>
  on.evaluate(() =>
    [...document.querySelectorAll('main .scroll, main table, main form, main fieldset')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.tagName} ${box.className} ${box.getAttribute('aria-label') ?? ''}`.trim()),
  );
const sideways = (on: Page): Promise<number> =>
  on.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the list has every screen of the console', () => {
  const places = SCREENS.map(({ path }) => placeOf(path(subjects).replace(/\?.*/, ''))?.screen);
  const missing = Object.keys(ROUTES).filter((screen) => !places.includes(screen as keyof typeof ROUTES));
  // Shared results need a token, and the spider one that was trained: console-results and console-experiments have
  // them.
  expect(missing).toEqual(['spider', 'shared']);
});

describe.each(SCREENS.map((screen) => [screen.name, screen] as const))('%s', (name, { path, shown }) => {
  test.each(WIDTHS)(
    'at %i pixels',
    async (width) => {
      await page.setViewportSize({ width, height: 860 });
      await page.goto(here.service.url + path(subjects));
      await page.locator(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      const cut = width === WIDTHS[0] || !MOVED_WITHIN.includes(name) ? await cutOff(page) : [];
      expect({ cut, sideways: await sideways(page), findings: await here.findings() }).toEqual({
        ...{ cut: [], sideways: 0, findings: [] },
      });
    },
    120_000,
  );
});

describe('tasks take as many clicks as docs/console.md says', () => {
  const documented = new Map(
    [...readFileSync('docs/console.md', 'utf8').matchAll(/^\| (\S.*?) +\| \S.*?\| +(\d+) \| .*\|$/gm)].map(
      ([, task, clicks]) => [task, Number(clicks)],
    ),
  );
  const link = (name: string | RegExp) => page.getByRole('main').getByRole('link', { name }).first();
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).first();
  const session = () => `/sessions/${subjects.sessionId}`;
  const results = () => `/topics/${subjects.topicId}/pages`;
  const openPage = async (): Promise<void> => {
    await page.locator('.rows a.name').first().click();
    await page.locator('.preview h2').waitFor();
  };
  const tasks: readonly {
    readonly task: string;
    readonly from: () => string;
    readonly before?: () => Promise<void>;
    readonly clicks: readonly (() => Locator)[];
    readonly done: () => Promise<unknown>;
    /** Typed after the first click. */
    readonly typed?: () => Promise<void>;
  }[] = [
    {
      ...{ task: 'See all relevant pages', from: () => '/', clicks: [() => link('food')] },
      done: () => page.locator('.rows tr.fixed').first().waitFor(),
    },
    {
      ...{ task: 'Export all relevant pages', from: () => '/' },
      clicks: [() => link('food'), () => button('Export')],
      done: () => saved,
    },
    {
      ...{ task: 'Read a page', from: results, clicks: [() => page.locator('.rows a.name').first()] },
      done: () => page.locator('.preview .text').waitFor(),
    },
    {
      ...{ task: 'Give a verdict and go on', from: results, before: openPage },
      clicks: [
        () => page.locator('.preview').getByRole('button', { name: /^Not relevant/ }),
        () => page.locator('.preview').getByRole('button', { name: /^Next/ }),
      ],
      done: () => page.getByText('Marked as not relevant.').waitFor(),
    },
    {
      ...{ task: 'Share results', from: results, clicks: [() => button('Share'), () => button('Create a link')] },
      typed: () => page.getByLabel('For whom').fill('a reader'),
      done: () => page.getByText('The link was created.').waitFor(),
    },
    {
      ...{ task: 'Crawl every week', from: session, clicks: [() => link('Schedule this'), () => button('Save')] },
      done: () => page.getByText(/It is due every/).waitFor(),
    },
    {
      ...{ task: 'Start again with other settings', from: session },
      clicks: [() => link('Start again with changes'), () => button(/^Start/)],
      done: () => page.waitForURL((url) => /^\/sessions\/[\w-]+$/.test(url.pathname)),
    },
    {
      ...{ task: 'See what a monitor has found', from: () => '/' },
      clicks: [() => page.getByRole('region', { name: 'Table: Monitors' }).getByRole('link').first()],
      done: () => page.locator('main h1').getByText('food').waitFor(),
    },
    {
      ...{ task: 'Print a report', from: session, clicks: [() => link('Report')] },
      done: async () => (await opened).close(),
    },
  ];
  let saved: Promise<unknown>;
  let opened: Promise<Page>;

  test('every task of the document is tried', () => {
    expect(tasks.map(({ task }) => task)).toEqual([...documented.keys()]);
  });

  test.each(tasks.map((task) => [task.task, task] as const))(
    '%s',
    async (name, { from, before, clicks, done, typed }) => {
      await page.setViewportSize({ width: 1_360, height: 860 });
      await page.goto(here.service.url + from());
      await page.locator('main h1').first().waitFor();
      await before?.();
      saved = page.waitForEvent('download').catch(() => null);
      opened = here.context.waitForEvent('page');
      opened.catch(() => undefined);
      for (const [i, click] of clicks.entries()) {
        await click().click();
        if (i === 0) await typed?.();
      }
      await done();
      expect(clicks).toHaveLength(documented.get(name) ?? NaN);
    },
    120_000,
  );
});

describe('with a key that reads', () => {
  let visitor: BrowserContext;
  let reading: Page;
  const refused: string[] = [];

  beforeAll(async () => {
    const [{ id: projectId } = { id: '' }] = (await here.call<{ items: { id: string }[] }>('GET', '/v1/projects'))
      .items;
    const { secret } = await here.call<{ secret: string }>('POST', `/v1/projects/${projectId}/keys`, {
      ...{ name: 'reader', scopes: ['read'] },
    });
    const made = await here.context.browser()?.newContext({ locale: 'en-US', viewport: { width: 1_360, height: 860 } });
    if (!made) throw new Error('no browser');
    visitor = made;
    reading = await visitor.newPage();
    reading.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
      if (response.url().endsWith('/graphql') && response.request().method() === 'POST')
        void response.text().then(
          (text) => text.includes('"FORBIDDEN"') && refused.push(response.request().postData()?.slice(0, 120) ?? ''),
          () => undefined,
        );
    });
    await reading.goto(here.service.url);
    await reading.getByLabel('Key', { exact: true }).fill(secret);
    await reading.keyboard.press('Enter');
    await reading.getByRole('button', { name: 'Sign out' }).waitFor();
  }, 120_000);
  afterAll(() => visitor.close());

  const ofAdministrators = ['operate', 'keys', 'projects', 'webhooks', 'audit'];
  test.each(SCREENS.filter(({ name }) => !ofAdministrators.includes(name)).map(({ name, path }) => [name, path]))(
    '%s has no button that it may not press',
    async (_, path) => {
      refused.length = 0;
      await reading.goto(here.service.url + path(subjects));
      await reading.locator('main h1').first().waitFor();
      await reading.waitForLoadState('networkidle');
      expect(refused).toEqual([]);
      const changing = reading.locator('main :is(button.primary, form button[type=submit]):visible, main a.primary');
      const names = await changing.allInnerTexts();
      const leadOn = ['Search', 'Compare chosen'];
      expect(names.filter((text) => !leadOn.includes(text))).toEqual([]);
    },
    120_000,
  );
});
