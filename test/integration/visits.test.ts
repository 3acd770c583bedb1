import { parsePage } from '../../src/domain/page/index.js';
import { PLAIN_FETCH, type Fetcher, type FetchOutcome, type FetchSettings } from '../../src/engine/ports.js';
import { createFetcher, UNPACED, type LookupAll } from '../../src/modules/fetch/fetching/index.js';
import { httpAnswer, startRawServer, type RawServer } from '../support/raw-server.js';

const never = new AbortController().signal;
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: 10_000,
  maxBytes: 100_000,
  maxRedirects: 6,
};
const lookup: LookupAll = (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]);
const to = (location: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  httpAnswer('', { ...more, Location: location }, '302 Found');
const arrived = httpAnswer('<title>arrived</title><p>there');

type Answer = (path: string, head: string) => Buffer;

/** Fetches a first page from a server with these responses, and returns its requests. */
async function visit(
  first: string,
  answer: Answer,
  changes: Partial<FetchSettings> = {},
): Promise<{ outcome: FetchOutcome; asked: string[]; cookies: string[] }> {
  const server = await startRawServer((path, head) => ({ bytes: answer(path, head) }));
  try {
    const outcome = await fetcher.fetch({ url: urlOf(server, first), settings: { ...settings, ...changes } }, never);
    return {
      outcome,
      asked: server.heads.map((head) => /^GET (\S+)/.exec(head)?.[1] ?? ''),
      cookies: server.heads.map((head) => /^cookie: (.*)\r$/im.exec(head)?.[1] ?? ''),
    };
  } finally {
    await server.close();
  }
}
const urlOf = ({ host }: RawServer, path: string): string =>
  `http://${host.replace('127.0.0.1', 'www.shop.test')}${path}`;

let fetcher: Fetcher;
beforeAll(() => {
  fetcher = createFetcher({ allowPrivateNetworks: true, pace: UNPACED, lookup });
});
afterAll(() => fetcher.close());

describe('redirects', () => {
  it.each([
    ['/in;jsessionid=8A7F', '/in;jsessionid=8A7F'],
    ['/in?utm_source=a&PHPSESSID=0123456789abcdef', '/in?utm_source=a&PHPSESSID=0123456789abcdef'],
    ['/%7Euser/', '/%7Euser/'],
    ['/in?', '/in?'],
    ['/%c3%a9', '/%c3%a9'],
    ['/stra\xc3\x9fe?q=\xc3\xb1', '/stra%C3%9Fe?q=%C3%B1'],
    ['/caf\xe9', '/caf%E9'],
    ['/\xd0\xb9\xff', '/%D0%B9%FF'],
    ['  /a b  ', '/a%20b'],
  ])('to %j ask for %s', async (location, target) => {
    const { outcome, asked } = await visit('/in', (path) => (path === '/in' ? to(location) : arrived));
    expect(outcome).toMatchObject({ kind: 'page' });
    expect(asked).toEqual(['/in', target]);
    expect(outcome.finalUrl.endsWith(target)).toBe(true);
  });

  it('to the spelling that was canonicalised away, and back again, end where the server wants them', async () => {
    const { outcome, asked } = await visit('/~user/', (path) => (path === '/~user/' ? to('/%7Euser/') : arrived));
    expect([outcome.kind, asked]).toEqual(['page', ['/~user/', '/%7Euser/']]);
    const circle = await visit('/~user/', (path) => to(path === '/~user/' ? '/%7Euser/' : '/~user/'));
    expect(circle.outcome).toMatchObject({ kind: 'redirect-limit', message: 'redirect loop' });
    expect(circle.asked).toHaveLength(2);
  });

  it('take the links of a page as relative to where they led', async () => {
    const { outcome } = await visit('/in', (path) =>
      path === '/in' ? to('/%7Euser/a;jsessionid=1/b') : httpAnswer('<a href=c>c</a><a href=../d>d</a>'),
    );
    const links = outcome.kind === 'page' ? parsePage(outcome.html, outcome.finalUrl).links : [];
    expect(links.map(({ url }) => new URL(url).pathname)).toEqual(['/~user/a/c', '/~user/d']);
  });

  it('follow the same Location told twice, and none of two different ones', async () => {
    const twice =
      (other: string): Answer =>
      (path) =>
        path === '/in' ? to(`/x\r\nLocation: ${other}`) : arrived;
    expect((await visit('/in', twice('/x'))).outcome.kind).toBe('page');
    expect((await visit('/in', twice('/y'))).outcome.kind).toBe('http-error');
  });
});

describe('a Refresh header', () => {
  it.each([
    ['5; url=/next', '/next'],
    ['0;URL="/next"', '/next'],
    ["0, '/next'", '/next'],
    ['0', null],
    ['0; url=javascript:alert(1)', null],
  ])('%s is a link', async (refresh, target) => {
    const { outcome } = await visit('/', () => httpAnswer('<title>wait</title>', { Refresh: refresh }));
    const links = outcome.kind === 'page' ? parsePage(outcome.html, outcome.finalUrl, undefined, outcome).links : [];
    expect(links.map(({ url }) => new URL(url).pathname)).toEqual(target === null ? [] : [target]);
  });
});

describe('a Link header', () => {
  it.each([
    ['</style.css>; rel=preload, </next>; rel="next"', ['/next']],
    ['</style.css>; rel=preload', []],
  ])('%s is a link to a page', async (link, targets) => {
    const { outcome } = await visit('/', () => httpAnswer('<title>page</title>', { Link: link }));
    const links = outcome.kind === 'page' ? parsePage(outcome.html, outcome.finalUrl, undefined, outcome).links : [];
    expect(links.map(({ url }) => new URL(url).pathname)).toEqual(targets);
  });
});

describe('a Content-Language header', () => {
  it.each([
    ['<title>Seite</title>', 'de-AT, en', 'de-at'],
    ['<html lang=fr><title>page</title>', 'de', 'fr'],
    ['<title>page</title>', 'none of them', ''],
  ])('is the declared language of %s', async (html, header, language) => {
    const { outcome } = await visit('/', () => httpAnswer(html, { 'Content-Language': header }));
    const page = outcome.kind === 'page' ? parsePage(outcome.html, outcome.finalUrl, undefined, outcome) : null;
    expect(page?.language).toBe(language);
  });
});

it('asks for the queries of links in the encoding of their page, and for paths in UTF-8', async () => {
  // Greek, if a page says so in its head after all its styles.
  const style = '.x{}'.repeat(2_000);
  const greek = Buffer.from('<a href="/\xf4/?q=\xf4\xf5\xf1#\xf4">\xf4</a><base href="/b/?\xf4">', 'latin1');
  const page = Buffer.concat([Buffer.from(`<title>t</title><style>${style}</style><meta charset=iso-8859-7>`), greek]);
  const { outcome } = await visit('/', () => httpAnswer(page, { 'Content-Type': 'text/html' }));
  expect(outcome).toMatchObject({ kind: 'page', charset: 'iso-8859-7' });
  const { links } = parsePage(outcome.kind === 'page' ? outcome.html : '', outcome.finalUrl, undefined, {
    charset: 'iso-8859-7',
  });
  expect(links.map(({ url }) => url.slice(new URL(url).origin.length))).toEqual(['/%CF%84/?q=%F4%F5%F1']);
});

describe('the cookies of a visit', () => {
  /** Admits nobody without its cookie. */
  const wall: Answer = (path, head) =>
    /^cookie:.*seen=1/im.test(head) ? arrived : to(path, { 'Set-Cookie': 'seen=1; Path=/; HttpOnly' });

  it('are sent to whoever sends the visitor round once', async () => {
    const { outcome, asked, cookies } = await visit('/page', wall);
    expect(outcome).toMatchObject({ kind: 'page', redirects: [expect.stringContaining('/page')] });
    expect([asked, cookies]).toEqual([
      ['/page', '/page'],
      ['', 'seen=1'],
    ]);
  });

  it.each([
    ['0', 2],
    ['5; url=/page', 2],
    ['60', 1],
    ['0; url=/other', 1],
  ])('are sent to a page that sets one and asks for a refresh of %j: %i requests', async (refresh, requests) => {
    const content = (head: string): Buffer =>
      head.includes('seen=1')
        ? httpAnswer('<p>content')
        : httpAnswer(`<meta http-equiv="refresh" content="${refresh}"><p>wait`, { 'Set-Cookie': 'seen=1' });
    const { asked } = await visit('/page', (_path, head) => content(head));
    expect(asked).toEqual(Array.from({ length: requests }, () => '/page'));
  });

  it('end with the visit', async () => {
    const server = await startRawServer((path, head) => ({ bytes: wall(path, head) }));
    for (const _ of [1, 2]) await fetcher.fetch({ url: urlOf(server, '/page'), settings }, never);
    await server.close();
    expect(server.heads.map((head) => /^cookie:/im.test(head))).toEqual([false, true, false, true]);
  });

  it('are neither kept nor sent where the session wants none', async () => {
    const { outcome, asked } = await visit('/page', wall, { cookies: 'off' });
    expect(outcome).toMatchObject({ kind: 'redirect-limit', message: 'redirect loop' });
    expect(asked).toEqual(['/page']);
  });

  it('follow the rules for hosts, paths and ends: to their own site only', async () => {
    const { cookies } = await visit('/a', (path, head) => {
      const port = /^host: \S+:(\d+)/im.exec(head)?.[1] ?? '';
      if (path === '/a')
        return to(`http://login.shop.test:${port}/b`, {
          'Set-Cookie': [
            'site=1; Domain=shop.test',
            'own=1',
            'deep=1; Path=/deep; Domain=shop.test',
            'old=1; Domain=shop.test; Max-Age=0',
            'top=1; Domain=test',
            'foreign=1; Domain=other.test',
            'bare; Domain=shop.test',
          ].join('\r\nSet-Cookie: '),
        });
      if (path === '/b') return to(`http://other.test:${port}/c`);
      return path === '/c' ? to(`http://www.shop.test:${port}/deep/d`) : arrived;
    });
    expect(cookies).toEqual(['', 'site=1; bare', '', expect.stringContaining('deep=1')]);
    expect(cookies[3]?.split('; ').sort()).toEqual(['bare', 'deep=1', 'own=1', 'site=1']);
  });

  it('are bounded: a wall that wants ever more of them ends at the limit of redirects', async () => {
    let count = 0;
    const { outcome, cookies } = await visit('/page', (path) =>
      to(path, {
        'Set-Cookie': Array.from({ length: 300 }, () => `c${count++}=${'x'.repeat(200)}`).join('\r\nSet-Cookie: '),
      }),
    );
    expect(outcome).toMatchObject({ kind: 'redirect-limit' });
    expect(Math.max(...cookies.map((cookie) => cookie.length))).toBeLessThanOrEqual(8 * 1024);
  });
});
