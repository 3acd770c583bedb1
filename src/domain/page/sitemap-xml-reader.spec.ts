import { SitemapReader } from './index.js';

function linksOf(file: string) {
  const reader = new SitemapReader('https://a.example/sitemap.xml', new Set(['a.example']));
  reader.write(file);
  return reader.end().links;
}

it('takes the titles of news, but not those of their pictures', () => {
  const news = '<news:news><news:publication><news:name>N</news:name></news:publication><news:title>T</news:title>';
  const image = '<image:image><image:loc>/i.png</image:loc><image:title>I</image:title></image:image>';
  const file = `<urlset><url><loc>/1</loc>${image}${news}</news:news></url><url><loc>/2</loc>${image}</url></urlset>`;
  expect(linksOf(file)).toEqual([
    { url: 'https://a.example/1', title: 'T' },
    { url: 'https://a.example/2', title: '' },
  ]);
});

it('knows the usual prefix of Atom, which some feeds do not declare', () => {
  const item = '<item><title>One</title><atom:link rel="alternate" href="/1"/></item>';
  expect(linksOf(`<rss><channel>${item}</channel></rss>`)).toEqual([{ url: 'https://a.example/1', title: 'One' }]);
});
