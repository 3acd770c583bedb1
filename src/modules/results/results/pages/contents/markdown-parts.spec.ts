import { cpuMs, LINEAR_MS } from '../../../../../../test/support/cpu-time.js';
import { markdownOfHtml } from './markdown.js';

const of = (body: string) => markdownOfHtml(body, 'https://cheese.example/kinds/hard');

it('numbers items by their values', () => {
  expect(of('<ol start=2><li>a<li value=7>b<li>c<li value=-1>d<li value="x">e</ol>').markdown).toBe(
    '2.  a\n7.  b\n8.  c\n9.  d\n10.  e\n',
  );
});

it.each([
  ['down', '<ol reversed><li>a<li>b<ol><li>c</ol><li>d</ol>', '3.  a\n2.  b\n    1.  c\n    \n1.  d'],
  [
    'down from a number',
    '<ol reversed start=1><li>a<li>b<li>c<li value=9>d<li>e</ol>',
    '1.  a\n0.  b\n0.  c\n9.  d\n8.  e',
  ],
  ['as browsers read them', '<ol start=" +5x"><li>a<li value="7.5">b<li value=-3>c</ol>', '5.  a\n7.  b\n8.  c'],
])('numbers items %s', (_, body, expected) => {
  expect(of(body).markdown).toBe(`${expected}\n`);
});

it('keeps items of a list apart from what else stands in it', () => {
  expect(of('<ol start="3">a<li>b</li>c<li>d</li><li>e</li></ol>').markdown).toBe('a\n\n3.  b\n\nc\n\n4.  d\n5.  e\n');
});

it.each([
  ['a sign', '<h2>Salt<a href="#s" title="Permalink">¶</a></h2>', '## Salt'],
  ['a sign before it', '<h2><a href="#s">#</a> Salt</h2>', '## Salt'],
  ['a picture', '<h2><a id=s href="#s"><svg></svg></a>Salt</h2>', '## Salt'],
  ['words', '<h2><a href="#s">Salt</a></h2>', '## [Salt](https://cheese.example/kinds/hard#s)'],
])('has no links to headings in them: %s', (_, body, expected) => {
  expect(of(body).markdown).toBe(`${expected}\n`);
});

it.each([
  [
    'below the item above it',
    '<ol><li>a<li>b<ol><li>c</ol></li><ul><li>d</ul><li>e</ol>',
    '1.  a\n2.  b\n    1.  c\n    \n\n    -   d\n\n3.  e',
  ],
  ['at any depth', '<ul><li>a</li><ul><li>b</li><ul><li>c</ul></ul></ul>', '-   a\n\n    -   b\n\n        -   c'],
  ['under wide numbers', '<ol start=10><li>a</li><ul><li>b</ul></ol>', '10.  a\n\n     -   b'],
  ['as it is without an item above it', '<ul><ul><li>a</ul><li></li><ul><li>b</ul></ul>', '-   a\n\n-   b'],
])('puts a list that stands in a list %s', (_, body, expected) => {
  expect(of(body).markdown).toBe(`${expected}\n`);
});

it('takes time linear in the lists below one item', () => {
  const html = `<p>cheese</p><ul><li>a</li>${'<ul><li>x</li></ul>'.repeat(30_000)}</ul>`;
  expect(cpuMs(() => of(html))).toBeLessThan(LINEAR_MS);
});
