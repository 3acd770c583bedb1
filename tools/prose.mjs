/**
 * Reports words and sentence patterns that docs/style.md forbids, in documents, comments and strings: `node tools/prose.mjs [PATH …]`, all tracked files by default.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Each with advice. `in` limits a rule to files of one kind. */
const RULES = [
  { pattern: /\banew\b/i, advice: 'say "again", or use a verb with "re-"' },
  { pattern: /\bas far as\b/i, advice: 'say "if", "up to" or "where"' },
  {
    pattern: /\b(?:is|are|was|were|be|been|being|not) told\b/i,
    advice: 'name the actor: "X reports", "gets", "reads"',
  },
  { pattern: /\bwhat became of\b/i, advice: 'say "the result of", "the outcome of"' },
  { pattern: /\bso often\b/i, advice: 'say "interval", "frequency"' },
  {
    in: /\.(?:m?[jt]sx?|prisma)$/,
    pattern:
      /(?:\/\*\*|\/\/\/?)\s+(?:What|Whatever|Who|Whoever|Whose|Where|Which|How (?:much|many|often|far|long))\b(?!.*\?)/,
    advice: 'begin with a noun or a verb',
  },
  {
    in: /\.(?:m?[jt]sx?)$/,
    pattern: /\b(?:description|summary): ?['"`](?:What|Whatever|Who|Whoever|Whose|Where|Which)\b(?!.*\?)/,
    advice: 'begin with a noun or a verb',
  },
  {
    in: /\.md$/,
    pattern: /(?:^|[.] )(?:What|Whatever|Who|Whoever)\b[^?]*[.,](?: |$)/,
    advice: 'begin the sentence with its actor',
  },
];
const PROSE = /\.(?:m?[jt]sx?|md|prisma|yaml|sh)$/;
/** Made by programs, or a record of the past, or the text of these rules. */
const LEFT_OUT =
  /^(?:clients\/typescript\/src\/generated|prisma\/migrations\/|CHANGELOG\.md$|docs\/style\.md$|docs\/quality|tools\/prose\.mjs$)/;

const paths = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '-z', '--', ...paths], { encoding: 'utf8' })
  .split('\0')
  .filter((file) => PROSE.test(file) && !LEFT_OUT.test(file));
let found = 0;
for (const file of files)
  readFileSync(file, 'utf8')
    .split('\n')
    .forEach((line, i) => {
      for (const rule of RULES) {
        if ((rule.in && !rule.in.test(file)) || !rule.pattern.test(line)) continue;
        found++;
        process.stdout.write(`${file}:${i + 1}: ${rule.pattern.exec(line)[0].trim()}: ${rule.advice}\n`);
      }
    });
if (found > 0) {
  process.stdout.write(`\n${found} places read badly; docs/style.md has the rules.\n`);
  process.exitCode = 1;
}
