import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../../../platform/config/index.js';

/** Folder into which Playwright installs browsers. */
function browsersFolder(): string {
  const { PLAYWRIGHT_BROWSERS_PATH: given, XDG_CACHE_HOME: cache, LOCALAPPDATA: local } = processEnvironment();
  if (given !== undefined && given !== '') return given;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'ms-playwright');
  if (process.platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'ms-playwright');
  return join(cache ?? join(homedir(), '.cache'), 'ms-playwright');
}

/**
 * Path at which Playwright would install its own Chromium; null if it supports none. Loading Playwright takes half a
 * second, so this happens only if its folder exists.
 */
export async function playwrightProgram(): Promise<string | null> {
  // `0` means a folder inside the package.
  const folder = browsersFolder();
  if (folder !== '0' && !existsSync(folder)) return null;
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
