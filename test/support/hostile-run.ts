import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { PLAIN_FETCH, type FetchSettings } from '../../src/engine/ports.js';
import { testFolder } from './database.js';
import { HOSTILE_MAX_BYTES, HOSTILE_TIMEOUT_MS, page, type HostileCase, type HostileReport } from './hostile-case.js';
import { startHostileServer, type HostileServer } from './hostile-server.js';
import { TRUSTED } from './hostile-tls.js';

const HOSTILE_SETTINGS: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: false,
  hostDelayMs: 0,
  timeoutMs: HOSTILE_TIMEOUT_MS,
  maxBytes: HOSTILE_MAX_BYTES,
  maxRedirects: 5,
};

export interface HostileRun {
  readonly reports: ReadonlyMap<string, HostileReport>;
  readonly servers: ReadonlyMap<string, HostileServer>;
  /** Total delay of timers in the process with the servers, ms. */
  readonly serversLateMs: number;
  /** Resources left in the fetching process after its fetcher was closed. */
  readonly end: { readonly unhandled: number; readonly left: readonly string[] };
  /** Open connections by case some seconds after all fetches, with the fetcher still running. */
  readonly lingering: readonly string[];
}

/** Idle connections are kept for five seconds, up to fifteen if the server asks for it. */
const KEPT_MS = 17_000;

type Message = { report?: HostileReport; done?: true; end?: HostileRun['end'] };

/** Fetched before memory is measured, so that code, parsers and buffers of a large page are loaded. */
const WARM_UP = [1, 2].map((n): HostileCase => ({
  name: `warm-up-${n}`,
  does: '',
  serve: page(`<title>warm</title>${'<p>some words and <a href=/x>a link</a></p>'.repeat(20_000)}`),
  ends: 'page',
}));

const LATE_RESOLUTION_MS = 20;

/** Starts a server for each case and a process that fetches them all. @param sources compiled `src` */
export function runTogether(cases: readonly HostileCase[], sources: string): Promise<HostileRun> {
  return run(
    [...cases.filter(({ begunFirst }) => begunFirst), ...cases.filter(({ begunFirst }) => !begunFirst)],
    sources,
    16,
  );
}

/**
 * Runs the cases one after the other, so that memory can be attributed, in a process that has fetched large pages
 * before.
 */
export function runAlone(cases: readonly HostileCase[], sources: string): Promise<HostileRun> {
  return run([...WARM_UP, ...cases], sources, 1);
}

async function run(cases: readonly HostileCase[], sources: string, atOnce: number): Promise<HostileRun> {
  const servers = new Map<string, HostileServer>();
  const delays = monitorEventLoopDelay({ resolution: LATE_RESOLUTION_MS });
  delays.enable();
  for (const { name, serve, tls } of cases) servers.set(name, await startHostileServer(serve, tls));
  const authority = path.join(testFolder(), 'authority.pem');
  writeFileSync(authority, TRUSTED.cert);
  const child = fork('test/support/hostile-child.mjs', [sources, String(atOnce)], {
    env: { ...process.env, NODE_OPTIONS: '', NODE_EXTRA_CA_CERTS: authority },
    execArgv: ['--expose-gc'],
  });
  const reports = new Map<string, HostileReport>();
  const ended = new Promise<HostileRun['end']>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the fetching process ended with ${String(code)}`)));
    child.on('message', ({ report, end }: Message) => {
      if (report) reports.set(report.name, report);
      if (end) resolve(end);
    });
  });
  ended.catch(() => undefined);
  const done = new Promise<void>((resolve) =>
    child.on('message', (message: Message) => {
      if (message.done) resolve();
    }),
  );
  child.send(
    cases.map(({ name, scheme, tls, path: asked, settings }) => ({
      name,
      url: `${scheme ?? (tls ? 'https' : 'http')}://${name}.test:${servers.get(name)?.port ?? 0}${asked ?? '/'}`,
      settings: { ...HOSTILE_SETTINGS, ...settings },
    })),
  );
  const all = [...servers.values()];
  try {
    await Promise.race([done, ended]);
    const patience = new Promise((resolve) => setTimeout(resolve, KEPT_MS).unref());
    if (atOnce > 1) await Promise.race([Promise.all(all.map((server) => server.whenAllClosed())), patience]);
    const lingering = [...servers].filter(([, server]) => atOnce > 1 && server.open > 0).map(([name]) => name);
    child.send('end');
    const serversLateMs = delays.count === 0 ? 0 : delays.count * (delays.mean / 1e6 - LATE_RESOLUTION_MS);
    return { reports, servers, serversLateMs, end: await ended, lingering };
  } finally {
    delays.disable();
    child.kill();
    await Promise.all(all.map((server) => server.close()));
  }
}
