import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isPutOff } from '../../src/domain/fetching/index.js';
import type { Fetcher, FetchOutcome } from '../../src/engine/ports.js';
import { bundledChromium } from '../../src/modules/fetch/fetching/chromium/bundled-chromium.js';
import { createFetcher, type LookupAll } from '../../src/modules/fetch/fetching/index.js';
import { cacheDir, lookupLoopback, never, pageOf, settings, startPageSite, type PageSite } from '../browser/support.js';

const BURNERS = 8;
const PAGES = 40;
const AT_A_TIME = 6;

let site: PageSite;
const fetchers: Fetcher[] = [];
const open = (options: Partial<Parameters<typeof createFetcher>[0]> = {}): Fetcher => {
  const fetcher = createFetcher({
    allowPrivateNetworks: true,
    warn: () => undefined,
    chromium: { cacheDir, sandbox: 'auto' },
    lookup: lookupLoopback,
    ...options,
  });
  fetchers.push(fetcher);
  return fetcher;
};
/** Like a crawl: deferred fetches are repeated. */
async function fetched(fetcher: Fetcher, url: string, own = settings): Promise<FetchOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await fetcher.fetch({ url, settings: own }, never);
    if (!isPutOff(outcome.kind) || attempt === 20) return outcome;
    await sleep(outcome.hostWaitMs ?? 0);
  }
}

beforeAll(async () => {
  site = await startPageSite({
    '/page/*': '<p>page</p><script>setTimeout(() => document.body.append("from script"), 50)</script>',
  });
});
afterEach(() => Promise.all(fetchers.splice(0).map((fetcher) => fetcher.close())));
afterAll(() => site.close());

describe('a machine with far more work than cores', () => {
  const burners: ChildProcess[] = [];
  afterEach(() => {
    for (const burner of burners.splice(0)) burner.kill('SIGKILL');
  });

  it('loses no page of a site, rendered and not', async () => {
    for (let i = 0; i < BURNERS; i++)
      burners.push(
        spawn(process.execPath, ['-e', 'const end = Date.now() + 600_000; while (Date.now() < end);'], {
          stdio: 'ignore',
        }),
      );
    const fetcher = open();
    const urls = Array.from({ length: PAGES }, (_, i) => ({
      url: site.url(`/page/${i}`),
      own: { ...settings, render: i % 2 === 0 ? ('always' as const) : ('never' as const) },
    }));
    const kinds: string[] = [];
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        for (let next = urls.pop(); next !== undefined; next = urls.pop()) {
          const outcome = await fetched(fetcher, next.url, next.own);
          kinds.push(outcome.kind);
          if (next.own.render === 'always') expect(pageOf(outcome).html).toContain('from script');
        }
      }),
    );
    expect(kinds).toEqual(Array.from({ length: PAGES }, () => 'page'));
  }, 600_000);
});

describe('a browser that takes 15 s to start', () => {
  it('renders the page whose own time is a third of that', async () => {
    const { executablePath, env } = await bundledChromium(cacheDir);
    const folder = mkdtempSync(join(tmpdir(), 'gleaner-slow-'));
    chmodSync(folder, 0o755);
    const slow = join(folder, 'chromium');
    const variables = Object.entries(env)
      .map(([name, value]) => `export ${name}='${value}'\n`)
      .join('');
    writeFileSync(slow, `#!/bin/sh\nsleep 15\n${variables}exec '${executablePath}' "$@"\n`, { mode: 0o755 });
    try {
      const outcome = await open({ chromium: { cacheDir, sandbox: 'auto', executablePath: slow } }).fetch(
        { url: site.url('/page/1'), settings: { ...settings, timeoutMs: 5_000 } },
        never,
      );
      expect(pageOf(outcome).html).toContain('from script');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }, 120_000);
});

describe('a resolver that takes 12 s', () => {
  it('costs no page, and holds the start of fetches down', async () => {
    let asking = 0;
    let most = 0;
    const lookup: LookupAll = (_hostname, _options, callback) => {
      most = Math.max(most, ++asking);
      setTimeout(() => {
        asking--;
        callback(null, [{ address: '127.0.0.1', family: 4 }]);
      }, 12_000);
    };
    const fetcher = open({ lookup });
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        fetched(fetcher, site.url('/page/1', `host-${i}.example`), { ...settings, render: 'never', timeoutMs: 5_000 }),
      ),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 12 }, () => 'page'));
    expect(most).toBeLessThanOrEqual(8);
  }, 120_000);
});
