import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/**
 * A small web with the features of the open web, as an HTTP forward proxy on loopback: robots.txt, sitemaps and feeds,
 * validators, duplicates, noindex, other languages, an endless calendar, a host that is busy at first, a host that is
 * down.
 */
export interface OpenWeb {
  readonly port: number;
  readonly seeds: readonly string[];
  /** Requests by URL, with the conditional headers they carried. */
  readonly requests: { readonly url: string; readonly conditional: boolean }[];
  /** From the next request on, pages are as of a later day: one has changed, one is gone. */
  nextDay(): void;
  close(): Promise<void>;
}

const SITE = 'http://www.cheese-news.com';
const MIRROR = 'http://mirror.curd-copies.org';
const BUSY = 'http://busy.rennet-shop.net';
const DOWN = 'http://down.whey-works.com';

const WORDS =
  'cheese cheddar rennet curd dairy brie gouda whey milk ripen cellar rind culture press salt brine wheel slice taste aroma'.split(
    ' ',
  );
const OTHER =
  'engine valley committee theatre copper window station lawyer orbit carpet harbour ladder pencil quarry railway saddle timber'.split(
    ' ',
  );
const GERMAN =
  'Der Käse reift viele Monate im kühlen Keller, und die Rinde wird jede Woche mit Salzwasser gewaschen, bis sie fest geworden ist. ' +
  'Danach kommt er auf den Markt, wo ihn die Leute aus den Dörfern kaufen und zu Hause mit Brot und Butter essen.';

/** A distinct text for each number, so that no two pages are near-duplicates. */
function prose(words: readonly string[], no: number): string {
  return Array.from(
    { length: 160 },
    (_, i) => words[(i * (no * 2 + 3) + ((i * i) >> 2) * (no + 1) + no * 7) % words.length],
  ).join(' ');
}
const page = (title: string, body: string, links: readonly string[] = [], head = ''): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title>${head}</head><body><main><p>${body}</p>` +
  `<ul>${links.map((href) => `<li><a href="${href}">more cheese</a></li>`).join('')}</ul></main></body></html>`;

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}
const html = (body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
  body,
});
const notFound: Answer = { status: 404, body: 'not found' };

const ARTICLES = 12;

/** The page of a URL on a day, 0 or 1; null if the connection is to be dropped. */
function answer(url: string, day: number, visits: number): Answer | null {
  const { origin, pathname: path } = new URL(url);
  if (origin === DOWN) return path === '/robots.txt' ? notFound : null;
  if (origin === BUSY) {
    if (path === '/robots.txt') return notFound;
    if (path === '/' && visits <= 1) return { status: 503, headers: { 'retry-after': '1' }, body: 'busy' };
    return html(page('Shop', prose(WORDS, 90), ['/offer']));
  }
  if (origin === MIRROR) {
    const article = /^\/article\/(\d+)$/.exec(path);
    if (article) return html(page(`Article ${article[1]}`, prose(WORDS, Number(article[1])), []));
    return path === '/robots.txt'
      ? notFound
      : html(
          page(
            'Mirror',
            prose(OTHER, 50),
            [1, 2, 3].map((no) => `/article/${no}`),
          ),
        );
  }
  if (origin !== SITE) return notFound;
  return siteAnswer(path, day);
}

function siteAnswer(path: string, day: number): Answer {
  const article = /^\/article\/(\d+)$/.exec(path);
  if (article) {
    const no = Number(article[1]);
    if (no > ARTICLES || (day === 1 && no === 5)) return no === 5 ? { status: 410, body: 'gone' } : notFound;
    const version = day === 1 && no === 4 ? 40 : no;
    return html(page(`Article ${no}`, prose(WORDS, version), []), {
      etag: `"a${version}"`,
      'last-modified': 'Mon, 02 Nov 2026 10:00:00 GMT',
    });
  }
  if (path.startsWith('/calendar')) {
    const [year = 2026, month = 1] = path.split('/').slice(2).map(Number);
    const next = month === 12 ? `/calendar/${year + 1}/1` : `/calendar/${year}/${month + 1}`;
    return html(page(`Events ${year}-${month}`, `Nothing takes place in month ${month} of ${year}.`, [next]));
  }
  switch (path) {
    case '/robots.txt':
      return {
        headers: { 'content-type': 'text/plain' },
        body: `User-agent: *\nDisallow: /private\nSitemap: ${SITE}/sitemap-index.xml\n`,
      };
    case '/sitemap-index.xml':
      return {
        headers: { 'content-type': 'application/xml' },
        body: `<sitemapindex><sitemap><loc>${SITE}/sitemap-1.xml.gz</loc></sitemap></sitemapindex>`,
      };
    case '/sitemap-1.xml.gz':
      return {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(
          `<urlset>${[10, 11, 12].map((no) => `<url><loc>${SITE}/article/${no}</loc></url>`).join('')}</urlset>`,
        ),
      };
    case '/feed.xml':
      return {
        headers: { 'content-type': 'application/rss+xml' },
        body: `<rss version="2.0"><channel><item><title>The ninth cheese</title><link>${SITE}/article/9</link></item></channel></rss>`,
      };
    case '/':
      return html(
        page(
          'Cheese news',
          prose(WORDS, 99),
          [
            ...[1, 2, 3, 4, 5].map((no) => `/article/${no}`),
            '/private/diary',
            '/hidden',
            '/quiet',
            '/kaese',
            '/calendar/2026/1',
            '/plain.txt',
            `${MIRROR}/`,
            `${BUSY}/`,
            `${DOWN}/`,
          ],
          '<link rel="alternate" type="application/rss+xml" href="/feed.xml">',
        ),
      );
    case '/hidden':
      return html(page('Hidden', prose(WORDS, 70), ['/article/6'], '<meta name="robots" content="noindex">'));
    case '/quiet':
      return html(page('Quiet', prose(WORDS, 71), ['/article/7']), { 'x-robots-tag': 'nofollow' });
    case '/kaese':
      return html(
        `<!doctype html><html><head><title>Käse</title></head><body><p>${GERMAN} ${GERMAN} cheese cheddar rennet</p></body></html>`,
      );
    case '/plain.txt':
      return {
        headers: { 'content-type': 'text/plain' },
        body: `${prose(WORDS, 80)}\n\nSee http://www.cheese-news.com/article/8 for more.`,
      };
    default:
      return notFound;
  }
}

export async function serveOpenWeb(): Promise<OpenWeb> {
  const requests: { url: string; conditional: boolean }[] = [];
  const visits = new Map<string, number>();
  let day = 0;
  const respond = (request: IncomingMessage, response: ServerResponse): void => {
    const url = request.url ?? '';
    const tag = request.headers['if-none-match'];
    const seen = (visits.get(url) ?? 0) + 1;
    visits.set(url, seen);
    requests.push({ url, conditional: tag !== undefined || request.headers['if-modified-since'] !== undefined });
    const found = answer(url, day, seen);
    if (found === null) {
      request.socket.destroy();
      return;
    }
    if (tag !== undefined && tag === found.headers?.['etag']) {
      response.writeHead(304, { etag: tag }).end();
      return;
    }
    response.writeHead(found.status ?? 200, found.headers).end(found.body);
  };
  const server = createServer(respond);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    seeds: [`${SITE}/`],
    requests,
    nextDay: () => {
      day = 1;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
