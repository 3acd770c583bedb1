import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import type { FetchedPage } from '../../src/engine/ports.js';
import { SessionArchive } from '../../src/modules/base/archive/index.js';
import { createDocumentRenderer, type PageRenderer, type TabRequest } from '../../src/modules/fetch/fetching/index.js';
import { createRecordedFetcher, openRecordedWeb } from '../../src/modules/research/recorded-web/index.js';
import { cacheDir } from '../browser/support.js';
import { testFolder } from '../support/database.js';
import { answering } from '../support/named-hosts.js';
import { TestFleet, until } from '../support/fleet.js';

let test: TestFleet;
beforeEach(async () => {
  test = await TestFleet.start();
});
afterEach(() => test.stop());

const patient = { renders: true, leaseMs: 5_000 };
const always = { render: 'always' } as const;
/** A browser that marks each page it has seen. */
const stamping = (by: string, before: (request: TabRequest) => unknown = () => undefined): PageRenderer => ({
  render: async (request, _timeoutMs, signal) => {
    await before(request);
    signal.throwIfAborted();
    return { html: `${request.document.body.toString()}<p>rendered by ${by}</p>`, truncated: false };
  },
  close: () => Promise.resolve(),
});
const forever = (): Promise<never> => new Promise(() => undefined);

describe('pages that renderers of the fleet render', () => {
  it('come back as their scripts left them, large ones too, and scripts that lead on are followed by the fetcher', async () => {
    const { fleet } = await test.worker();
    await test.fetcher(patient);
    const noise = Array.from({ length: 300_000 }, (_, i) => ((i * 7_919) ^ (i << 7)).toString(36)).join(' ');
    test.hosts.set('large.test', answering(200, {}, `<title>large</title><p>${noise}</p>`));
    test.hosts.set('moved.test', answering(200, {}, '<title>moved</title>'));
    const session = fleet.session('rendered', 1);
    const browser = stamping('one');
    await test.renderer({
      ...browser,
      render: async (request, timeoutMs, signal) => {
        if (!request.url.includes('leads-on')) return browser.render(request, timeoutMs, signal);
        const document = await request.navigate(test.hosts.url('moved.test', '/to'), []);
        expect(await request.navigate(test.hosts.url('gone.nowhere.test'), [])).toBeNull();
        return { html: document?.body.toString() ?? '', truncated: false };
      },
    });
    const large = (await test.get(session, test.hosts.url('large.test'), 0, always)) as FetchedPage;
    expect(large).toMatchObject({ kind: 'page', rendered: true, renderReason: 'always' });
    expect(large.html.length).toBeGreaterThan(noise.length);
    expect(large.html.endsWith('<p>rendered by one</p>')).toBe(true);
    const moved = await test.get(session, test.hosts.url('leads-on.test'), 1, always);
    expect(moved).toMatchObject({ kind: 'page', finalUrl: expect.stringContaining('moved.test') });
    expect([...new Set(test.hosts.requests.map(({ host }) => host))]).toEqual([
      'large.test',
      'leads-on.test',
      'moved.test',
    ]);
    await session.close();
  });

  it('do not hold up pages that are only fetched, when no renderer is there', async () => {
    const { fleet } = await test.worker();
    await test.fetcher({ ...patient, atOnce: { plain: 2, browser: 2 } });
    const session = fleet.session('starved', 1);
    const rendered = Array.from({ length: 12 }, (_, no) =>
      test.get(session, test.hosts.url(`r${no}.test`), no, always),
    );
    await until(() => test.hosts.requests.length > 0);
    for (let no = 0; no < 12; no++)
      expect(await test.get(session, test.hosts.url(`p${no}.test`), 100 + no)).toMatchObject({ kind: 'page' });
    await test.renderer(stamping('late'));
    for (const one of rendered) expect(await one).toMatchObject({ kind: 'page', rendered: true });
    // Each page was fetched once, however long it waited for a renderer.
    expect(new Set(test.hosts.requests.map(({ host }) => host)).size).toBe(test.hosts.requests.length);
    await session.close();
  });

  it('go to another renderer when theirs ends, in order or not, and are not fetched again', async () => {
    const { fleet } = await test.worker();
    await test.fetcher(patient);
    const session = fleet.session('moved', 1);
    let begun = 0;
    const hanging = stamping('none', () => {
      begun++;
      return forever();
    });
    const ended: PageRenderer = {
      ...hanging,
      render: (request, timeoutMs, signal) =>
        Promise.race([
          hanging.render(request, timeoutMs, signal),
          new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error))),
        ]),
    };
    const first = await test.renderer(ended, 1);
    const page = test.get(session, test.hosts.url('a.test'), 0, always);
    await until(() => begun === 1);
    await first.end();
    const second = await test.renderer(ended, 1);
    await until(() => begun === 2);
    await second.kill();
    await test.renderer(stamping('third'), 1);
    const outcome = (await page) as FetchedPage;
    expect(outcome.html).toContain('rendered by third');
    expect(test.hosts.count('a.test')).toBe(1);
    await session.close();
  });

  it('are left when nobody wants them any more', async () => {
    const { fleet, link } = await test.worker();
    const member = await test.fetcher(patient);
    const session = fleet.session('left', 1);
    let begun = 0;
    let aborted = false;
    await test.renderer({
      render: (_request, _timeoutMs, signal) =>
        new Promise((_, reject) => {
          begun++;
          signal.addEventListener('abort', () => {
            aborted = true;
            reject(signal.reason as Error);
          });
        }),
      close: () => Promise.resolve(),
    });
    void test.get(session, test.hosts.url('a.test'), 0, always);
    await until(() => begun === 1);
    await session.close();
    await until(() => member.station.held === 0);
    await until(() => aborted);
    await until(async () => (await link.admin.streams.info('GLEANER_RENDERS')).state.messages === 0);
  });

  it('are archived as they were sent and as they were rendered, however much they load', async () => {
    const { fleet } = await test.worker();
    await test.fetcher(patient);
    const browser = createDocumentRenderer({
      allowPrivateNetworks: true,
      lookup: test.hosts.lookup,
      chromium: { cacheDir, sandbox: 'auto' },
      warn: () => undefined,
    });
    await test.renderer(browser);
    const scripts = Array.from({ length: 200 }, (_, no) => `<script src="/part/${no}.js"></script>`).join('');
    test.hosts.set('many.test', (_request, response, at) => {
      const part = /^\/part\/(\d+)\.js$/.exec(at)?.[1];
      const script = 'document.querySelector("p").textContent = ++window.parts';
      if (part === undefined)
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end(`<title>many</title><p>as sent<script>parts = 0</script>${scripts}`);
      else response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    });
    const session = fleet.session('archived', 1);
    const url = test.hosts.url('many.test');
    const page = (await test.get(session, url, 0, { ...always, archive: true })) as FetchedPage;
    expect(page).toMatchObject({ kind: 'page', rendered: true, html: expect.stringContaining('<p>200') as string });
    expect(page.exchanges?.map((one) => [one.url, Buffer.from(one.body).includes('as sent')])).toEqual([[url, true]]);
    const folder = mkdtempSync(path.join(testFolder(), 'archive-'));
    const archive = await SessionArchive.open({ folder, prefix: 'x', maxFileBytes: 1e9, info: [] });
    await archive.append(page);
    await archive.close();
    for (const [preferRendered, shown] of [
      [true, page.html],
      [false, expect.stringContaining('as sent') as string],
    ] as const) {
      const replayed = createRecordedFetcher(await openRecordedWeb(folder, { preferRendered }));
      expect(await test.get(replayed, url, 0)).toMatchObject({ kind: 'page', html: shown });
    }
    await session.close();
  });
});
