/**
 * Reports words and sentence patterns that docs/style.md forbids, in documents, comments and strings:
 * `node tools/prose.mjs [PATH …]`, all tracked files by default. Exit code 1 if there are any.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const CODE = /\.(?:m?[jt]sx?|prisma)$/;
/** Code whose strings people read. Names of tests and texts of the demo's pages are not among them. */
const SPEAKING =
  /^(?:src\/(?:cli|engine|modules|platform)|clients|web\/src)\/(?!.*\.spec\.tsx?$)(?!.*\/demo-web\/).*\.(?:m?[jt]sx?)$/;
const NOUN_OR_VERB = 'begin with a noun or a verb';
const ACTOR = 'begin the sentence with its actor';

/**
 * Each with advice. `in` limits a rule to some files. Patterns do not span lines, except from the opening of a comment
 * to its first word.
 */
const RULES = [
  { pattern: /\banew\b/gi, advice: 'say "again", or use a verb with "re-"' },
  { pattern: /\bas far as\b/gi, advice: 'say "if", "up to" or "where"' },
  {
    pattern: /\b(?:is|are|was|were|be|been|being|not) told\b/gi,
    advice: 'name the actor: "X reports", "gets", "reads"',
  },
  { pattern: /\bURLs? told\b/gi, advice: 'say "register a webhook", "receives"' },
  { pattern: /\bwhat became of\b/gi, advice: 'say "the result of", "the outcome of"' },
  { pattern: /\bso often\b/gi, advice: 'say "interval", "frequency"' },
  { pattern: /\bin order to\b/gi, advice: 'say "to"' },
  {
    in: CODE,
    pattern:
      /(?:\/\*\*(?:\n[ \t]*\*)?|\/\/\/?)[ \t]+(?:What|Whatever|Who|Whoever|Whose|Where|Which|How (?:much|many|often|far|long))\b(?!.*\?)/g,
    advice: NOUN_OR_VERB,
  },
  {
    in: CODE,
    pattern: /^[ \t]*(?:\/\*\*|\/\/\/?|\*) .*[.:] (?:What|Whatever|Who|Whoever)\b(?!.*\?)/gm,
    advice: ACTOR,
  },
  {
    in: SPEAKING,
    pattern: /(?<!\w)(['"`])(?:What|Whatever|Who|Whoever|Whose|Where|Which)\b(?![^'"`\n]*\?)/g,
    advice: NOUN_OR_VERB,
  },
  {
    in: SPEAKING,
    pattern: /['"`][^'"`\n]*[.:] (?:What|Whatever|Who|Whoever)\b(?![^'"`\n]*\?)/g,
    advice: ACTOR,
  },
  {
    in: SPEAKING,
    pattern: />(?:What|Whatever|Who|Whoever|Whose|Where|Which)\b(?![^<\n]*\?)/g,
    advice: NOUN_OR_VERB,
  },
  {
    in: /\.md$/,
    pattern: /(?:^|[.] )(?:What|Whatever|Who|Whoever)\b[^?\n]*[.,](?: |$)/gm,
    advice: ACTOR,
  },
];
const PROSE = /\.(?:m?[jt]sx?|md|prisma|yaml|sh)$/;
/** Made by programs, or a record of the past, or the text and the test of these rules. */
const LEFT_OUT =
  /^(?:clients\/typescript\/src\/generated|prisma\/migrations\/|CHANGELOG\.md$|docs\/style\.md$|docs\/quality|tools\/prose\.mjs$|test\/architecture\/prose\.test\.ts$)/;

/**
 * Places of a file that break a rule, in order.
 *
 * @param {string} file its path, which decides about the rules
 * @param {string} text
 * @returns {{ line: number, found: string, advice: string }[]}
 */
export function badPlaces(file, text) {
  if (!PROSE.test(file) || LEFT_OUT.test(file)) return [];
  return RULES.filter((rule) => rule.in?.test(file) ?? true)
    .flatMap(({ pattern, advice }) =>
      [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
        line: text.slice(0, index + found.trimEnd().length).split('\n').length,
        found: found.replaceAll(/\s+/g, ' ').trim(),
        advice,
      })),
    )
    .sort((a, b) => a.line - b.line);
}

function main(paths) {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...paths], { encoding: 'utf8' }).split('\0');
  const places = files
    .filter((file) => PROSE.test(file))
    .flatMap((file) => badPlaces(file, readFileSync(file, 'utf8')).map((place) => ({ file, ...place })));
  for (const { file, line, found, advice } of places) process.stdout.write(`${file}:${line}: ${found}: ${advice}\n`);
  if (places.length === 0) return;
  process.stdout.write(`\n${places.length} places read badly; docs/style.md has the rules.\n`);
  process.exitCode = 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
