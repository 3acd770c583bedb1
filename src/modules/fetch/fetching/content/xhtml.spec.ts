import fc from 'fast-check';
import { parsePage } from '../../../../domain/page/index.js';
import { decodeMarkup, isMarkup, isOtherMediaType, judgeContent } from './content-type.js';
import { isXhtml } from './xhtml.js';

const NS = 'xmlns="http://www.w3.org/1999/xhtml"';
const TYPE = 'application/xhtml+xml';
const readAs = (type: string, xml: string, isCut = false) =>
  parsePage(decodeMarkup(Buffer.from(xml), type, isCut).text, 'http://dairy.example/');
const body = (content: string, head = ''): string => `<html ${NS}><head>${head}</head><body>${content}</body></html>`;

it.each<[string, string, string]>([
  ['elements that end at once', body('a<a name="x"/>b<div/>c', '<title/><script src="/s.js"/>'), 'ab c'],
  ['frames and fields that end at once', body('a<iframe src="/f"/>b<textarea/>c<select/>d'), 'abcd'],
  ['sections of characters', body('<p><![CDATA[1 < 2 & <b>]]></p>'), '1 < 2 & <b>'],
  [
    'scripts in them',
    body('a', '<script>//<![CDATA[\nif (a</script>b) "<p>"\n//]]></script>'.replace('</script>b', '< b')),
    'a',
  ],
  ['references of XML and of its document type', body('&amp;lt; &#x41;&nbsp;&eacute;'), '&lt; A é'],
  ['void elements that have an end tag', body('a<br></br>b<hr/>c'), 'a b c'],
  [
    'elements by prefix',
    `<h:html xmlns:h="http://www.w3.org/1999/xhtml"><h:body>a<h:script/><h:p>b</h:p></h:body></h:html>`,
    'a b',
  ],
  ['elements of other vocabularies', body('a<style xmlns="urn:x">b</style><title xmlns="urn:x">c</title>'), 'ab c'],
  ['what programs show that know no frames', body('a<iframe><p>no</p></iframe><noframes>no</noframes>b'), 'ab'],
  ['text that HTML would show as source', body('<xmp>a<b>b</b></xmp>'), 'ab'],
  ['comments and instructions', body('a<!-- no --><?php no ?>b'), 'ab'],
  ['elements with capitals, which XHTML does not know', body('a<SCRIPT>b</SCRIPT><p>c</p>'), 'ab c'],
  ['an end tag within a script', body('a', '<script>"&lt;/script>no"</script>'), 'a'],
])('reads %s by the rules of XML', (_, xml, text) => {
  expect(readAs(TYPE, `<?xml version="1.0"?><!DOCTYPE html>${xml}`).text).toBe(text);
});

it('finds no link in what XML does not take for one', () => {
  const { links } = readAs(
    TYPE,
    body(
      '<a HREF="/1">1</a><A href="/2">2</A><a href="/3">3</a><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>',
    ),
  );
  expect(links.map(({ url }) => url)).toEqual(['http://dairy.example/3']);
});

it('finds title, links and language', () => {
  const page = readAs(
    TYPE,
    body(
      '<a href="/a?b&amp;c">x</a><svg xmlns="http://www.w3.org/2000/svg" xmlns:l="http://www.w3.org/1999/xlink"><a l:href="/d"/></svg>',
      '<title>Curd</title>',
    ).replace('<html', '<html xml:lang="en"'),
  );
  expect(page).toMatchObject({ title: 'Curd', language: 'en' });
  expect(page.links.map(({ url }) => url)).toEqual(['http://dairy.example/a?b&c', 'http://dairy.example/d']);
});

it.each([
  ['an element without end', body('a<p>b')],
  ['ends in another order', body('<b><i>a</b></i>b')],
  ['values without quotes', body('<p class=x>a</p>b')],
  ['attributes without value', body('<input disabled/>ab')],
  ['an end too many', body('a</b>b')],
])('reads what is not well-formed by the rules of HTML: %s', (_, xml) => {
  const decoded = decodeMarkup(Buffer.from(xml), TYPE, false);
  expect(decoded.text).toBe(xml);
  expect(readAs(TYPE, xml).text.replace(/\s/g, '')).toBe('ab');
});

it.each([
  ['entities', '<!ENTITY a "1 &#38; 2"><!ENTITY b \'<i>3</i>\'>', '&a; &b; &c;', '1 & 2 3 &c;'],
  ['the first of two entities', '<!ENTITY a "1"><!ENTITY a "2">', '&a;', '1'],
  ['no other declarations', '<!ELEMENT x (y)><!-- ]> \' --><!ATTLIST x z CDATA "]>">', 'a', 'a'],
  ['not the entities of others', '<!ENTITY % e SYSTEM "e.ent"> %e; <!ENTITY f SYSTEM "f">', '&f;', '&f;'],
])('reads %s of a document type', (_, declarations, content, text) => {
  expect(readAs(TYPE, `<!DOCTYPE html PUBLIC "-//W3C//DTD" "x.dtd" [${declarations}]>${body(content)}`).text).toBe(
    text,
  );
});

it('expands entities to a bound', () => {
  const xml = `<!DOCTYPE html [<!ENTITY a "${'b'.repeat(1_000)}">]>${body('&a;'.repeat(10_000))}`;
  expect(decodeMarkup(Buffer.from(xml), TYPE, false).text.length).toBeLessThan(1_100_000);
});

it('reads a document that is cut up to its end', () => {
  expect(readAs(TYPE, `<html ${NS}><head><title/></head><body><p>a`, true).text).toBe('a');
});

it('takes XHTML without its namespace for what its type says', () => {
  expect(readAs(TYPE, '<html><head><title/></head><body>a</body></html>').text).toBe('a');
});

it.each<[string, string, boolean]>([
  ['application/xml', `<html ${NS}>`, true],
  [
    'text/xml; charset=utf-8',
    `\ufeff<?xml version="1.0"?>\n<!-- > --><?x ?><!DOCTYPE html [<!ENTITY a ">">]>\n<html lang="a" ${NS}>`,
    true,
  ],
  [
    'application/vnd.wap.xhtml+xml',
    `<!DOCTYPE html PUBLIC "-//X" "x.dtd"><h:html xmlns:h='http://www.w3.org/1999/xhtml'>`,
    true,
  ],
  ['application/rss+xml', '<rss><html xmlns="http://www.w3.org/1999/xhtml"/></rss>', false],
  ['application/xml', '<html>', false],
  ['application/xml', '<html xmlns="urn:x">', false],
  ['application/xml', `<htmlx ${NS}>`, false],
  ['image/svg+xml', `<html ${NS}>`, false],
  ['application/xml', '<?xml', false],
])('tells by the root of %s whether it is a page: %s', (type, xml, isPage) => {
  const verdict = judgeContent(type, Buffer.from(xml));
  expect(verdict.kind).toBe(isPage ? 'html' : null);
  if (isPage) expect([isMarkup(type), isOtherMediaType(type)]).toEqual([true, false]);
});

it('knows the root in UTF-16', () => {
  const bytes = Buffer.from(`\ufeff<?xml version="1.0"?>${body('käse')}`, 'utf16le');
  expect(judgeContent('application/xml', bytes).kind).toBe('html');
  expect(decodeMarkup(bytes, 'application/xml', false).text).toContain('<body>käse</body>');
});

it('reads the text of any tree of elements', () => {
  const { tree } = fc.letrec<{ tree: string }>((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('word ', '<![CDATA[ word ]]>', '<br/>', '<title/>', '<script/>', '<textarea/>', '<!-- x -->'),
      fc
        .tuple(fc.constantFrom('p', 'div', 'b', 'span', 'xmp', 'section'), fc.array(tie('tree'), { maxLength: 4 }))
        .map(([name, inner]) => `<${name}>${inner.join('')}</${name}>`),
    ),
  }));
  fc.assert(
    fc.property(tree, (inner) => {
      const words = inner.split('word').length - 1;
      expect(
        readAs(TYPE, body(inner))
          .text.split(' ')
          .filter((part) => part === 'word'),
      ).toHaveLength(words);
    }),
  );
});

it.each([
  ['prologues', '<!--'.repeat(100_000)],
  ['instructions', '<?x ?>'.repeat(100_000)],
  ['document types', '<!DOCTYPE ['.repeat(100_000)],
  ['attributes', `<html ${'xmlns:a="b" '.repeat(50_000)}`],
])('looks at no more of a file than it needs: %s', (_, start) => {
  expect(isXhtml(start)).toBe(false);
});
