import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { processEnvironment } from '../../../platform/config/index.js';

/** Where Playwright keeps the browsers that its users have installed. */
function browsersFolder(): string {
  const { PLAYWRIGHT_BROWSERS_PATH: given, XDG_CACHE_HOME: cache, LOCALAPPDATA: local } = processEnvironment();
  if (given !== undefined && given !== '') return given;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'ms-playwright');
  if (process.platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'ms-playwright');
  return join(cache ?? join(homedir(), '.cache'), 'ms-playwright');
}

/** Where Playwright would keep its own Chromium, installed or not; null where it keeps none. It takes half a second to load, and so is only asked where it has browsers. */
export async function playwrightProgram(): Promise<string | null> {
  // `0` is a folder inside the package.
  const folder = browsersFolder();
  if (folder !== '0' && !existsSync(folder)) return null;
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}
