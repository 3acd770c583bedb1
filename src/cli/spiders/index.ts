import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { SPIDER_KINDS } from '../../domain/policies/index.js';
import { MAX_DISCOUNT, SPIDER_TEXTS } from '../../domain/spiders/index.js';
import { type ListArguments, listOptions, showRows } from '../api/lists.js';
import { CliError, Exit } from '../cli-error.js';
import { decimalFrom, integerFrom, list } from '../options.js';
import type { Screen } from '../screen.js';
import type { Spider, SpiderInput } from '#client';
import { ServiceClient } from '../service-client.js';
import {
  namedService,
  type ServiceArguments,
  serviceOptions,
  type ServiceWork,
  withNamedService,
} from '../service-options.js';
import { SPIDER_REFERENCE, spidersOf } from './find-spider.js';
import { spiderLines, spiderList } from './spider-tables.js';
import { trainSpider } from './train-spider.js';

interface TrainArguments extends ServiceArguments, Omit<SpiderInput, 'name' | 'webs'> {
  readonly webs?: string[];
  readonly labels?: string[];
  readonly domains?: string[];
  readonly recordedWebs?: string;
}

/** `gleaner spiders`: models learned from earlier crawls or recorded webs, with which a crawl can start. */
export function defineSpiders(command: Command): void {
  defineList(command);
  defineShow(command);
  defineTrain(command);
  defineDelete(command);
}

function defineList(command: Command): void {
  const none = 'No spiders. `gleaner spiders train` trains one';
  listOptions(command.command('list').description('list the spiders, newest first'), 'spiders').action(
    (args: ListArguments) =>
      withApi(args, (client, screen) => showRows(client.spiders(), args, { text: spiderList, none }, screen)),
  );
}

function defineShow(command: Command): void {
  serviceOptions(command.command('show').description("show a spider's training data and its most telling words"))
    .argument('<spider>', SPIDER_REFERENCE)
    .action((reference: string, args: ServiceArguments) =>
      withApi(args, async (client, screen) => {
        const [spider] = await spidersOf(client, reference);
        print(spider, args, screen);
      }),
    );
}

function defineTrain(command: Command): void {
  serviceOptions(command.command('train').description('train a spider on earlier sessions, recorded webs, or both'))
    .argument('<name>', 'name of the spider; an existing name gets its next version')
    .addOption(
      new Option(
        '--kind <kind>',
        'links: for nb-immediate and nb-future; page-classes: for the foragers; link-values: for prospector',
      )
        .choices(SPIDER_KINDS)
        .default('links'),
    )
    .option('--sessions <ids>', 'ids of sessions, separated by commas', list)
    .option('--webs <names>', 'names of recorded webs, separated by commas', list)
    .option(
      '--recorded-webs <folder>',
      'folder of the recorded webs, for a started service; default: RECORDED_WEBS_DIR',
    )
    .option('--labels <names>', "labels of the recorded webs' relevant pages; only for links", list)
    .option('--domains <hosts>', 'only pages of these hosts, and of hosts below them, in the recorded webs', list)
    .option('--bins <n>', 'number of bins: 2 for nb-immediate, 3 to 5 for nb-future', integerFrom(2, 5))
    .addOption(new Option('--text <words>', "words that determine a link's value").choices(SPIDER_TEXTS))
    .option('--discount <n>', 'discount factor of later rewards', decimalFrom(0, MAX_DISCOUNT))
    .option('--clusters <n>', 'number of page classes', integerFrom(2, 500))
    .option('--vocabulary <n>', 'number of words that distinguish pages', integerFrom(10, 50_000))
    .addHelpText('after', '\n--labels and --domains apply to all recorded webs; POST /v1/spiders takes them for each.')
    .action(train);
}

async function train(name: string, args: TrainArguments): Promise<void> {
  const { data, json, url, key, project, webs, labels, domains, recordedWebs, ...settings } = args;
  if (webs === undefined && settings.sessions === undefined)
    throw new CliError('expected --sessions, --webs, or both', Exit.Usage);
  const wrong =
    webs === undefined ? (['labels', 'domains', 'recordedWebs'] as const).find((one) => args[one]) : undefined;
  if (wrong !== undefined)
    throw new CliError(
      `--${wrong === 'recordedWebs' ? 'recorded-webs' : wrong}: expected together with --webs`,
      Exit.Usage,
    );
  if (recordedWebs !== undefined && !existsSync(recordedWebs))
    throw new CliError(`--recorded-webs: ${recordedWebs} does not exist`, Exit.Usage);
  const input: SpiderInput = {
    name,
    ...settings,
    ...(webs && { webs: webs.map((web) => ({ web, ...(labels && { labels }), ...(domains && { domains }) })) }),
  };
  const work: ServiceWork = async (gleaner, screen, signal) => {
    const spider = await trainSpider(new ServiceClient(gleaner), input, screen, signal);
    print(spider, { json }, screen);
  };
  const service = { data, url, key, project };
  if (recordedWebs === undefined) return withNamedService(service, work, 'all');
  if (namedService(service) !== null)
    throw new CliError('--recorded-webs: expected without --url and GLEANER_URL', Exit.Usage);
  await withNamedService(service, work, 'all', { RECORDED_WEBS_DIR: resolve(recordedWebs) });
}

function defineDelete(command: Command): void {
  serviceOptions(
    command.command('delete').description('delete a spider; sessions that started with it keep its learned state'),
  )
    .argument('<spider>', 'name or id of a spider; a name with several versions requires the id')
    .action((reference: string, args: ServiceArguments) =>
      withApi(args, async (client, screen) => {
        const spiders = await spidersOf(client, reference);
        if (spiders.length > 1)
          throw new CliError(
            `there are ${spiders.length} versions of "${reference}"; name one by its id:\n${spiderList(spiders)}`,
            Exit.Usage,
          );
        const [{ id, name, version }] = spiders;
        await client.deleteSpider(id);
        screen.line(`${name}, version ${version} is deleted`);
      }),
    );
}

function withApi(
  args: ServiceArguments,
  work: (client: ServiceClient, screen: Screen) => Promise<void>,
): Promise<void> {
  return withNamedService(args, (gleaner, screen) => work(new ServiceClient(gleaner), screen));
}

function print(spider: Spider, { json }: Pick<ServiceArguments, 'json'>, screen: Screen): void {
  if (json === true) screen.json(spider);
  else screen.line(`\n${spiderLines(spider).join('\n')}`);
}
