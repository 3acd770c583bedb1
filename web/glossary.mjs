/** Rows of the table of docs/glossary.md: a word and what it means, as text without marks. */
export const rowsOf = (markdown) =>
  markdown
    .split('\n')
    .map((line) => /^\|\s*(.+?)\s*\|\s*(.+?)\s*\|$/.exec(line))
    .filter((found) => found !== null && found[1] !== 'word' && !/^-+$/.test(found[1]))
    .map(([, word, meaning]) =>
      [word, meaning].map((text) => text.replace(/\[(.+?)\]\(.+?\)/g, '$1').replaceAll('`', '')),
    );

/**
 * Lets the console import docs/glossary.md: the words stand in one place, for readers of the documents and of the
 * screens.
 */
export const glossary = () => ({
  name: 'glossary',
  transform(text, id) {
    return id.endsWith('/glossary.md') ? { code: `export default ${JSON.stringify(rowsOf(text))};`, map: null } : null;
  },
});
