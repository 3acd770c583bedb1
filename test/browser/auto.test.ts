import type { FetchedPage, FetchSettings, Fetcher } from '../../src/engine/ports.js';
import { createFetcher, UNPACED, type FetchingOptions } from '../../src/modules/fetch/fetching/index.js';
import { RenderKnowledgeRepository } from '../../src/modules/fetch/fetching/chromium/render-knowledge.repository.js';
import { loadConfig } from '../../src/platform/config/index.js';
import { PrismaService } from '../../src/platform/database/index.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import {
  browserPids,
  cacheDir,
  lookupLoopback,
  never,
  pageOf,
  settings,
  startPageSite,
  type PageSite,
} from './support.js';
import { useDefaultProject } from '../support/default-project.js';
import { testThoroughly } from '../support/thoroughness.js';

useDefaultProject();

const words = (count: number): string => Array.from({ length: count }, (_, i) => `word${i} `).join('');
const links = (count: number): string =>
  Array.from({ length: count }, (_, i) => `<a href="/link/${i}">link</a> `).join('');
const article = `<html><body><h1>Article</h1><p>${words(300)}</p>${links(10)}<script>let nothing = 1</script></body></html>`;
const filledIn = (root: string): string => `<html><body>${root}<script src="/app.js"></script></body></html>`;

let site: PageSite;
const warnings: string[] = [];
const make = (options: Partial<FetchingOptions> = {}): Fetcher =>
  createFetcher({
    allowPrivateNetworks: true,
    chromium: { cacheDir, sandbox: 'auto' },
    warn: (_, message) => warnings.push(message),
    lookup: lookupLoopback,
    pace: UNPACED,
    ...options,
  });
const ask = async (
  fetcher: Fetcher,
  host: string,
  path: string,
  changes: Partial<FetchSettings> = {},
): Promise<FetchedPage> =>
  pageOf(
    await fetcher.fetch({ url: site.url(path, host), settings: { ...settings, render: 'auto', ...changes } }, never),
  );
async function askMany(fetcher: Fetcher, host: string, prefix: string, count: number): Promise<FetchedPage[]> {
  const pages: FetchedPage[] = [];
  for (let i = 0; i < count; i++) pages.push(await ask(fetcher, host, `${prefix}${i}`));
  return pages;
}
const renderedOf = (pages: readonly FetchedPage[]): number => pages.filter((page) => page.rendered).length;

beforeAll(async () => {
  site = await startPageSite({
    '/static/*': article,
    '/spa/*': filledIn('<div id="root"></div>'),
    // Without any sign that a script fills it.
    '/silent/*': filledIn(`<p>${words(250)}</p>${links(5)}`),
    '/widget/*': `<html><body><p>${words(300)}</p>${links(10)}<div id="app"></div><script>let nothing = 1</script></body></html>`,
    '/leads/*': '<html><body><script>location.href = "/static/9"</script></body></html>',
    '/hangs/*': '<html><body><script>for (;;);</script></body></html>',
    '/wall/*': `<html><body><div id="root"></div><p>${words(300)}</p>${links(10)}<script>document.body.innerHTML = '<p>Please accept cookies</p>'</script></body></html>`,
    '/app.js': `(document.getElementById('root') ?? document.body).insertAdjacentHTML('beforeend', ${JSON.stringify(`<p>${words(400)}</p>`)}
      + Array.from({ length: 20 }, (_, i) => '<a href="/by-script/' + i + '">link</a>').join(''))`,
  });
});
afterAll(() => site.close());

describe('render: auto', () => {
  let fetcher: Fetcher;
  beforeAll(() => {
    fetcher = make();
  });
  afterAll(() => fetcher.close());

  it('starts no browser for pages that stand as they are', async () => {
    const pages = await askMany(fetcher, 'static.test', '/static/', 12);
    expect(pages.map((page) => [page.rendered, page.renderReason])).toEqual(
      pages.map(() => [false, 'auto: not needed']),
    );
    expect(await browserPids()).toEqual([]);
  });

  it('renders pages that scripts fill in, and says why', async () => {
    const pages = await askMany(fetcher, 'spa.test', '/spa/', 3);
    expect(pages.map((page) => page.renderReason)).toEqual(['auto: empty body', 'auto: learnt', 'auto: learnt']);
    for (const page of pages)
      expect(page).toMatchObject({ rendered: true, html: expect.stringContaining('/by-script/19') });
  });

  it('decides by host and shape, not for all pages alike', async () => {
    expect(renderedOf(await askMany(fetcher, 'spa.test', '/static/', 5))).toBe(0);
    expect(renderedOf(await askMany(fetcher, 'static.test', '/spa/', 2))).toBe(2);
  });

  testThoroughly('stops rendering what gains nothing, and gives the page as sent', async () => {
    const pages = await askMany(fetcher, 'widget.test', '/widget/', 12);
    expect(renderedOf(pages)).toBe(0);
    expect(pages.slice(0, 4).map((page) => page.renderReason)).toEqual(
      Array.from({ length: 4 }, () => 'auto: no gain'),
    );
    expect(pages.slice(-6).map((page) => page.renderReason)).toEqual(
      Array.from({ length: 6 }, () => 'auto: not needed'),
    );
  });

  it('keeps the text that a script takes away', async () => {
    expect(await ask(fetcher, 'wall.test', '/wall/1')).toMatchObject({
      rendered: false,
      renderReason: 'auto: no gain',
      html: expect.stringContaining('word299'),
    });
  });

  it('finds a site that is filled in without showing it', async () => {
    const pages = await askMany(fetcher, 'silent.test', '/silent/', 30);
    expect(renderedOf(pages.slice(0, 15))).toBe(0);
    expect(pages[15]).toMatchObject({ rendered: true, renderReason: 'auto: sample' });
    expect(renderedOf(pages.slice(25))).toBe(5);
  });

  it('follows where a script leads', async () => {
    expect(await ask(fetcher, 'leads.test', '/leads/1')).toMatchObject({
      rendered: true,
      finalUrl: site.url('/static/9', 'leads.test'),
      redirects: [site.url('/leads/1', 'leads.test')],
    });
  });

  it('gives the page as sent when it cannot be rendered', async () => {
    expect(await ask(fetcher, 'hangs.test', '/hangs/1', { timeoutMs: 800 })).toMatchObject({
      rendered: false,
      renderReason: 'auto: failed',
      finalUrl: site.url('/hangs/1', 'hangs.test'),
      redirects: [],
    });
  });
});

describe('without a browser', () => {
  it('reads pages as sent, and says so loudly, once', async () => {
    const before = warnings.length;
    const fetcher = make({ chromium: { cacheDir, sandbox: 'auto', executablePath: '/no/such/chromium' } });
    try {
      const pages = await askMany(fetcher, 'spa.test', '/spa/', 3);
      expect(pages.map((page) => [page.rendered, page.renderReason])).toEqual(
        pages.map(() => [false, 'auto: no browser']),
      );
      expect(
        warnings
          .slice(before)
          .filter((warning) => warning.startsWith('PAGES THAT NEED A BROWSER ARE READ WITHOUT ONE')),
      ).toHaveLength(1);
    } finally {
      await fetcher.close();
    }
  });
});

describe('what was learnt', () => {
  let database: TestDatabase;
  let prisma: PrismaService;
  beforeAll(async () => {
    database = await createTestDatabase();
    prisma = new PrismaService(database.url, loadConfig({}));
  });
  afterAll(async () => {
    await prisma.onApplicationShutdown();
    await database.drop();
  });

  testThoroughly('is kept in PostgreSQL, for the next process', async () => {
    const first = make({ renderKnowledge: new RenderKnowledgeRepository(prisma) });
    await askMany(first, 'widget.test', '/widget/', 6);
    await askMany(first, 'spa.test', '/spa/', 2);
    await first.close();
    const second = make({ renderKnowledge: new RenderKnowledgeRepository(prisma) });
    try {
      expect((await askMany(second, 'widget.test', '/widget/', 2)).map((page) => page.renderReason)).toEqual([
        'auto: not needed',
        'auto: not needed',
      ]);
      expect((await ask(second, 'spa.test', '/spa/7')).renderReason).toBe('auto: learnt');
    } finally {
      await second.close();
    }
    const rows = await prisma.renderShape.findMany({ where: { host: 'spa.test' }, orderBy: { shape: 'asc' } });
    expect(rows.map(({ shape, signal, samples, gains }) => ({ shape, signal, samples, gains }))).toEqual([
      { shape: '', signal: 'empty body', samples: 3, gains: 3 },
      { shape: '/spa/*', signal: 'empty body', samples: 3, gains: 3 },
    ]);
  });

  it('is no reason to stop when the database is gone', async () => {
    const gone = new PrismaService('postgresql://nobody@127.0.0.1:1/none', loadConfig({}));
    const fetcher = make({ renderKnowledge: new RenderKnowledgeRepository(gone) });
    try {
      expect(renderedOf(await askMany(fetcher, 'spa.test', '/spa/', 2))).toBe(2);
    } finally {
      await fetcher.close();
      await gone.onApplicationShutdown();
    }
  });
});
