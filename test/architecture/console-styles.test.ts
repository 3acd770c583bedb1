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

/** Names, notes and titles, in any language; addresses, cron expressions and settings are read from left to right. */
const WRITTEN_BY_PEOPLE = /\bvalue=\{(?:\w+\.)?(?:name|note|title|description|tags|search)\}/;

test('text fields for the words of people have the direction of these words', () => {
  const files = readdirSync('web/src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'));
  const fields = files.flatMap((file) =>
    Array.from(
      readFileSync(path.join('web/src', file), 'utf8').matchAll(/<(?:input|textarea)\b[^]*?\/>/g),
      ([field]) => [file, field] as const,
    ),
  );
  const found = fields.filter(([, field]) => WRITTEN_BY_PEOPLE.test(field));
  expect(found.length).toBeGreaterThan(10);
  expect(found.filter(([, field]) => !field.includes('dir="auto"'))).toEqual([]);
});
