import { readFileSync } from 'node:fs';
import { brokenLinks, missingPaths, repositoryPaths } from './documents.js';

const known = repositoryPaths();
const documents = known.filter((path) => path.endsWith('.md'));

describe('the documents', () => {
  it.each(documents)('%s names only files that exist', (file) => {
    expect(missingPaths(readFileSync(file, 'utf8'), known)).toEqual([]);
  });

  it.each(documents)('%s has only links that lead somewhere', (file) => {
    expect(brokenLinks(file, readFileSync(file, 'utf8'))).toEqual([]);
  });

  it.each(documents)('%s has no merge conflict marker', (file) => {
    // Prettier turns the last of them into nested quotations.
    expect(readFileSync(file, 'utf8')).not.toMatch(/<{7}|>{7}|(?:> ){7}/);
  });

  it.each([
    ['a file', 'see `src/engine/crawl-loop.ts`', []],
    ['the end of a path', 'see `engine/crawl-loop.ts` and `crawl-loop.ts`', []],
    ['a folder', 'see `domain/page` and `src/domain/policies/`', []],
    ['a pattern', 'see `*.repository.ts` and `src/**/*.spec.ts`', []],
    ['what is no path', 'see `GET /v1/topics`, `application/problem+json` and `pg/`', []],
    ['a file that is gone', 'see `engine/gone.ts`', ['engine/gone.ts']],
    ['a folder that is gone', 'see `domain/gone`', ['domain/gone']],
    ['half a name', 'see `loop.ts`', ['loop.ts']],
    ['a pattern of nothing', 'see `*.nothing.ts`', ['*.nothing.ts']],
    ['a command', '```sh\nnpm run build && node bench/gone.mjs --pages 3\n```', ['bench/gone.mjs']],
  ])('checks %s', (_, text, missing) => {
    expect(missingPaths(text, known)).toEqual(missing);
  });

  it.each([
    ['README.md', '[x](docs/architecture.md#layers) [y](https://example.org/)', []],
    ['README.md', '[x](docs/gone.md)', ['docs/gone.md']],
    ['README.md', '[x](docs/architecture.md#gone)', ['docs/architecture.md#gone']],
    ['docs/policies.md', '[x](README.md)', ['README.md']],
  ])('checks the links of %s: %s', (file, text, broken) => {
    expect(brokenLinks(file, text)).toEqual(broken);
  });
});
