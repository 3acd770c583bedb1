import { processEnvironment } from '../../../../platform/config/index.js';
import type { BrowserFacts, ChromiumOptions } from '../options.js';
import { browserArguments } from './browser-arguments.js';
import { type BrowserHome, createHome, sweepHomes } from './browser-home.js';
import { type LaunchedBrowser, LaunchTimeout, launchBrowser } from './browser-launch.js';
import { BrowserPages, type BrowserPage } from './browser-pages.js';
import { browserUser } from './browser-user.js';
import { type ChromiumProgram, locateChromium } from './locate-chromium.js';
import { playwrightProgram } from './playwright-program.js';
import type { Warn } from '../../../../platform/telemetry/index.js';

/** A running Chromium. */
export interface BrowserProcess {
  /** Whether it responds, according to the last exchange. */
  readonly isConnected: boolean;
  /** Called once, after it has ended. */
  whenGone(then: () => void): void;
  /**
   * Opens a page in its own context, which reaches the web through the proxy on this port. @throws Error if the browser
   * has ended
   */
  openPage(proxyPort: number): Promise<BrowserPage>;
  readonly origin: ChromiumProgram['origin'];
  readonly facts: BrowserFacts;
  /** Id of the process group of all its processes. */
  readonly group: number;
  /**
   * Ends the browser: requests its end, then kills the process with its children. Resolves when it has ended or was
   * killed and its files are removed.
   */
  end(): Promise<void>;
  /** Kills the process with its children, for a browser that hangs. */
  kill(): void;
}

/** Chromium did not start in time: this machine is busy, and the browser itself seems fine. */
export class SlowStart extends Error {}

/** Chromium starts in 0.2 s, on a busy machine in many seconds. */
const LAUNCH_TIMEOUT_MS = 60_000;
const LAUNCH_ATTEMPTS = 2;
/** Longest duration of `startBrowser`, including the time before and after a launch. */
export const LONGEST_START_MS = (LAUNCH_ATTEMPTS + 1) * LAUNCH_TIMEOUT_MS;
/** Closing takes some ten milliseconds; a hung browser is killed instead. */
const CLOSE_TIMEOUT_MS = 3_000;

/**
 * Starts Chromium.
 *
 * If started by root, it runs as an unprivileged user, provided that this user can reach the program. The sandbox
 * requires unprivileged user namespaces, and a user other than root. `auto` tries with the sandbox first, then without;
 * each start without it logs a warning.
 *
 * @throws SlowStart if it does not start in time, twice
 * @throws Error if there is no Chromium or it does not start
 */
export async function startBrowser(options: ChromiumOptions, warn: Warn): Promise<BrowserProcess> {
  const { executablePath } = options;
  const program = await locateChromium(
    executablePath,
    executablePath === undefined ? await playwrightProgram() : null,
    options.cacheDir,
  );
  const user = browserUser(program.executablePath);
  const name = user.kind === 'other' ? user.name : user.kind;
  await sweepHomes();
  const launch = async (sandbox: boolean): Promise<BrowserProcess> => {
    const home = await createHome(program.executablePath, user);
    try {
      const launched = await launchBrowser(
        home.executablePath,
        browserArguments(home.profile, sandbox),
        environmentFor(program, home),
        LAUNCH_TIMEOUT_MS,
      );
      return await describe(launched, program, home, { user: name, sandbox });
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
  warn(
    { reason, user: name },
    'CHROMIUM RUNS WITHOUT ITS SANDBOX: a page that breaks out of the browser has the rights of its user. Run as another user, or crawl with rendering off.',
  );
  return patiently(() => launch(false));
}

/** Retries a start that took too long. */
async function patiently(launch: () => Promise<BrowserProcess>): Promise<BrowserProcess> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await launch();
    } catch (error) {
      if (!(error instanceof LaunchTimeout)) throw error;
      if (attempt === LAUNCH_ATTEMPTS)
        throw new SlowStart(`Chromium did not start within ${LAUNCH_TIMEOUT_MS / 1_000} s, ${LAUNCH_ATTEMPTS} times`);
    }
  }
}

/** On Linux the browser gets only the variables it needs, and so none of the service's secrets. */
function environmentFor(program: ChromiumProgram, { temporary }: BrowserHome): NodeJS.ProcessEnv {
  if (process.platform !== 'linux') return processEnvironment();
  return { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: temporary, TMPDIR: temporary, LANG: 'C.UTF-8', ...program.env };
}

async function describe(
  launched: LaunchedBrowser,
  { origin }: ChromiumProgram,
  home: BrowserHome,
  facts: BrowserFacts,
): Promise<BrowserProcess> {
  const { connection, group, kill } = launched;
  connection.whenClosed(() => void launched.ended.then(() => home.remove()));
  try {
    const pages = await BrowserPages.of(connection);
    return {
      get isConnected() {
        return connection.isOpen;
      },
      whenGone: (then) => connection.whenClosed(then),
      openPage: (proxyPort) => pages.open(proxyPort),
      origin,
      facts,
      group,
      kill,
      end: () => endBrowser(launched, home),
    };
  } catch (error) {
    kill();
    throw error;
  }
}

async function endBrowser({ connection, ended, kill }: LaunchedBrowser, home: BrowserHome): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), CLOSE_TIMEOUT_MS);
  });
  connection.browser.send('Browser.close').catch(() => undefined);
  const outcome = await Promise.race([ended, late]);
  clearTimeout(timer);
  if (outcome === 'late') kill();
  await home.remove();
}
