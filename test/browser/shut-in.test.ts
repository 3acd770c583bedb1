import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fetcher } from '../../src/engine/ports.js';
import { homesFolder, sweepHomes } from '../../src/modules/fetch/fetching/chromium/browser-home.js';
import { type BrowserFacts, createFetcher } from '../../src/modules/fetch/fetching/index.js';
import { compiledProduct } from '../support/build.js';
import {
  browserPids,
  cacheDir,
  eventuallyGone,
  mainOf,
  never,
  pageOf,
  settings,
  startPageSite,
  type PageSite,
} from './support.js';
import { testThoroughly } from '../support/thoroughness.js';

const isRoot = process.getuid?.() === 0;
const uidOf = (pid: number): number =>
  Number(/^Uid:\s+\d+\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
const homesOf = (pid: number): string[] =>
  (existsSync(homesFolder()) ? readdirSync(homesFolder()) : []).filter((name) => name.split('-')[1] === String(pid));

async function eventually(isSo: () => boolean): Promise<void> {
  const deadline = performance.now() + 120_000;
  while (!isSo() && performance.now() < deadline) await sleep(50);
  expect(isSo()).toBe(true);
}

let site: PageSite;
beforeAll(async () => {
  site = await startPageSite({ '/page': '<p>page</p><script>document.body.append("from script")</script>' });
});
afterAll(() => site.close());

describe('the browser', () => {
  let fetcher: Fetcher;
  const told: BrowserFacts[] = [];
  const warnings: string[] = [];
  beforeAll(() => {
    fetcher = createFetcher({
      allowPrivateNetworks: true,
      warn: (_, message) => warnings.push(message),
      chromium: { cacheDir, sandbox: 'auto', onStart: (facts) => told.push(facts) },
    });
  });
  afterAll(() => fetcher.close());

  it('never runs as root, and says whether it has its sandbox', async () => {
    expect(pageOf(await fetcher.fetch({ url: site.url('/page'), settings }, never)).html).toContain('from script');
    const users = (await browserPids()).map(uidOf);
    expect(users.length).toBeGreaterThan(1);
    expect(users).not.toContain(0);
    expect(told).toEqual([{ user: isRoot ? 'nobody' : 'self', sandbox: expect.any(Boolean) }]);
    expect(warnings.some((message) => message.includes('WITHOUT ITS SANDBOX'))).toBe(!told[0].sandbox);
  });

  it('leaves no file behind when it is closed, or killed', async () => {
    await fetcher.fetch({ url: site.url('/page'), settings }, never);
    expect(homesOf(process.pid)).toHaveLength(1);
    const pids = await browserPids();
    process.kill(await mainOf(pids), 'SIGKILL');
    await eventuallyGone(pids);
    await eventually(() => homesOf(process.pid).length === 0);
    await fetcher.fetch({ url: site.url('/page'), settings }, never);
    expect(homesOf(process.pid)).toHaveLength(1);
    await fetcher.close();
    expect(homesOf(process.pid)).toHaveLength(0);
  });
});

describe('kill -9 of the process that renders', () => {
  testThoroughly('leaves no browser and no file behind', async () => {
    const dist = compiledProduct();
    const program = `
      import { createFetcher } from ${JSON.stringify(join(dist, 'modules/fetch/fetching/index.js'))};
      const fetcher = createFetcher({ allowPrivateNetworks: true, chromium: { cacheDir: ${JSON.stringify(cacheDir)}, sandbox: 'auto' }, warn: () => undefined });
      const outcome = await fetcher.fetch({ url: ${JSON.stringify(site.url('/page'))}, settings: ${JSON.stringify(settings)} }, new AbortController().signal);
      console.log(outcome.kind, outcome.rendered);
      setInterval(() => 0, 1000);`;
    const owner = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    try {
      expect(String((await once(owner.stdout, 'data'))[0]).trim()).toBe('page true');
      const pid = owner.pid ?? -1;
      expect(homesOf(pid)).toHaveLength(1);
      const pids = await browserPids(pid);
      owner.kill('SIGKILL');
      await eventuallyGone(pids);
      await eventually(() => homesOf(pid).length === 0);
    } finally {
      owner.kill('SIGKILL');
    }
  });

  it('is cleaned up at the next start, even if the launcher was killed too', async () => {
    const gone = spawn('true');
    await once(gone, 'exit');
    await sweepHomes();
    // Locks of this container: of an ended process, and of a living one.
    const namespace = /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
    const [left, lives] = [
      join(homesFolder(), `${namespace}-${String(gone.pid)}-12345-abcdef`),
      join(homesFolder(), `${namespace}-${process.pid}-${startOf(process.pid)}-abcdef`),
    ];
    for (const folder of [left, lives]) mkdirSync(join(folder, 'profile'), { recursive: true });
    await sweepHomes();
    expect(existsSync(left)).toBe(false);
    expect(existsSync(lives)).toBe(true);
    // The process id was reused meanwhile.
    const reused = join(homesFolder(), `${namespace}-${process.pid}-1-abcdef`);
    mkdirSync(reused);
    await sweepHomes();
    expect(existsSync(reused)).toBe(false);
    rmSync(lives, { recursive: true });
  });
});

function startOf(pid: number): string {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}
