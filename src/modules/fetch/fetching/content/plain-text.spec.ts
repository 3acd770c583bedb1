import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../../../test/support/cpu-time.js';
import { parsePage } from '../../../../domain/page/index.js';
import { markdownToHtml } from './markdown-page.js';
import { linkifiedHtml, textToHtml } from './plain-text.js';

const read = (text: string) => parsePage(textToHtml(text), 'http://a.example/notes.txt');

it('makes paragraphs, a title and links of plain text', () => {
  const page = read(
    'On cheese\r\n\r\nCheddar <b>is</b> & stays firm,\r\nsee http://b.example/cheddar.\r\n \r\n(More at https://c.example/a_(b)?x=1&y=2, or http://d.example/.)',
  );
  expect(page.title).toBe('On cheese');
  expect(page.text).toContain('Cheddar <b>is</b> & stays firm, see');
  expect(page.links.map((link) => link.url)).toEqual([
    'http://b.example/cheddar',
    'https://c.example/a_(b)?x=1&y=2',
    'http://d.example/',
  ]);
  expect(textToHtml('a\n\nb\n \n\nc').match(/<(?:h1|p)>/g)).toHaveLength(3);
});

it.each([
  ['(see http://a.example/x_(y))', 'http://a.example/x_(y)'],
  ['[http://a.example/x?y[]=[1]].', 'http://a.example/x?y[]=[1]'],
  ['参见http://a.example/x，谢谢', 'http://a.example/x'],
  ['“http://a.example/ü”…', 'http://a.example/%C3%BC'],
  ['《http://a.example/x》。', 'http://a.example/x'],
])('finds the end of the URL in %s', (text, url) => {
  expect(read(text).links.map((link) => link.url)).toEqual([url]);
});

it('keeps lines that end early, and has a first line of its own as heading', () => {
  const prose = 'Cheddar is a hard cheese that comes from a village in the south of';
  expect(textToHtml(`Kinds\n\n* Brie\n* Edam\n\n${prose}\nEngland.`)).toContain(
    `<body><h1>Kinds</h1>\n<p>* Brie<br>\n* Edam</p>\n<p>${prose}\nEngland.</p></body>`,
  );
  expect(textToHtml('Brie\nis soft.\n\nEdam.')).toContain('<body><p>Brie<br>\nis soft.</p>');
  const chinese = '奶酪要放在阴凉通风的地方，每天翻一次面，并用盐水擦洗表面。';
  expect(textToHtml(`${chinese}\n${chinese}`)).not.toContain('<br>');
});

it.each(['', '\0', '\n\n\n', 'x'.repeat(10_000)])('has a page for any text', (text) => {
  expect(read(text).links).toEqual([]);
});

it('keeps all the text, and no markup of it', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const html = linkifiedHtml(text);
      const shown = html.replace(/<a href="[^"]*">|<\/a>/g, '');
      expect(shown).not.toMatch(/[<>"]/);
      const plain = shown
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&amp;', '&');
      return plain === text.replaceAll('\0', '\uFFFD');
    }),
  );
});

it('takes time in proportion to the text', () => {
  const hostile = [
    'http://'.repeat(1e5),
    `http://${')'.repeat(5e5)}`,
    `http://a${'.,'.repeat(3e5)}`,
    '\n \n'.repeat(2e5),
    ' \t'.repeat(5e5),
  ];
  expect(cpuMs(() => hostile.forEach((text) => textToHtml(text)))).toBeLessThan(LINEAR_MS);
});

describe('text in Markdown', () => {
  const page = async (markdown: string) => parsePage(await markdownToHtml(markdown), 'https://a.example/docs/x.md');

  it('has its headings, its text without marks, and its links', async () => {
    const read = await page(
      '---\ntags: x\n---\n# The *goat* cheese #\n\nSee [the **list**](list.md "all"), [brie] and\n<https://b.example/b_c_d>.\n\n' +
        '- [ ] [Gouda][g]\n- ![curd](curd.png) [![logo](l.png)](/home)\n\nKinds\n-----\n\n> snake_case \\*kept\\*\n\n' +
        '```sh\n# no [link](x)\n```\n\n[brie]: ../brie.md\n[G]: https://c.example/gouda_(kind)\n[odd] [w](https://d.example/w_(x))',
    );
    expect(read.title).toBe('The goat cheese');
    expect(read.headings).toEqual(['The goat cheese', 'Kinds']);
    expect(read.links.map(({ url, anchor }) => [url, anchor])).toEqual([
      ['https://a.example/docs/list.md', 'the list'],
      ['https://a.example/brie.md', 'brie'],
      ['https://b.example/b_c_d', 'https://b.example/b_c_d'],
      ['https://c.example/gouda_(kind)', 'Gouda'],
      ['https://a.example/home', 'logo'],
      ['https://d.example/w_(x)', 'w'],
    ]);
    expect(read.text).toContain('snake_case *kept* # no [link](x) [odd] w');
  });

  it('has the title of its front matter, else its first line', async () => {
    expect((await page('---\ntitle: "Figs"\n---\n# A\n')).title).toBe('Figs');
    expect(await page('+++\ntitle = "Figs"\n+++\nA\n')).toMatchObject({ title: 'Figs', text: 'A' });
    expect((await page('A *line*\nb\n\n## B')).title).toBe('A line');
    expect((await page('')).title).toBe('');
  });

  it.each([
    '[',
    '![',
    '[a](',
    '[a](b "',
    '[a][',
    '*',
    '`',
    '\\',
    '> ',
    '- ',
    '- a\n  ',
    '_a',
    '~~a',
    '[x]: y\n',
    '<a\n',
  ])('takes bounded time for a text of %j alone', async (piece) => {
    const before = process.cpuUsage();
    await markdownToHtml(piece.repeat(256_000 / piece.length));
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(2 * LINEAR_MS);
  });

  it('reads a longer text as plain text', async () => {
    const text = '# a\n'.repeat(80_000);
    expect(await markdownToHtml(text)).toBe(textToHtml(text));
  });
});
