import { type Gleaner, polled, type Schemas } from '#client';
import { type Command, Option } from 'commander';
import { CliError } from '../cli-error.js';
import { choicesOf, decimalFrom, integerFrom } from '../option-values.js';
import type { Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { defineChanges } from './monitor-changes.js';
import { given, objectCommand, showObject, showSecret, type WaitArguments } from './objects.js';

type Monitor = Schemas['MonitorDto'];
type Run = Schemas['MonitorRunDto'];
type WatchedPage = Schemas['WatchedPageDto'];

const POLICIES = choicesOf<Monitor['policy']>({
  poisson: true,
  fixed: true,
  'forager-weblog': true,
  'forager-td': true,
  'forager-hybrid': true,
});
const [LEAST_HOURS, MOST_HOURS] = [0.001, 8_760];

interface MonitorSettings {
  readonly policy?: Monitor['policy'];
  readonly fetches?: number;
  readonly newShare?: number;
  readonly minHours?: number;
  readonly maxHours?: number;
  readonly changeProbability?: number;
  readonly ignoreNumbers?: boolean;
  readonly keepRuns?: number;
}
type CreateArguments = ServiceArguments & MonitorSettings & { readonly session?: string };
type UpdateArguments = ServiceArguments & MonitorSettings & { readonly name?: string };
type RunArguments = WaitArguments & { readonly all?: boolean };

/** `gleaner monitors`. */
export function defineMonitors(command: Command): void {
  listOptions(command.command('list').description('list the monitors, newest first'), 'monitors').action(
    (args: ListArguments) =>
      withNamedService(args, (gleaner, screen) =>
        showList(gleaner.list('/v1/monitors', { query: { first: perCall(args) } }), args, MONITOR_ROW, screen),
      ),
  );
  objectCommand(command, 'show', 'monitor', 'show a monitor', async (id, args, gleaner, screen) =>
    showObject(await gleaner.get('/v1/monitors/{id}', { params: { path: { id } } }), args, monitorText, screen),
  );
  const create = command.command('create').description('create a monitor for the relevant pages of ended sessions');
  settingOptions(serviceOptions(create))
    .argument('<topic>', 'id of the topic')
    .argument('<name>', 'name of the monitor')
    .option('--session <id>', 'only pages of this session; default: of the newest 20 sessions of the topic')
    .action((topicId: string, name: string, args: CreateArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const body = given({ ...settingsOf(args), topicId, name, sessionId: args.session });
        showObject(await gleaner.post('/v1/monitors', { body }), args, monitorText, screen);
      }),
    );
  settingOptions(
    objectCommand<UpdateArguments>(
      command,
      'update',
      'monitor',
      'change the name or settings of a monitor',
      async (id, args, gleaner, screen) => {
        const body = given({ ...settingsOf(args), name: args.name });
        const monitor = await gleaner.patch('/v1/monitors/{id}', { params: { path: { id } }, body });
        showObject(monitor, args, monitorText, screen);
      },
    ),
  ).option('--name <name>', 'new name');
  objectCommand<RunArguments>(command, 'run', 'monitor', 'fetch the pages that are due now', run)
    .option('--all', 'also fetch pages that are not due')
    .option('--wait', 'wait for the end; the exit code is 1 if the run fails');
  listOptions(command.command('runs').description('list the runs of a monitor, newest first'), 'runs')
    .argument('<monitor>', 'id of the monitor')
    .action((id: string, args: ListArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const rows = gleaner.list('/v1/monitors/{id}/runs', { path: { id }, query: { first: perCall(args) } });
        await showList(rows, args, RUN_ROW, screen);
      }),
    );
  listOptions(command.command('pages').description('list the pages that a monitor watches, newest first'), 'pages')
    .argument('<monitor>', 'id of the monitor')
    .action((id: string, args: ListArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const rows = gleaner.list('/v1/monitors/{id}/pages', { path: { id }, query: { first: perCall(args) } });
        await showList(rows, args, PAGE_ROW, screen);
      }),
    );
  defineChanges(command);
  objectCommand<ServiceArguments & { readonly revoke?: boolean }>(
    command,
    'feed-token',
    'monitor',
    'create the token with which feed readers read the changes; it is shown once and replaces the previous one',
    feedToken,
  ).option('--revoke', 'revoke the token instead');
  objectCommand(
    command,
    'delete',
    'monitor',
    'delete a monitor with its changes; its sessions stay',
    async (id, _, gleaner, screen) => {
      await gleaner.delete('/v1/monitors/{id}', { params: { path: { id } } });
      screen.note(`monitor ${id} is deleted`);
    },
  );
}

async function run(id: string, args: RunArguments, gleaner: Gleaner, screen: Screen): Promise<void> {
  const path = { id };
  const begun = await gleaner.post('/v1/monitors/{id}/runs', { params: { path }, body: given({ all: args.all }) });
  if (begun.state === 'completed') screen.note('No page is due yet. --all fetches the pages that are not due too');
  if (args.wait !== true) return showObject(begun, args, runText, screen);
  const read = async (): Promise<Run> => {
    // It is among the newest: a monitor has one run at a time.
    const { items } = await gleaner.get('/v1/monitors/{id}/runs', { params: { path, query: { first: 10 } } });
    const now = items.find((one) => one.id === begun.id);
    if (now === undefined) throw new CliError(`run ${begun.id} is gone`);
    return now;
  };
  const ended = await polled(read, ({ state }) => state === 'completed' || state === 'failed');
  showObject(ended, args, runText, screen);
  if (ended.state === 'failed') throw new CliError(`run ${ended.id} has failed: ${ended.error ?? 'no cause given'}`);
}

async function feedToken(
  id: string,
  args: ServiceArguments & { readonly revoke?: boolean },
  gleaner: Gleaner,
  screen: Screen,
): Promise<void> {
  const init = { params: { path: { id } } };
  if (args.revoke === true) {
    await gleaner.delete('/v1/monitors/{id}/feed-token', init);
    return screen.note(`the feed of monitor ${id} no longer has a token`);
  }
  const answer = await gleaner.post('/v1/monitors/{id}/feed-token', init);
  if (args.json === true) return screen.json(answer);
  showSecret(answer.token, `${gleaner.url}/v1/monitors/${id}/feed.rss?token=TOKEN (or feed.atom, feed.json)`, screen);
}

const settingOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--policy <name>',
        'choice of the pages to fetch: by their rate of change, all alike, or by a forager',
      ).choices(POLICIES),
    )
    .option('--fetches <n>', 'maximum number of fetches of one run', integerFrom(1, 1_000))
    .option(
      '--new-share <share>',
      'share of the fetches for links near the pages; not with foragers',
      decimalFrom(0, 0.9),
    )
    .option('--min-hours <hours>', 'minimum time between two fetches of a page', decimalFrom(LEAST_HOURS, MOST_HOURS))
    .option('--max-hours <hours>', 'maximum time between two fetches of a page', decimalFrom(LEAST_HOURS, MOST_HOURS))
    .option(
      '--change-probability <p>',
      'probability of change at which a page is due; only with poisson',
      decimalFrom(0.001, 0.99),
    )
    .option('--ignore-numbers', 'ignore differences in numbers only')
    .option('--no-ignore-numbers', 'differences in numbers count, for instance for prices')
    .option('--keep-runs <n>', 'number of newest runs whose sessions are kept', integerFrom(1, 100));

const settingsOf = (args: MonitorSettings): MonitorSettings => {
  const { policy, fetches, newShare, minHours, maxHours, changeProbability, ignoreNumbers, keepRuns } = args;
  return given({ policy, fetches, newShare, minHours, maxHours, changeProbability, ignoreNumbers, keepRuns });
};

const monitorText = (monitor: Monitor): string =>
  facts({
    id: monitor.id,
    name: monitor.name,
    topic: monitor.topicId,
    session: monitor.sessionId,
    policy: monitor.policy,
    pages: `${monitor.watched} watched, ${monitor.frontier} links near them`,
    'a run': `${monitor.fetches} fetches, ${monitor.newShare} of them for new pages`,
    checks: `after ${monitor.minHours} to ${monitor.maxHours} hours`,
    'numbers count': monitor.ignoreNumbers ? 'no' : 'yes',
    'runs kept': monitor.keepRuns,
    'feed token': monitor.hasFeedToken ? 'yes' : 'no',
    created: moment(monitor.createdAt),
  });

const runText = (one: Run): string =>
  facts({
    id: one.id,
    monitor: one.monitorId,
    state: one.state,
    error: one.error,
    seen: `${one.looked} checked: ${one.changed} changed, ${one.gone} gone, ${one.back} back, ${one.missed} missed`,
    new: one.new,
    sessions: one.sessions.join(' '),
    started: moment(one.createdAt),
    finished: moment(one.finishedAt),
  });

const MONITOR_ROW = {
  head: ['name', 'policy', 'pages', 'fetches a run', 'created', 'id'],
  words: [0, 1],
  cells: ({ name, policy, watched, fetches, createdAt, id }: Monitor) => [
    name,
    policy,
    `${watched}`,
    `${fetches}`,
    moment(createdAt),
    id,
  ],
  none: 'No monitors. `gleaner monitors create` makes one',
};

const RUN_ROW = {
  head: ['started', 'state', 'checked', 'new', 'changed', 'gone', 'back', 'missed', 'finished', 'id'],
  words: [0, 1],
  cells: (one: Run) => [
    moment(one.createdAt),
    one.state,
    ...[one.looked, one.new, one.changed, one.gone, one.back, one.missed].map(String),
    moment(one.finishedAt),
    one.id,
  ],
  none: 'No runs. `gleaner monitors run` starts one',
};

const PAGE_ROW = {
  head: ['state', 'checks', 'changes', 'a day', 'checked', 'due', 'title', 'url'],
  words: [0, 6, 7],
  cells: (page: WatchedPage) => [
    page.state,
    `${page.looks}`,
    `${page.changes}`,
    page.changesPerDay.toFixed(2),
    moment(page.lookedAt),
    moment(page.dueAt),
    (page.title ?? '').slice(0, 60),
    page.url,
  ],
  none: 'No pages',
};
