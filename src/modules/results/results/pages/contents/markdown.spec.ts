import fc from 'fast-check';
import { parsers } from 'prettier/plugins/markdown';
import { parsePage } from '../../../../../domain/page/index.js';
import { runsOf } from '../../../../../../test/support/thoroughness.js';
import { markdownOfHtml, markdownOfTexts } from './markdown.js';

const URL = 'https://cheese.example/kinds/hard';
const of = (body: string, head = '') => markdownOfHtml(`<html><head>${head}</head><body>${body}</body></html>`, URL);

describe('markdownOfHtml', () => {
  it('keeps headings, emphasis, lists, code and quotes', () => {
    const { markdown, truncated } = of(
      '<h1>Cheddar</h1><p>A <b>hard</b> <i>cheese</i>.</p><h2>Making</h2><ol start="3"><li>cut<li>stack</ol>' +
        '<ul><li>salt</li></ul><pre><code class="language-sh">curd --cut</code></pre><blockquote>Good.</blockquote>',
    );
    expect(markdown).toBe(
      '# Cheddar\n\nA **hard** *cheese*.\n\n## Making\n\n3.  cut\n4.  stack\n\n-   salt\n\n```sh\ncurd --cut\n```\n\n> Good.\n',
    );
    expect(truncated).toBe(false);
  });

  it('keeps powers and indices apart from numbers', () => {
    expect(of('<p>2<sup>n+1</sup> x<sub>i</sub> V<sub>max</sub> the 2<sup>nd</sup>').markdown).toBe(
      '2ⁿ⁺¹ xᵢ Vmax the 2nd\n',
    );
    expect(
      of('<p>10<sup>-6</sup> H<sub>2</sub>O 1<sup>st</sup> a<sup><a href="/x">1</a></sup> 2<sup></sup>').markdown,
    ).toBe('10⁻⁶ H₂O 1st a[1](https://cheese.example/x) 2\n');
  });

  it('has the head of a table first, wherever it stands', () => {
    expect(
      of(
        '<table><tbody><tr><td>1<td>2</tbody><tfoot><tr><td>3<td>4</tfoot><thead><tr><th>a<th align=right>b</thead></table>',
      ).markdown,
    ).toBe('| a | b |\n| --- | ---: |\n| 1 | 2 |\n| 3 | 4 |\n');
    expect(of('<table><tfoot><tr><td>3<td>4</tfoot><tbody><tr><td>1<td>2</table>').markdown).toBe(
      '| 1 | 2 |\n| --- | --- |\n| 3 | 4 |\n',
    );
  });

  it.each([
    ['the first of several', 'srcset="/a,b.png 1x, /c.png 2x"', 'https://cheese.example/a,b.png'],
    ['one without a size', 'srcset=" /a.png "', 'https://cheese.example/a.png'],
    ['the source before others', 'src=/s.png srcset=/a.png', 'https://cheese.example/s.png'],
    [
      'another if the source is data',
      'src="data:image/gif;base64,R0" srcset="/a.png 2x"',
      'https://cheese.example/a.png',
    ],
    ['one that is loaded late', 'src="/blank.gif" data-src="/a.png"', 'https://cheese.example/a.png'],
    [
      'one of several that are loaded late',
      'src="data:," data-srcset="/a.png 2x, /b.png"',
      'https://cheese.example/a.png',
    ],
  ])('has images with sources of several sizes: %s', (_, attributes, url) => {
    expect(of(`<p><img alt=a ${attributes}>`).markdown).toBe(`![a](${url})\n`);
  });

  it.each([
    ['lines in scripts without spaces', '<p>奶酪\n由<b>牛奶</b>\n制成', '奶酪由**牛奶**制成'],
    ['readings', '<ruby>乳<rp>(<rt>にゅう<rp>)</ruby>と', '乳(にゅう)と'],
    ['inline elements with lines of their own', '<p>a<i style="display:block">b</i>c', 'a  \n*b*  \nc'],
    [
      'inline elements with lines of their own in headings',
      '<h1><span style="display:block">a</span> <span style="display:block">b</span></h1>',
      '# a b',
    ],
    [
      'inline elements with lines of their own in code',
      '<pre><code><b style="display:block">a</b><b style="display:block">  b\n</b><b style="display:block">c</b></code></pre>',
      '```\na\n  b\nc\n```',
    ],
    ['a formula that is written twice', '<i class="katex-mathml">x</i><i class="katex-html">x</i>y', '*x*y'],
  ])('has what the text has: %s', (_, body, expected) => {
    expect(of(body).markdown).toBe(`${expected}\n`);
  });

  it('makes tables', () => {
    const { markdown } = of(
      '<table><thead><tr><th>name</th><th align="right">age | months</th></tr></thead><tbody><tr><td>Brie</td><td>1</td></tr></tbody></table>',
    );
    expect(markdown).toBe('| name | age \\| months |\n| --- | ---: |\n| Brie | 1 |\n');
  });

  it('makes tables of any rows, with their first one as head, and takes others for layout', () => {
    const rows = '<tr><td>a<td>b<p>c</p><tr><td>d<td><del>e</del><td>f<tr><td>';
    expect(of(`<table><caption>All</caption>${rows}</table>`).markdown).toBe(
      'All\n\n| a | b<br>c | |\n| --- | --- | --- |\n| d | ~~e~~ | f |\n|  |\n',
    );
    expect(of(`<table><tr><td>left<td><table>${rows}</table></table>`).markdown).toBe(
      'left\n\n| a | b<br>c | |\n| --- | --- | --- |\n| d | ~~e~~ | f |\n|  |\n',
    );
    expect(of('<table><tr><td>only<tr><td>one column</table>').markdown).toBe('only\n\none column\n');
  });

  it.each([
    ['columns', '<tr><th colspan=2>a<th>b<tr><td>1<td>2<td>3', '| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |'],
    ['rows', '<tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3', '| a | b |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |'],
    [
      'rows at the end',
      '<tr><th>a<th>b<tr><td>1<td rowspan=2>2<tr><td>3',
      '| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |',
    ],
    ['both', '<tr><td colspan=2 rowspan=2>a<td>b<tr><td>1', '| a |  | b |\n| --- | --- | --- |\n|  |  | 1 |'],
    ['none', '<tr><td colspan=0 rowspan=x>a<td colspan=-1>b', '| a | b |\n| --- | --- |'],
  ])('keeps the columns of tables whose cells take several %s', (_, rows, expected) => {
    expect(of(`<table>${rows}</table>`).markdown).toBe(`${expected}\n`);
  });

  it('has lines in cells, where Markdown has no blocks', () => {
    const cell = '<h3>a</h3><ul><li>b<li>c</ul><blockquote>d</blockquote><hr>';
    expect(of(`<table><tr><td>${cell}<td>e</table>`).markdown).toBe('| a<br>b<br>c<br>d | e |\n| --- | --- |\n');
  });

  it('makes no heading of what is more than a line, and no item of what stands in no list', () => {
    expect(of('<h2><div>a</div></h2><h2><ul><li>b</ul></h2><a href="/x">c</a><li>d</li>').markdown).toBe(
      '## a\n\n-   b\n\n[c](https://cheese.example/x)\n\nd\n',
    );
  });

  it.each([
    ['breaks', '<br><br>'],
    ['paragraphs of nothing but breaks', '<p><br></p><p><br></p>'],
    ['empty divisions and a break', '<div></div><br> <br>'],
  ])('makes no code of an item that begins with %s', (_, before) => {
    expect(of(`<ul><li>${before}*b</ul>`).markdown).toBe('-   \\*b\n');
  });

  it.each([
    ['in a heading', '<h2>Foo #</h2><h2>C#</h2><h2>##</h2>', '', '## Foo \\#\n\n## C#\n\n## \\##'],
    ['in a title', '<p>a', '<title>Foo ##</title>', '# Foo \\##\n\na'],
  ])('keeps number signs at the end %s', (_, body, head, expected) => {
    expect(of(body, head).markdown).toBe(`${expected}\n`);
  });

  it('keeps words of fields apart, and line breaks written as end tags', () => {
    expect(of('<p><button>a</button><button>b</button>c<label>d</label>').markdown).toBe('a b c d\n');
    expect(of('<x-name>Brie</x-name><x-kind>soft</x-kind>').markdown).toBe('Brie  \nsoft\n');
    expect(of('a</br>b<div>c</p>d</div>').markdown).toBe('a  \nb\n\nc\n\nd\n');
  });

  it('has one title, which is that of the page', () => {
    const templates = '<template><title>x</title></template><title>a</title><title>b</title>';
    expect(of('<p>c', templates).markdown).toBe('# a\n\nc\n');
  });

  it('has no buttons in code', () => {
    expect(of('<pre><button>Copy</button><code>brine --salt</code></pre>').markdown).toBe('```\nbrine --salt\n```\n');
  });

  it('makes no block of code of empty code', () => {
    expect(of('<div>a</div><code><br></code><code><br><br></code>*b').markdown).toBe('a\n\n  \n  \n\\*b\n');
  });

  it('keeps lines of code in cells, and what stands beside them', () => {
    expect(of('<table><tr><td>a<pre>b<br><div>c</div></pre>d<td><i>e</i><pre> </pre><i>f</i></table>').markdown).toBe(
      '| a<br>`b`<br>`c`<br>d | *e*<br>*f* |\n| --- | --- |\n',
    );
  });

  it('adds some empty cells, not any number of them', () => {
    const { markdown } = of(`<table>${'<tr><td colspan=999 rowspan=999>x<td>y'.repeat(500)}</table>`);
    expect(markdown.length).toBeLessThan(100_000);
  });

  it.each([
    ['divisions', '<div>a</div><div>  b</div>'],
    ['items', '<ol><li>a<li>  b</ol>'],
    ['paragraphs in other elements', '<code><span><p>a</p></span>  b</code>'],
    ['breaks', 'a<br>  b'],
  ])('keeps lines of code that are %s', (_, code) => {
    expect(of(`<pre>${code}</pre>`).markdown).toBe('```\na\n  b\n```\n');
  });

  it.each([
    ['<pre class="hljs lang-c++"><code>a</code></pre>', '```c++\na\n```'],
    ['<pre> <code class="hljs language-js copy">a</code></pre>', '```js\n a\n```'],
    ['<table><tr><td><pre>1\n2</pre></td><td><div><pre>a\n  b</pre></div></td></tr></table>', '```\na\n  b\n```'],
    [
      '<pre><code><table><tr><td>1</td><td>a</td></tr><tr><td>2</td><td>  b</td></tr></table></code></pre>',
      '```\na\n  b\n```',
    ],
    ['<table><tr><td>1</td><td><code>a</code></td></tr></table>', '| 1 | `a` |\n| --- | --- |'],
  ])('knows the markup of highlighters: %s', (body, expected) => {
    expect(of(body).markdown).toBe(`${expected}\n`);
  });

  it.each(['xmp', 'listing'])('keeps lines of %s', (name) => {
    expect(of(`<${name}>a\n  b</${name}>c`).markdown).toBe('```\na\n  b\n```\n\nc\n');
  });

  it('reads tables of tens of thousands of cells', () => {
    const { markdown } = of(`<table>${`<tr>${'<td>x'.repeat(20)}`.repeat(1_000)}</table>`);
    expect(markdown.split('\n')).toHaveLength(1_002);
  });

  it('makes links and images absolute, by the base of the page too, and drops other schemes', () => {
    const body =
      '<p><a href="../soft?a=1#x">soft</a> <a href="javascript:alert(1)">run</a> <a href="mailto:a@cheese.example">mail</a> <img src="/a.png" alt="wheel"> <img src="data:image/png;base64,AAAA" alt="none"></p>';
    expect(of(body).markdown).toBe(
      '[soft](https://cheese.example/soft?a=1#x) run [mail](mailto:a@cheese.example) ![wheel](https://cheese.example/a.png)\n',
    );
    expect(of(body, '<base href="http://other.example/x/y/">').markdown).toContain(
      '(http://other.example/x/soft?a=1#x)',
    );
  });

  it('leaves out navigation, header, footer, asides, scripts and what is hidden', () => {
    const { markdown } = of(
      '<header>Banner</header><nav><a href="/">Home</a></nav><div class="sidebar">Aside</div><script>alert(1)</script>' +
        '<p>Text<span hidden>secret</span><span style="display: none">more</span>.</p><footer>Imprint</footer>',
    );
    expect(markdown).toBe('Text.\n');
  });

  it('keeps a page whole that has nothing else', () => {
    expect(of('<nav><a href="/a">A</a></nav>').markdown).toBe('[A](https://cheese.example/a)\n');
  });

  it('begins with the title where no heading of the first rank does', () => {
    expect(of('<h2>Making</h2><p>It.</p>', '<title>Cheddar\n  &amp; co</title>').markdown).toBe(
      '# Cheddar & co\n\n## Making\n\nIt.\n',
    );
    expect(of('<h1>Own</h1>', '<title>Cheddar</title>').markdown).toBe('# Own\n');
  });

  it('takes words for words: what would mean something is escaped', () => {
    expect(of('<p># 1* of [x](y) &lt;b&gt;</p>').markdown).toMatch(/^\\# 1\\\* of \\\[x\\\]\(y\) &lt;b>\n$/);
  });

  it.each([
    ['raw HTML', '&lt;script&gt;x&lt;/script&gt;', '&lt;script>x&lt;/script>'],
    ['a comment', '&lt;!-- x --&gt;', '&lt;!-- x -->'],
    ['an autolink', '&lt;javascript:x&gt;', '&lt;javascript:x>'],
    ['a reference', 'a &amp;lt;b&amp;gt; AT&amp;T &amp;#60;', 'a \\&lt;b\\&gt; AT&T \\&#60;'],
    ['a reference in pieces', '&amp;l<b>t;</b>', '\\&l**t;**'],
    ['an image', 'Look!<a href="/x">here</a>', 'Look\\![here](https://cheese.example/x)'],
    ['a list and strokes', '<p>1. a<p>2) b<p>+ c<p>~~d~~', '1\\. a\n\n2\\) b\n\n\\+ c\n\n\\~\\~d\\~\\~'],
    // GitHub makes an address a link, including the backslash after it.
    ['raw HTML behind an address', 'http://a.example/&lt;b&gt;', 'http://a.example/&lt;b>'],
  ])('escapes %s', (_, body, expected) => {
    expect(of(`<p>${body}</p>`).markdown).toBe(`${expected}\n`);
  });

  it.each([
    ['a span', 'a <code>&lt;b&gt; &amp;amp; *x*</code>', 'a `<b> &amp; *x*`'],
    ['a span with backticks', '<code>``x`</code>', '``` ``x` ```'],
    ['spans without space between them', '<code>a</code><code>`b`</code>', '`a` `` `b` ``'],
    ['a span right behind an address', 'http://a.example/<code>&lt;b&gt;</code>', 'http://a.example/ `<b>`'],
    ['lines of a span', '<code>a<br>b<i>c</i></code>', '`a bc`'],
    ['a block', '<pre>&lt;b&gt;<br>*x*\n\n  y</pre>', '```\n<b>\n*x*\n\n  y\n```'],
    ['a block with fences', '<pre><code>a ```` b\n```</code></pre>', '`````\na ```` b\n```\n`````'],
    ['a block within marks', 'a <b><pre>\n\n&lt;b&gt;</pre></b> c', 'a\n\n```\n\n<b>\n```\n\nc'],
    [
      'a block within a table',
      '<table><tr><td>a<td><pre>&lt;b&gt; ``` |\n\n&lt;i&gt;</pre></table>',
      '| a | ````<b> ``` \\|````<br>`<i>` |\n| --- | --- |',
    ],
  ])('keeps the characters of code: %s', (_, body, expected) => {
    expect(of(body).markdown).toBe(`${expected}\n`);
  });

  it.each([
    [
      'in titles',
      '<a href="/x" title="&quot;\\&lt;b&gt; &amp;lt;">a</a>',
      '[a](https://cheese.example/x "\\"\\\\&lt;b> \\&lt;")',
    ],
    ['in destinations', '<a href="/x?(a\\">a</a>', '[a](https://cheese.example/x?\\(a%5C)'],
    ['in mail addresses', '<a href="mailto:a <b>`@x">a</a>', '[a](mailto:a%20%3Cb%3E%60@x)'],
    ['in images', '<img src="/i" alt="](x) &lt;b&gt;">', '![\\](x) &lt;b>](https://cheese.example/i)'],
    ['around blocks', '<a href="/x"><h2>A</h2><p>b</p></a>', '## [A](https://cheese.example/x)\n\nb'],
    [
      'around blocks, of which a later one is a heading',
      '<a href="/x"><p>b</p><div><h2>A<br>c</h2></div></a>',
      'b\n\n## [A c](https://cheese.example/x)',
    ],
    [
      'around blocks without a heading',
      '<a href="/x"><div><div>a</div><p>b</p></div></a>',
      '[a](https://cheese.example/x)\n\nb',
    ],
    [
      'around an item',
      '<ul><a href="/x" title="t"><li>a</li></a><li>b</ul>',
      '-   [a](https://cheese.example/x "t")\n\n-   b',
    ],
    [
      'around code',
      '<a href="/x"><pre>a</pre></a>',
      '```\na\n```\n\n[https://cheese.example/x](https://cheese.example/x)',
    ],
    [
      'around an image in a block',
      '<a href="/x"><div><img src="/i" alt="a"></div></a>',
      '[![a](https://cheese.example/i)](https://cheese.example/x)',
    ],
    ['with two line breaks', '<a href="/x">a<br><br>b</a>', '[a  \nb](https://cheese.example/x)'],
  ])('writes links that nothing can break: %s', (_, body, expected) => {
    expect(of(body).markdown).toBe(`${expected}\n`);
  });

  it.each([
    ['quotes between letters', 'これは<b>「強調」</b>です', 'これは「**強調**」です'],
    ['a colon before letters', '<p><b>重要：</b>説明</p>', '**重要**：説明'],
    ['parentheses before letters', '문서 <i>마크다운(Markdown)</i>을', '문서 *마크다운(Markdown*)을'],
    ['two marks', 'は<b><i>「強調」</i></b>で', 'は「***強調***」で'],
    ['quotes between spaces', 'a <b>“b”</b> c', 'a **“b”** c'],
    ['quotes in a line of their own', 'a<br><b>“b”</b><br>c', 'a  \n**“b”**  \nc'],
    ['a link between letters', 'a<b><a href="/x">b</a></b>c', 'a[b](https://cheese.example/x)c'],
    ['an escaped character', 'a<b>*</b>c <b>d*</b>e', 'a\\*c d\\*e'],
    ['neighbours', '<p><b>a</b><b>b</b> <i>c</i><i>d</i></p>', '**ab** *cd*'],
    ['marks in equal ones', '<b>a<b>b</b>c</b>', '**abc**'],
    ['cells', '<table><tr><td>a<td><b>“b”</b><td>c</table>', '| a | **“b”** | c |\n| --- | --- | --- |'],
  ])('sets marks that CommonMark reads as such: %s', (_, body, expected) => {
    expect(of(body).markdown).toBe(`${expected}\n`);
  });

  it('keeps images and links out of an address that they follow', () => {
    const alt = 'alt="[](javascript:1)"';
    expect(of(`<b><b>http://a.example<img src="/i" ${alt}></b></b>`).markdown).toContain('a.example ![');
    expect(of('<p>http://a.example<a href="/x">b</a></p>').markdown).toContain('a.example [b](');
    expect(of('<p><a href="/x">a</a><a href="/x">b</a></p>').markdown).toContain(')[b](');
    expect(of(`<p>seen<img src="/i" ${alt}></p>`).markdown).toContain('seen![');
  });

  it.each([
    'javascript:alert(1)',
    ' JaVaScRiPt:alert(1)',
    'java&#10;script:alert(1)',
    'data:text/html,x',
    'vbscript:x',
  ])('makes no link of %s', (target) => {
    expect(of(`<p><a href="${target}">a</a><img src="${target}" alt="b">c</p>`).markdown).toBe('ac\n');
  });

  it('shows what would be hidden, before it is escaped', () => {
    expect(
      of('<title>\u202eT\u200b</title><p>1.&#8203; a &lt;\u{e0062}b&gt; \u0001<code>\u202ex</code></p>').markdown,
    ).toBe('# T\n\n1\\. a &lt;b> `x`\n');
  });

  describe('read by a parser of Markdown', () => {
    interface Node {
      readonly type: string;
      readonly value?: string;
      readonly url?: string;
      readonly children?: readonly Node[];
    }
    const nodesOf = ({ children = [], ...node }: Node): Node[] => [node, ...children.flatMap(nodesOf)];
    const read = async (markdown: string) => nodesOf((await parsers.markdown.parse(markdown, {} as never)) as Node);
    const inert = async (markdown: string): Promise<void> => {
      for (const { type, value, url } of await read(markdown)) {
        // From within cells of tables.
        if (type === 'html') expect(value).toBe('<br>');
        if (type === 'link') expect(url).toMatch(/^(?:https?|mailto):/);
        if (type === 'image') expect(url).toMatch(/^https?:/);
      }
    };

    const hostile = fc
      .array(
        fc.constantFrom(
          ...[
            '<script>',
            '</script>',
            '<!--',
            '<javascript:x>',
            '<img src=x>',
            '<?',
            '&lt;',
            '&',
            '#60;',
            'lt;',
            '!',
            '](javascript:1)',
          ],
          ...[
            '`',
            '```',
            '\n```\n',
            '~~~',
            '\\',
            '*',
            '_',
            '[',
            ']',
            '(',
            ')',
            '|',
            '- ',
            '1. ',
            '# ',
            '>',
            '    ',
            '\n\n',
            '"',
            'a',
            ' ',
          ],
          ...['http://a.example', '\u0001', '\u0002', '\u0003', '\u200b', '\u202e'],
        ),
        { maxLength: 6 },
      )
      .map((parts) => parts.join(''));
    const html = hostile.map((text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;'));
    const tags = 'b i del code pre p div h2 ul ol li blockquote table tr td th caption span'.split(' ');
    const { body } = fc.letrec<{ body: string; part: string }>((tie) => ({
      part: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        html,
        html.map((text) => `<img src="/i" alt="${text}" title="${text}">`),
        fc.constantFrom('<br>', '<hr>'),
        fc.tuple(fc.constantFrom(...tags), tie('body')).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`),
        fc
          .tuple(fc.constantFrom('/x?', 'mailto:', 'javascript:'), html, tie('body'))
          .map(([to, text, inner]) => `<a href="${to}${text}" title="${text}">${inner}</a>`),
      ),
      body: fc.array(tie('part'), { maxLength: 5 }).map((parts) => parts.join('')),
    }));

    it('a page says in Markdown what it says in HTML, and links to the same', async () => {
      const words = fc.constantFrom(
        'milk',
        'curd',
        ' rind',
        'wheel ',
        '1. salt',
        '# whey',
        '*',
        '[brine]',
        'a_b_ /~c~ _/_d',
        '| x',
        '- y',
        '&amp;',
        '&lt;b>',
        '`',
      );
      const places = 'p div ul ol li blockquote span section'.split(' ');
      const pages = fc.letrec<{ part: string; body: string; line: string; table: string }>((tie) => ({
        line: fc
          .array(fc.oneof(words, fc.constant('<br>')), { minLength: 1, maxLength: 3 })
          .map((parts) => parts.join('')),
        table: fc
          .array(fc.array(tie('body'), { minLength: 2, maxLength: 3 }), { minLength: 1, maxLength: 3 })
          .map(
            (rows) =>
              `<table>${rows.map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`).join('')}</table>`,
          ),
        part: fc.oneof(
          { depthSize: 'small', withCrossShrink: true },
          tie('line'),
          fc.tuple(fc.constantFrom(...places), tie('body')).map(([name, inner]) => `<${name}>${inner}</${name}>`),
          // Marks work between letters and spaces; between punctuation they may not, in any Markdown.
          fc
            .tuple(fc.constantFrom('b', 'i', 'del'), tie('line'))
            .map(([name, inner]) => ` <${name}>milk<br>${inner}wheel</${name}> `),
          tie('line').map((inner) => `<a href="/x">${inner}</a>`),
          tie('line').map((inner) => `<a href="/y"><div><p>milk ${inner}</p></div></a>`),
          tie('line').map((inner) => `<pre>${inner}</pre>`),
          tie('line').map((inner) => `<h2><div>${inner}</div></h2>`),
          tie('line').map((inner) => `<code>${inner}</code>`),
          tie('line').map((inner) => `<kbd>milk <a href="/z">${inner}</a><b>curd</b></kbd>`),
          tie('table'),
        ),
        body: fc.array(tie('part'), { maxLength: 4 }).map((parts) => parts.join('')),
      }));
      await fc.assert(
        fc.asyncProperty(pages.body, async (inner) => {
          const html = `<main>${inner}</main>`;
          const { text, links } = parsePage(html, URL);
          const nodes = await read(of(html).markdown);
          const said = nodes.map(({ type, value = '' }) => (type === 'html' ? '' : value)).join('');
          const bare = (words: string): string => words.replaceAll(/\s|<br>/g, '');
          expect(bare(said)).toBe(bare(text));
          const linked = nodes.filter(({ type }) => type === 'link').map(({ url }) => url);
          expect([...new Set(linked)].sort()).toEqual(links.map(({ url }) => url).sort());
        }),
        runsOf(3_000),
      );
    });

    it('no page has raw HTML, or links that are none of the web', async () => {
      await fc.assert(
        fc.asyncProperty(body, async (inner) => {
          const { markdown } = of(inner);
          await inert(markdown);
        }),
        runsOf(5_000),
      );
    });

    it('nor have stored texts, which say the same as Markdown', async () => {
      await fc.assert(
        fc.asyncProperty(hostile, hostile, async (title, mainText) => {
          await inert(markdownOfTexts({ title, headings: [mainText.slice(0, 5)], mainText }));
        }),
        runsOf(5_000),
      );
      const mainText = 'a <b>c</b> &lt; `d` *e* [f](g) ~~h~~ #i! http://a.example';
      const nodes = await read(markdownOfTexts({ title: null, headings: [], mainText }));
      expect(nodes.map(({ value = '' }) => value).join('')).toBe(mainText);
    });
  });

  it.each([
    ['deep nesting', '<div>'.repeat(200_000) + 'deep'],
    ['deep emphasis', '<b>'.repeat(100_000) + 'deep'],
    ['deep lists', '<ul><li>'.repeat(50_000) + 'deep'],
    ['nothing', ''],
    ['half a tag', '<p>deep<a href="'],
  ])('reads %s', (_, body) => {
    const { markdown } = of(body);
    expect(markdown).toMatch(body === '' ? /^\n$/ : /deep/);
  });

  it('says that it cut a page of megabytes', () => {
    const { markdown, truncated } = of(`<p>${'cheese '.repeat(300_000)}</p>`);
    expect(truncated).toBe(true);
    expect(markdown.length).toBeLessThanOrEqual(1_000_010);
  });
});

describe('markdownOfTexts', () => {
  it('puts headings at their places, if these are known', () => {
    expect(
      markdownOfTexts({
        title: 'Cheddar',
        headings: ['Cheddar', 'Making', 'Cheese', 'Ripening'],
        mainText: 'Cheddar is a cheese. Making Curd is cut. Ripening Cheese ripens. Cheese keeps.',
      }),
    ).toBe(
      '# Cheddar\n\nCheddar is a cheese.\n\n## Making\n\nCurd is cut.\n\n## Ripening\n\nCheese ripens. Cheese keeps.\n',
    );
  });

  it('escapes what would mean something', () => {
    expect(markdownOfTexts({ title: '*1*', headings: [], mainText: '- a <b>' })).toBe('# \\*1\\*\n\n\\- a &lt;b>\n');
  });

  it('is a line break for a page without texts', () => {
    expect(markdownOfTexts({ title: null, headings: [], mainText: null })).toBe('\n');
  });
});
