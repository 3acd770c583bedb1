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

/** Files that the page refers to. */
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

describe('an address at which nothing is', () => {
  const PERSON = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

  it.each(['/nowhere', '/sessions/x/y/z', '/index.html', '/nowhere/?q=1', '/v2/topics'])(
    'has a page for people, with status 404 and without a key: %s',
    async (where) => {
      const answer = await get(where, PERSON);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(await answer.text()).toBe(await (await get('/')).text());
      expect((await fetch(service.url + where, { method: 'HEAD', headers: PERSON })).status).toBe(404);
    },
  );

  it.each([
    ['GET', '/v1/nowhere', 404],
    ['GET', '/v1', 404],
    ['GET', '/mcp', 405],
    ['GET', '/health/nowhere', 404],
    ['GET', '/console/nowhere', 404],
    ['GET', '/graphiql/nowhere', 404],
    ['GET', '/assets/nowhere.js', 404],
    ['DELETE', '/v1/topics', 405],
    ['POST', '/nowhere', 404],
    ['POST', '/sessions/x', 405],
  ])('is a problem for %s %s, also at a browser', async (method, where, status) => {
    const answer = await fetch(service.url + where, {
      ...{ method, headers: { ...PERSON, authorization: `Bearer ${KEY}` } },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      status,
      expect.stringContaining('application/problem+json'),
    ]);
  });

  it('leaves no other route out: paths of the API are never pages', async () => {
    const document = (await (await get('/openapi.json')).json()) as { paths: Record<string, object> };
    const firsts = new Set(Object.keys(document.paths).map((one) => one.split('/')[1] ?? ''));
    for (const first of firsts) {
      const answer = await get(`/${first}/nowhere/at/all`, { ...PERSON, authorization: `Bearer ${KEY}` });
      expect([first, answer.headers.get('content-type')]).toEqual([first, expect.stringContaining('problem+json')]);
    }
  });
});

test('what the page loads at first is below 150 KB, compressed', async () => {
  const folder = path.resolve('dist/console');
  const names = ['index.html', ...(await assets())];
  const bytes = names.reduce((sum, name) => sum + gzipSync(readFileSync(path.join(folder, name))).length, 0);
  expect(bytes).toBeLessThan(150_000);
  // So are the parts of a screen that are loaded on demand.
  const all = readdirSync(path.join(folder, 'assets')).filter((name) => name.endsWith('.gz'));
  expect(all.length).toBeGreaterThan(3);
  expect(Math.max(...all.map((name) => statSync(path.join(folder, 'assets', name)).size))).toBeLessThan(60_000);
});
