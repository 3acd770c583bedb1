import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startService, type TestService } from '../support/service.js';
import { insertSessionRows, type SessionRows } from '../support/session-rows.js';
import { startBrowser } from './support.js';

let service: TestService;
let rows: SessionRows;
let browser: Browser;
const profile = mkdtempSync(join(tmpdir(), 'gleaner-console-'));

beforeAll(async () => {
  service = await startService();
  rows = await insertSessionRows(service.databaseUrl, { steps: 120, seed: 41 });
  // No WebGL, and the default locale of programs.
  browser = await startBrowser(profile, { args: ['--disable-3d-apis'], env: { LANG: 'C', LC_ALL: 'C', LANGUAGE: '' } });
}, 300_000);
afterAll(async () => {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
  await service.stop();
});

/** @param language as named by the browser; null: its default. @returns a page, and its errors */
async function open(language: string | null): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext();
  context.setDefaultTimeout(60_000);
  if (language !== null)
    await context.addInitScript((name) => {
      Object.defineProperty(Navigator.prototype, 'language', { get: () => name });
      Object.defineProperty(Navigator.prototype, 'languages', { get: () => [name] });
    }, language);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(String(error)));
  return { page, faults };
}

test('without WebGL the table stands for the graph', async () => {
  const { page, faults } = await open(null);
  await page.goto(`${service.url}/sessions/${rows.sessionId}/graph?step=5`);
  expect(await page.evaluate(() => document.createElement('canvas').getContext('webgl2'))).toBeNull();
  await page.getByText('The graph could not be drawn in this browser. The table has the same pages.').waitFor();
  const table = page.getByRole('region', { name: 'The pages as a table' });
  expect(await table.locator('tbody tr').count()).toBeGreaterThan(2);
  expect(await page.getByRole('application').count()).toBe(0);
  // Points at a page of it and follows it.
  await table.getByRole('link').first().focus();
  await page.locator('.selected-page strong').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /^Why / }).waitFor();
  expect(faults).toEqual([]);
}, 120_000);

test.each([null, 'C', 'en-US@posix', 'POSIX', ''])(
  'numbers, dates and plots are the same where the language is called %p',
  async (language) => {
    const { page, faults } = await open(language);
    await page.goto(`${service.url}/sessions/${rows.sessionId}`);
    await page.locator('.plot canvas').first().waitFor();
    expect(await page.locator('.plot p').count()).toBe(0);
    expect(await page.locator('.figures').innerText()).toMatch(/Harvest rate\s+\d+(\.\d)?%/);
    await page.goto(`${service.url}/schedules?topic=${rows.topicId}`);
    await page
      .getByRole('list', { name: 'Next due times' })
      .getByText(/\b20\d\d\b.*8:00/)
      .first()
      .waitFor();
    await page.goto(`${service.url}/models/${rows.modelId}`);
    await page.getByText(/Trained on .*\d/).waitFor();
    expect(faults).toEqual([]);
  },
  120_000,
);
