import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { MAX_RANDOM_SEED } from '../../domain/session/session-config.js';
import {
  isLexicographerClass,
  LEXICOGRAPHER_CLASSES,
  type LexicographerClass,
} from '../../domain/webs/lexicographer-classes.js';
import { CliError, Exit } from '../cli-error.js';
import { integerFrom, list, settingOption, share } from '../options.js';

function topicClass(text: string): LexicographerClass {
  if (!isLexicographerClass(text))
    throw new InvalidArgumentError(`Expected one of ${LEXICOGRAPHER_CLASSES.join(', ')}.`);
  return text;
}

/** Loads the policies, which help and usage errors do not need. @throws CliError for an unknown name */
async function requirePolicies(names: readonly string[]): Promise<void> {
  const { findPolicy, policies } = await import('../../domain/policies/index.js');
  const unknown = names.find((name) => findPolicy(name) === undefined);
  if (unknown !== undefined)
    throw new CliError(
      `--policies: ${unknown} is not one of ${policies.map((policy) => policy.name).join(', ')}`,
      Exit.Usage,
    );
}

interface DemoArguments {
  readonly budget: number;
  readonly topicClass: LexicographerClass;
  readonly policies: string[];
  readonly model?: string;
  readonly concurrency: number;
  readonly hostDelay: number;
  readonly eagerness: number;
  readonly randomSeed: number;
  readonly delay: number;
  readonly failures: number;
  readonly maxPerDomain: string;
  readonly render?: boolean;
  readonly data: string;
  readonly json?: boolean;
  readonly keep?: boolean;
}

/** `gleaner demo`: the whole workflow on a web that needs no internet. */
export function defineDemo(command: Command): void {
  command
    .option('--budget <n>', 'number of pages that each policy may fetch', integerFrom(10, 100_000), 1_500)
    .option('--topic-class <class>', "topic: a lexicographers' class of WordNet", topicClass, 'noun.food')
    .option('--policies <names>', 'policies to run, separated by commas', list, [
      'prospector',
      'tres',
      'best-first',
      'breadth-first',
    ])
    .option('--model <kind>', 'kind of relevance model to train; default: the service chooses')
    .addOption(settingOption('--concurrency <n>', 'concurrency'))
    .addOption(settingOption('--host-delay <ms>', 'hostDelayMs').default(0))
    .addOption(settingOption('--eagerness <e>', 'eagerness'))
    .option('--random-seed <n>', 'seed of the random generator of each session', integerFrom(0, MAX_RANDOM_SEED), 1)
    .option('--delay <ms>', 'delay of the demo web before each answer', integerFrom(0, 60_000), 0)
    .option('--failures <share>', 'share of the requests that fail, from 0 to 1', share, 0)
    .addOption(settingOption('--max-per-domain <n>', 'domainCap').default('100'))
    .option('--render', 'load pages in Chromium, to read sites that scripts fill in; slow')
    .option('--data <folder>', "folder of the demo's database", join('data', 'demo'))
    .option('--json', 'print one JSON object instead of tables')
    .option('--keep', 'keep service and demo web running until Ctrl-C')
    .action(
      async ({
        delay,
        hostDelay,
        failures,
        maxPerDomain,
        render = false,
        data,
        json = false,
        keep = false,
        ...args
      }: DemoArguments) => {
        await requirePolicies(args.policies);
        // Loads a command's implementation when it runs: help and usage errors are immediate.
        const { runDemo } = await import('./run-demo.js');
        await runDemo({
          ...args,
          delayMs: delay,
          hostDelayMs: hostDelay,
          failureRate: failures,
          domainCap: maxPerDomain,
          render,
          dataDir: data,
          json,
          keep,
        });
      },
    );
}
