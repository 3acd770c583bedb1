import fc from 'fast-check';
import { DEFAULT_PARSE_LIMITS, parsePage } from './index.js';

const URL_ = 'http://example.com/dir/page';
const page = (body: string, head = ''): ReturnType<typeof parsePage> => parsePage(`<!doctype html><html><head>${head}</head><body>${body}</body></html>`, URL_);
const hrefs = (html: string): string[] => parsePage(html, URL_).links.map((link) => link.url);

describe('parsePage', () => {
  it('reads what the head says', () => {
    const parsed = parsePage(
      `<html lang="en-GB"><head><title>Soft &amp; <b>hard</b> cheese</title><meta name=description content=" About  cheese "><link rel=canonical href="/c#x">
       <meta name="robots" content="noindex, NOFOLLOW"><base href="/base/"></head><body><a href="x">x</a></body></html>`, URL_);
    expect(parsed).toMatchObject({
      title: 'Soft & <b>hard</b> cheese', description: 'About cheese', language: 'en-gb', canonical: 'http://example.com/c', noindex: true, nofollow: true,
    });
    expect(parsed.links.map((link) => link.url)).toEqual(['http://example.com/base/x']);
  });

  it('gives each link its anchor, the words around it, its heading and its place', () => {
    const parsed = page(`<nav><a href="/home">Home</a></nav><h1>Cheese</h1><p>The finest is <a href="/brie" rel="external nofollow"><i>Brie</i> de Meaux</a>, they say.</p>
      <h2>Hard</h2><p><a href="/parm"><img src=p.gif alt="Parmesan"></a></p><footer><a href="/imprint">Imprint</a></footer>`);
    expect(parsed.links).toEqual([
      expect.objectContaining({ url: 'http://example.com/home', anchor: 'Home', place: 'navigation', heading: '', position: 0 }),
      expect.objectContaining({ url: 'http://example.com/brie', anchor: 'Brie de Meaux', after: expect.stringMatching(/^, they say\. Hard/), place: 'main', heading: 'Cheese', nofollow: true }),
      expect.objectContaining({ url: 'http://example.com/parm', anchor: 'Parmesan', heading: 'Hard', nofollow: false }),
      expect.objectContaining({ url: 'http://example.com/imprint', place: 'footer' }),
    ]);
    expect(parsed.links[1].before).toMatch(/The finest is$/);
    expect(parsed.headings).toEqual(['Cheese', 'Hard']);
  });

  it('keeps a target once: the first link with an anchor', () => {
    const parsed = page('<a href="/a#1"></a><a href="/b">b</a><a href="/a">about</a><a href="/a#2">again</a>');
    expect(parsed.links.map(({ url, anchor, position }) => [url, anchor, position])).toEqual([
      ['http://example.com/b', 'b', 0], ['http://example.com/a', 'about', 1],
    ]);
  });

  it('finds frames, areas, next links and refreshes', () => {
    expect(hrefs(`<head><link rel="next" href="/2"><meta http-equiv=refresh content="5; URL='/moved'"></head><map><area href="/area"></map><iframe src="/frame"></iframe>`))
      .toEqual(['http://example.com/2', 'http://example.com/moved', 'http://example.com/area', 'http://example.com/frame']);
  });

  it.each(['javascript:void(0)', 'mailto:a@b.c', 'data:text/html,x', 'file:///etc/passwd', 'ftp://x/', '#top', '', 'http://', 'tel:1'])('passes over the link %j', (href) => {
    expect(hrefs(`<a href="${href}">x</a>`)).toEqual([]);
  });

  it('leaves scripts, styles and hidden parts out of the text', () => {
    expect(page('a<script>var x="<p>no</p>"</script><style>p{}</style> b<template>no</template><p hidden>no</p><p style="display: none">no</p>c').text).toBe('a b c');
  });

  it('takes boilerplate out of the main text', () => {
    const sentence = 'Cheese is a dairy product made in a wide range of flavours, textures and forms by coagulation of the milk protein casein. ';
    const parsed = page(`<div id="nav"><a href=/1>One</a> <a href=/2>Two</a></div><div class="site-header">Welcome to all of our dear guests</div><h1>Cheese</h1>
      <p>${sentence.repeat(3)}</p><p>${sentence.repeat(2)}</p><ul class=menu><li><a href=/3>Three</a></ul><footer>Copyright by nobody at all</footer>`);
    expect(parsed.mainText.startsWith('Cheese Cheese is a dairy product')).toBe(true);
    for (const noise of ['One', 'Welcome', 'Three', 'Copyright']) expect(parsed.mainText).not.toContain(noise);
  });

  it('never gives an empty main text for a page with text', () => {
    expect(page('<nav><a href=/a>All</a> <a href=/b>links</a></nav>').mainText).toBe('All links');
    expect(page('short').mainText).toBe('short');
  });

  it.each<[string, string, Partial<ReturnType<typeof parsePage>>]>([
    ['deep nesting', '<div>'.repeat(200_000) + 'deep', { text: 'deep', truncated: true }],
    ['a million brackets', '<'.repeat(1_000_000), {}],
    ['unclosed everything', '<table><tr><td><a href=/x>x<p><b><i>y', {}],
    ['NULs', 'a\0b', {}],
    ['a huge attribute', `<a href="/x" data-x="${'y'.repeat(2_000_000)}">x</a>`, {}],
    ['a huge URL', `<a href="/${'y'.repeat(2_000_000)}">x</a>`, { links: [] }],
    ['closing what is not open', '</p></div></html></body>'.repeat(50_000) + 'text', { text: 'text' }],
  ])('stands %s', (_, html, expected) => {
    const began = performance.now();
    const parsed = parsePage(html, URL_);
    expect(performance.now() - began).toBeLessThan(3_000);
    expect(parsed).toMatchObject(expected);
    expect(parsed.text).not.toContain('\0');
  });

  it('keeps within its limits', () => {
    const html = Array.from({ length: 100_000 }, (_, i) => `<h2>heading ${i}</h2><a href="/p${i}">${'anchor '.repeat(80)}</a> text`).join('');
    const limits = { ...DEFAULT_PARSE_LIMITS, maxTextChars: 5_000 };
    const parsed = parsePage(html, URL_, limits);
    expect(parsed.truncated).toBe(true);
    expect(parsed.links).toHaveLength(limits.maxLinks);
    expect(parsed.text.length).toBeLessThanOrEqual(5_000);
    expect(parsed.headings).toHaveLength(limits.maxHeadings);
    expect(Math.max(...parsed.links.map((link) => link.anchor.length))).toBeLessThanOrEqual(limits.maxAnchorChars);
    expect(Math.max(...parsed.links.map((link) => link.before.length))).toBeLessThanOrEqual(limits.maxContextChars);
  });

  it('reads any mutation of a page, and answers with folded text and links within bounds', () => {
    const whole = '<!doctype html><html lang=en><head><title>T</title><base href="/b/"></head><body><nav><a href="x?a=1&amp;b">A</a></nav><table><tr><td><p>one<p>two</table><svg><a href=y>z</a></svg></body></html>';
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length), fc.nat(20), fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 8 }), (cuts) => {
        let html = whole;
        for (const [at, length, insert] of cuts) html = html.slice(0, at) + insert + html.slice(at + length);
        const parsed = parsePage(html, URL_);
        expect(parsed.text).not.toMatch(/\s\s|^\s|\s$/);
        for (const link of parsed.links) expect(link.url).toMatch(/^https?:\/\//);
      }),
      { numRuns: 500 },
    );
  });
});
