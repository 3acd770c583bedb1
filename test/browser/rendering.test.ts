import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { renderingSchema } from '../../src/domain/session/reading-config.js';
import type { FetchOutcome, FetchSettings, Fetcher } from '../../src/engine/ports.js';
import { createFetcher, type FetchingOptions } from '../../src/modules/fetch/fetching/index.js';
import { openRecordedWeb, serveRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { closeServer, startFixtureSite, type FixtureSite } from '../support/fixture-site.js';
import { testThoroughly } from '../support/thoroughness.js';
import { writeWarc } from '../support/warc.js';
import { browserPids, cacheDir, eventuallyGone, mainOf, mainPid, never, pageOf, settings } from './support.js';

let site: FixtureSite;
let fetcher: Fetcher;
const make = (options: Partial<FetchingOptions> = {}): Fetcher =>
  createFetcher({
    allowPrivateNetworks: true,
    chromium: { cacheDir, sandbox: 'auto' },
    warn: () => undefined,
    ...options,
  });
const render = (path: string, changes: Partial<FetchSettings> = {}, by = fetcher): Promise<FetchOutcome> =>
  by.fetch({ url: path.startsWith('/') ? site.url(path) : path, settings: { ...settings, ...changes } }, never);
const withScript = (script: string): string =>
  `/with/${encodeURIComponent(`<p id=p>as sent</p><script>${script}</script>`)}`;

/** Resolves when a path has been requested, counted from an index of the site's requests. */
async function requested(path: string, from: number): Promise<void> {
  while (!site.requests.slice(from).some((request) => request.path === path))
    await new Promise((resolve) => setTimeout(resolve, 20));
}

beforeAll(async () => {
  site = await startFixtureSite();
  fetcher = make();
});
afterAll(async () => {
  const pids = await browserPids();
  expect(pids.length).toBeGreaterThan(0);
  await fetcher.close();
  await eventuallyGone(pids);
  await site.close();
});

describe('rendering', () => {
  it('gives the links that only scripts write', async () => {
    expect(pageOf(await render('/script', { render: 'never' })).html).not.toContain('/page/3');
    const rendered = pageOf(await render('/script'));
    expect(rendered).toMatchObject({ rendered: true, finalUrl: site.url('/script'), redirects: [], truncated: false });
    expect(rendered.html).toContain('<a href="/page/3">link /page/3</a>');
  });

  it("shows itself to scripts and to servers by the settings' agent, and loads no images", async () => {
    const from = site.requests.length;
    const rendered = pageOf(
      await render(
        withScript(
          'p.textContent = navigator.userAgent; document.body.append(Object.assign(new Image(), {src: "/pixel"}))',
        ),
      ),
    );
    expect(rendered.html).toContain('>GleanerBot/0.1 (+https://gleaner.example/bot)</p>');
    expect(site.requests.slice(from).map((request) => request.path.split('/')[1])).toEqual(['with']);
    expect(site.requests[from]?.headers['user-agent']).toBe(settings.userAgent);
  });

  it('decodes as without rendering', async () => {
    expect(pageOf(await render('/header-charset'))).toMatchObject({
      charset: 'windows-1251',
      html: expect.stringContaining('Привет'),
    });
  });

  it.each([
    ['/status/500', 'http-error'],
    ['/pdf', 'not-html'],
    ['/drop', 'reset'],
    ['/circle/a', 'redirect-limit'],
  ])('leaves %s as %s', async (path, kind) => {
    expect(await render(path)).toMatchObject({ kind });
  });

  it('takes an answer without content for an empty page, and stays where a script is answered so', async () => {
    expect(pageOf(await render('/status/204'))).toMatchObject({ rendered: true, finalUrl: site.url('/status/204') });
    const path = withScript('location.href = "/status/204"');
    expect(pageOf(await render(path))).toMatchObject({
      finalUrl: site.url(path),
      html: expect.stringContaining('as sent'),
    });
  });

  it.each([300, 301, 308])('shows the content of a redirect without a target: %i', async (status) => {
    const path = `/status/${status}`;
    const shown = { finalUrl: site.url(path), httpStatus: status, html: expect.stringContaining(`status ${status}`) };
    expect(pageOf(await render(path, { render: 'never' }))).toMatchObject(shown);
    expect(pageOf(await render(path))).toMatchObject({ ...shown, rendered: true });
    const { html, finalUrl } = shown;
    expect(pageOf(await render(withScript(`location.href = "${path}"`)))).toMatchObject({ html, finalUrl });
  });

  it('obeys robots.txt and redirects', async () => {
    const fresh = await startFixtureSite();
    fresh.setRobots('User-agent: *\nDisallow: /page/2\n');
    expect(
      await fetcher.fetch({ url: fresh.url('/page/2'), settings: { ...settings, obeyRobots: true } }, never),
    ).toMatchObject({ kind: 'robots-denied' });
    expect(
      await fetcher.fetch({ url: fresh.url('/redirects/0'), settings: { ...settings, obeyRobots: true } }, never),
    ).toMatchObject({
      kind: 'page',
      rendered: true,
      finalUrl: fresh.url('/page/1'),
      redirects: [fresh.url('/redirects/0')],
    });
    const away = `/with/${encodeURIComponent('<p>as sent</p><script>location.href = "/page/2"</script>')}`;
    expect(
      pageOf(await fetcher.fetch({ url: fresh.url(away), settings: { ...settings, obeyRobots: true } }, never)).html,
    ).toContain('as sent');
    await fresh.close();
  });

  it('follows a script to another page, as a redirect, within the limit', async () => {
    const path = withScript('location.href = "/page/5"');
    expect(pageOf(await render(path))).toMatchObject({
      finalUrl: site.url('/page/5'),
      redirects: [expect.stringContaining('/with/')],
      html: expect.stringContaining('<title>page 5</title>'),
    });
    expect(
      pageOf(await render(withScript('location.href = location.href.split("#")[0] + "&" + Math.random()'))).redirects
        .length,
    ).toBeLessThanOrEqual(4);
  });

  it('cuts what scripts blow up', async () => {
    expect(pageOf(await render(withScript('p.textContent = "x".repeat(5e6)'), { maxBytes: 100_000 }))).toMatchObject({
      truncated: true,
      bytes: 100_000,
    });
  });

  it('is not held up by dialogs, popups, downloads, workers and timers that never end', async () => {
    const rendered = pageOf(
      await render(
        withScript(
          'alert(1); confirm(2); window.open("/page/9"); setInterval(() => 1, 1); navigator.serviceWorker?.register("/links.js").catch(() => 0);' +
            'const a = Object.assign(document.createElement("a"), {href: "/pdf", download: "x.pdf"}); document.body.append(a); a.click(); p.textContent = "done"',
        ),
      ),
    );
    expect(rendered.html).toContain('>done</p>');
  });

  testThoroughly('reads a page that never falls quiet', async () => {
    expect(pageOf(await render(withScript('fetch("/silent"); p.textContent = "polling"'))).html).toContain(
      '>polling</p>',
    );
  });

  it('keeps what one page stores from the next', async () => {
    await render(
      withScript(
        'localStorage.a = sessionStorage.a = 1; indexedDB.open("a").onsuccess = () => { p.textContent = "stored" }',
      ),
    );
    const next = withScript(
      'indexedDB.databases().then((all) => { p.textContent = "stored: " + (localStorage.length + sessionStorage.length + all.length) })',
    );
    expect(pageOf(await render(next)).html).toContain('>stored: 0</p>');
  });

  it('keeps from the next page what one stores while it is left', async () => {
    const farewell = (event: string): string =>
      `addEventListener("${event}", () => { document.cookie = "${event}=1"; localStorage.${event} = sessionStorage.${event} = window.name = 1; navigator.sendBeacon("/cookie") });`;
    await render(withScript(`${farewell('pagehide')}${farewell('unload')}`));
    const next = withScript(
      'p.textContent = "kept: [" + document.cookie + window.name + "]" + (localStorage.length + sessionStorage.length)',
    );
    expect(pageOf(await render(next)).html).toContain('>kept: []0</p>');
  });

  it('leaves a page what the one has stored that led to it', async () => {
    const second = withScript('p.textContent = "kept: " + sessionStorage.a + window.name');
    const first = withScript(`sessionStorage.a = window.name = 1; location.href = ${JSON.stringify(second)}`);
    expect(pageOf(await render(first)).html).toContain('>kept: 11</p>');
  });

  it('shows each page the same screen, with frames, drawn or not', async () => {
    const screen = withScript(
      'requestAnimationFrame(() => requestAnimationFrame(() => { p.textContent = [innerWidth, innerHeight, screen.width, screen.height, devicePixelRatio,' +
        ' visualViewport.scale, document.visibilityState, document.hasFocus(), matchMedia("(prefers-color-scheme: light)").matches].join(" ") }))',
    );
    const expected = '>1200 900 1200 900 1 1 visible true true</p>';
    const rendering = renderingSchema.parse({ screenshots: true });
    expect(pageOf(await render(screen)).html).toContain(expected);
    expect(pageOf(await render(screen, { rendering })).html).toContain(expected);
    expect(pageOf(await render(screen)).html).toContain(expected);
  });

  it('keeps cookies of one page from the next', async () => {
    await render(withScript('document.cookie = "seen=1"'));
    expect(pageOf(await render(withScript('p.textContent = "cookies: " + document.cookie'))).html).toContain(
      '>cookies: </p>',
    );
  });
});

describe('faults of the browser', () => {
  it('gives a page up whose script never ends, and renders the next', async () => {
    expect(await render(withScript('for (;;);'), { timeoutMs: 1_000 })).toMatchObject({
      kind: 'timeout',
      retryable: true,
    });
    expect(await render('/page/1')).toMatchObject({ kind: 'page', rendered: true });
  });

  it('survives a killed browser, in use and idle', async () => {
    await render('/page/1');
    const before = await browserPids();
    const from = site.requests.length;
    // A page with an endless script is in use until it is killed, however long it takes to find the process.
    const victim = await mainPid();
    const pending = render(withScript('fetch("/silent").catch(() => 0); for (;;);'), { timeoutMs: 60_000 });
    await requested('/silent', from);
    const killedAt = performance.now();
    process.kill(victim, 'SIGKILL');
    expect(await pending).toMatchObject({ kind: 'render-failed', retryable: true });
    // This is known at once, and not at the end of the page's time.
    expect(performance.now() - killedAt).toBeLessThan(20_000);
    expect(await render('/page/1')).toMatchObject({ kind: 'page', rendered: true });
    await eventuallyGone(before);
    const idle = await mainPid();
    process.kill(idle, 'SIGKILL');
    await eventuallyGone([idle]);
    // A request before its end is known meets it, and may be retried.
    let next = await render('/page/2');
    while (next.kind === 'render-failed' && next.retryable) next = await render('/page/2');
    expect(next).toMatchObject({ kind: 'page', rendered: true });
  });

  testThoroughly('survives a browser that hangs', async () => {
    await render('/page/1');
    const pids = await browserPids();
    process.kill(await mainPid(), 'SIGSTOP');
    // It was alone, so that nothing else can be the cause.
    expect(await render('/page/1', { timeoutMs: 1_000 })).toMatchObject({ kind: 'render-killed' });
    expect(await render('/page/1')).toMatchObject({ kind: 'page', rendered: true });
    await eventuallyGone(pids);
  });

  testThoroughly('survives a browser that hangs before it has opened a tab', async () => {
    const others = new Set(await browserPids());
    const ours = async (): Promise<number[]> => (await browserPids()).filter((pid) => !others.has(pid));
    const hasty = make({ chromium: { cacheDir, sandbox: 'auto', openMs: 3_000 } });
    expect(await render('/page/1', {}, hasty)).toMatchObject({ kind: 'page', rendered: true });
    const pids = await ours();
    process.kill(await mainOf(pids), 'SIGSTOP');
    const elsewhere = `http://localhost:${site.port}/page/1`;
    // The page was never loaded, so it has no failure of its own.
    expect(await render(elsewhere, { timeoutMs: 1_000 }, hasty)).toMatchObject({ kind: 'overloaded' });
    expect(await render(elsewhere, {}, hasty)).toMatchObject({ kind: 'page', rendered: true });
    await eventuallyGone(pids);
    await hasty.close();
  });

  it('answers aborted soon, in a tab and while waiting for one', async () => {
    const stop = new AbortController();
    const from = site.requests.length;
    const pending = Array.from({ length: 6 }, () =>
      fetcher.fetch({ url: site.url(withScript('fetch("/silent")')), settings }, stop.signal),
    );
    await requested('/silent', from);
    stop.abort();
    expect((await Promise.all(pending)).map((outcome) => outcome.kind)).toEqual(Array.from(pending, () => 'aborted'));
  });

  testThoroughly('ends when nothing is to be rendered, and starts again', async () => {
    const before = new Set(await browserPids());
    const brief = make({ chromium: { cacheDir, sandbox: 'auto', idleMs: 50 } });
    expect(await render('/page/1', {}, brief)).toMatchObject({ kind: 'page', rendered: true });
    await eventuallyGone((await browserPids()).filter((pid) => !before.has(pid)));
    expect(await render('/page/1', {}, brief)).toMatchObject({ kind: 'page', rendered: true });
    await brief.close();
  });

  it('says when there is no browser', async () => {
    const without = make({ chromium: { cacheDir, sandbox: 'off', executablePath: '/no/such/chromium' } });
    expect(await render('/page/1', {}, without)).toMatchObject({
      kind: 'render-failed',
      message: expect.stringContaining('no Chromium at /no/such/chromium'),
    });
    await without.close();
  });
});

describe('guard in the browser', () => {
  it('keeps scripts, frames, WebSockets and redirects out of private networks', async () => {
    // The page comes through a proxy, as from a public host; its other requests must not leave the crawler unchecked.
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '');
      if (request.url === 'http://public.example/away')
        return void response.writeHead(302, { location: `${site.origin}/page/1` }).end();
      response.writeHead(200, { 'content-type': 'text/html' })
        .end(`<p id=p>0</p><iframe src="${site.origin}/page/1"></iframe><script>
        const tries = [fetch("${site.origin}/page/2", {mode: "no-cors"}), fetch("http://localhost:${site.port}/page/3", {mode: "no-cors"}), fetch("/away", {mode: "no-cors"}),
          new Promise((ok, no) => { const s = new WebSocket("ws://127.0.0.1:${site.port}/"); s.onopen = ok; s.onerror = no; }),
          fetch("https://127.0.0.1:${site.port}/", {mode: "no-cors"})];
        Promise.allSettled(tries).then((all) => { p.textContent = all.map((one, i) => i + (one.status === "rejected" ? " refused" : one.value.type ?? one.value)).join(", "); });
        new Image().src = "${site.origin}/pixel"; document.head.append(Object.assign(document.createElement("link"), {rel: "prefetch", href: "${site.origin}/page/4"}));
        location.hash = "x"; setTimeout(() => { location.href = "${site.origin}/page/5" }, 60);
      </script>`);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const guarded = make({
      allowPrivateNetworks: false,
      proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    });
    const from = site.requests.length;
    try {
      const rendered = pageOf(await render('http://public.example/', {}, guarded));
      expect(rendered.finalUrl).toBe('http://public.example/');
      // The guard's own response is opaque; the WebSocket and TLS get none.
      expect(rendered.html).toMatch(/>0opaque, 1opaque, 2opaque, 3 refused, 4 refused<\/p>/);
    } finally {
      await guarded.close();
      await closeServer(proxy);
    }
    expect(site.requests.slice(from)).toEqual([]);
    expect(asked.filter((url) => !url.startsWith('http://public.example/'))).toEqual([]);
  });

  testThoroughly('opens no connection but to the guard proxy, which checks the connected address', async () => {
    const guarded = make({ allowPrivateNetworks: true, allowedPorts: [site.port] });
    const fresh = await startFixtureSite();
    try {
      const html = pageOf(
        await render(
          withScript(`fetch("${fresh.origin}/page/1", {mode: "no-cors"}).then((r) => { p.textContent = r.type })`),
          {},
          guarded,
        ),
      ).html;
      expect(html).toContain('>opaque</p>');
      expect(fresh.requests).toEqual([]);
    } finally {
      await guarded.close();
      await fresh.close();
    }
  });
});

describe('recorded webs', () => {
  it('are rendered over their proxy, http and https', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'gleaner-render-'));
    const script = 'fetch("/data.json").then(r => r.json()).then(d => { p.textContent = d.word })';
    const entries = ['http', 'https'].flatMap((scheme) => [
      { url: `${scheme}://a.example/`, body: `<p id=p>as sent</p><script src="/app.js"></script>` },
      { url: `${scheme}://a.example/app.js`, headers: { 'Content-Type': 'text/javascript' }, body: script },
      {
        url: `${scheme}://a.example/data.json`,
        headers: { 'Content-Type': 'application/json' },
        body: `{"word":"by ${scheme}"}`,
      },
    ]);
    await writeWarc(join(folder, 'web.warc.gz'), entries);
    const served = await serveRecordedWeb(await openRecordedWeb(join(folder, 'web.warc.gz')), { port: 0 });
    const viaProxy = make({ allowPrivateNetworks: false, proxyUrl: served.url });
    try {
      for (const scheme of ['http', 'https']) {
        expect(pageOf(await render(`${scheme}://a.example/`, { obeyRobots: true }, viaProxy))).toMatchObject({
          rendered: true,
          html: expect.stringContaining(`>by ${scheme}</p>`),
        });
      }
    } finally {
      await viaProxy.close();
      await served.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
