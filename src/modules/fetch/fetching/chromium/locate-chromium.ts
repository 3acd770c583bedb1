import { existsSync } from 'node:fs';
import { bundledChromium, type BundledProgram, isBundleUsable } from './bundled-chromium.js';

export interface ChromiumProgram extends BundledProgram {
  readonly origin: 'explicit' | 'playwright' | 'system' | 'bundled';
}

/**
 * Paths of Chromium and Chrome from system packages. The headless shell comes first: it starts faster and needs less
 * memory.
 */
const SYSTEM_PATHS: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  linux: [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/google-chrome',
    '/snap/bin/chromium',
  ],
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/**
 * The Chromium for rendering: the explicit path, else Playwright's, else the system's, else the bundled one.
 *
 * @param playwrightPath where Playwright would install its own browser; null if it supports none
 * @param systemPaths where packages of this system install it
 * @throws Error if there is none, or the explicit path does not exist
 */
export async function locateChromium(
  explicitPath: string | undefined,
  playwrightPath: string | null,
  cacheDir: string,
  systemPaths: readonly string[] = SYSTEM_PATHS[process.platform] ?? [],
): Promise<ChromiumProgram> {
  if (explicitPath !== undefined) {
    if (!existsSync(explicitPath)) throw new Error(`no Chromium at ${explicitPath}`);
    return { executablePath: explicitPath, env: {}, origin: 'explicit' };
  }
  if (playwrightPath !== null && existsSync(playwrightPath))
    return { executablePath: playwrightPath, env: {}, origin: 'playwright' };
  const system = systemPaths.find((path) => existsSync(path));
  if (system !== undefined) return { executablePath: system, env: {}, origin: 'system' };
  if (!isBundleUsable()) throw new Error('no Chromium found: install one, or name its path');
  return { ...(await bundledChromium(cacheDir)), origin: 'bundled' };
}
