import { join } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { findPolicy, policies } from '../../domain/policies/index.js';
import { MAX_RANDOM_SEED } from '../../domain/session/session-config.js';
import {
  isLexicographerClass,
  LEXICOGRAPHER_CLASSES,
  type LexicographerClass,
} from '../../domain/webs/lexicographer-classes.js';
import { integerFrom, list, settingOption, share } from '../options.js';

function topicClass(text: string): LexicographerClass {
  if (!isLexicographerClass(text))
    throw new InvalidArgumentError(`Expected one of ${LEXICOGRAPHER_CLASSES.join(', ')}.`);
  return text;
}

function policyNames(text: string): string[] {
  const names = list(text);
  const unknown = names.find((name) => findPolicy(name) === undefined);
  if (unknown !== undefined)
    throw new InvalidArgumentError(`${unknown} is not one of ${policies.map((policy) => policy.name).join(', ')}.`);
  return names;
}

interface DemoArguments {
  readonly budget: number;
  readonly topicClass: LexicographerClass;
  readonly policies: string[];
  readonly model?: string;
  readonly concurrency: number;
  readonly randomSeed: number;
  readonly delay: number;
  readonly failures: number;
  readonly maxPerDomain: string;
  readonly render?: boolean;
  readonly data: string;
  readonly json?: boolean;
  readonly keep?: boolean;
}

/** `gleaner demo`: the whole path on a web that needs no internet. */
export function registerDemo(program: Command): void {
  program
    .command('demo')
    .description('crawl WordNet, served as a web of 537 domains on this machine, and compare policies')
    .option('--budget <n>', 'pages each policy may fetch', integerFrom(10, 100_000), 1_500)
    .option('--topic-class <class>', "what to look for: a lexicographers' class of WordNet", topicClass, 'noun.food')
    .option('--policies <names>', 'policies to run one after the other, separated by commas', policyNames, [
      'tres',
      'best-first',
      'breadth-first',
    ])
    .option('--model <kind>', 'kind of relevance model to train; default: the service chooses')
    .addOption(settingOption('--concurrency <n>', 'concurrency'))
    .option('--random-seed <n>', 'seed of the random generator of each session', integerFrom(0, MAX_RANDOM_SEED), 1)
    .option('--delay <ms>', 'time the demo web takes before each answer', integerFrom(0, 60_000), 0)
    .option('--failures <share>', 'share of the requests that fail, from 0 to 1', share, 0)
    .addOption(settingOption('--max-per-domain <n>', 'domainCap').default('100'))
    .option('--render', 'load pages in Chromium, to read sites that scripts fill in; slow')
    .option('--data <folder>', "folder of the demo's database", join('data', 'demo'))
    .option('--json', 'print one JSON object instead of tables')
    .option('--keep', 'leave service and demo web running until Ctrl-C')
    .action(
      async ({
        delay,
        failures,
        maxPerDomain,
        render = false,
        data,
        json = false,
        keep = false,
        ...args
      }: DemoArguments) => {
        // What a command runs is loaded when it runs: help and refusals come at once.
        const { runDemo } = await import('./run-demo.js');
        await runDemo({
          ...args,
          delayMs: delay,
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
