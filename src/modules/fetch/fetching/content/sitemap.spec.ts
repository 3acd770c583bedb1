import { gzipSync } from 'node:zlib';
import { sitemapOutcome } from './sitemap.js';

const URL = 'https://a.example/sitemap.xml.gz';
const trail = { finalUrl: URL, redirects: [], fetchedAt: 0, durationMs: 0 };
const outcomeOf = (body: Buffer) =>
  sitemapOutcome({ status: 200, headers: new Map(), body, truncated: false }, trail, { url: URL });
const listOf = (count: number): string =>
  `<urlset>${Array.from({ length: count }, (_, i) => `<url><loc>https://a.example/${i}/${i * i}</loc></url>`).join('')}</urlset>`;

it.each([3, 9_000])('reads a packed file of %s entries with bytes behind it whole', async (count) => {
  const sitemap = await outcomeOf(Buffer.concat([gzipSync(listOf(count)), Buffer.from('<!-- cached -->')]));
  expect(sitemap).toMatchObject({ kind: 'sitemap', truncated: false });
  expect(sitemap.kind === 'sitemap' && sitemap.links.length).toBe(count);
});

it('reads the beginning of a packed file that is cut, and marks it', async () => {
  const sitemap = await outcomeOf(gzipSync(listOf(500)).subarray(0, -1_000));
  expect(sitemap).toMatchObject({ kind: 'sitemap', truncated: true });
  expect(sitemap.kind === 'sitemap' && sitemap.links.length).toBeGreaterThan(10);
  expect(await outcomeOf(Buffer.from('1f8b0800ffff', 'hex'))).toMatchObject({ kind: 'decode' });
});
