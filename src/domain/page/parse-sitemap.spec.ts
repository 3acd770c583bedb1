import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../test/support/cpu-time.js';
import { MAX_SITEMAP_LINKS, SitemapReader, type ParsedSitemap } from './index.js';

const BASE = 'https://a.example/sitemap.xml';
function read(text: string, chunk = text.length || 1): ParsedSitemap {
  const reader = new SitemapReader(BASE, new Set(['a.example']));
  for (let at = 0; at < text.length; at += chunk) reader.write(text.slice(at, at + chunk));
  return reader.end();
}
const urls = (text: string): string[] => read(text).links.map((link) => link.url);
const urlset = (inner: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${inner}</urlset>`;

const RSS2 = `<rss version="2.0" xmlns:media="m" xmlns:atom="a"><channel><title>Feed</title><link>https://a.example/</link>
<atom:link href="https://a.example/feed" rel="self"/>
<item><title>One &amp; <![CDATA[<b>two</b>]]></title><media:title>no</media:title><link>https://b.example/1?utm_source=rss</link><guid>x</guid></item>
<item><title>Three</title><guid>https://a.example/3</guid></item>
<item><title>Not a link</title><guid isPermaLink="false">https://a.example/4</guid></item>
</channel></rss>`;
const RSS1 = `<rdf:RDF xmlns:rdf="r" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://a.example/"><title>Feed</title></channel>
<item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/one</link></item><item rdf:about="https://a.example/2"/></rdf:RDF>`;
const ATOM = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><link href="https://a.example/"/>
<entry><title>One</title><link rel="edit" href="/edit/1"/><link rel="alternate" href="/one"/></entry>
<entry><title>Two</title><link href="https://b.example/two"/><content type="xhtml"><div><title>no</title></div></content></entry></feed>`;
const INDEX = `<sitemapindex><sitemap><loc>https://a.example/1.xml.gz</loc><lastmod>2026-01-01</lastmod></sitemap>
<sitemap><loc>https://c.example/2.xml</loc></sitemap><sitemap><loc>https://www.a.example/3.xml</loc></sitemap></sitemapindex>`;

describe('SitemapReader', () => {
  it('takes titles that can be stored: without NUL, and no half of a character at their end', () => {
    const titled = (title: string): string | undefined =>
      read(`<rss><channel><item><title>${title}</title><link>https://a.example/1</link></item></channel></rss>`)
        .links[0]?.title;
    expect(titled('a\0b \u0007c')).toBe('a b c');
    expect(titled(`${'x'.repeat(199)}\u{1f9c0}`)).toBe('x'.repeat(199));
  });

  it.each([
    ['<br />\n<b>Notice</b>: Undefined index in <b>/x.php</b> on line <b>3</b><br />\n', ''],
    ['Warning: include(): failed in /srv/x.php on line 4\n\n', ''],
    ['Deprecated: each(), see\nhttps://a.example/help\nin /srv/x.php\n', ''],
    ['<!-- cached --><div class="error"><p>oops</div>', ''],
    ['\uFEFF\n \uFEFF', ''],
    ['<b>Notice</b>: Undefined index<br />\n'.repeat(200), ''],
    ['PHP Notice: Undefined index in /x.php\n'.repeat(200), ''],
    ['', '<!-- 12 ms --><br><b>Notice</b>'],
  ])('passes over what a script wrote around the XML: %j, %j', (before, behind) => {
    for (const chunk of [1, 7, 1_000])
      expect(
        read(`${before}${urlset('<url><loc>/x</loc></url>')}${behind}`, chunk).links.map(({ url }) => url),
      ).toEqual(['https://a.example/x']);
  });

  it('reads entries without a root, unless other elements come first', () => {
    const entries = '<url><loc>https://a.example/1</loc></url>\n<url><loc>https://a.example/2</loc></url>';
    for (const before of ['', '<?xml version="1.0"?>\n<!-- made -->\n'])
      expect(read(before + entries)).toMatchObject({
        format: 'sitemap',
        links: [{ url: 'https://a.example/1' }, { url: 'https://a.example/2' }],
      });
    expect(read('<sitemap><loc>https://a.example/1.xml</loc></sitemap>')).toMatchObject({
      format: 'index',
      sitemaps: ['https://a.example/1.xml'],
    });
    expect(read(`<html><body>${entries}</body></html>`).format).toBe('unknown');
  });

  it("takes an item's link of Atom where RSS has none", () => {
    const item = (inner: string): string => `<item><title>t</title>${inner}</item>`;
    const atom = (path: string, more = ''): string => `<a:link href="https://a.example/${path}" ${more}/>`;
    const items = [
      item(atom('1')),
      item(`${atom('no')}<link>https://a.example/2</link>`),
      item(atom('no', 'rel="self"')),
      item(`${atom('no', 'rel="self"')}${atom('3', 'rel="alternate" type="text/html"')}`),
      item(atom('4').replace('a:link', 'b:link')),
    ];
    expect(urls(`<rss xmlns:a="http://www.w3.org/2005/Atom"><channel>${items.join('')}</channel></rss>`)).toEqual(
      [1, 2, 3].map((no) => `https://a.example/${no}`),
    );
  });

  it.each([
    ['markup', '<a href="https://a.example/1">https://a.example/<b>1</b></a><br>'],
    ['comments and CDATA', '\n<!-- x --><![CDATA[ https://a.example/]]>1'],
    ['byte order marks and zero-width spaces', '\uFEFF https://a.example/1\u200b'],
  ])('reads an address with %s', (_, inner) =>
    expect(urls(urlset(`<url><loc>${inner}</loc></url>`))).toEqual(['https://a.example/1']),
  );

  it.each([
    ['entries', '<url><loc>/1</loc><url><loc>/2</loc></url><url><loc>/3</loc>'],
    ['addresses', '<url><loc>/1<lastmod>2026</lastmod></url><url><loc>/2</url><url><loc>/3<image:image/></url>'],
    ['both', '<url><loc>/1<url><loc>/2<url><loc>/3'],
    ['entries, also beginnings', '<url><loc>/1</loc><lastmod>2026</lastmod><loc>/2</loc><loc>/3</loc></url>'],
  ])('reads sitemaps without the end tags of %s', (_, inner) =>
    expect(urls(urlset(inner))).toEqual(['https://a.example/1', 'https://a.example/2', 'https://a.example/3']),
  );

  it('reads a long sitemap without any end tag', () => {
    const text = urlset(Array.from({ length: 3_000 }, (_, i) => `<url><loc>/${i}`).join(''));
    expect(read(text, 10_000).links.length).toBe(3_000);
  });

  const titleOf = (title: string): string | undefined => read(title).links[0]?.title;
  it.each([
    ['type="xhtml"', '<x:div>Less &lt;i&gt; <x:b>more</x:b></x:div>', 'Less <i> more'],
    ['type="html"', 'A &lt;b&gt;b&lt;/b&gt;&lt;br&gt;&amp;eacute;', 'A b é'],
    ['type="text"', '&lt;b&gt; &amp;amp;', '<b> &amp;'],
    ['', '&lt;b&gt; &amp;amp;', '<b> &amp;'],
  ])('reads a title of Atom with the attribute %j', (type, inner, expected) =>
    expect(titleOf(`<feed><entry><title ${type}>${inner}</title><link href="/1"/></entry></feed>`)).toBe(expected),
  );
  it.each([
    ['AT&amp;amp;T&amp;#8217;s &lt;i&gt;x&lt;/i&gt;', 'AT&T’s x'],
    ['<![CDATA[a<br>b &eacute;]]>', 'a b é'],
    ['A <b>c</b> d', 'A c d'],
    ['if a&lt;b then R&amp;D', 'if a<b then R&D'],
  ])('reads a title of RSS that may be HTML: %j', (inner, expected) =>
    expect(titleOf(`<rss><channel><item><title>${inner}</title><link>/1</link></item></channel></rss>`)).toBe(expected),
  );

  it('distinguishes vocabularies by their prefixes', () => {
    const atom = 'http://www.w3.org/2005/Atom';
    const only = [{ url: 'https://a.example/1', title: 'T' }];
    for (const text of [
      `<a:feed xmlns:a="${atom}"><a:entry><title>no</title><a:title>T</a:title><link href="/no"/><a:link href="/1"/></a:entry></a:feed>`,
      `<feed xmlns="${atom}"><entry><b:title>no</b:title><b:link href="/no"/><title>T</title><link href="/1"/></entry></feed>`,
      `<feed xmlns="${atom}" xmlns:b="${atom}"><entry><b:title>T</b:title><b:link href="/1"/></entry></feed>`,
      '<r:rdf><r:item><r:title>T</r:title><x:link>/no</x:link><r:link>/1</r:link></r:item></r:rdf>',
    ])
      expect(read(text).links).toEqual(only);
  });

  it('prefers the alternate of an entry that is a page, however its relation is written', () => {
    const relation = 'http://www.iana.org/assignments/relation/alternate';
    const feed = `<feed><entry><link type="application/json" href="/no"/><link type="text/html" href="/1"/></entry>
      <entry><link rel="Alternate" type="application/pdf" href="/2"/></entry><entry><link rel="${relation}" href="/3"/></entry></feed>`;
    expect(urls(feed)).toEqual(['https://a.example/1', 'https://a.example/2', 'https://a.example/3']);
  });

  it('prefers the address of the page to that of a service that counts readers', () => {
    const original = '<feedburner:origLink>https://b.example/1</feedburner:origLink>';
    const counted = (name: string, link: string): string => `<${name}>${link}${original}</${name}>`;
    const item = counted('item', '<link>https://feeds.example/~r/1</link>');
    const entry = counted('entry', '<link href="https://feeds.example/~r/1"/>');
    const odd = '<item><link>/2</link><pheedo:origLink>none</pheedo:origLink></item>';
    expect(urls(`<rss><channel>${item}${odd}</channel></rss>`)).toEqual(['https://b.example/1', 'https://a.example/2']);
    expect(urls(`<feed>${entry}</feed>`)).toEqual(['https://b.example/1']);
  });

  it('takes no identifier for an address that is none', () => {
    const guids = ['>5', '>tag:a.example,2026:5', ' isPermaLink="False">https://a.example/no', '>https://a.example/1'];
    const items = guids.map((guid) => `<item><guid${guid}</guid></item>`).join('');
    expect(
      urls(`<rss><channel>${items}<item><title>a</title><link>/2</link><item><link>/3</link></item></channel></rss>`),
    ).toEqual(['https://a.example/1', 'https://a.example/2', 'https://a.example/3']);
  });

  it('gives up a page of HTML, and a list that has no URL in its first lines', () => {
    expect(read(`<!DOCTYPE html><html><head></head><body>${'<p>text</p>'.repeat(3_000)}</body></html>`).format).toBe(
      'unknown',
    );
    expect(read('nothing here\n'.repeat(10_000)).format).toBe('unknown');
    expect(urls('# all pages\n\nhttps://a.example/1\nhttps://a.example/2')).toEqual([
      'https://a.example/1',
      'https://a.example/2',
    ]);
  });

  it('takes a URL that stands in an entry itself, and a loc without entry, as other readers do', () => {
    expect(
      read(
        '<sitemapindex><sitemap> https://a.example/1.xml\n</sitemap><sitemap>none</sitemap><loc>https://a.example/2.xml</loc></sitemapindex>',
      ).sitemaps,
    ).toEqual(['https://a.example/1.xml', 'https://a.example/2.xml']);
    expect(
      urls(urlset('<url>https://a.example/a</url><loc>https://a.example/b</loc><url><priority>1</priority></url>')),
    ).toEqual(['https://a.example/a', 'https://a.example/b']);
  });

  it('resolves what is relative by XML Base, of whichever element is next', () => {
    const feed = `<feed xml:base="/blog/" xmlns="http://www.w3.org/2005/Atom">
      <entry xml:base="2026/11/"><title>a</title><link href="first"/></entry>
      <entry><link href="second" xml:base="//b.example/x/"/></entry>
      <entry><link href="/third"/></entry><entry xml:base="javascript:alert(1)"><link href="fourth"/></entry></feed>`;
    expect(urls(feed)).toEqual([
      'https://a.example/blog/2026/11/first',
      'https://b.example/x/second',
      'https://a.example/third',
      'https://a.example/blog/fourth',
    ]);
    expect(urls('<rss xml:base="https://b.example/n/"><channel><item><link>1</link></item></channel></rss>')).toEqual([
      'https://b.example/n/1',
    ]);
    expect(urls(urlset('<url xml:base="https://b.example/"><loc>x</loc></url>'))).toEqual([]);
  });

  it('resolves links of RSS by the page of their channel, unless XML Base says another', () => {
    const feed = (attributes: string, link: string): string =>
      `<rss${attributes}><channel>${link}<image><link>https://i.example/</link></image><item><link>1</link></item></channel></rss>`;
    const site = '<link>\n https://b.example/blog/</link>';
    expect(urls(feed('', site))).toEqual(['https://b.example/blog/1']);
    expect(urls(feed('', '<link>https://b.example/blog/<title>B</title>'))).toEqual(['https://b.example/blog/1']);
    expect(urls(feed(' xml:base="https://c.example/"', site))).toEqual(['https://c.example/1']);
    expect(urls(feed('', '<link>/blog/</link>'))).toEqual(['https://a.example/1']);
  });

  it('takes addresses that other readers take too: in attributes and identifiers, without a scheme', () => {
    const [link, guid] = ['<link href="https://b.example/1"/>', '<guid>https://b.example/no</guid>'];
    expect(
      urls(`<rss><channel><item>${link}${guid}</item><item><link>www.b.example/2</link></item></channel></rss>`),
    ).toEqual(['https://b.example/1', 'https://www.b.example/2']);
    const id = (value: string): string => `<id>${value}</id>`;
    expect(
      urls(`<feed><entry>${id('https://b.example/3')}</entry><entry>${id('tag:b.example,2026:4')}</entry>
        <entry>${id('https://b.example/no')}<link type="application/pdf" href="/5"/></entry></feed>`),
    ).toEqual(['https://b.example/3', 'https://a.example/5']);
    expect(urls(urlset('<url><loc>a.example/6</loc></url><url><loc>index.html</loc></url>'))).toEqual([
      'https://a.example/6',
      'https://a.example/index.html',
    ]);
  });

  it.each([
    [
      'a link without its text',
      '<rss><channel><item><title>t</title><link/>https://b.example/1</item></channel></rss>',
    ],
    ['a link of Atom as text', '<feed><entry><id>tag:1</id><link>https://b.example/1</link></entry></feed>'],
    ['an entry alone', '<entry xmlns="http://www.w3.org/2005/Atom"><link href="https://b.example/1"/></entry>'],
    ['a line break within', '<feed><entry><id>\n https://b.example/\n   1\n</id></entry></feed>'],
  ])('takes an address written in an odd way: %s', (_, text) => {
    expect(urls(text)).toEqual(['https://b.example/1']);
  });

  it('takes no half of a URL from a file that breaks off', () => {
    const whole = '<url><loc>https://a.example/1</loc></url>';
    expect(urls(urlset(`${whole}<url><loc>https://a.example/22`).replace('</urlset>', ''))).toEqual([
      'https://a.example/1',
    ]);
  });

  it('takes a host with and without www. for the same', () => {
    const [bare, www] = ['https://a.example/1', 'https://www.a.example/1'];
    for (const host of ['a.example', 'www.a.example']) {
      const reader = new SitemapReader(BASE, new Set([host]));
      reader.write(
        urlset([bare, www, 'https://www2.a.example/1'].map((url) => `<url><loc>${url}</loc></url>`).join('')),
      );
      expect(reader.end().links.map(({ url }) => url)).toEqual([bare, www]);
    }
  });

  it('takes the pages of a sitemap that lie on its hosts, once each, canonical', () => {
    const text = urlset(`
      <url><loc> https://a.example/x?b=1&amp;c=2 </loc><lastmod>2026</lastmod></url>
      <url><loc>https://a.example/%7Ey</loc><image:image><image:loc>https://a.example/pic</image:loc></image:image></url>
      <url><loc>https://A.example:443/~y#top</loc></url>
      <url><loc><![CDATA[http://www.a.example/z]]></loc></url>
      <url><loc>https://b.example/other</loc></url><url><loc>javascript:alert(1)</loc></url><url><loc></loc></url><url/>`);
    expect(read(text)).toEqual({
      format: 'sitemap',
      sitemaps: [],
      truncated: false,
      links: ['https://a.example/x?b=1&c=2', 'https://a.example/~y', 'http://www.a.example/z'].map((url) => ({
        url,
        title: '',
      })),
    });
  });

  it('takes prefixed sitemaps and unclosed ones', () => {
    expect(urls('<s:urlset xmlns:s="x"><s:url><s:loc>https://a.example/1</s:loc></s:url></s:urlset>')).toEqual([
      'https://a.example/1',
    ]);
    expect(urls('<urlset><url><loc>https://a.example/1</loc></url><url><loc>https://a.example/2</loc>')).toEqual([
      'https://a.example/1',
      'https://a.example/2',
    ]);
  });

  it('takes pages of an index and sitemaps of a list for what they say they are', () => {
    const parts = ({ links, sitemaps }: ParsedSitemap) => [links.map(({ url }) => url), sitemaps];
    expect(
      parts(read(urlset('<sitemap><loc>https://a.example/1.xml</loc></sitemap><url><loc>/2</loc></url>'))),
    ).toEqual([['https://a.example/2'], ['https://a.example/1.xml']]);
    expect(
      parts(
        read(
          '<sitemapindex><url><loc>https://a.example/3</loc></url><url><loc>https://a.example/4.xml</loc></url><sitemap><url><loc>https://a.example/5</loc></url></sitemap></sitemapindex>',
        ),
      ),
    ).toEqual([['https://a.example/3'], ['https://a.example/4.xml', 'https://a.example/5']]);
  });

  it('names the sitemaps of an index', () => {
    expect(read(INDEX)).toEqual({
      format: 'index',
      links: [],
      sitemaps: ['https://a.example/1.xml.gz', 'https://www.a.example/3.xml'],
      truncated: false,
    });
  });

  it.each([
    [
      'RSS 2.0',
      RSS2,
      [
        ['https://b.example/1', 'One & two'],
        ['https://a.example/3', 'Three'],
      ],
    ],
    [
      'RSS 1.0',
      RSS1,
      [
        ['https://a.example/one', 'One'],
        ['https://a.example/2', ''],
      ],
    ],
    [
      'Atom',
      ATOM,
      [
        ['https://a.example/one', 'One'],
        ['https://b.example/two', 'Two'],
      ],
    ],
  ])('takes the entries of %s with their titles, of any host', (_name, text, expected) => {
    expect(read(text)).toMatchObject({
      format: 'feed',
      links: expected.map(([url, title]) => ({ url, title })),
      truncated: false,
    });
  });

  it('takes the URLs of a table', () => {
    expect(urls('https://a.example/1\t2026-11-01\r\nhttps://a.example/2\t0.5\n')).toEqual([
      'https://a.example/1',
      'https://a.example/2',
    ]);
  });

  const [ONE, TWO] = ['https://a.example/1', 'https://a.example/2'];
  it.each([
    ['a table with a head', `loc,lastmod\n${ONE},2026\n${TWO},2025`],
    ['URLs in its second column', `id;url\n1;"${ONE}"\n2;"${TWO}"`],
    ['a table without a head', `"${ONE}","2026-01-01"\n"${TWO}",""`],
    ['columns behind spaces', `${ONE} 2026-01-01 0.8\n${TWO}  weekly`],
    ['angle brackets', `<${ONE}>\n<${TWO}>`],
    ['one line', `${ONE} ${TWO}`],
    ['quotation marks within XML', urlset(`<url><loc>"${ONE}"</loc></url><url><loc>'${TWO}'</loc></url>`)],
  ])('takes URLs from %s', (_, text) => {
    for (const chunk of [1, 9, 1_000]) expect(read(text, chunk).links.map(({ url }) => url)).toEqual([ONE, TWO]);
  });

  it('leaves commas and spaces that belong to the URLs of a list', () => {
    expect(urls('https://a.example/1,2\nhttps://a.example/a,b;c.html\nhttps://a.example/two words.html')).toEqual([
      'https://a.example/1,2',
      'https://a.example/a,b;c.html',
      'https://a.example/two%20words.html',
    ]);
  });

  it.each([
    ['https://a.example/?a=1&amp;amp;b=2', 'https://a.example/?a=1&b=2'],
    ['https://a.example/caf&eacute;', 'https://a.example/caf%C3%A9'],
    ['https://a.example/?a=1&copy=2', 'https://a.example/?a=1&copy=2'],
  ])('resolves references of HTML, and those escaped twice: %s', (loc, url) => {
    expect(urls(urlset(`<url><loc>${loc}</loc></url>`))).toEqual([url]);
  });

  it('takes versions of pages in other languages on its hosts, after the pages', () => {
    const version = (href: string, rel = 'alternate'): string =>
      `<xhtml:link rel="${rel}" hreflang="de" href="${href}"/>`;
    expect(
      urls(
        urlset(
          `<url><loc>/1</loc>${version('/de/1')}${version('https://a.de/1')}${version('/s', 'next')}</url><url><loc>/2</loc></url>`,
        ),
      ),
    ).toEqual([ONE, TWO, 'https://a.example/de/1']);
  });

  it('takes a plain list', () => {
    expect(
      read('\uFEFFhttps://a.example/1\r\n\r\n  https://a.example/2  \nhttps://b.example/3\nno url\n# note\n/relative'),
    ).toEqual({
      format: 'list',
      links: [
        { url: 'https://a.example/1', title: '' },
        { url: 'https://a.example/2', title: '' },
      ],
      sitemaps: [],
      truncated: false,
    });
  });

  it.each([
    '',
    '   ',
    '<!DOCTYPE html><html><body><url><loc>https://a.example/</loc></url></body></html>',
    'User-agent: *',
    '{"urls":[]}',
    '<opml><url/></opml>',
  ])('knows that %p is none', (text) =>
    expect(read(text)).toEqual({ format: 'unknown', links: [], sitemaps: [], truncated: false }),
  );

  it('stops at its bounds and says so', () => {
    const many = Array.from(
      { length: MAX_SITEMAP_LINKS + 5 },
      (_, i) => `<url><loc>https://a.example/${i}</loc></url>`,
    ).join('');
    const parsed = read(urlset(many), 10_000);
    expect([parsed.links.length, parsed.truncated]).toEqual([MAX_SITEMAP_LINKS, true]);
    const index = read(
      `<sitemapindex>${Array.from({ length: 1_100 }, (_, i) => `<sitemap><loc>https://a.example/${i}.xml</loc></sitemap>`).join('')}</sitemapindex>`,
    );
    expect([index.sitemaps.length, index.truncated]).toEqual([1_000, true]);
  });

  it('expands nothing', () => {
    const bomb = `<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${urlset('<url><loc>https://a.example/&b;</loc></url>')}`;
    expect(JSON.stringify(read(bomb))).not.toContain('aaaa');
  });

  it('takes time in proportion to hostile files', () => {
    const texts = [
      '<urlset>'.repeat(200_000),
      `<urlset ${'a="b" '.repeat(200_000)}>`,
      `<urlset><url><loc>${'x'.repeat(2_000_000)}`,
      `<urlset>${'<url>'.repeat(200_000)}`,
      '<'.repeat(400_000),
      'https://'.repeat(200_000),
      `https://a.example/\n${'\n'.repeat(800_000)}`,
      ' '.repeat(800_000),
      `<urlset>${'&'.repeat(400_000)}`,
      `<urlset>${'</x>'.repeat(200_000)}`,
    ];
    expect(cpuMs(() => texts.forEach((text) => void read(text, 64 * 1024)))).toBeLessThan(LINEAR_MS);
  });

  it('reads alike whatever the pieces', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(
          RSS2,
          RSS1,
          ATOM,
          INDEX,
          urlset('<url><loc>https://a.example/a&amp;b</loc></url>'),
          'https://a.example/1\r\nhttps://a.example/2',
        ),
        fc.integer({ min: 1, max: 40 }),
        (text, chunk) => expect(read(text, chunk)).toEqual(read(text)),
      ),
    );
  });
});

describe('a JSON Feed', () => {
  const feed = (items: unknown, version = 'https://jsonfeed.org/version/1.1'): string =>
    `\uFEFF{"version":${JSON.stringify(version)},"title":"<b>http://a.example/no</b>","items":${JSON.stringify(items)}}`;

  it('has the pages of its items', () => {
    const items = [
      { id: '1', url: 'https://b.example/1', title: ' One\n& two ' },
      { id: 'https://a.example/2', content_text: 'x' },
      { id: '3', external_url: '/3' },
      { id: '4' },
      null,
      { id: 5, url: 5 },
    ];
    for (const chunk of [7, 10_000])
      expect(read(feed(items), chunk)).toEqual({
        format: 'feed',
        links: [
          { url: 'https://b.example/1', title: 'One & two' },
          { url: 'https://a.example/2', title: '' },
          { url: 'https://a.example/3', title: '' },
        ],
        sitemaps: [],
        truncated: false,
      });
  });

  it.each([
    ['other JSON', feed([{ url: 'https://a.example/' }], 'https://a.example/1')],
    ['JSON without items', feed('x')],
    ['half of it', feed([{ url: 'https://a.example/' }]).slice(0, -9)],
    ['more than is read', feed([{ url: `https://a.example/${'x'.repeat(4_000_000)}` }])],
  ])('%s is none', (_, text) => {
    expect(read(text).format).toBe('unknown');
  });
});

describe('the next part of a feed', () => {
  const entry = '<entry><link href="/one"/><link rel="next" href="/no"/></entry>';
  const atom = (inner: string): string => `<feed xmlns="http://www.w3.org/2005/Atom">${inner}</feed>`;
  const linked = '<item><link>https://a.example/one</link></item>';

  it.each([
    [atom(`<link rel="self" href="/f"/><link rel="next" href="/f?page=2"/>${entry}`)],
    [atom(`${entry}<link href="?page=2" xml:base="https://a.example/f" rel="next"/>`)],
    [atom(`<link rel="prev-archive" href="/f?page=2"/>${entry}`)],
    [
      `<rss xmlns:a="http://www.w3.org/2005/Atom"><channel><link>https://a.example/</link><a:link rel="next" href="/f?page=2"/>${linked}</channel></rss>`,
    ],
    [
      '{"version":"https://jsonfeed.org/version/1","next_url":"/f?page=2","items":[{"id":"1","url":"https://a.example/one"}]}',
    ],
  ])('is read like a sitemap of an index: %s', (text) => {
    expect(read(text)).toMatchObject({
      format: 'feed',
      links: [{ url: 'https://a.example/one' }],
      sitemaps: ['https://a.example/f?page=2'],
    });
  });

  it('is on the host of the feed', () => {
    expect(read(atom(`<link rel="next" href="https://b.example/f"/>${entry}`)).sitemaps).toEqual([]);
  });
});

describe('a list of addresses without a scheme', () => {
  it.each(['a.example/1\na.example/2', '//a.example/1\n\n//a.example/2\n', 'https://a.example/1\nwww.a.example/2'])(
    '%j',
    (text) => {
      for (const chunk of [1, 100])
        expect(read(text, chunk).links.map(({ url }) => url.replace('www.', ''))).toEqual([
          'https://a.example/1',
          'https://a.example/2',
        ]);
    },
  );

  it('is none where lines say more, or name other hosts', () => {
    for (const text of ['a.example/1 is gone', 'b.example/1\nb.example/2', 'see readme.txt/x'])
      expect(read(text).format).toBe('unknown');
  });
});
