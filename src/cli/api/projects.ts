import type { Project, Schemas } from '#client';
import { type Command, InvalidArgumentError } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { integerFrom } from '../option-values.js';
import { table } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { inProject } from './in-project.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject } from './objects.js';

type Usage = Schemas['ProjectUsageDto'];
type Quota = Usage['quotas'][number]['quota'];

const MOST = 2_147_483_647;
const UNLIMITED = 'unlimited';
const QUOTAS: Readonly<Record<Quota, string>> = {
  'sessions-running': 'sessions running',
  'fetches-per-day': 'fetches a day',
  'renders-per-day': 'renders a day',
  'stored-pages': 'stored pages',
};

/** Commander reads null as no value. */
type Limit = number | typeof UNLIMITED;

interface QuotaArguments extends ServiceArguments {
  readonly name?: string;
  readonly sessionsRunning?: Limit;
  readonly fetchesPerDay?: Limit;
  readonly rendersPerDay?: Limit;
  readonly storedPages?: Limit;
}

/** `gleaner projects`. Only operators can create, change and delete projects. */
export function defineProjects(command: Command): void {
  listOptions(command.command('list').description('list the projects, newest first'), 'projects').action(
    (args: ListArguments) =>
      withNamedService(args, (gleaner, screen) =>
        showList(gleaner.list('/v1/projects', { query: { first: perCall(args) } }), args, PROJECT_ROW, screen),
      ),
  );
  ofProject(command.command('show').description('show a project with its quotas and their use')).action(
    (named: string | undefined, args: ServiceArguments) =>
      inProject(
        args,
        async (gleaner, id, screen) => {
          const params = { path: { id } };
          const project = await gleaner.get('/v1/projects/{id}', { params });
          if (args.json === true) return screen.json(project);
          const usage = await gleaner.get('/v1/projects/{projectId}/usage', { params: { path: { projectId: id } } });
          screen.line(`${projectText(project)}\n\n${quotaText(usage)}`);
        },
        named,
      ),
  );
  ofProject(
    command.command('usage').description("show the use of a project's quotas, and its use on the last days"),
  ).action((named: string | undefined, args: ServiceArguments) =>
    inProject(
      args,
      async (gleaner, projectId, screen) =>
        showObject(
          await gleaner.get('/v1/projects/{projectId}/usage', { params: { path: { projectId } } }),
          args,
          usageText,
          screen,
        ),
      named,
    ),
  );
  quotaOptions(serviceOptions(command.command('create').description('make a project')))
    .argument('<name>', 'name of the project')
    .action((name: string, args: QuotaArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const project = await gleaner.post('/v1/projects', { body: { ...inputOf(args), name } });
        showObject(project, args, () => `project ${project.name}: ${project.id}`, screen);
      }),
    );
  quotaOptions(ofProject(command.command('update').description('rename a project, or change its quotas')))
    .option('--name <name>', 'new name of the project')
    .action((named: string | undefined, args: QuotaArguments) => {
      const body = given({ ...inputOf(args), name: args.name });
      if (Object.keys(body).length === 0) throw new CliError('expected a name or a quota', Exit.Usage);
      return inProject(
        args,
        async (gleaner, id, screen) =>
          showObject(
            await gleaner.patch('/v1/projects/{id}', { params: { path: { id } }, body }),
            args,
            projectText,
            screen,
          ),
        named,
      );
    });
  objectCommand(command, 'delete', 'project', 'delete an empty project', async (...of) => {
    const [id, , gleaner, screen] = of;
    await gleaner.delete('/v1/projects/{id}', { params: { path: { id } } });
    screen.line(`project ${id} is deleted`);
  });
}

const ofProject = (command: Command): Command =>
  serviceOptions(command).argument('[project]', 'id of the project; default: the project of the call');

const quotaOptions = (command: Command): Command =>
  command
    .option('--sessions-running <n>', 'maximum number of sessions running at the same time, or unlimited', limit)
    .option('--fetches-per-day <n>', 'maximum number of fetches per day (UTC), or unlimited', limit)
    .option('--renders-per-day <n>', 'maximum number of pages rendered by Chromium per day (UTC), or unlimited', limit)
    .option('--stored-pages <n>', 'maximum number of stored pages of sessions, or unlimited', limit);

function limit(text: string): Limit {
  if (text === UNLIMITED) return UNLIMITED;
  try {
    return integerFrom(0, MOST)(text);
  } catch {
    throw new InvalidArgumentError(`Expected a whole number from 0 to ${MOST}, or unlimited.`);
  }
}

/** Omitted quotas stay as they are. */
function inputOf({ sessionsRunning, fetchesPerDay, rendersPerDay, storedPages }: QuotaArguments): {
  quotas?: Schemas['ProjectQuotasInput'];
} {
  const limits = given({ sessionsRunning, fetchesPerDay, rendersPerDay, storedPages });
  const quotas = Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [name, value === UNLIMITED ? null : value]),
  );
  return Object.keys(quotas).length === 0 ? {} : { quotas };
}

const amount = (limit: number | null): string => (limit === null ? UNLIMITED : `${limit}`);

const projectText = ({ id, name, quotas, createdAt, updatedAt }: Project): string =>
  facts({
    ...{ id, name },
    'sessions running': amount(quotas.sessionsRunning),
    'fetches a day': amount(quotas.fetchesPerDay),
    'renders a day': amount(quotas.rendersPerDay),
    'stored pages': amount(quotas.storedPages),
    ...{ created: moment(createdAt), changed: moment(updatedAt) },
  });

function quotaText({ quotas, resetsAt }: Usage): string {
  const rows = quotas.map(({ quota, used, limit, reached }) => [
    QUOTAS[quota],
    `${used}`,
    amount(limit),
    reached ? 'reached' : '',
  ]);
  return `${table([['quota', 'used', 'of', ''], ...rows])}\nThe next day begins at ${moment(resetsAt)}`;
}

function usageText(usage: Usage): string {
  if (usage.days.length === 0) return `${quotaText(usage)}\n\nNothing was fetched on the last days`;
  const days = usage.days.map(({ day, fetches, renders }) => [day.slice(0, 10), `${fetches}`, `${renders}`]);
  return `${quotaText(usage)}\n\n${table([['day', 'fetches', 'renders'], ...days])}`;
}

const PROJECT_ROW = {
  head: ['name', 'sessions running', 'fetches a day', 'renders a day', 'stored pages', 'created', 'id'],
  cells: ({ name, quotas, createdAt, id }: Project) => [
    name,
    ...[quotas.sessionsRunning, quotas.fetchesPerDay, quotas.rendersPerDay, quotas.storedPages].map(amount),
    moment(createdAt),
    id,
  ],
  none: 'No projects',
};
