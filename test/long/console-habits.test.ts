import type { Locator, Page } from 'playwright-core';
import { type Console, KEYWORDS, openConsole } from '../browser/console-support.js';
import { looks } from '../support/looks.js';

/** Habits of people on the web: links open in tabs, slow answers are waited for. */

let here: Console;
let page: Page;
let topic: string;
let session: string;

const rows = (on = page) => on.locator('.rows tbody tr.fixed');
const names = (on = page) => rows(on).locator('a.name');
const preview = (on = page) => on.getByRole('complementary', { name: 'Preview' });
const goTo = (path: string): Promise<unknown> => page.goto(here.service.url + path);

/** The tab that a press opens. On a busy machine a part may arrive above the list between the press and its end. */
async function tabOf(row: Locator, press: Parameters<Locator['click']>[0]): Promise<Page> {
  for (;;) {
    const opened = page.context().waitForEvent('page', { timeout: 5_000 });
    await Promise.all([opened.catch(() => undefined), row.click(press)]);
    const tab = await opened.catch(() => null);
    if (tab) return tab;
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const { pause } = looks();
  while (!(await isSo())) await pause();
}

beforeAll(async () => {
  here = await openConsole();
  ({ page } = here);
  const { call, seeds } = here;
  ({ id: topic } = await call<{ id: string }>('POST', '/v1/topics', {
    ...{ name: 'food', keywords: KEYWORDS.split(', '), seeds },
  }));
  ({ id: session } = await call<{ id: string }>('POST', `/v1/topics/${topic}/sessions`, {
    ...{ policy: 'best-first', budget: { fetches: 160 }, hostDelayMs: 0 },
  }));
  await until(async () => (await call<{ state: string }>('GET', `/v1/sessions/${session}`)).state === 'completed');
  await until(async () => {
    const { behind, relevant } = await call<{ behind: number; relevant: number }>(
      'GET',
      `/v1/topics/${topic}/collection`,
    );
    return behind === 0 && relevant > 5;
  });
  await here.signIn();
}, 300_000);
afterAll(() => here.close());

describe('the names of rows open in a tab of their own', () => {
  const lists = (): Readonly<Record<string, string>> => ({
    'collected pages': `/topics/${topic}/pages`,
    'collected domains': `/topics/${topic}/domains`,
    'pages of a session': `/sessions/${session}/pages`,
  });
  test.each(['collected pages', 'collected domains', 'pages of a session'])('of %s', async (name) => {
    await goTo(lists()[name] ?? '');
    // Parts that arrive above the list move it from under the mouse.
    await page.waitForLoadState('networkidle');
    const row = names().nth(2);
    const title = await row.innerText();
    const presses: readonly Parameters<typeof row.click>[0][] = [{ button: 'middle' }, { modifiers: ['Control'] }];
    for (const press of presses) {
      const tab = await tabOf(row, press);
      await preview(tab).getByRole('heading', { level: 2, name: title }).waitFor();
      await tab.close();
      expect(await preview().count()).toBe(0);
    }
    await row.press('Space');
    await preview().getByRole('heading', { level: 2, name: title }).waitFor();
    expect(await row.getAttribute('aria-current')).toBe('true');
  });

  test('of a row that the list loads only when it is scrolled', async () => {
    const { items } = await here.call<{ items: { step: number; title: string }[] }>(
      'GET',
      // The newest are first in the list of the console.
      `/v1/sessions/${session}/pages?first=200&sort=completion&order=asc&duplicate=false`,
    );
    const { step, title } = items[0] ?? { step: 0, title: '' };
    await page.route('**/graphql', (route) =>
      route.continue({ postData: (route.request().postData() ?? '').replace('first: 100', 'first: 20') }),
    );
    await goTo(`/sessions/${session}/pages?relevant=any&at=${step}`);
    await preview().getByRole('heading', { level: 2, name: title }).waitFor();
    await page.locator('.rows tr.open').waitFor();
    await page.unroute('**/graphql');
  });
});
