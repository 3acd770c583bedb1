import type { ExampleInput, Gleaner, Topic, TopicInput } from '#client';
import type { Command } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { readJson, readText } from '../files.js';
import { webAddresses, wordList } from '../option-values.js';
import { type Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { oneLine } from '../terminal.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { objectCommand, showObject } from './objects.js';

interface CreateArguments extends ServiceArguments {
  readonly keywords?: string[];
  readonly seeds?: string[];
  readonly description?: string;
  readonly language?: string;
  readonly file?: string;
  readonly examples?: string;
}

/** `gleaner topics`. */
export function defineTopics(command: Command): void {
  listOptions(command.command('list').description('list the topics, newest first'), 'topics')
    .option('--search <text>', 'only topics with this text in their name or description')
    .action((args: ListArguments & { readonly search?: string }) =>
      withNamedService(args, async (gleaner, screen) => {
        const rows = gleaner.list('/v1/topics', { query: { search: args.search, first: perCall(args) } });
        const cells = (topic: Omit<Topic, 'seeds' | 'keywordSet' | 'exampleCounts'>): string[] => [
          topic.name,
          `${topic.seedCount}`,
          moment(topic.createdAt),
          topic.id,
        ];
        const none = 'No topics. `gleaner topics create` makes one';
        await showList(rows, args, { head: ['name', 'seeds', 'created', 'id'], cells, none }, screen);
      }),
    );
  objectCommand(
    command,
    'show',
    'topic',
    'show a topic with its keywords and seeds',
    async (id, args, gleaner, screen) =>
      showObject(await gleaner.get('/v1/topics/{id}', { params: { path: { id } } }), args, topicText, screen),
  );
  serviceOptions(command.command('create').description('make a topic'))
    .argument('[name]', 'name of the topic')
    .option('--keywords <words>', 'keywords and key phrases, separated by commas', wordList)
    .option('--seeds <urls>', 'URLs to start from, separated by commas; those within an address may stay', webAddresses)
    .option('--description <text>', 'description of the topic')
    .option('--language <code>', 'language of the keywords, such as en')
    .option('--file <file>', 'the topic as JSON, as POST /v1/topics takes it; options take precedence')
    .option('--examples <file>', 'labelled pages, one JSON object per line: {"url": ..., "relevant": true}')
    .action(create);
  objectCommand(
    command,
    'delete',
    'topic',
    'delete a topic with its models, sessions and pages',
    async (id, _, gleaner, screen) => {
      await gleaner.delete('/v1/topics/{id}', { params: { path: { id } } });
      screen.note(`topic ${id} is deleted`);
    },
  );
}

async function create(name: string | undefined, args: CreateArguments): Promise<void> {
  const { keywords, seeds, description, language } = args;
  const fromFile = args.file === undefined ? {} : ((await readJson('--file', args.file)) as Partial<TopicInput>);
  const given = Object.entries({ name, keywords, seeds, description, language }).filter(
    ([, value]) => value !== undefined,
  );
  const body = { ...fromFile, ...Object.fromEntries(given) } as TopicInput;
  if (body.name === undefined) throw new CliError('expected a name, as an argument or in --file', Exit.Usage);
  const examples = args.examples === undefined ? [] : await readExamples(args.examples);
  await withNamedService(args, async (gleaner, screen) => {
    const topic = await gleaner.post('/v1/topics', { body });
    if (examples.length > 0) await addExamples(gleaner, topic.id, examples, screen);
    showObject(topic, args, topicText, screen);
  });
}

async function addExamples(gleaner: Gleaner, id: string, examples: ExampleInput[], screen: Screen): Promise<void> {
  const { created } = await gleaner.importExamples(id, examples);
  screen.note(`${created} examples`);
}

function topicText(topic: Topic): string {
  const { keywordSet, exampleCounts, seeds } = topic;
  return facts({
    id: topic.id,
    name: oneLine(topic.name),
    description: oneLine(topic.description),
    keywords: oneLine(keywordSet?.keywords.map(({ text }) => text).join(', ') ?? ''),
    seeds: oneLine(seeds.join(' ')),
    examples: `${exampleCounts.relevant} relevant, ${exampleCounts.irrelevant} not`,
    created: moment(topic.createdAt),
  });
}

/** Labelled pages from a JSON Lines file. @throws CliError */
export async function readExamples(file: string): Promise<ExampleInput[]> {
  return (await readText('--examples', file))
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, i) => {
      try {
        return JSON.parse(line) as ExampleInput;
      } catch {
        throw new CliError(`--examples: line ${i + 1} of ${file} is not JSON`, Exit.Usage);
      }
    });
}
