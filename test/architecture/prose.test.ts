import { badPlaces } from '../../tools/prose.mjs';

/** The file decides about the rules: documents, code, and code whose strings people read. */
const [DOCUMENT, CODE, API, SCREEN] = [
  'docs/a.md',
  'src/domain/a.ts',
  'src/modules/a/a.dto.ts',
  'web/src/a.tsx',
] as const;

describe('the check of prose', () => {
  it.each([
    [DOCUMENT, 'The index is made anew.'],
    [DOCUMENT, 'The list is read as far as there are rows.'],
    [DOCUMENT, 'The caller is told the reason.'],
    [DOCUMENT, 'It has a URL told the news.'],
    [DOCUMENT, 'See what became of it.'],
    [DOCUMENT, 'It looks so often.'],
    [DOCUMENT, 'It waits in order to save work.'],
    [DOCUMENT, 'A page is read. What is left out, has a default.'],
    [CODE, '/** What the session found. */'],
    [CODE, '/**\n * Where the text begins.\n */'],
    [CODE, '// How many pages wait.'],
    [CODE, '/** Stores a page. Whoever reads it waits. */'],
    [API, "@ApiField(String, { description: 'What it is' })"],
    [API, "  listRuns: 'Who ran it',"],
    [API, 'description: `Stops it. What is stored stays`,'],
    [SCREEN, '<h2>What came of it</h2>'],
    [SCREEN, '<Field help="Where it begins." />'],
  ])('finds a place in %s: %s', (file, text) => {
    expect(badPlaces(file, `\n${text}\n`)).toEqual([
      { line: expect.any(Number), found: expect.any(String), advice: expect.any(String) },
    ]);
  });

  it.each([
    [DOCUMENT, 'What is a frontier? The set of candidates.'],
    [CODE, '/** The pages that a session found, and what follows from them. */'],
    [CODE, '/** Why it failed. When it failed. Whether it failed. */'],
    [CODE, "const title = 'What it is made of';"],
    [API, "const question = 'Which page?';"],
    ['src/modules/a/a.spec.ts', "it('What it says', () => {});"],
    ['docs/style.md', 'What is left out leaves nothing out.'],
    ['web/src/a.css', '/* What is shown */'],
  ])('finds nothing in %s: %s', (file, text) => {
    expect(badPlaces(file, text)).toEqual([]);
  });

  it('names the line of the words', () => {
    expect(badPlaces(CODE, 'const a = 1;\n/**\n * Where it is,\n * anew.\n */')).toEqual([
      { line: 3, found: '/** * Where', advice: 'begin with a noun or a verb' },
      { line: 4, found: 'anew', advice: 'say "again", or use a verb with "re-"' },
    ]);
  });
});
