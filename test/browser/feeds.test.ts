import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { type Browser, chromium, type Page } from 'playwright-core';
import { shownTitle } from '../../src/domain/text/index.js';
import { locateChromium } from '../../src/modules/fetch/fetching/chromium/locate-chromium.js';
import { changesFeed } from '../../src/modules/crawl/monitors/feeds/changes-feed.js';
import type { SeenChange } from '../../src/modules/crawl/monitors/monitor.js';
import { runsOf } from '../support/thoroughness.js';
import { cacheDir } from './support.js';

// Chromium's XML parser refuses everything that XML 1.0 forbids.

let browser: Browser;
let page: Page;
let profile: string;
beforeAll(async () => {
  profile = mkdtempSync(join(tmpdir(), 'gleaner-feeds-'));
  const program = await locateChromium(process.env['CHROMIUM_PATH'], chromium.executablePath(), cacheDir);
  browser = await chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env, HOME: profile },
    args: ['--no-sandbox', '--disable-gpu'],
    timeout: 120_000,
  });
  page = await browser.newPage();
}, 180_000);
afterAll(async () => {
  await browser.close();
  rmSync(profile, { recursive: true, force: true });
});

const MARKUP = [
  ']]>',
  '<![CDATA[',
  '</title>',
  '</item><item>',
  '</entry><entry>',
  '<script>x</script>',
  '&amp;',
  '&x;',
];
const ODD = ['<!--', '-->', '<?x?>', '"', "'", '\r', '\t', '\u0000', '\u001b', '\u0085', '\ud800', '\udfff', '\ufffe'];
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...MARKUP, ...ODD), fc.string({ unit: 'binary' })), { maxLength: 8 })
  .map((parts) => parts.join(''));
/** Texts in places next to our own words: none may be more than text. */
const change = fc.record({
  ...{ id: hostile, monitorId: hostile, runId: hostile, sessionId: hostile, url: hostile, outcome: hostile },
  ...{ titleBefore: fc.option(hostile), titleAfter: fc.option(hostile), difference: fc.option(hostile) },
  kind: fc.oneof(fc.constantFrom('NEW', 'CHANGED', 'GONE', 'BACK'), hostile) as fc.Arbitrary<SeenChange['kind']>,
  ...{ step: fc.nat(), linesAdded: fc.nat(), linesRemoved: fc.nat(), truncated: fc.boolean() },
  ...{ httpStatus: fc.option(fc.nat()), probabilityBefore: fc.constant(null), probabilityAfter: fc.constant(null) },
  ...{ seenAt: fc.constant(new Date(0)), createdAt: fc.constant(new Date(0)) },
});

interface Parsed {
  readonly error: string | null;
  /** Names of all elements, in document order. */
  readonly names: readonly string[];
  /** Title, address, id and category of each item. */
  readonly items: readonly (readonly (string | null)[])[];
  /** Elements in the HTML of each item. */
  readonly html: readonly (readonly string[])[];
}

const parsed = (xml: string): Promise<Parsed> =>
  page.evaluate((text) => {
    const names = (node: Document) => [...node.querySelectorAll('*')].map(({ nodeName }) => nodeName);
    const made = new DOMParser().parseFromString(text, 'application/xml');
    const entries = [...made.querySelectorAll('item, entry')];
    const child = (entry: Element, name: string) => [...entry.children].find(({ nodeName }) => nodeName === name);
    const said = (entry: Element, name: string) => child(entry, name)?.textContent ?? null;
    return {
      error: made.querySelector('parsererror')?.textContent ?? null,
      names: names(made),
      items: entries.map((entry) => [
        said(entry, 'title'),
        child(entry, 'link')?.getAttribute('href') ?? said(entry, 'link'),
        said(entry, 'guid') ?? said(entry, 'id'),
        child(entry, 'category')?.getAttribute('term') ?? said(entry, 'category'),
      ]),
      html: entries.map((entry) => {
        const content = said(entry, 'content:encoded') ?? said(entry, 'content') ?? '';
        return names(new DOMParser().parseFromString(content, 'text/html'));
      }),
    };
  }, xml);

/** A text as XML can contain it. */
const held = (text: string): string =>
  Array.from(text, (char) =>
    /[\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u.test(char) ? char : '\u{FFFD}',
  ).join('');
const WORDS: Readonly<Record<string, string>> = { NEW: 'New', CHANGED: 'Changed', GONE: 'Gone', BACK: 'Back' };
const CHANNEL = ['rss', 'channel', 'title', 'link', 'description', 'lastBuildDate', 'docs', 'generator'];
const ITEM = ['item', 'title', 'link', 'guid', 'pubDate', 'category', 'content:encoded'];
const FEED = ['feed', 'id', 'title', 'subtitle', 'updated', 'author', 'name', 'generator', 'link'];
const ENTRY = ['entry', 'id', 'title', 'updated', 'link', 'category', 'content'];

it.each([
  ['rss', CHANNEL, ITEM],
  ['atom', FEED, ENTRY],
] as const)(
  'is the same tree of elements as %s, whatever pages and people say',
  async (format, head, item) => {
    await fc.assert(
      fc.asyncProperty(
        hostile,
        hostile,
        hostile,
        fc.array(change, { maxLength: 3 }),
        async (id, name, home, changes) => {
          const xml = changesFeed({ id, name, createdAt: new Date(0) }, changes, home, format);
          const { error, names, items, html } = await parsed(xml);
          expect(error).toBeNull();
          expect(names).toEqual([...head, ...changes.flatMap(() => item)]);
          expect(items).toEqual(
            changes.map(({ kind, titleAfter, titleBefore, url, ...one }) =>
              [`${WORDS[kind]}: ${shownTitle(titleAfter ?? titleBefore, url)}`, url, `urn:uuid:${one.id}`, kind].map(
                held,
              ),
            ),
          );
          for (const [i, { kind, difference }] of changes.entries()) {
            const parts = kind === 'GONE' ? ['P'] : difference === null ? [] : ['P', 'PRE'];
            expect(html[i]).toEqual(['HTML', 'HEAD', 'BODY', 'P', 'A', ...parts]);
          }
        },
      ),
      runsOf(1_000),
    );
  },
  300_000,
);
