import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { SPIDER_KINDS } from '../../domain/policies/index.js';
import { MAX_DISCOUNT, SPIDER_TEXTS } from '../../domain/spiders/index.js';
import { CliError, Exit } from '../cli-error.js';
import { decimalFrom, integerFrom, list } from '../options.js';
import { createScreen, type Screen } from '../screen.js';
import type { Spider, SpiderInput } from '#client';
import { serviceAt, type ServiceClient } from '../service-client.js';
import { withService } from '../with-service.js';
import { SPIDER_REFERENCE, spidersOf } from './find-spider.js';
import { spiderLines, spiderList } from './spider-tables.js';
import { trainSpider } from './train-spider.js';

interface Shared {
  readonly data: string;
  readonly json?: boolean;
}
interface TrainArguments extends Shared, Omit<SpiderInput, 'name' | 'webs'> {
  readonly webs?: string[];
  readonly labels?: string[];
  readonly domains?: string[];
  readonly recordedWebs?: string;
}

/** Most rows that `list` shows unless told otherwise, and at all. */
const [SHOWN, MOST_SHOWN] = [50, 10_000];

/** `gleaner spiders`: what was learnt from earlier crawls or recorded webs, to begin a crawl with. */
export function defineSpiders(command: Command): void {
  defineList(command);
  defineShow(command);
  defineTrain(command);
  defineDelete(command);
}

function shared(command: Command): Command {
  return command
    .option('--data <folder>', 'data folder of the service', 'data')
    .option('--json', 'print JSON instead of text');
}

function defineList(command: Command): void {
  shared(command.command('list').description('list the spiders, newest first'))
    .option('--first <n>', 'number of spiders', integerFrom(1, MOST_SHOWN), SHOWN)
    .action((args: Shared & { readonly first: number }) =>
      withApi(args, async (client, screen) => {
        const spiders: Spider[] = [];
        let more = false;
        for await (const spider of client.spiders()) {
          more = spiders.length === args.first;
          if (more) break;
          spiders.push(spider);
        }
        if (args.json === true) return screen.line(JSON.stringify(spiders, null, 2));
        screen.line(spiders.length === 0 ? 'No spiders. `gleaner spiders train` trains one' : spiderList(spiders));
        if (more) screen.note('There are more: --first shows them');
      }),
    );
}

function defineShow(command: Command): void {
  shared(command.command('show').description('show what a spider was trained on, and its most telling words'))
    .argument('<spider>', SPIDER_REFERENCE)
    .action((reference: string, args: Shared) =>
      withApi(args, async (client, screen) => {
        const [spider] = await spidersOf(client, reference);
        print(spider, args, screen);
      }),
    );
}

function defineTrain(command: Command): void {
  shared(command.command('train').description('train a spider on earlier sessions, on recorded webs, or on both'))
    .argument('<name>', 'name of the spider; if there is one of this name, this is its next version')
    .addOption(
      new Option(
        '--kind <kind>',
        'links: for nb-immediate and nb-future; page-classes: for the foragers; link-values: for prospector',
      )
        .choices(SPIDER_KINDS)
        .default('links'),
    )
    .option('--sessions <ids>', 'ids of sessions of this data folder, separated by commas', list)
    .option('--webs <names>', 'names of recorded webs, separated by commas', list)
    .option('--recorded-webs <folder>', 'folder of the recorded webs; default: RECORDED_WEBS_DIR')
    .option(
      '--labels <names>',
      'pages of the recorded webs with one of these labels are relevant; only for links',
      list,
    )
    .option('--domains <hosts>', 'only pages of these hosts of the recorded webs and the hosts below them', list)
    .option('--bins <n>', 'number of bins: 2 for nb-immediate, 3 to 5 for nb-future', integerFrom(2, 5))
    .addOption(new Option('--text <words>', 'words from which a link is valued').choices(SPIDER_TEXTS))
    .option('--discount <n>', 'discount factor of later rewards', decimalFrom(0, MAX_DISCOUNT))
    .option('--clusters <n>', 'number of page classes', integerFrom(2, 500))
    .option('--vocabulary <n>', 'number of words by which pages are told apart', integerFrom(10, 50_000))
    .addHelpText(
      'after',
      '\n--labels and --domains hold for all recorded webs; POST /v1/spiders takes others for each.',
    )
    .action(train);
}

async function train(name: string, args: TrainArguments): Promise<void> {
  const { data, json, webs, labels, domains, recordedWebs, ...settings } = args;
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
  const folder = recordedWebs === undefined ? {} : { RECORDED_WEBS_DIR: resolve(recordedWebs) };
  const screen = createScreen();
  await withService({ dataDir: data, settings: folder, keep: false }, screen, async (service, signal) => {
    const spider = await trainSpider(serviceAt(service.url), input, screen, signal);
    print(spider, { json }, screen);
  });
}

function defineDelete(command: Command): void {
  command
    .command('delete')
    .description('delete a spider; sessions that began with it keep what they were given')
    .argument('<spider>', 'name or id of a spider; of a name with several versions the id is needed')
    .option('--data <folder>', 'data folder of the service', 'data')
    .action((reference: string, args: Shared) =>
      withApi(args, async (client, screen) => {
        const spiders = await spidersOf(client, reference);
        if (spiders.length > 1)
          throw new CliError(
            `there are ${spiders.length} versions of "${reference}"; name the one by its id:\n${spiderList(spiders)}`,
            Exit.Usage,
          );
        const [{ id, name, version }] = spiders;
        await client.deleteSpider(id);
        screen.line(`${name}, version ${version} is deleted`);
      }),
    );
}

/** The API alone: nothing that is queued there is begun. */
async function withApi(
  { data }: Shared,
  work: (client: ServiceClient, screen: Screen) => Promise<void>,
): Promise<void> {
  const screen = createScreen();
  await withService({ dataDir: data, settings: { ROLE: 'api' }, keep: false }, screen, (service) =>
    work(serviceAt(service.url), screen),
  );
}

function print(spider: Spider, { json }: Pick<Shared, 'json'>, screen: Screen): void {
  screen.line(json === true ? JSON.stringify(spider, null, 2) : `\n${spiderLines(spider).join('\n')}`);
}
