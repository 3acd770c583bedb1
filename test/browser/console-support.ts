import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openDemoWeb } from '../../src/modules/research/demo-web/index.js';
import { serveRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { startService, type TestService } from '../support/service.js';
import { startSharedWorker } from '../support/worker-process.js';
import { startBrowser } from './support.js';

export const KEY = 'console-key-0123456789';
export const KEYWORDS = 'food, dish, meat, bread, cheese, fruit, vegetable, sauce, cake, drink';
/** Findings of an accessibility check that would exclude somebody. */
const SERIOUS = ['serious', 'critical'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The result of `faults` on an accessible screen. */
export const NONE = { wide: [], narrow: [], sideways: 0, troubles: [] };

/** The console of a service with a worker, which crawls the demo web, in a browser of its own. */
export interface Console {
  readonly service: TestService;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Five pages of the demo web about food, spread over the web. */
  readonly seeds: readonly string[];
  /** A call of the API with the key. */
  call<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Signs the browser in with the key. */
  signIn(): Promise<void>;
  /** Serious findings of axe on the current screen. */
  findings(): Promise<string[]>;
  /** Accessibility findings of the screen, wide and narrow, in light and dark mode. */
  faults(): Promise<unknown>;
  /** Moves by Tab only to the control of this name. */
  tabTo(name: RegExp | string): Promise<void>;
  close(): Promise<void>;
}

async function findingsOn(page: Page): Promise<string[]> {
  // Injected by the browser's tools, so that the page's policy does not block it. Compiling it takes as long as a
  // check.
  if (await page.evaluate(`!('axe' in window)`)) await page.evaluate(axe);
  const found = await page.evaluate(`axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
    violations.map(({ id, impact, nodes }) => ({ id, impact, at: nodes.map(({ target }) => String(target)).slice(0, 3) })))`);
  return (found as { id: string; impact: string; at: string[] }[])
    .filter(({ impact }) => SERIOUS.includes(impact))
    .map(({ id, at }) => `${id}: ${at.join(' ')}`);
}

async function faultsOn(page: Page, troubles: readonly string[]): Promise<unknown> {
  const found = { wide: await findingsOn(page), narrow: [] as string[], sideways: 0, troubles: [...troubles] };
  await page.setViewportSize({ width: 360, height: 740 });
  found.sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  await page.emulateMedia({ colorScheme: 'dark' });
  found.narrow = await findingsOn(page);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1_280, height: 900 });
  return found;
}

async function tabOn(page: Page, name: RegExp | string): Promise<void> {
  await page.getByRole('main').or(page.getByRole('banner')).first().waitFor();
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    const label = await page.evaluate(() => {
      const at = document.activeElement;
      if (!(at instanceof HTMLElement)) return '';
      const labelled =
        at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at instanceof HTMLSelectElement;
      return (labelled ? at.labels?.[0]?.querySelector('span')?.textContent : null) ?? at.textContent;
    });
    if (typeof name === 'string' ? label.trim() === name : name.test(label)) return;
  }
  throw new Error(`Tab does not lead to ${String(name)}`);
}

/** @param settings of service and worker, as in the environment */
export async function openConsole(settings: Readonly<Record<string, string>> = {}): Promise<Console> {
  const demo = openDemoWeb();
  const food = demo.entryUrls('noun.food');
  const seeds = [0, 0.2, 0.4, 0.6, 0.8].map((part) => food[Math.floor(part * food.length)] ?? '');
  const web = await serveRecordedWeb(demo, { port: 0 });
  const profile = mkdtempSync(join(tmpdir(), 'gleaner-console-'));
  // Service and worker share what they store.
  const ARCHIVE_DIR = join(profile, 'archives');
  const service = await startService({ API_KEYS: KEY, ARCHIVE_DIR, ...settings });
  const worker = await startSharedWorker({
    ...{ DATABASE_URL: service.databaseUrl, API_KEYS: KEY, ARCHIVE_DIR },
    ...{ CRAWL_PROXY_URL: web.url, COMMIT_INTERVAL_MS: '200', ...settings },
  });
  const browser = await startBrowser(profile);
  const look = { locale: 'en-US', timezoneId: 'America/New_York', viewport: { width: 1_280, height: 900 } };
  const context = await browser.newContext(look);
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  /** Resources that the page's policy blocked, and errors in the page. */
  const troubles: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Refused to/i.test(message.text())) troubles.push(message.text());
  });
  page.on('pageerror', (error) => troubles.push(String(error)));
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  return {
    ...{ service, context, page, seeds },
    async call(method, path, body) {
      const response = await fetch(service.url + path, {
        ...{ method, headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return (text === '' ? null : JSON.parse(text)) as never;
    },
    async signIn() {
      await page.goto(service.url);
      await page.getByLabel('Key', { exact: true }).fill(KEY);
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Sign out' }).waitFor();
    },
    findings: () => findingsOn(page),
    faults: () => faultsOn(page, troubles),
    tabTo: (name) => tabOn(page, name),
    async close() {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
      await worker.stop();
      await service.stop();
      await web.close();
    },
  };
}
