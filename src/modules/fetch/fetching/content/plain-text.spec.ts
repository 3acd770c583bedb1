import fc from 'fast-check';
import { cpuMs, LINEAR_MS } from '../../../../../test/support/cpu-time.js';
import { parsePage } from '../../../../domain/page/index.js';
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
  expect(textToHtml('a\n\nb\n \n\nc').match(/<p>/g)).toHaveLength(3);
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
