import { readFileSync } from 'node:fs';
import { rowsOf } from '../../web/glossary.mjs';

describe('the glossary in the console', () => {
  const rows = rowsOf(readFileSync('docs/glossary.md', 'utf8'));

  it('has all rows of the document, as text', () => {
    const lines = readFileSync('docs/glossary.md', 'utf8').split('\n');
    // Every line of the table except its head and rule.
    expect(rows).toHaveLength(lines.filter((line) => line.startsWith('|')).length - 2);
    expect(rows.filter(([word, meaning]) => word === '' || meaning === '' || /[`|]|\]\(/.test(word + meaning))).toEqual(
      [],
    );
    expect(rows).toContainEqual(['harvest rate', 'relevant fetched pages divided by all fetched pages']);
  });

  it('explains each word once', () => {
    const words = rows.map(([word]) => word);
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
  });
});
