import type { FetchSettings, Fetcher } from '../../src/engine/ports.js';
import { renderingSchema } from '../../src/domain/session/reading-config.js';
import { createFetcher, UNPACED } from '../../src/modules/fetch/fetching/index.js';
import { cacheDir, lookupLoopback, never, pageOf, settings, startPageSite, type PageSite } from './support.js';
import { testThoroughly } from '../support/thoroughness.js';

type RenderingInput = Parameters<typeof renderingSchema.parse>[0];

let site: PageSite;
let fetcher: Fetcher;
const render = async (path: string, rendering: RenderingInput, changes: Partial<FetchSettings> = {}) =>
  pageOf(
    await fetcher.fetch(
      { url: site.url(path), settings: { ...settings, ...changes, rendering: renderingSchema.parse(rendering) } },
      never,
    ),
  );
const countOf = (html: string, needle: string): number => html.split(needle).length - 1;

/** A list that grows by ten links on each `when` event, from the server, up to a maximum. */
const list = (
  most: number,
  when: string,
): string => `<!DOCTYPE html><style>a { display: block; height: 200px }</style><div id=list></div><div id=end></div><script>
  let next = 0;
  async function more() {
    if (next >= ${most}) return;
    const from = next;
    next += 10;
    await fetch('/delay?' + from);
    for (let i = from; i < from + 10; i++) list.append(Object.assign(document.createElement('a'), { href: '/item/' + i, textContent: 'item ' + i }));
  }
  more();
  ${when}
</script>`;

/** A page whose text is inserted by its script. */
const brought = (script: string): string =>
  `<p>as sent</p><script>window.bring = () => document.body.append(Object.assign(document.createElement('a'), { href: '/brought', textContent: 'brought' })); ${script}</script>`;

beforeAll(async () => {
  site = await startPageSite({
    '/late':
      '<p id=p>as sent</p><script>setTimeout(() => { p.textContent = "late"; p.className = "ready" }, 700)</script>',
    '/never': '<p id=p>as sent</p>',
    '/slow': '<p id=p>as sent</p><script src="/slow.js" async></script>',
    '/slow.js': (_request, response) => void setTimeout(() => response.end('p.textContent = "loaded"'), 600),
    '/delay': (_request, response) => void setTimeout(() => response.end('[]'), 60),
    '/by-timer': brought('setTimeout(bring, 60)'),
    '/by-timers': brought(
      'setTimeout(() => fetch("/delay?t").then((answer) => answer.json()).then(() => setTimeout(bring, 40)), 50)',
    ),
    '/by-frame': brought('requestAnimationFrame(() => requestAnimationFrame(bring))'),
    '/by-sight': brought('new IntersectionObserver(bring).observe(document.body)'),
    '/by-channel': brought(
      'const { port1, port2 } = new MessageChannel(); let n = 0; port1.onmessage = () => { if (++n === 20) bring(); else port2.postMessage(0) }; port2.postMessage(0)',
    ),
    '/by-import': brought('fetch("/delay?i").then(() => import("/brings.js"))'),
    '/brings.js': 'bring()',
    '/by-socket': brought('new WebSocket("ws://" + location.host + "/absent").onerror = bring'),
    '/scroll': list(
      50,
      'new IntersectionObserver((seen) => { if (seen[0].isIntersecting) more() }, { rootMargin: "50px" }).observe(end);',
    ),
    '/more': list(
      40,
      `document.body.append(Object.assign(document.createElement('button'), { id: 'more', textContent: 'more', onclick: more }));`,
    ),
    '/dead-button':
      '<a id=more href="/elsewhere">more</a><p id=p>0</p><script>more.onclick = () => { p.textContent++ }</script>',
    '/elsewhere': '<p>elsewhere</p>',
    '/colours': '<body style="margin: 0; background: linear-gradient(red, blue)"><h1>picture</h1>',
    '/noise':
      '<body style="margin:0"><canvas id=c width=1200 height=900></canvas><script>const x = c.getContext("2d"), d = x.createImageData(1200, 900);' +
      'for (let i = 0; i < d.data.length; i++) d.data[i] = Math.random() * 256; x.putImageData(d, 0, 0)</script>',
    '/trackers':
      '<p id=p></p><script src="http://www.google-analytics.com/t.js"></script><script src="http://code.jquery.com/t.js"></script>',
    '/t.js': 'p.textContent += "[" + document.currentScript.src + "]"',
  });
  fetcher = createFetcher({
    allowPrivateNetworks: true,
    chromium: { cacheDir, sandbox: 'auto' },
    warn: () => undefined,
    lookup: lookupLoopback,
    pace: UNPACED,
  });
});
afterAll(async () => {
  await fetcher.close();
  await site.close();
});

describe('waiting', () => {
  it('reads the page at DOM ready', async () => {
    expect((await render('/slow', { wait: { until: 'dom' } })).html).toContain('as sent');
    expect((await render('/slow', { wait: { until: 'idle' } })).html).toContain('loaded');
  });

  it.each([
    ['/by-timer', 'a timer'],
    ['/by-timers', 'a chain of timers and requests'],
    ['/by-frame', 'a frame'],
    ['/by-sight', 'an observer'],
    ['/by-channel', 'messages'],
    ['/by-import', 'a script that comes after the load'],
    ['/by-socket', 'something that only the network tells of'],
  ])('does not read %s before %s has brought its text', async (path) => {
    expect((await render(path, {})).html).toContain('>brought</a>');
  });

  it('waits for a selector, and reads the page when it is there', async () => {
    expect((await render('/late', { wait: { until: 'idle' } })).html).toContain('as sent');
    expect((await render('/late', { wait: { until: 'selector', selector: '.ready' } })).html).toContain('>late</p>');
  });

  it.each(['.never', 'p[[', ':host(x'])('reads the page when the selector %s does not come', async (selector) => {
    expect((await render('/never', { wait: { until: 'selector', selector } }, { timeoutMs: 1_500 })).html).toContain(
      'as sent',
    );
  });

  it('waits a fixed time', async () => {
    expect((await render('/late', { wait: { until: 'time', ms: 0 } })).html).toContain('as sent');
    expect((await render('/late', { wait: { until: 'time', ms: 1_000 } })).html).toContain('>late</p>');
    expect((await render('/late', { wait: { until: 'time', ms: 60_000 } }, { timeoutMs: 2_500 })).html).toContain(
      '>late</p>',
    );
  });
});

describe('showing more', () => {
  it('scrolls so many screens, and stops at the end', async () => {
    const counts: number[] = [];
    for (const scroll of [0, 5, 50]) counts.push(countOf((await render('/scroll', { scroll })).html, 'href="/item/'));
    const [unscrolled = 0, some = 0, all = 0] = counts;
    expect(unscrolled).toBeLessThan(some);
    expect(some).toBeLessThan(all);
    expect(all).toBe(50);
  });

  testThoroughly('clicks the given number of times, and stops when nothing more comes', async () => {
    expect(countOf((await render('/more', { loadMore: { selector: '#more', clicks: 2 } })).html, 'href="/item/')).toBe(
      30,
    );
    expect(countOf((await render('/more', { loadMore: { selector: '#more', clicks: 50 } })).html, 'href="/item/')).toBe(
      40,
    );
    expect(countOf((await render('/more', { loadMore: { selector: '#absent' } })).html, 'href="/item/')).toBe(10);
    expect(countOf((await render('/more', { loadMore: { selector: '((' } })).html, 'href="/item/')).toBe(10);
  });

  testThoroughly('stays on the page wherever the button leads', async () => {
    const page = await render('/dead-button', { loadMore: { selector: '#more', clicks: 3 } });
    expect(page).toMatchObject({ finalUrl: site.url('/dead-button'), redirects: [] });
    expect(site.requests).not.toContain('/elsewhere');
  });
});

describe('thumbnails', () => {
  /** Width and height from the JPEG's frame header. */
  function sizeOf(jpeg: Uint8Array): { width: number; height: number } {
    const bytes = Buffer.from(jpeg);
    expect(bytes.subarray(0, 3).toString('hex')).toBe('ffd8ff');
    for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
      const marker = bytes[at + 1] ?? 0;
      if (marker >= 0xc0 && marker <= 0xc2)
        return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    }
    throw new Error('no frame header');
  }

  it('are small JPEGs, taken where asked for', async () => {
    const { screenshot } = await render('/colours', { screenshots: true });
    expect(sizeOf(screenshot ?? new Uint8Array())).toEqual({ width: 400, height: 300 });
    expect(screenshot?.length).toBeLessThanOrEqual(64 * 1024);
    expect(await render('/colours', {})).not.toHaveProperty('screenshot');
  });

  testThoroughly('stay under their limit when the page is noise', async () => {
    const { screenshot } = await render('/noise', { screenshots: true });
    expect(screenshot?.length ?? 0).toBeLessThanOrEqual(64 * 1024);
  });

  it('are no reason to fetch images', () => {
    expect(site.requests.filter((path) => /png|jpg|ico/.test(path))).toEqual([]);
  });
});

describe('trackers', () => {
  it('are not loaded unless asked for; other third parties are', async () => {
    // The site is the proxy as well: requests that are not blocked arrive there.
    const blocked = createFetcher({
      allowPrivateNetworks: true,
      proxyUrl: site.origin,
      chromium: { cacheDir, sandbox: 'auto' },
      warn: () => undefined,
      pace: UNPACED,
    });
    const ask = async (blockTrackers: boolean): Promise<string> => {
      const outcome = await blocked.fetch(
        {
          url: 'http://shop.example/trackers',
          settings: { ...settings, rendering: renderingSchema.parse({ blockTrackers }) },
        },
        never,
      );
      return pageOf(outcome).html;
    };
    try {
      expect(await ask(true)).toContain('<p id="p">[http://code.jquery.com/t.js]</p>');
      expect(await ask(false)).toContain(
        '<p id="p">[http://www.google-analytics.com/t.js][http://code.jquery.com/t.js]</p>',
      );
    } finally {
      await blocked.close();
    }
  });
});
