import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { policies } from '../../domain/policies/index.js';
import { choosePolicies, readPolicyModules } from './policy-modules.js';
import { labTable } from './report.js';

interface LabArguments {
  readonly warc: string;
  readonly labels: string;
  readonly topic: string;
  readonly policies: string[];
  readonly policyModule: string[];
  readonly budget: number[];
  readonly runs: number;
  readonly randomSeed: number;
  readonly out?: string;
  readonly cacheDir: string;
  readonly unrecorded: 'skip' | 'fetch';
  readonly quiet?: boolean;
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new InvalidArgumentError('expected a whole number of at least 1');
  return value;
}

const namesIn = (text: string): string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

/** `gleaner lab`: policies side by side on a recorded web. */
export function registerLab(program: Command): void {
  program
    .command('lab')
    .description('run policies on a recorded web and compare what they find')
    .requiredOption('--warc <path>', "the web: .warc, .warc.gz, or a folder of them such as a session's archive")
    .requiredOption('--labels <file>', 'labels of the pages, one line per page: url, tab, labels; plain or gzip')
    .requiredOption('--topic <file>', 'topic file (JSON): label, keywords, seeds, model')
    .requiredOption('--policies <names>', 'policies, separated by commas', namesIn)
    .option(
      '--policy-module <file...>',
      'JavaScript modules whose default export is a policy: see docs/writing-a-policy.md',
      [],
    )
    .option(
      '--budget <n,...>',
      'number of fetches per run; several budgets are separated by commas',
      (text) => text.split(',').map(wholeNumber),
      [1_000],
    )
    .option('--runs <n>', 'number of runs per policy; each run has the next random seed', wholeNumber, 5)
    .option('--random-seed <n>', 'random seed of the first run', wholeNumber, 1)
    .addOption(
      new Option('--unrecorded <how>', 'what to do with links that have no recorded answer')
        .choices(['skip', 'fetch'])
        .default('skip'),
    )
    .option('--out <file>', 'write all results as JSON')
    .option('--cache-dir <folder>', 'folder of the prepared word vectors', join('data', 'cache'))
    .option('--quiet', 'no progress lines')
    .action(async (args: LabArguments) => {
      const chosen = choosePolicies(args.policies, [...policies, ...(await readPolicyModules(args.policyModule))]);
      const [{ runLab }, { openLabWeb }, { readLabTopic }] = await Promise.all([
        import('./run-lab.js'),
        import('./lab-web.js'),
        import('./lab-topic.js'),
      ]);
      const report = await runLab({
        web: await openLabWeb(args.warc, args.labels),
        topic: await readLabTopic(args.topic),
        policies: chosen,
        budgets: args.budget,
        runs: args.runs,
        randomSeed: args.randomSeed,
        cacheDir: args.cacheDir,
        unrecorded: args.unrecorded,
        onProgress: args.quiet ? undefined : (line) => process.stderr.write(`${line}\n`),
      });
      process.stdout.write(`${labTable(report)}\n`);
      if (args.out) await writeFile(args.out, `${JSON.stringify(report, null, 2)}\n`);
    });
}
