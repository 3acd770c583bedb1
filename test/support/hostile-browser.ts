import { readdir } from 'node:fs/promises';
import { createSocket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import type { FetchOutcome, FetchSettings, Fetcher } from '../../src/engine/ports.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import {
  browserPids,
  cacheDir,
  lookupLoopback,
  never,
  pageOf,
  peakBytes,
  settings,
  startPageSite,
  type PageSite,
} from '../browser/support.js';

/** Pages that attack the browser or its host, each on its own host; after each, the next page must render as usual. */

const inScript = (script: string): string => `<!DOCTYPE html><p id=p>as sent</p><script>${script}</script>`;
const done = 'p.textContent = "done"; p.className = "x";';
/** Read or given up, depending on the machine's speed. */
const IN_TIME: unknown = expect.stringMatching(/^(?:page|timeout|render-failed|render-killed)$/);

const pages: Record<string, string> = {
  '/plain': inScript(done),
  // Loops without a pause.
  '/alerts': inScript('for (;;) alert(1)'),
  '/microtasks': inScript('(function again() { Promise.resolve().then(again) })()'),
  '/regex': inScript('/^(a+)+$/.test("a".repeat(40) + "b")'),
  '/write': inScript('for (;;) document.write("<p>more</p>")'),
  // Loops with pauses.
  '/dialogs': inScript(`${done} setInterval(() => { alert(1); confirm(2); prompt(3); print() }, 1)`),
  '/timers': inScript(
    `${done} for (let i = 0; i < 2000; i++) setInterval(() => i, 0); (function frame() { requestAnimationFrame(frame) })()`,
  ),
  '/dom': inScript(
    `${done} setInterval(() => { for (let i = 0; i < 2000; i++) document.body.append(document.createElement("div")) }, 0)`,
  ),
  '/text': inScript(`${done} let t = "x".repeat(1e5); setInterval(() => { document.body.append(t) }, 0)`),
  '/deep': inScript(
    'let at = document.body; for (let i = 0; i < 20000; i++) at = at.appendChild(document.createElement("div"));' +
      done,
  ),
  '/console': inScript(
    `${done} const long = "x".repeat(1e4); setInterval(() => { for (let i = 0; i < 5000; i++) console.log(long, window) }, 0)`,
  ),
  '/messages': inScript(
    `${done} onmessage = (e) => postMessage(e.data, "*"); for (let i = 0; i < 1000; i++) postMessage("x".repeat(1e4), "*")`,
  ),
  '/history': inScript(
    `${done} setInterval(() => { for (let i = 0; i < 100; i++) history.pushState(0, "", "/h" + Math.random()) }, 0); setInterval(() => { location.hash = Math.random() }, 1)`,
  ),
  '/reload': inScript(`${done} setTimeout(() => location.reload(), 0)`),
  // Memory outside of the heap limit.
  '/buffers': inScript(
    'const all = []; setInterval(() => all.push(new Uint8Array(1 << 26).fill(1)), 5); fetch("/silent")',
  ),
  '/heap': inScript('const all = []; for (;;) all.push(new Array(1e6).fill(0.5))'),
  // Large numbers of everything.
  '/frames': inScript(
    `for (let i = 0; i < 2000; i++) document.body.append(Object.assign(document.createElement("iframe"), { src: "/frame?" + i }));${done}`,
  ),
  '/blank-frames': inScript(
    `const more = () => { for (let i = 0; i < 500; i++) document.body.append(document.createElement("iframe")) }; setInterval(more, 0); ${done}`,
  ),
  '/requests': inScript(
    `${done} let ended = 0; for (let i = 0; i < 600; i++) fetch("/many?" + i).catch(() => 0).then(() => { if (++ended === 20) p.className = "many" })`,
  ),
  '/flood': inScript(`${done} for (let i = 0; i < 2000; i++) fetch("/flood?" + i).catch(() => 0)`),
  '/few-frames': inScript(
    `for (let i = 0; i < 100; i++) document.body.append(Object.assign(document.createElement("iframe"), { src: "/frame?" + i }));${done}`,
  ),
  '/sockets': inScript(`${done} for (let i = 0; i < 1000; i++) new WebSocket("ws://" + location.host + "/ws?" + i)`),
  '/endless': inScript(`${done} fetch("/endless-body").then((r) => r.text())`),
  '/popups':
    inScript(`${done} const a = Object.assign(document.createElement("a"), { href: "/popup", target: "_blank" }); document.body.append(a);
    for (let i = 0; i < 50; i++) { window.open("/popup?" + i); a.click(); Window.prototype.open?.call(window, "/popup"); }
    const f = document.body.appendChild(document.createElement("iframe")); f.contentWindow.open("/popup?frame")`),
  '/workers': inScript(`const url = URL.createObjectURL(new Blob(["for (;;) console.log('x')"])); const says = [];
    const made = (what, make) => { try { const w = make(); w.onerror = () => { says.push(what); p.textContent = says.join() } } catch { says.push(what); p.textContent = says.join() } };
    made("blob", () => new Worker(url)); made("file", () => new Worker("/worker.js")); made("shared", () => new SharedWorker("/worker.js"))`),
  '/service-worker':
    inScript(`const says = []; const tries = [navigator.serviceWorker.register("/sw.js"), ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, "/sw.js")];
    Promise.allSettled(tries).then(() => navigator.serviceWorker.getRegistrations()).then((all) => { p.textContent = "registered " + all.length })`),
  '/sw.js': 'self.addEventListener("fetch", (event) => event.respondWith(new Response("taken over")))',
  // Ways out of the page.
  '/leave-file': inScript(
    `${done} location.href = "file:///etc/passwd"; setTimeout(() => { location.href = "view-source:file:///etc/passwd" }, 20)`,
  ),
  '/leave-data': inScript(`${done} location.href = "data:text/html,<p>taken"`),
  '/leave-script': inScript(`${done} location.href = "javascript:'<p>by javascript'"`),
  '/leave-internal': inScript(
    `${done} location.href = "chrome://crash"; setTimeout(() => { location.href = "chrome://version" }, 20)`,
  ),
  '/leave-blob': inScript(`${done} location.href = URL.createObjectURL(new Blob(["<p>taken"], { type: "text/html" }))`),
  '/leave-refresh': `<meta http-equiv=refresh content="0;url=file:///etc/passwd"><p id=p class=x>done</p>`,
  '/leave-blank': inScript('location.href = "about:blank"'),
  '/read-file':
    inScript(`const tries = [fetch("file:///etc/passwd"), new Promise((ok, no) => { const x = new XMLHttpRequest(); x.onload = ok; x.onerror = no; x.open("GET", "file:///etc/passwd"); x.send() })];
    Promise.allSettled(tries).then((all) => { p.textContent = all.map((one) => one.status).join() });
    document.body.append(Object.assign(document.createElement("iframe"), { src: "file:///etc/passwd" }), Object.assign(document.createElement("object"), { data: "file:///etc/passwd" }))`),
  '/post': `<p id=p class=x>done</p><form id=f method=post action="/posted"><input name=a value=1></form><script>f.submit()</script>`,
  '/unload': inScript(
    `${done} onbeforeunload = (e) => { e.preventDefault(); return e.returnValue = "stay" }; onunload = onpagehide = () => { for (;;); }`,
  ),
  '/prerender': `${inScript(done)}<script type=speculationrules>{"prerender":[{"source":"list","urls":["/ahead"],"eagerness":"immediate"}]}</script>`,
  // Prompts for a user.
  '/permissions':
    inScript(`for (const ask of [() => navigator.geolocation.getCurrentPosition(() => 0, () => 0), () => Notification.requestPermission(),
    () => navigator.mediaDevices.getUserMedia({ audio: true }), () => navigator.clipboard.readText(), () => document.documentElement.requestFullscreen()])
    try { Promise.resolve(ask()).catch(() => 0) } catch { }
    ${done}`),
  '/auth': inScript('fetch("/secret").then((r) => { p.textContent = "status " + r.status })'),
};

let site: PageSite;
let fetcher: Fetcher;
let endlessBytes = 0;
const credentials: (string | undefined)[] = [];
const asPage = (name: string): string => name.replace(/^\//, '');
const ask = (
  path: string,
  changes: Partial<FetchSettings> = {},
  host = `${asPage(path)}.test`,
): Promise<FetchOutcome> =>
  fetcher.fetch({ url: site.url(path, host), settings: { ...settings, timeoutMs: 10_000, ...changes } }, never);
/** The page stays open this long after it has loaded. */
const lookedAt = (ms: number): Partial<FetchSettings> => ({
  rendering: { ...settings.rendering, wait: { until: 'time', ms } },
});
const requestsFor = (start: string): string[] => site.requests.filter((path) => path.startsWith(start));

/** Defines the tests. @param all whether to use every page, or one of each kind */
export const describeHostilePages = ({ all }: { readonly all: boolean }): void =>
  describe('hostile pages', () => {
    const some = (kinds: readonly string[], more: readonly string[]): readonly string[] =>
      all ? [...kinds, ...more] : kinds;
    beforeAll(async () => {
      site = await startPageSite({
        ...pages,
        '/silent': () => undefined,
        '/endless-body': (_request, response) => {
          const chunk = Buffer.alloc(256 * 1024, 'x');
          const write = (): void => {
            do endlessBytes += chunk.length;
            while (!response.destroyed && response.write(chunk));
          };
          response.on('drain', write);
          write();
        },
        '/secret': (request, response) => {
          credentials.push(request.headers.authorization);
          response.writeHead(401, { 'www-authenticate': 'Basic realm="secret"' }).end();
        },
        '/download': (_request, response) =>
          response
            .writeHead(200, { 'content-type': 'text/html', 'content-disposition': 'attachment; filename=x.html' })
            .end('<p>a file'),
      });
      fetcher = createFetcher({
        allowPrivateNetworks: true,
        chromium: { cacheDir, sandbox: 'auto' },
        warn: () => undefined,
        lookup: lookupLoopback,
        pace: UNPACED,
      });
      expect(await ask('/plain')).toMatchObject({ kind: 'page', rendered: true });
    });
    afterAll(async () => {
      await fetcher.close();
      await site.close();
    });
    // The browser serves the next page, whatever the last one did.
    afterEach(async () => {
      expect(pageOf(await ask('/plain')).html).toContain('>done</p>');
    });

    describe('pages that never pause', () => {
      it.each(some(['/microtasks'], ['/write', '/alerts', '/regex', '/deep']))(
        '%s is given up in time',
        async (path) => {
          expect(await ask(path, { timeoutMs: 1_000 })).toMatchObject({
            kind: expect.stringMatching(/^(?:timeout|render-failed|render-killed)$/),
          });
        },
      );

      // The browser hangs with it, and takes time to be given up.
      if (all)
        it('gives up, or reads, one that changes its history endlessly', async () => {
          expect(await ask('/history', { timeoutMs: 500 })).toMatchObject({ kind: IN_TIME });
        });

      it.each(some(['/dialogs', '/reload'], ['/text', '/console', '/timers', '/dom', '/messages']))(
        '%s is read all the same',
        async (path) => {
          const heap = process.memoryUsage().rss;
          const page = pageOf(await ask(path, { timeoutMs: 8_000 }));
          expect(page.html).toContain('done');
          expect(page.html.length).toBeLessThanOrEqual(settings.maxBytes);
          expect(process.memoryUsage().rss - heap).toBeLessThan(400 * 1024 * 1024);
        },
      );
    });

    describe('pages that take everything', () => {
      // On a slow machine a page that takes memory gradually is read and left before it has taken much.
      it.each(
        (
          [
            ['/buffers', /^(?:timeout|render-killed|page)$/],
            ['/heap', /^(?:timeout|render-killed)$/],
          ] as const
        ).slice(all ? 0 : 1),
      )('%s is ended before the machine is', async (path, kinds) => {
        const peaks = new Map<number, number>();
        const look = async (): Promise<void> => {
          for (const pid of await browserPids()) peaks.set(pid, Math.max(peaks.get(pid) ?? 0, await peakBytes(pid)));
        };
        const watch = setInterval(() => void look(), 100);
        try {
          expect(await ask(path, { timeoutMs: 25_000 })).toMatchObject({ kind: expect.stringMatching(kinds) });
        } finally {
          clearInterval(watch);
        }
        // The limit is 1 GiB, measured four times a second.
        expect(Math.max(0, ...peaks.values())).toBeLessThan(3 * 1024 * 1024 * 1024);
      });

      it('loads no frames, however many', async () => {
        expect(pageOf(await ask('/few-frames')).html).toContain('>done</p>');
        // The browser and its driver are busy with these for many seconds.
        for (const path of some([], ['/frames', '/blank-frames']))
          expect(await ask(path, { timeoutMs: 500 })).toMatchObject({ kind: IN_TIME });
        expect(requestsFor('/frame?')).toEqual([]);
        expect((await browserPids()).length).toBeLessThan(20);
      });

      it('makes so many requests and connections, and no more', async () => {
        const rendering = { ...settings.rendering, wait: { until: 'selector', selector: '.many' } as const };
        expect(pageOf(await ask('/requests', { rendering })).html).toContain('>done</p>');
        expect(requestsFor('/many?').length).toBeGreaterThan(0);
        expect(requestsFor('/many?').length).toBeLessThanOrEqual(400);
        if (all) expect(await ask('/flood', { timeoutMs: 1_500 })).toMatchObject({ kind: IN_TIME });
        expect(requestsFor('/flood?').length).toBeLessThanOrEqual(400);
        expect(pageOf(await ask('/sockets')).html).toContain('>done</p>');
        expect(requestsFor('/ws?').length).toBeLessThanOrEqual(400);
      });

      it('reads so many bytes of an endless answer, and no more', async () => {
        expect(pageOf(await ask('/endless')).html).toContain('>done</p>');
        expect(endlessBytes).toBeGreaterThan(1024 * 1024);
        expect(endlessBytes).toBeLessThan(40 * 1024 * 1024);
      });

      it('opens no windows', async () => {
        // Observed for a while, in which windows would open.
        expect(pageOf(await ask('/popups', lookedAt(400))).html).toContain('done');
        expect(site.requests.filter((path) => /^\/popup(?:\?|$)/.test(path))).toEqual([]);
      });

      it('has no workers, and no service workers that outlive it', async () => {
        expect(pageOf(await ask('/workers')).html).toMatch(
          /<p id="p">(?:blob|file|shared)(?:,(?:blob|file|shared)){2}<\/p>/,
        );
        // Loopback counts as a secure origin, where service workers are possible.
        expect(pageOf(await ask('/service-worker', {}, '127.0.0.1')).html).toContain('registered 0');
        expect(pageOf(await ask('/plain', {}, '127.0.0.1')).html).toContain('>done</p>');
        expect([...requestsFor('/worker.js'), ...requestsFor('/sw.js')]).toEqual([]);
      });
    });

    describe('pages that lead elsewhere', () => {
      it.each(some(['/leave-file', '/post'], ['/leave-data', '/leave-internal', '/leave-refresh']))(
        '%s stays what it was',
        async (path) => {
          const page = pageOf(await ask(path, lookedAt(100)));
          expect(page).toMatchObject({ finalUrl: site.url(path, `${asPage(path)}.test`), redirects: [] });
          expect(page.html).toContain('class="x">done</p>');
          expect(requestsFor('/posted')).toEqual([]);
        },
      );

      it('may replace itself by a script; targets outside of the web are no pages', async () => {
        expect(pageOf(await ask('/leave-script')).html).not.toContain('root:');
        for (const path of ['/leave-blank', '/leave-blob'])
          expect(await ask(path)).toMatchObject({ kind: 'render-failed' });
      });

      it('reads no files', async () => {
        const page = pageOf(await ask('/read-file'));
        expect(page.html).toContain('>rejected,rejected</p>');
        expect(page.html).not.toContain('root:');
      });

      it('saves no downloads', async () => {
        const before = await readdir(cacheDir);
        expect(await ask('/download')).toMatchObject({ kind: 'page' });
        expect(await readdir(cacheDir)).toEqual(before);
      });

      it('cannot hold the tab by asking to stay', async () => {
        expect(pageOf(await ask('/unload')).html).toContain('>done</p>');
        expect(pageOf(await ask('/plain', {}, 'unload.test')).html).toContain('>done</p>');
      });

      it('renders no pages ahead', async () => {
        expect(pageOf(await ask('/prerender', lookedAt(500))).html).toContain('>done</p>');
        expect(requestsFor('/ahead')).toEqual([]);
      });

      it('asks nobody for permission or passwords', async () => {
        expect(pageOf(await ask('/permissions')).html).toContain('>done</p>');
        expect(pageOf(await ask('/auth')).html).toContain('status 401');
        expect(credentials).toEqual([undefined]);
      });
    });

    describe('private networks', () => {
      /** Ways out that only pages of secure origins have, each with a test whether the browser supports it. */
      const secureWays = (to: (scheme: string) => string, port: number): string => `({
        serviceWorker: [() => navigator.serviceWorker, () => Promise.all([
          navigator.serviceWorker.register("/sw.js"),
          document.body.appendChild(document.createElement("iframe")).contentWindow.ServiceWorkerContainer.prototype.register.call(navigator.serviceWorker, "/sw.js", { scope: "/frame/" })])],
        WebTransport: [() => window.WebTransport, async () => {
          const certificates = [{ algorithm: "sha-256", value: new Uint8Array(32) }];
          for (const host of ["127.0.0.1", "[::1]", "localhost", "public.example"])
            for (const options of [{}, { serverCertificateHashes: certificates }, { requireUnreliable: true }])
              attempt(() => new WebTransport("https://" + host + ":${port}/", options).ready) }],
        RTCPeerConnection: [() => window.RTCPeerConnection, async () => {
          const urls = ["stun:127.0.0.1:${port}", "stun:[::1]:${port}", "stun:localhost:${port}", "stuns:127.0.0.1:${port}"];
          const relays = ["turn:127.0.0.1:${port}", "turn:127.0.0.1:${port}?transport=tcp", "turns:127.0.0.1:${port}?transport=tcp", "turn:localhost:${port}"];
          const iceServers = [{ urls }, { urls: relays, username: "u", credential: "c" }];
          for (const iceTransportPolicy of ["all", "relay"]) {
            const [one, other] = [0, 1].map(() => new RTCPeerConnection({ iceServers, iceTransportPolicy, iceCandidatePoolSize: 4 }));
            one.createDataChannel("x");
            await one.setLocalDescription(await one.createOffer());
            await other.setRemoteDescription(one.localDescription);
            await other.setLocalDescription(await other.createAnswer());
            await one.setRemoteDescription(other.localDescription);
            for (const peer of [one, other]) for (const address of ["127.0.0.1", "::1", "localhost"]) for (const way of ["udp", "tcp"])
              attempt(() => peer.addIceCandidate({ sdpMid: "0", candidate: "candidate:1 1 " + way + " 2122260223 " + address + " ${port} typ host" + (way === "tcp" ? " tcptype passive" : "") }));
          } }],
        PaymentRequest: [() => window.PaymentRequest, () => new PaymentRequest([{ supportedMethods: "${to('https')}" }], { total: { label: "x", amount: { currency: "EUR", value: "1" } } }).canMakePayment()],
        credentials: [() => navigator.credentials, () => Promise.allSettled([
          navigator.credentials.get({ identity: { providers: [{ configURL: "${to('https')}", clientId: "x" }] } }),
          navigator.credentials.get({ publicKey: { challenge: new Uint8Array(16), rpId: "127.0.0.1" } })])],
        interestGroup: [() => navigator.joinAdInterestGroup, () => navigator.joinAdInterestGroup({ owner: location.origin, name: "x", updateURL: "${to('https')}", biddingLogicURL: "${to('https')}" }, 1e6)],
        fetchLater: [() => window.fetchLater, () => fetchLater("${to('https')}", { activateAfter: 0 })],
        audioWorklet: [() => window.AudioContext, () => new AudioContext().audioWorklet.addModule("${to('https')}")],
        paintWorklet: [() => CSS.paintWorklet, () => CSS.paintWorklet.addModule("${to('https')}")],
        sharedStorage: [() => window.sharedStorage, () => sharedStorage.worklet.addModule("${to('https')}")],
        dictionary: [() => true, () => document.head.append(Object.assign(document.createElement("link"), { rel: "compression-dictionary", href: "${to('https')}" }))],
        attribution: [() => true, () => { document.body.append(Object.assign(document.createElement("img"), { attributionSrc: "${to('https')}" })); return fetch("${to('https')}", { attributionReporting: { eventSourceEligible: true, triggerEligible: false } }) }],
        WebSocketStream: [() => window.WebSocketStream, () => new WebSocketStream("${to('wss')}").opened],
      })`;
      it.each(['http', 'https'] as const)(
        'are reached by no element, protocol or hint of a page at %s:',
        async (scheme) => {
          // Every connection by TCP or UDP is counted: none is allowed.
          let connections = 0;
          const target = createServer((socket) => {
            connections++;
            socket.destroy();
          });
          // All addresses of this machine.
          await new Promise<void>((resolve) => target.listen(0, '::', resolve));
          const { port } = target.address() as AddressInfo;
          const udp = createSocket('udp6', () => {
            connections++;
          });
          await new Promise<void>((resolve) => udp.bind(port, '::', resolve));
          const to = (scheme: string, host = '127.0.0.1'): string => `${scheme}://${host}:${port}/`;
          const url = `${scheme}://public.example/`;
          const asked: string[] = [];
          const proxy = await startPageSite({
            '/': (request, response) => {
              asked.push(request.url ?? '');
              response.writeHead(200, { 'content-type': 'text/html' }).end(`<head>
          <link rel=dns-prefetch href="${to(scheme)}"><link rel=preconnect href="${to(scheme)}"><link rel=preconnect href="${to('https')}" crossorigin>
          <link rel=prefetch href="${to(scheme)}"><link rel=preload as=script href="${to(scheme)}"><link rel=modulepreload href="${to(scheme)}"><link rel=stylesheet href="${to(scheme)}">
          <link rel=manifest href="${to(scheme)}"><link rel=icon href="${to(scheme)}"><base href="${url}"></head><body background="${to(scheme)}">
          <img src="${to(scheme)}"><video src="${to(scheme)}" autoplay muted></video><audio src="${to(scheme)}" preload=auto></audio><embed src="${to(scheme)}"><object data="${to(scheme)}"></object>
          <iframe src="${to(scheme)}"></iframe><input type=image src="${to(scheme)}"><svg><image href="${to(scheme)}"/><use href="${to(scheme)}#x"/></svg><p id=p>0</p>
          <a id=ping href="#" ping="${to(scheme)}">x</a><form id=form action="${to(scheme)}" target=_blank><input name=x></form>
          <style>@import "${to(scheme)}"; @font-face { font-family: f; src: url("${to(scheme)}") } body { font-family: f; cursor: url("${to(scheme)}"), auto }</style>
          <script>
            const attempt = (what) => { try { Promise.resolve(what()).catch(() => 0) } catch { } };
            for (const host of ["127.0.0.1", "localhost", "[::1]", "127.1", "2130706433", "0x7f.1", "0.0.0.0", "[::ffff:127.0.0.1]", "169.254.169.254", "a.localhost"]) for (const scheme of ["http", "https"])
              attempt(() => fetch(scheme + "://" + host + ":${port}/", { mode: "no-cors" }));
            attempt(() => new WebSocket("${to('ws')}")); attempt(() => new WebSocket("${to('wss')}")); attempt(() => new EventSource("${to(scheme)}"));
            attempt(() => navigator.sendBeacon("${to(scheme)}", "x")); attempt(() => new WebTransport("${to('https')}").ready); attempt(() => new Worker("${to(scheme)}"));
            attempt(() => import("${to(scheme)}")); attempt(() => ping.click()); attempt(() => form.submit()); attempt(() => window.open("${to(scheme)}"));
            attempt(async () => { const c = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.1:${port}" }, { urls: "turn:127.0.0.1:${port}?transport=tcp", username: "u", credential: "c" }] });
              c.createDataChannel("x"); await c.setLocalDescription(await c.createOffer()); });
            attempt(() => new PerformanceObserver(() => 0)); const ways = ${secureWays(to, port)};
            const had = Object.keys(ways).filter((name) => { try { return ways[name][0]() } catch { return false } });
            for (const name of had) attempt(ways[name][1]);
            setTimeout(async () => {
              const workers = await navigator.serviceWorker?.getRegistrations();
              p.textContent = ["done", isSecureContext, workers?.length ?? 0, ...had].join(" ");
            }, 1000);
          </script>`);
            },
            '/sw.js': `fetch("${to('http')}").catch(() => 0); fetch("${to('https')}").catch(() => 0)`,
          });
          const guarded = createFetcher({
            allowPrivateNetworks: false,
            proxyUrl: proxy.origin,
            proxyMode: 'absolute',
            chromium: { cacheDir, sandbox: 'auto' },
            warn: () => undefined,
            pace: UNPACED,
          });
          try {
            const rendering = { ...settings.rendering, wait: { until: 'time', ms: 1_500 } as const };
            const { html } = pageOf(await guarded.fetch({ url, settings: { ...settings, rendering } }, never));
            const [, isSecure, workers, ...had] = /<p id="p">(.*?)<\/p>/.exec(html)?.[1]?.split(' ') ?? [];
            expect([isSecure, workers]).toEqual([String(scheme === 'https'), '0']);
            if (scheme === 'https')
              expect(had).toEqual(expect.arrayContaining(['serviceWorker', 'WebTransport', 'RTCPeerConnection']));
          } finally {
            await guarded.close();
            await proxy.close();
            await new Promise((resolve) => target.close(resolve));
            await new Promise<void>((resolve) => udp.close(resolve));
          }
          expect(connections).toBe(0);
          expect(asked).toEqual([url]);
          expect(proxy.requests.filter((one) => one.includes('sw.js') || !one.startsWith(url))).toEqual([]);
        },
      );
    });
  });
