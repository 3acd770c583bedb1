import { readingTable } from '../../../platform/html/index.js';
import { keywordsInWords, tablePart } from './report-parts.js';

test('texts of the web are escaped, and only web addresses are links', () => {
  const table = readingTable(
    ['page', 'excerpt'],
    [
      [{ text: '<b>Brie</b>', href: 'https://cheese.example/?a="b"&c' }, { text: '"quoted" & <i>' }],
      [{ text: 'Script', href: 'javascript:alert(1)' }, { text: '' }],
    ],
  );
  expect(table).toContain('<a href="https://cheese.example/?a=&quot;b&quot;&amp;c">&lt;b&gt;Brie&lt;/b&gt;</a>');
  expect(table).toContain('&quot;quoted&quot; &amp; &lt;i&gt;');
  expect(table).not.toContain('javascript:');
});

test('long lists say how much of them is shown', () => {
  expect(keywordsInWords(Array.from({ length: 32 }, (_, i) => `k${i}`))).toMatch(/^k0, .*k29 and 2 more$/);
  expect(keywordsInWords([])).toBe('–');
  expect(tablePart('Pages', ['page'], [[{ text: 'a' }]], 5_000)).toContain('The first 1 of 5 000.');
  expect(tablePart('Pages', ['page'], [])).toBe('');
});
