import type { Schemas } from '#client';
import { type Command, Option } from 'commander';
import { choicesOf, integerFrom } from '../option-values.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject } from './objects.js';
import { type SessionArguments, sessionInput, sessionOptions } from './session-input.js';

type Schedule = Schemas['ScheduleDto'];
type Run = Schemas['ScheduleRunDto'];
type Input = Schemas['CreateScheduleInput'];

const MISSED = choicesOf<Schedule['missed']>({ skip: true, once: true, all: true });
const OVERLAP = choicesOf<Schedule['overlap']>({ skip: true, queue: true });
const RUN_STATES = choicesOf<Run['state']>({
  waiting: true,
  started: true,
  failed: true,
  'skipped-missed': true,
  'skipped-overlap': true,
  'skipped-paused': true,
});
const MOST_DUE = 50;

interface ScheduleArguments extends ServiceArguments, SessionArguments {
  readonly name?: string;
  readonly cron?: string;
  readonly timeZone?: string;
  readonly topic?: string;
  readonly monitor?: string;
  readonly missed?: Schedule['missed'];
  readonly overlap?: Schedule['overlap'];
}
interface NextArguments extends ServiceArguments {
  readonly cron?: string;
  readonly timeZone?: string;
  readonly count?: number;
}

/** `gleaner schedules`. */
export function defineSchedules(command: Command): void {
  listOptions(command.command('list').description('list the schedules, newest first'), 'schedules').action(
    (args: ListArguments) =>
      withNamedService(args, (gleaner, screen) =>
        showList(gleaner.list('/v1/schedules', { query: { first: perCall(args) } }), args, SCHEDULE_ROW, screen),
      ),
  );
  objectCommand(command, 'show', 'schedule', 'show a schedule', async (id, args, gleaner, screen) =>
    showObject(await gleaner.get('/v1/schedules/{id}', { params: { path: { id } } }), args, scheduleText, screen),
  );
  const create = command.command('create').description('create a schedule that starts sessions, or runs a monitor');
  scheduleOptions(
    serviceOptions(create)
      .argument('<name>', 'name of the schedule')
      .argument('<cron>', 'when: minute, hour, day of month, month, day of week, such as "30 6 * * MON"; or @daily'),
  ).action((name: string, cron: string, args: ScheduleArguments) => {
    const action = actionOf(args, create) ?? create.error('error: expected --topic or --monitor');
    return withNamedService(args, async (gleaner, screen) => {
      const body: Input = { ...settingsOf(args), name, cron, action };
      showObject(await gleaner.post('/v1/schedules', { body }), args, scheduleText, screen);
    });
  });
  const update = serviceOptions(command.command('update').description('change a schedule'));
  scheduleOptions(update.argument('<schedule>', 'id of the schedule'))
    .option('--name <name>', 'new name')
    .option('--cron <expression>', 'whether it is enabled')
    .action((id: string, args: ScheduleArguments) => {
      const { name, cron } = args;
      const body = given({ ...settingsOf(args), name, cron, action: actionOf(args, update) });
      return withNamedService(args, async (gleaner, screen) =>
        showObject(
          await gleaner.patch('/v1/schedules/{id}', { params: { path: { id } }, body }),
          args,
          scheduleText,
          screen,
        ),
      );
    });
  for (const [action, description] of [
    ['pause', 'pause a schedule; waiting runs are dropped'],
    ['resume', 'resume a schedule with its next due time'],
  ] as const)
    objectCommand(command, action, 'schedule', description, async (id, args, gleaner, screen) => {
      const schedule = await gleaner.post(`/v1/schedules/{id}/${action}`, { params: { path: { id } } });
      showObject(schedule, args, scheduleText, screen);
    });
  defineNext(
    serviceOptions(command.command('next').description('show the next due times of a schedule or an expression')),
  );
  listOptions(
    command.command('runs').description('list the runs of a schedule with their results, newest first'),
    'runs',
  )
    .argument('<schedule>', 'id of the schedule')
    .addOption(new Option('--state <state>', 'only runs in this state').choices(RUN_STATES))
    .action((id: string, { state, ...args }: ListArguments & { readonly state?: Run['state'] }) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = given({ state, first: perCall(args) });
        await showList(gleaner.list('/v1/schedules/{id}/runs', { path: { id }, query }), args, RUN_ROW, screen);
      }),
    );
  objectCommand(
    command,
    'delete',
    'schedule',
    'delete a schedule; sessions started by it continue',
    async (id, _, gleaner, screen) => {
      await gleaner.delete('/v1/schedules/{id}', { params: { path: { id } } });
      screen.note(`schedule ${id} is deleted`);
    },
  );
}

function defineNext(next: Command): void {
  next
    .argument('[schedule]', 'id of the schedule')
    .option('--cron <expression>', 'without a schedule: the expression')
    .option('--time-zone <zone>', 'without a schedule: the time zone of the expression, such as Europe/Berlin')
    .option('--count <n>', 'number of due times', integerFrom(1, MOST_DUE))
    .action((id: string | undefined, { cron, timeZone, count, ...args }: NextArguments) => {
      if ((id === undefined) === (cron === undefined)) next.error('error: expected a schedule, or --cron');
      if (id !== undefined && timeZone !== undefined) next.error('error: --time-zone is for --cron');
      return withNamedService(args, async (gleaner, screen) => {
        const runs =
          id === undefined
            ? await gleaner.get('/v1/schedules/next-runs', {
                params: { query: given({ cron: cron ?? '', timeZone: timeZone ?? 'UTC', count }) },
              })
            : await gleaner.get('/v1/schedules/{id}/next-runs', { params: { path: { id }, query: given({ count }) } });
        showObject(runs, args, ({ dueAt }) => (dueAt.length === 0 ? NEVER : dueAt.map(moment).join('\n')), screen);
      });
    });
}

const NEVER = 'Not within 20 years';

const scheduleOptions = (command: Command): Command =>
  sessionOptions(
    command
      .addOption(new Option('--topic <id>', 'start sessions of this topic').conflicts('monitor'))
      .option('--monitor <id>', 'run this monitor')
      .option('--time-zone <zone>', 'time zone of the expression, such as Europe/Berlin; default: UTC')
      .addOption(
        new Option(
          '--missed <rule>',
          'due times missed because no worker was running: skip drops them, once starts one run for all, all ' +
            'starts each',
        ).choices(MISSED),
      )
      .addOption(
        new Option(
          '--overlap <rule>',
          "a due time while the previous run's session continues: skip drops it, queue lets it wait",
        ).choices(OVERLAP),
      ),
  );

const settingsOf = ({ timeZone, missed, overlap }: ScheduleArguments): Partial<Input> =>
  given({ timeZone, missed, overlap });

/** The scheduled action; undefined if neither topic nor monitor is given. */
function actionOf(args: ScheduleArguments, command: Command): Input['action'] | undefined {
  const { topic, monitor, budget, policy, model, template, settings } = args;
  if (topic !== undefined) return { session: { ...sessionInput(args), topicId: topic } };
  if ([budget, policy, model, template, settings].some((option) => option !== undefined))
    command.error('error: --budget, --policy, --model, --template and --settings are for --topic');
  return monitor === undefined ? undefined : { monitor: { monitorId: monitor } };
}

const stateOf = ({ pausedAt, pauseReason, failures }: Schedule): string => {
  if (pausedAt !== null) return `paused by ${pauseReason ?? 'user'}`;
  return failures === 0 ? 'on' : `on, ${failures} failures`;
};

function actionText({ action: { session, monitor } }: Schedule): string {
  if (monitor != null) return `monitor ${monitor.monitorId}`;
  return session == null ? '-' : `topic ${session.topicId}`;
}

const scheduleText = (schedule: Schedule): string =>
  facts({
    id: schedule.id,
    name: schedule.name,
    due: `${schedule.cron} (${schedule.timeZone})`,
    what: actionText(schedule),
    policy: schedule.action.session?.policy,
    state: stateOf(schedule),
    'last error': schedule.lastError,
    'due next': schedule.nextDueAt === null ? null : moment(schedule.nextDueAt),
    missed: schedule.missed,
    overlap: schedule.overlap,
    created: moment(schedule.createdAt),
  });

const SCHEDULE_ROW = {
  head: ['name', 'due', 'time zone', 'what', 'state', 'due next', 'id'],
  words: [0, 1, 2, 3, 4],
  cells: (schedule: Schedule) => [
    schedule.name,
    schedule.cron,
    schedule.timeZone,
    actionText(schedule),
    stateOf(schedule),
    moment(schedule.nextDueAt),
    schedule.id,
  ],
  none: 'No schedules. `gleaner schedules create` makes one',
};

const RUN_ROW = {
  head: ['due (UTC)', 'state', 'due times', 'session', 'error'],
  words: [0, 1, 3, 4],
  cells: ({ dueAt, state, dueCount, sessionId, error }: Run) => [
    moment(dueAt),
    state,
    `${dueCount}`,
    sessionId ?? '-',
    error ?? '',
  ],
  none: 'Nothing was due yet',
};
