import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** All styles of the console are of one page: a class that two files style is two classes by mistake. */
test('no class is styled by itself in two files of the console', () => {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  expect(files.length).toBeGreaterThan(15);
  const styledIn = new Map<string, Set<string>>();
  for (const file of files)
    for (const [, name = ''] of readFileSync(path.join('web/src', file), 'utf8').matchAll(/^\.([\w-]+)(?= *[,{])/gm))
      styledIn.set(name, (styledIn.get(name) ?? new Set()).add(file));
  expect([...styledIn].filter(([, of]) => of.size > 1).map(([name, of]) => [name, ...of])).toEqual([]);
});
