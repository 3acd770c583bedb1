import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { startService, type TestService } from '../support/service.js';

const KEY = 'first-key-0123456789';

let service: TestService;
beforeAll(async () => {
  service = await startService({ API_KEYS: KEY });
});
afterAll(() => service.stop());

const get = (where: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${service.url}${where}`, { headers, redirect: 'manual' });

/** Files that the page names. */
async function assets(): Promise<string[]> {
  const html = await (await get('/')).text();
  return [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
}

describe('the page', () => {
  it.each(['/', '/start', '/sessions/x', '/sessions/x/domains', '/topics/x/labels'])(
    'is served at %s, without a key, under a policy that allows nothing inline and nothing from elsewhere',
    async (where) => {
      const answer = await get(where);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      expect(answer.headers.get('content-security-policy')?.split('; ').sort()).toEqual([
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "img-src 'self' data:",
        "script-src 'self'",
        "style-src 'self'",
      ]);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
      const html = await answer.text();
      expect(html).toContain('<div id="console">');
      expect(html).not.toMatch(/<script(?![^>]* src=)|<style| style=|https?:/);
    },
  );

  it('names files that may be kept for good, and are sent as they were compressed by the build', async () => {
    const names = await assets();
    expect(names.length).toBeGreaterThan(1);
    for (const name of names) {
      const answer = await get(name, { 'accept-encoding': 'br' });
      expect([name, answer.status]).toEqual([name, 200]);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('content-security-policy')).toContain("script-src 'self'");
      if (name.endsWith('.js')) {
        expect(answer.headers.get('content-encoding')).toBe('br');
        expect(answer.headers.get('vary')).toMatch(/accept-encoding/i);
        const plain = await get(name, { 'accept-encoding': 'identity' });
        expect(plain.headers.get('content-encoding')).toBeNull();
        expect(await answer.text()).toBe(await plain.text());
      }
    }
  });

  it.each([
    '/v1/nowhere',
    '/nowhere',
    '/assets/nothing.js',
    '/assets/%2e%2e%2findex.html',

    '/sessions/x/y/z',
    '/index.html',
  ])('is not served at %s: that is not found, as everywhere', async (where) => {
    const answer = await get(where, { authorization: `Bearer ${KEY}` });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('what the page loads at first is below 150 KB, compressed', async () => {
  const folder = path.resolve('dist/console');
  const names = ['index.html', ...(await assets())];
  const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0);
  expect(bytes).toBeLessThan(150_000);
  // So is each part of a screen that is loaded when it is opened.
  const all = readdirSync(path.join(folder, 'assets')).filter((name) => name.endsWith('.gz'));
  expect(all.length).toBeGreaterThan(3);
  expect(Math.max(...all.map((name) => statSync(path.join(folder, 'assets', name)).size))).toBeLessThan(60_000);
});
