import { readdir, readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { PLAIN_FETCH, type FetchedPage, type FetchOutcome, type FetchSettings } from '../../src/engine/ports.js';
import { locateChromium } from '../../src/modules/fetch/fetching/chromium/locate-chromium.js';
import type { LookupAll } from '../../src/modules/fetch/fetching/index.js';
import { closeServer } from '../support/fixture-site.js';

/** Unpacked once for all runs, as in production; it takes a second otherwise. */
export const cacheDir = join(tmpdir(), `gleaner-test-cache-${process.getuid?.() ?? 0}`);
export const never = new AbortController().signal;
export const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1 (+https://gleaner.example/bot)',
  obeyRobots: false,
  render: 'always',
  hostDelayMs: 0,
  timeoutMs: 15_000,
  maxBytes: 500_000,
  maxRedirects: 4,
};
/** All names are this machine: as many hosts as a test needs. */
export const lookupLoopback: LookupAll = (_hostname, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

export const pageOf = (outcome: FetchOutcome): FetchedPage => {
  if (outcome.kind !== 'page') throw new Error(`${outcome.kind}: ${'message' in outcome ? outcome.message : ''}`);
  return outcome;
};

export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A site of pages given by path, without query; `/x/*` is all paths under `/x/`. As a proxy it is every site. */
export interface PageSite {
  readonly port: number;
  readonly origin: string;
  /** Paths with queries, in order of arrival. */
  readonly requests: string[];
  url(path: string, host?: string): string;
  close(): Promise<void>;
}

export async function startPageSite(pages: Readonly<Record<string, string | Answer>>): Promise<PageSite> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const target = request.url ?? '/';
    requests.push(target);
    // As a proxy it gets whole URLs.
    const path = new URL(target, 'http://site.example').pathname;
    const page = pages[path] ?? pages[`${path.slice(0, path.indexOf('/', 1) + 1)}*`];
    if (typeof page === 'function') return page(request, response);
    response
      .writeHead(page === undefined ? 404 : 200, {
        'content-type': path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8',
      })
      .end(page ?? 'absent');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    requests,
    url: (path, host = '127.0.0.1') => `http://${host}:${port}${path}`,
    close: () => closeServer(server),
  };
}

/** Processes that descend from one, this one unless told, and run Chromium, by number. */
export async function browserPids(ancestor = process.pid): Promise<number[]> {
  const parents = new Map<number, number>();
  const chromium = new Set<number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [stat, command] = await Promise.all([
      readFile(`/proc/${name}/stat`, 'utf8'),
      readFile(`/proc/${name}/cmdline`, 'utf8'),
    ]).catch(() => ['', '']);
    const [, state, parent] = /^\d+ \(.*\) (\S) (\d+)/.exec(stat) ?? [];
    if (parent === undefined || state === 'Z') continue;
    parents.set(Number(name), Number(parent));
    if (/chrom/i.test(command.split('\0', 1)[0] ?? '')) chromium.add(Number(name));
  }
  const isOurs = (pid: number): boolean => {
    for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at))
      if (at === ancestor) return true;
    return false;
  };
  return [...chromium].filter(isOurs);
}

/** The browser process that started the others. It need not have the lowest id, because ids wrap around. */
export async function mainOf(pids: readonly number[]): Promise<number> {
  for (const pid of pids) {
    const [, parent] = /\) \S (\d+)/.exec(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) ?? [];
    if (parent !== undefined && !pids.includes(Number(parent))) return pid;
  }
  throw new Error('no browser runs');
}

export const mainPid = async (): Promise<number> => mainOf(await browserPids());

/** Fails unless all of them end within half a minute. */
export async function eventuallyGone(pids: readonly number[]): Promise<void> {
  const alive = (): number[] =>
    pids.filter((pid) => {
      try {
        process.kill(pid, 0);
        return true;
      } catch {
        return false;
      }
    });
  for (let i = 0; i < 600 && alive().length > 0; i++) await new Promise((resolve) => setTimeout(resolve, 50));
  // A killed process that its new parent has not collected yet counts as gone.
  const states = await Promise.all(alive().map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '0 (x) Z')));
  expect(states.filter((stat) => !/\) Z/.test(stat))).toEqual([]);
}

/** The largest resident size of a process, bytes, since it started. */
export async function peakBytes(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')) ?? [];
  return Number(kilobytes ?? 0) * 1_024;
}

/** Options of every browser. */
export interface BrowserLook {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export async function startBrowser(profile: string, { args = [], env = {} }: BrowserLook = {}): Promise<Browser> {
  const program = await locateChromium(process.env['CHROMIUM_PATH'], chromium.executablePath(), cacheDir);
  return chromium.launch({
    executablePath: program.executablePath,
    env: { ...process.env, ...program.env, HOME: profile, ...env },
    args: ['--no-sandbox', '--disable-gpu', ...args],
    timeout: 120_000,
  });
}
