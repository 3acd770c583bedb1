import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fetcher, FetchOutcome, FetchSettings } from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { closeServer } from '../support/fixture-site.js';
import { startSocksServer } from '../support/socks-server.js';
import { cacheDir, lookupLoopback, never, pageOf, settings } from './support.js';

/** The response of each path by the cookies it gets. */
const PAGES: Readonly<Record<string, (cookie: string) => { body: string; cookies?: readonly string[]; to?: string }>> =
  {
    '/reload': (cookie) =>
      cookie.includes('js=1')
        ? { body: '<p>let in' }
        : { body: '<p>checking<script>document.cookie = "js=1; path=/"; location.reload()</script>' },
    '/replace': (cookie) =>
      cookie.includes('js=2')
        ? { body: '<p>let in' }
        : { body: '<p>checking<script>document.cookie = "js=2"; location.replace(location.href)</script>' },
    '/sent': (cookie) =>
      cookie.includes('http=1') && cookie.includes('js=3')
        ? { body: '<p>let in' }
        : {
            body: '<p>checking<script>document.cookie = "js=3"; location.reload()</script>',
            cookies: ['http=1; HttpOnly; Path=/'],
          },
    '/names': (cookie) =>
      cookie.includes(Buffer.from('from=Zürich 東京').toString('latin1'))
        ? { body: '<p id=p><script>p.textContent = "has " + document.cookie</script>' }
        : { body: '<meta charset=utf-8><script>document.cookie = "from=Zürich 東京"; location.reload()</script>' },
    '/later': (cookie) =>
      cookie.includes('js=4')
        ? { body: '<p>let in' }
        : { body: '<p>checking<script>document.cookie = "js=4"; setTimeout(() => location.reload(), 900)</script>' },
    '/refreshed': (cookie) =>
      cookie.includes('js=5')
        ? { body: '<p>let in' }
        : { body: '<p>checking<script>document.cookie = "js=5"</script><meta http-equiv=refresh content=1>' },
    '/shown': () => ({
      body: '<p id=p><script>p.textContent = "has " + document.cookie</script>',
      cookies: ['a=1', 'b=2; HttpOnly'],
    }),
    '/led': (cookie) =>
      cookie.includes('hop=1')
        ? { body: '<p id=p><script>p.textContent = "has " + document.cookie</script>' }
        : { body: '<p>on the way<script>location.href = "/hop"</script>' },
    '/hop': () => ({ body: '', to: '/led', cookies: ['hop=1; Path=/'] }),
    '/endless': () => ({ body: '<p>checking<script>document.cookie = "n=1"; location.reload()</script>' }),
    '/stored': () => ({
      body: '<p id=p>checking<script>if (localStorage.seen) p.textContent = "let in"; else { localStorage.seen = 1; location.reload() }</script>',
    }),
    '/data': (cookie) => ({ body: `data with ${cookie}` }),
    '/fetching': () => ({
      body: '<p id=p>waits<script>fetch("/data").then((r) => r.text()).then((t) => { p.textContent = t })</script>',
      cookies: ['doc=1; Path=/'],
    }),
  };

let origin: string;
let fetcher: Fetcher;
const asked: string[] = [];
const languages: unknown[] = [];
const server = createServer((request, response) => {
  const { cookie = '' } = request.headers;
  asked.push(`${request.url ?? ''} ${cookie}`.trim());
  languages.push(request.headers['accept-language']);
  const answer = PAGES[request.url ?? '']?.(cookie);
  response.writeHead(answer === undefined ? 404 : answer.to === undefined ? 200 : 302, {
    'content-type': 'text/html',
    ...(answer?.cookies && { 'set-cookie': [...answer.cookies] }),
    ...(answer?.to && { location: answer.to }),
  });
  response.end(answer?.body);
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://shop.example:${(server.address() as AddressInfo).port}`;
  fetcher = createFetcher({
    allowPrivateNetworks: true,
    pace: UNPACED,
    lookup: lookupLoopback,
    chromium: { cacheDir, sandbox: 'auto' },
    warn: () => undefined,
  });
});
afterAll(async () => {
  await fetcher.close();
  await closeServer(server);
});
beforeEach(() => {
  asked.splice(0);
  languages.splice(0);
});
const render = (path: string, changes: Partial<FetchSettings> = {}): Promise<FetchOutcome> =>
  fetcher.fetch({ url: `${origin}${path}`, settings: { ...settings, ...changes } }, never);

it.each(['/reload', '/replace', '/sent', '/later', '/refreshed'])(
  'a cookie that a script sets goes with the document that it leads to: %s',
  async (path) => {
    expect(pageOf(await render(path)).html).toContain('let in');
    expect(asked.filter((one) => one.startsWith(path))).toHaveLength(2);
  },
);

it("are seen by the page's scripts, unless for servers alone, and sent with what it loads", async () => {
  expect(pageOf(await render('/shown')).html).toContain('has a=1<');
  expect(pageOf(await render('/fetching')).html).toContain('data with doc=1');
});

it('come back to the browser from the redirects behind a script', async () => {
  expect(pageOf(await render('/led')).html).toContain('has hop=1');
});

it('may have letters of any script', async () => {
  expect(pageOf(await render('/names')).html).toContain('has from=Zürich 東京');
});

it('are forgotten with the page', async () => {
  for (const _ of [1, 2]) await render('/reload');
  expect(asked).toEqual(['/reload', '/reload js=1', '/reload', '/reload js=1']);
});

it('are not the only thing that a script may store before it loads its page again', async () => {
  expect(pageOf(await render('/stored')).html).toContain('let in');
  expect(asked).toEqual(['/stored']);
});

it('do not let a page that always reloads itself be requested more than twice', async () => {
  expect(pageOf(await render('/endless')).html).toContain('checking');
  expect(asked).toEqual(['/endless', '/endless n=1']);
});

it('are none where the session wants none', async () => {
  expect(pageOf(await render('/reload', { cookies: 'off' })).html).toContain('checking');
  expect(asked).toEqual(['/reload']);
});

it("load what pages load through the session's proxy, with its languages and logins", async () => {
  const socks = await startSocksServer((server.address() as AddressInfo).port);
  const access = {
    session: 'one',
    proxies: [`socks5://127.0.0.1:${socks.port}`],
    hosts: [{ host: 'shop.example', cookies: ['login=sesame'] }],
  };
  const page = pageOf(await render('/fetching', { access, acceptLanguage: 'rm-CH' }));
  expect(page.html).toMatch(/data with (?:login=sesame; doc=1|doc=1; login=sesame)/);
  // The fetcher's connection, and the browser's.
  expect(socks.asked.length).toBeGreaterThanOrEqual(2);
  expect(languages).toEqual(['rm-CH', 'rm-CH']);
  await socks.close();
  expect(pageOf(await render('/shown', { access: { ...access, proxies: [] } })).html).not.toContain('sesame');
});
