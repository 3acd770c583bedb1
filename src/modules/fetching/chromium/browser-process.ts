import { readFileSync } from 'node:fs';
import type { Browser, BrowserContext } from 'playwright-core';
import type { BrowserFacts, ChromiumOptions } from '../options.js';
import { type BrowserHome, createHome, sweepHomes } from './browser-home.js';
import { browserUser } from './browser-user.js';
import { type ChromiumProgram, locateChromium } from './locate-chromium.js';

/** A running Chromium with the number of its main process. */
export interface BrowserProcess {
  readonly browser: Browser;
  readonly pid: number;
  readonly origin: ChromiumProgram['origin'];
  readonly facts: BrowserFacts;
  /** Numbers of its renderer processes. */
  renderers(): Promise<number[]>;
  /** Ends the browser: by asking, then by killing the process with its children. Resolves when it is gone or was killed, with its files. */
  end(): Promise<void>;
  /** Kills the process with its children: for a browser that hangs. */
  kill(): void;
}

/** Chromium did not start in time: this machine is busy, and nothing is wrong with the browser as far as can be told. */
export class SlowStart extends Error {}

/** Chromium starts in 0.2 s, on a busy machine in many seconds. That is nobody's fault and waited for. */
const LAUNCH_TIMEOUT_MS = 60_000;
const LAUNCH_ATTEMPTS = 2;
/** All that `startBrowser` may take, with what comes before and after a launch. */
export const LONGEST_START_MS = (LAUNCH_ATTEMPTS + 1) * LAUNCH_TIMEOUT_MS;
/** Closing takes some ten milliseconds; a hung browser is killed instead. */
const CLOSE_TIMEOUT_MS = 3_000;

/** Each context has a guard proxy of its own; what the browser itself would like to load goes where nobody listens. */
const NO_PROXY_THERE = 'http://127.0.0.1:1';

/** The browser as a crawler's tool: all traffic through the guard proxies, little memory. Web security and process isolation stay on. */
function browserArguments(): string[] {
  return [
    `--proxy-server=${NO_PROXY_THERE}`,
    // Loopback goes through the proxy as well, which refuses it.
    '--proxy-bypass-list=<-loopback>',
    // Should anything try to resolve a name past the proxy, it finds none.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--dns-prefetch-disable',
    '--disable-quic',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--blink-settings=imagesEnabled=false',
    '--disable-remote-fonts',
    '--disable-gpu',
    '--disable-notifications',
    '--disable-speech-api',
    // Of the headless shell, which has no blocker of pop-ups.
    '--block-new-web-contents',
    '--mute-audio',
    '--no-pings',
    '--autoplay-policy=user-gesture-required',
    // Of one renderer process; a page that wants more crashes its tab alone.
    '--js-flags=--max-old-space-size=512',
  ];
}

/**
 * Starts Chromium.
 *
 * Started by root, it runs as an unprivileged user where that one can reach it. The sandbox needs a system that lets unprivileged processes have user
 * namespaces, and a user other than root. `auto` tries with, and without if that fails; each start without is warned of.
 *
 * @throws SlowStart when it does not start in time, twice
 * @throws Error when there is no Chromium or it does not start
 */
export async function startBrowser(options: ChromiumOptions, warn: (message: string) => void): Promise<BrowserProcess> {
  const { chromium } = await import('playwright-core');
  const program = await locateChromium(options.executablePath, chromium.executablePath(), options.cacheDir);
  const user = browserUser(program.executablePath);
  await sweepHomes();
  const launch = async (sandbox: boolean): Promise<BrowserProcess> => {
    const home = await createHome(program.executablePath, user);
    try {
      const context = await chromium.launchPersistentContext(home.profile, {
        executablePath: home.executablePath,
        artifactsDir: home.artifacts,
        args: browserArguments(),
        // Playwright lets every script open windows.
        ignoreDefaultArgs: ['--disable-popup-blocking'],
        chromiumSandbox: sandbox,
        headless: true,
        timeout: LAUNCH_TIMEOUT_MS,
        handleSIGHUP: false,
        handleSIGINT: false,
        handleSIGTERM: false,
        ...environmentFor(program, home),
      });
      return await describe(context, program, home, { user: user.kind === 'other' ? user.name : user.kind, sandbox });
    } catch (error) {
      await home.remove();
      throw error;
    }
  };
  if (options.sandbox === 'on') return patiently(() => launch(true));
  if (options.sandbox === 'auto' && user.kind !== 'root') {
    try {
      return await patiently(() => launch(true));
    } catch (error) {
      if (!/sandbox|namespace|zygote/i.test(String(error))) throw error;
    }
  }
  const reason =
    options.sandbox === 'off'
      ? 'it is switched off'
      : user.kind === 'root'
        ? `this process runs as root and ${user.reason}`
        : 'the system allows it no user namespaces';
  const rights = user.kind === 'other' ? `the rights of the user ${user.name}` : "this user's rights";
  warn(
    `CHROMIUM RUNS WITHOUT ITS SANDBOX because ${reason}: a page that breaks out of the browser has ${rights}. Run as another user, or crawl with rendering off.`,
  );
  return patiently(() => launch(false));
}

/** Starts again after a start that took too long. */
async function patiently(launch: () => Promise<BrowserProcess>): Promise<BrowserProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch();
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TimeoutError') throw error;
      if (attempt === LAUNCH_ATTEMPTS)
        throw new SlowStart(`Chromium did not start within ${LAUNCH_TIMEOUT_MS / 1_000} s, ${LAUNCH_ATTEMPTS} times`);
    }
  }
}

/** On Linux the browser is given no more than it needs, and so none of the service's secrets. */
function environmentFor(program: ChromiumProgram, { temporary }: BrowserHome): { env?: Record<string, string> } {
  if (process.platform !== 'linux') return {};
  return {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: temporary, TMPDIR: temporary, LANG: 'C.UTF-8', ...program.env },
  };
}

async function describe(
  context: BrowserContext,
  { origin }: ChromiumProgram,
  home: BrowserHome,
  facts: BrowserFacts,
): Promise<BrowserProcess> {
  const browser = context.browser();
  if (browser === null) {
    await context.close();
    throw new Error('Playwright does not tell the browser');
  }
  browser.once('disconnected', () => void home.remove());
  const session = await browser.newBrowserCDPSession();
  const pidsOf = async (type: string): Promise<number[]> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter((one) => one.type === type).map((one) => one.id);
  };
  const [pid] = await pidsOf('browser');
  if (pid === undefined) {
    await context.close();
    throw new Error('Chromium does not tell its process');
  }
  const group = groupOf(pid);
  const kill = (): void => killGroup(group);
  return {
    browser,
    pid,
    origin,
    facts,
    renderers: () => pidsOf('renderer'),
    kill,
    end: () => endBrowser(context, home, kill),
  };
}

async function endBrowser(context: BrowserContext, home: BrowserHome, kill: () => void): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), CLOSE_TIMEOUT_MS);
  });
  const outcome = await Promise.race([context.close().catch(() => undefined), late]);
  clearTimeout(timer);
  if (outcome === 'late') kill();
  await home.remove();
}

/** The process group of the browser, at whose head is its launcher; elsewhere than on Linux the browser itself. */
function groupOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2]) || pid;
  } catch {
    return pid;
  }
}

/** Playwright starts what it starts as the head of a process group of its own. */
function killGroup(group: number): void {
  for (const target of process.platform === 'win32' ? [group] : [-group, group]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Gone already.
      continue;
    }
  }
}
