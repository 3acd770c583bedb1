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
    expect(of('<p># 1* of [x](y) &lt;b&gt;</p>').markdown).toMatch(/^\\# 1\\\* of \\\[x\\\]\(y\) (?:\\<|<)b>\n$/);
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
  it('puts headings where they stand, when that can be told', () => {
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
    expect(markdownOfTexts({ title: '*1*', headings: [], mainText: '- a <b>' })).toBe('# \\*1\\*\n\n\\- a \\<b>\n');
  });

  it('is a line break for a page without texts', () => {
    expect(markdownOfTexts({ title: null, headings: [], mainText: null })).toBe('\n');
  });
});
