import { codeFiles, codeVersion } from './code-version.js';

it('is a digest that counts the files which read pages and make models, and no policy', () => {
  expect(codeVersion()).toMatch(/^[0-9a-f]{64}$/);
  const paths = codeFiles().map((path) => path.replaceAll('\\', '/').replace(/\.[jt]s$/, ''));
  for (const part of [
    'page/parse-page',
    'text/tokenize',
    'text/stem',
    'relevance/ensemble/ensemble-scorer',
    'url/canonical-url',
    'lab/lab-graph',
  ])
    expect(paths.some((path) => path.endsWith(part)) ? part : `no ${part}`).toBe(part);
  expect(paths.filter((path) => path.includes('/policies/'))).toEqual([]);
});
