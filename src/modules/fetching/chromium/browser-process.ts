import { tmpdir } from 'node:os';
import type { Browser } from 'playwright-core';
import type { ChromiumOptions } from '../options.js';
import { type ChromiumProgram, locateChromium } from './locate-chromium.js';

/** A running Chromium with the number of its main process. */
export interface BrowserProcess {
  readonly browser: Browser;
  readonly pid: number;
  readonly origin: ChromiumProgram['origin'];
  /** Numbers of its renderer processes. */
  renderers(): Promise<number[]>;
  /** Ends the browser: by asking, then by killing the process with its children. Resolves when it is gone or was killed. */
  end(): Promise<void>;
}

/** Chromium starts in 0.2 s, on a busy machine in some seconds. */
const LAUNCH_TIMEOUT_MS = 30_000;
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
 * The sandbox needs a system that lets unprivileged processes have user namespaces, and a user other than root. `auto` tries with,
 * and without if that fails; each start without is warned of.
 *
 * @throws Error when there is no Chromium or it does not start
 */
export async function startBrowser(options: ChromiumOptions, warn: (message: string) => void): Promise<BrowserProcess> {
  const { chromium } = await import('playwright-core');
  const program = await locateChromium(options.executablePath, chromium.executablePath(), options.cacheDir);
  const launch = (sandbox: boolean): Promise<Browser> => chromium.launch({
    executablePath: program.executablePath,
    args: browserArguments(),
    // Playwright lets every script open windows.
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    chromiumSandbox: sandbox,
    headless: true,
    timeout: LAUNCH_TIMEOUT_MS,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    ...environmentFor(program),
  });
  const isRoot = process.getuid?.() === 0;
  if (options.sandbox === 'on') return describe(await launch(true), program);
  if (options.sandbox === 'auto' && !isRoot) {
    try {
      return await describe(await launch(true), program);
    } catch (error) {
      if (!/sandbox|namespace|zygote/i.test(String(error))) throw error;
    }
  }
  const reason = options.sandbox === 'off' ? 'it is switched off' : isRoot ? 'this process runs as root' : 'the system allows it no user namespaces';
  warn(`CHROMIUM RUNS WITHOUT ITS SANDBOX because ${reason}: a page that breaks out of the browser has this user's rights. Run as another user, or crawl with rendering off.`);
  return describe(await launch(false), program);
}

/** On Linux the browser is given no more than it needs, and so none of the service's secrets. */
function environmentFor(program: ChromiumProgram): { env?: Record<string, string> } {
  if (process.platform !== 'linux') return {};
  return { env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: tmpdir(), TMPDIR: tmpdir(), LANG: 'C.UTF-8', ...program.env } };
}

async function describe(browser: Browser, { origin }: ChromiumProgram): Promise<BrowserProcess> {
  const session = await browser.newBrowserCDPSession();
  const pidsOf = async (type: string): Promise<number[]> => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.filter((one) => one.type === type).map((one) => one.id);
  };
  const [pid] = await pidsOf('browser');
  if (pid === undefined) {
    await browser.close();
    throw new Error('Chromium does not tell its process');
  }
  return { browser, pid, origin, renderers: () => pidsOf('renderer'), end: () => endBrowser(browser, pid) };
}

async function endBrowser(browser: Browser, pid: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => { timer = setTimeout(() => resolve('late'), CLOSE_TIMEOUT_MS); });
  const outcome = await Promise.race([browser.close().catch(() => undefined), late]);
  clearTimeout(timer);
  if (outcome === 'late') killGroup(pid);
}

/** Playwright starts Chromium as the head of a process group of its own. */
export function killGroup(pid: number): void {
  for (const target of process.platform === 'win32' ? [pid] : [-pid, pid]) {
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // Gone already.
      continue;
    }
  }
}
