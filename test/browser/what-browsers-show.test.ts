import { readFileSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { canonicalUrl } from '../../src/domain/url/index.js';
import { parsePage } from '../../src/domain/page/index.js';
import type { Fetcher } from '../../src/engine/ports.js';
import { locateChromium } from '../../src/modules/fetch/fetching/chromium/locate-chromium.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { ODD_ANSWERS } from '../support/odd-answers.js';
import { ODD_VISITS } from '../support/odd-visits.js';
import { isThorough } from '../support/thoroughness.js';
import { startRawServer, type RawServer } from '../support/raw-server.js';
import { cacheDir, never, settings } from './support.js';

/** A page as read by a person: its text without white space, and its links. Null if nothing is shown. */
type Reading = { readonly text: string; readonly links: readonly string[] } | null;
type Way = 'as sent' | 'rendered';

interface Row {
  readonly name: string;
  readonly bytes: (path: string, head: string, folder: string) => Buffer;
  /** Differences between Gleaner's reading and Chromium's display, with the reason. */
  readonly unlike: Partial<Record<Way, string>>;
}

const ROWS: readonly Row[] = [
  ...ODD_ANSWERS.map(({ name, bytes, unlike }) => ({
    name,
    bytes: () => bytes,
    unlike: unlike === undefined ? {} : { 'as sent': unlike, rendered: unlike },
  })),
  ...ODD_VISITS.map(({ name, answer, unlike }) => ({
    name,
    bytes: answer,
    unlike: unlike === undefined ? {} : { [unlike.way]: unlike.why },
  })),
];
/** Each of these responses is shown and read three times: the daily run takes every third of them, and all visits. */
const LOOKED_AT = ROWS.filter((_, i) => isThorough || i >= ODD_ANSWERS.length || i % 3 === 0);
const folderOf = (row: Row): string => `/case-${ROWS.indexOf(row)}`;

let server: RawServer;
let fetcher: Fetcher;
let browser: Browser;
beforeAll(async () => {
  server = await startRawServer((path, head) => {
    const [, number = '', rest = '/'] = /^\/case-(\d+)(\/.*)?$/.exec(path) ?? [];
    const row = ROWS[Number(number)];
    return { bytes: row?.bytes(rest, head, folderOf(row)) ?? '', end: 'close' };
  });
  fetcher = createFetcher({
    allowPrivateNetworks: true,
    pace: UNPACED,
    chromium: { cacheDir, sandbox: 'auto' },
    warn: () => undefined,
  });
  const program = await locateChromium(process.env['CHROMIUM_PATH'], chromium.executablePath(), cacheDir);
  browser = await chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env },
    args: ['--no-sandbox', '--headless'],
  });
});
afterAll(async () => {
  await browser.close();
  await fetcher.close();
  await server.close();
});

const squeezed = (text: string): string => text.replace(/\s+/g, '');
const pathsOf = (urls: readonly string[]): string[] =>
  [...new Set(urls.map((url) => canonicalUrl(url) ?? ''))].map((url) => url.replace(server.origin, '')).sort();

async function shown(row: Row): Promise<Reading> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const document = `${server.origin}${folderOf(row)}/`;
  try {
    const failed = await page.goto(document, { timeout: 10_000, waitUntil: 'commit' }).then(
      () => false,
      () => true,
    );
    if (failed) return null;
    // A script may navigate.
    await page
      .waitForFunction(() => globalThis.document.readyState === 'complete', undefined, { timeout: 3_000 })
      .catch(() => undefined);
    await page
      .waitForFunction(() => !globalThis.document.body.innerText.startsWith('Wait'), undefined, { timeout: 3_000 })
      .catch(() => undefined);
    const read = await page.evaluate(() => ({
      text: globalThis.document.body.innerText,
      links: [...globalThis.document.links].map(({ href }) => href),
    }));
    return read.text === '' ? null : { text: squeezed(read.text), links: pathsOf(read.links) };
  } catch {
    return null;
  } finally {
    await context.close();
  }
}

async function read(row: Row, way: Way): Promise<Reading> {
  const url = `${server.origin}${folderOf(row)}/`;
  const render = way === 'rendered' ? 'always' : 'never';
  const outcome = await fetcher.fetch({ url, settings: { ...settings, render } }, never);
  if (outcome.kind !== 'page') return null;
  const page = parsePage(outcome.html, outcome.finalUrl, undefined, outcome);
  return { text: squeezed(page.text), links: pathsOf(page.links.map((link) => link.url)) };
}

const words = (reading: Reading, page: Reading): string =>
  reading === null ? 'nothing' : JSON.stringify(reading) === JSON.stringify(page) ? 'the page' : 'something else';

it('Gleaner reads what the shipped Chromium shows, in both ways of reading, and the table says where not', async () => {
  const lines: string[] = [];
  const otherwise: string[] = [];
  for (const row of LOOKED_AT) {
    const browsers = await shown(row);
    const ours: Record<Way, Reading> = { 'as sent': await read(row, 'as sent'), rendered: await read(row, 'rendered') };
    const why: string[] = [];
    for (const way of ['as sent', 'rendered'] as const) {
      const agrees = JSON.stringify(ours[way]) === JSON.stringify(browsers);
      const reason = row.unlike[way];
      if (agrees !== (reason === undefined))
        otherwise.push(`${row.name}, ${way}: ${JSON.stringify(ours[way])}, Chromium ${JSON.stringify(browsers)}`);
      if (reason !== undefined && !why.includes(reason)) why.push(reason);
    }
    lines.push(
      `| ${row.name} | ${words(browsers, ours.rendered)} | ${words(ours['as sent'], ours.rendered)} | ${words(ours.rendered, ours.rendered)} | ${why.join('; ')} |`,
    );
  }
  expect(otherwise).toEqual([]);
  const table = [
    '| answer | Chromium shows | Gleaner reads | rendered | where they differ |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ];
  const cells = (text: string): string[] =>
    text
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .map((line) => line.replace(/\s*\|\s*/g, '|').replace(/-{3,}/g, '---'));
  const made = cells(table.join('\n'));
  if (process.env['WRITE_TABLE'] !== undefined)
    (await import('node:fs')).writeFileSync(process.env['WRITE_TABLE'], table.join('\n'));
  const documented = cells(readFileSync('docs/what-browsers-show.md', 'utf8'));
  expect(documented).toHaveLength(ROWS.length + 2);
  expect(isThorough ? documented : documented.filter((line) => made.includes(line))).toEqual(made);
});
