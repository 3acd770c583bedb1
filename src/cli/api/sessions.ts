import { type Gleaner, hasEnded, type Session, type SessionProgress } from '#client';
import { type Command, Option } from 'commander';
import { CliError } from '../cli-error.js';
import { choicesOf, integerFrom } from '../option-values.js';
import { percent, type Screen } from '../screen.js';
import { type ServiceArguments, withNamedService } from '../service-options.js';
import { oneLine } from '../terminal.js';
import { type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject, type WaitArguments } from './objects.js';
import { accessOption } from '../identity-options.js';
import { MOST_FETCHES, type SessionArguments, sessionInput, sessionOptions } from './session-input.js';
import { sessionText } from './session-text.js';

const STATES: readonly Session['state'][] = [
  'queued',
  'starting',
  'running',
  'paused',
  'completed',
  'stopped',
  'failed',
];

const STARTERS = choicesOf<Session['startedBy']>({ user: true, schedule: true, monitor: true });

interface SessionsArguments extends ListArguments {
  readonly state?: Session['state'];
  readonly topic?: string;
  readonly startedBy?: Session['startedBy'];
  readonly search?: string;
}
type LabelArguments = ServiceArguments & { readonly name?: string; readonly note?: string };
type StartArguments = WaitArguments & SessionArguments;
interface ExtendArguments extends WaitArguments {
  readonly fetches?: number;
  readonly minutes?: number;
  readonly model?: string;
}

/** `gleaner sessions`. */
export function defineSessions(command: Command): void {
  listOptions(command.command('list').description('list the sessions, newest first'), 'sessions')
    .addOption(new Option('--state <state>', 'only sessions in this state').choices(STATES))
    .option('--topic <id>', 'only sessions of this topic')
    .addOption(new Option('--started-by <starter>', 'only sessions with this starter').choices(STARTERS))
    .option('--search <text>', 'only sessions with these words in their name, topic or policy')
    .action((args: SessionsArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const { state, topic, startedBy, search } = args;
        const query = given({ state, topicId: topic, startedBy, search, first: perCall(args) });
        await showList(gleaner.list('/v1/sessions', { query }), args, SESSION_ROW, screen);
      }),
    );
  objectCommand(command, 'show', 'session', 'show a session', async (id, args, gleaner, screen) =>
    show(await gleaner.session(id), args, screen),
  );
  const starting = objectCommand<StartArguments>(command, 'start', 'topic', 'start a session of a topic', start);
  accessOption(sessionOptions(starting))
    .option('--name <name>', 'name for people')
    .option('--note <text>', 'note for people')
    .option('--wait', 'wait for the end; the exit code is 1 if the session fails');
  objectCommand(
    command,
    'watch',
    'session',
    'show the progress of a session until it ends',
    (id, args, gleaner, screen) => finish(gleaner, id, args, screen),
    'all',
  );
  objectCommand<LabelArguments>(
    command,
    'update',
    'session',
    'name a session, or note something about it',
    async (id, args, gleaner, screen) => {
      const body = given({ name: args.name, note: args.note });
      show(await gleaner.patch('/v1/sessions/{id}', { params: { path: { id } }, body }), args, screen);
    },
  )
    .option('--name <name>', 'new name; empty: none')
    .option('--note <text>', 'new note; empty: none');
  for (const action of ['pause', 'resume', 'stop'] as const)
    objectCommand(command, action, 'session', `${action} a session`, async (id, args, gleaner, screen) => {
      const session = await gleaner.post(`/v1/sessions/{id}/${action}`, { params: { path: { id } } });
      show(session, args, screen);
    });
  objectCommand<ExtendArguments>(
    command,
    'extend',
    'session',
    'continue an ended session',
    async (id, args, gleaner, screen) => {
      const body = { fetches: args.fetches, minutes: args.minutes, modelId: args.model };
      const session = await gleaner.post('/v1/sessions/{id}/extend', { params: { path: { id } }, body });
      await (args.wait === true ? finish(gleaner, id, args, screen) : show(session, args, screen));
    },
  )
    .option('--fetches <n>', 'further pages to fetch', integerFrom(1, MOST_FETCHES))
    .option('--minutes <n>', 'further minutes', integerFrom(1, 1_000_000))
    .option('--model <id>', 'continue with this relevance model')
    .option('--wait', 'wait for the end; the exit code is 1 if the session fails');
  listOptions(command.command('events').description('list the events of a session, oldest first'), 'events')
    .argument('<session>', 'id of the session')
    .action((id: string, args: ListArguments) =>
      withNamedService(args, (gleaner, screen) =>
        showList(
          gleaner.list('/v1/sessions/{id}/events', { path: { id }, query: { first: perCall(args) } }),
          args,
          EVENT_ROW,
          screen,
        ),
      ),
    );
  objectCommand(
    command,
    'delete',
    'session',
    'delete an ended session with its pages',
    async (id, _, gleaner, screen) => {
      await gleaner.delete('/v1/sessions/{id}', { params: { path: { id } } });
      screen.note(`session ${id} is deleted`);
    },
  );
}

async function start(topicId: string, args: StartArguments, gleaner: Gleaner, screen: Screen): Promise<void> {
  const params = { path: { id: topicId } };
  const session = await gleaner.post('/v1/topics/{id}/sessions', { params, body: sessionInput(args) });
  if (args.wait !== true) return show(session, args, screen);
  screen.note(`session ${session.id}`);
  await finish(gleaner, session.id, args, screen);
}

/** Shows progress until the session has ended, and then the session. @throws CliError if it failed */
async function finish(gleaner: Gleaner, id: string, args: ServiceArguments, screen: Screen): Promise<void> {
  const first = await gleaner.session(id);
  const progress = hasEnded(first) ? null : screen.progress(first.policy, first.config.budget.fetches);
  const onProgress = (now: Session | SessionProgress): void => progress?.update(now);
  const session = await gleaner.waitForSession(id, { onProgress }).finally(() => progress?.end());
  show(session, args, screen);
  if (session.state === 'failed')
    throw new CliError(`session ${id} has failed: ${[session.stateReason, session.error].filter(Boolean).join(': ')}`);
}

const show = (session: Session, args: ServiceArguments, screen: Screen): void =>
  showObject(session, args, sessionText, screen);

const SESSION_ROW = {
  head: ['name', 'policy', 'state', 'pages', 'relevant', 'harvest rate', 'relevant domains', 'created', 'topic', 'id'],
  words: [0, 1, 2],
  cells: (session: Session) => [
    session.name ?? '-',
    session.policy,
    session.state,
    `${session.fetched}`,
    `${session.relevant}`,
    percent(session.harvestRate),
    `${session.relevantDomainCount}`,
    moment(session.createdAt),
    session.topicId,
    session.id,
  ],
  none: 'No sessions. `gleaner sessions start` starts one',
};

interface EventOfSession {
  readonly at: string;
  readonly kind: string;
  readonly completed: number;
  readonly details: object;
}
const EVENT_ROW = {
  head: ['at', 'event', 'after pages', 'details'],
  words: [0, 1, 3],
  cells: ({ at, kind, completed, details }: EventOfSession) => [
    moment(at),
    kind,
    `${completed}`,
    Object.entries(details)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => `${name}: ${oneLine(typeof value === 'object' ? JSON.stringify(value) : String(value))}`)
      .join('; '),
  ],
  none: 'Nothing has happened yet',
};
