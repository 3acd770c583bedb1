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

it.each([
  ['keys and output', '<p><kbd>Ctrl</kbd> <samp>a_b</samp>', '`Ctrl` `a_b`'],
  ['links in code', '<code>List&lt;<a href="/k">K[]</a>&gt;</code>', '`List<` [`K[]`](https://cheese.example/k)`>`'],
  ['addresses and names of code', 'http://a.example/~b/c_d e_f_g', 'http://a.example/~b/c_d e_f_g'],
  ['other signs of emphasis', '_a_ ~b~ c~d~e', '\\_a\\_ \\~b\\~ c\\~d\\~e'],
  ['lists of old pages', '<dir><li>a</dir>', '-   a'],
])('writes %s', (_, body, expected) => {
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
  ['each paragraph', '<b><p>a <i>b</i></p><p>c</p></b>d', '**a *b***\n\n**c**\n\nd'],
  ['text beside them', '<del>a<div>b</div>c</del>', '~~a~~\n\n~~b~~\n\n~~c~~'],
  ['one in the other', '<strong><em><p>a</em></strong>', '***a***'],
  ['not twice', '<b><p>a <b>b</b> c<div><b><p>d</b></div></b>', '**a b c**\n\n**d**'],
  ['an item', '<ul><li><b><p>a<p>b</b></ul>', '-   **a**\n    \n    **b**'],
  ['links', '<b><p><a href="/x">a</a> b</b>', '**[a](https://cheese.example/x) b**'],
  ['no lists', '<b><p>a<ul><li>b</ul></b>', 'a\n\n-   b'],
  ['what a list around it leaves', '<b><ul><li>a <b>b</b></ul></b>', '-   a **b**'],
  ['no headings, which are bold', '<b><h2>a</h2><p>b</b>', '## a\n\nb'],
  ['no code', '<b><pre>a</pre></b>', '```\na\n```'],
])('marks paragraphs in an element: %s', (_, body, expected) => {
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

it.each([
  ['quotations', '<p>He said <q>yes, <q>no</q></q>.', 'He said “yes, ‘no’”.'],
  [
    'tasks of a list',
    '<ul><li><input type=checkbox checked> a<li><label><input type="checkbox" disabled>b</label><li>c<input type=checkbox><li><input type=text>d</ul>',
    '-   [x] a\n-   [ ] b\n-   c\n-   d',
  ],
  [
    'lists one after the other apart',
    '<ol><li>a</ol> <ol><li>b<li>c</ol><div><ol><li>d</ol></div><ul><li>e</ul><ul><li>f</ul><p>g<ul><li>h</ul>',
    '1.  a\n\n1)  b\n2)  c\n\n1.  d\n\n-   e\n\n*   f\n\ng\n\n-   h',
  ],
  ['images of AMP', '<p><amp-img src="/a.png" alt=a></amp-img> b', '![a](https://cheese.example/a.png) b'],
  [
    'formulas by their source',
    '<p>a <script type="math/tex">x_1<2</script> b <math><semantics><mi>z</mi><annotation encoding="application/x-tex">z^2</annotation></semantics></math> c</p><script type="math/tex; mode=display">y</script><math><mi>q</mi></math>',
    'a $`x_1<2`$ b $`z^2`$ c\n\n```math\ny\n```\n\nq',
  ],
  [
    'the signs of a formula whose source is outside of it',
    '<p><math><mi>z</mi></math> b <annotation encoding="application/x-tex">z^2</annotation> c',
    'z b c',
  ],
])('keeps %s', (_, body, expected) => {
  expect(of(body).markdown).toBe(`${expected}\n`);
});

it.each([
  ['on an element around it', '<div class="highlight highlight-source-js"><pre>x</pre></div>', 'js'],
  [
    'two elements around it',
    '<div class="highlight-python x"><div class="highlight"><pre>x</pre></div></div>',
    'python',
  ],
  [
    'with the name of the highlighter',
    '<div class="language-ruby highlighter-rouge"><pre><code>x</code></pre></div>',
    'ruby',
  ],
  ['in an attribute', '<pre><code data-lang="go">x</code></pre>', 'go'],
  ['behind a brush', '<pre class="brush: java; gutter: false">x</pre>', 'java'],
  ['behind a class for all code', '<pre class="sourceCode haskell"><code>x</code></pre>', 'haskell'],
  ['beside such a class', '<pre><code class="hljs language-c">x</code></pre>', 'c'],
  ['not if it is none', '<div class="highlight-default"><pre>x</pre></div>', ''],
  ['not from the language of the text', '<div class="lang-en"><pre>x</pre></div>', ''],
  ['not from an element before it', '<div class="highlight-js"><p>y</p></div><pre>x</pre>', ''],
])('names the language of code: %s', (_, body, language) => {
  expect(of(body).markdown).toContain(`\`\`\`${language}\nx\n\`\`\`\n`);
});
