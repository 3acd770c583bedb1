import { polled, type Schemas } from '#client';
import { type Command, Option } from 'commander';
import { CliError, Exit } from '../cli-error.js';
import { choicesOf, time } from '../option-values.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject, type WaitArguments } from './objects.js';

type Message = Schemas['WebhookMessageDto'];
type Attempt = Schemas['WebhookAttemptDto'];

/** Event types that webhooks can subscribe to; tests are sent on demand. */
export const EVENT_TYPES = choicesOf<Schemas['WebhookDto']['types'][number]>({
  'session.ended': true,
  'session.state_changed': true,
  'session.saturated': true,
  'page.relevant': true,
  'label.wanted': true,
  'model.trained': true,
  'page.collected': true,
  'domain.found': true,
  'change.seen': true,
  'quota.reached': true,
});
const MESSAGE_TYPES = [...EVENT_TYPES, 'webhook.test'] as const satisfies readonly Message['type'][];
const STATES = choicesOf<Message['state']>({ pending: true, delivered: true, failed: true });

/** For the first attempt to deliver a test. */
const LONGEST_WAIT_MS = 60_000;

interface MessagesArguments extends ListArguments {
  readonly state?: Message['state'];
  readonly type?: Message['type'];
  readonly session?: string;
  readonly from?: string;
  readonly to?: string;
}

/** The commands of `gleaner webhooks` about messages. */
export function defineMessages(command: Command): void {
  listOptions(command.command('messages').description('list the messages to a webhook, newest first'), 'messages')
    .argument('<webhook>', 'id of the webhook')
    .addOption(new Option('--state <state>', 'only messages in this state').choices(STATES))
    .addOption(new Option('--type <type>', 'only messages of this type').choices(MESSAGE_TYPES))
    .option('--session <id>', 'only messages about this session')
    .option('--from <time>', 'only messages of events at or after this time', time)
    .option('--to <time>', 'only messages of events before this time', time)
    .action((webhookId: string, { state, type, session, from, to, ...args }: MessagesArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const query = given({ state, type, sessionId: session, from, to, first: perCall(args) });
        const rows = gleaner.list('/v1/webhooks/{webhookId}/messages', { path: { webhookId }, query });
        await showList(rows, args, MESSAGE_ROW, screen);
      }),
    );
  ofMessage(command.command('message').description('show a message to a webhook with its body')).action(
    (webhookId: string, id: string, args: ServiceArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const params = { path: { webhookId, id } };
        const message = await gleaner.get('/v1/webhooks/{webhookId}/messages/{id}', { params });
        showObject(message, args, messageText, screen);
      }),
  );
  const attempts = command.command('attempts').description('list the attempts to deliver a message, oldest first');
  listOptions(attempts, 'attempts')
    .argument('<webhook>', 'id of the webhook')
    .argument('<message>', 'id of the message')
    .action((webhookId: string, id: string, args: ListArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const params = { path: { webhookId, id } };
        const { items } = await gleaner.get('/v1/webhooks/{webhookId}/messages/{id}/attempts', { params });
        await showList(items, args, ATTEMPT_ROW, screen);
      }),
    );
  const replay = command.command('replay').description('deliver a message again, or all failed ones');
  serviceOptions(replay)
    .argument('<webhook>', 'id of the webhook')
    .argument('[message]', 'id of the message; a waiting one is tried at once')
    .option('--since <time>', 'without a message: all failed ones of events at or after this time', time)
    .action((webhookId: string, id: string | undefined, args: ServiceArguments & { readonly since?: string }) => {
      const { since } = args;
      if ((id === undefined) === (since === undefined)) replay.error('error: expected a message, or --since');
      return withNamedService(args, async (gleaner, screen) => {
        if (id !== undefined) {
          const params = { path: { webhookId, id } };
          const message = await gleaner.post('/v1/webhooks/{webhookId}/messages/{id}/replay', { params });
          return showObject(message, args, messageText, screen);
        }
        const body = { since: since ?? '' };
        const report = await gleaner.post('/v1/webhooks/{webhookId}/replay', { params: { path: { webhookId } }, body });
        showObject(report, args, ({ replayed }) => `${replayed} messages are delivered again`, screen);
      });
    });
  objectCommand<WaitArguments>(command, 'test', 'webhook', 'send a message of the type webhook.test', async (...of) => {
    const [webhookId, args, gleaner, screen] = of;
    const sent = await gleaner.post('/v1/webhooks/{webhookId}/test', { params: { path: { webhookId } } });
    if (args.wait !== true) return showObject(sent, args, messageText, screen);
    const params = { path: { webhookId, id: sent.id } };
    const isTried = ({ attempts, state }: Message): boolean => attempts > 0 || state !== 'pending';
    const read = (): Promise<Message> => gleaner.get('/v1/webhooks/{webhookId}/messages/{id}', { params });
    // An earlier undelivered message delays it.
    const message = await polled(read, isTried, { signal: AbortSignal.timeout(LONGEST_WAIT_MS) }).catch(
      (error: unknown) => {
        if ((error as Error).name !== 'TimeoutError') throw error;
        throw new CliError(`message ${sent.id} is still waiting: earlier messages may delay it`, Exit.Away);
      },
    );
    showObject(message, args, messageText, screen);
    if (message.state === 'delivered') return;
    const { items } = await gleaner.get('/v1/webhooks/{webhookId}/messages/{id}/attempts', { params });
    throw new CliError(`the message was not delivered: ${items.map(attemptEnd).at(-1) ?? 'no attempt'}`);
  }).option('--wait', 'wait for the first attempt to deliver it; the exit code is 1 unless it succeeds');
}

const ofMessage = (command: Command): Command =>
  serviceOptions(command).argument('<webhook>', 'id of the webhook').argument('<message>', 'id of the message');

const attemptEnd = ({ outcome, httpStatus, error }: Attempt): string =>
  [outcome, httpStatus, error].filter((part) => part !== null).join(' ');

const messageText = (message: Message): string =>
  `${facts({
    ...{ id: message.id, type: message.type, state: message.state, attempts: message.attempts },
    'next attempt': message.nextAttemptAt === null ? null : moment(message.nextAttemptAt),
    ...{ session: message.sessionId, topic: message.topicId },
    ...{ happened: moment(message.createdAt), finished: moment(message.finishedAt) },
  })}\n${message.body}`;

const MESSAGE_ROW = {
  head: ['type', 'state', 'attempts', 'happened', 'next attempt', 'id'],
  words: [0, 1],
  cells: (message: Message) => [
    message.type,
    message.state,
    `${message.attempts}`,
    moment(message.createdAt),
    moment(message.nextAttemptAt),
    message.id,
  ],
  none: 'No messages',
};

const ATTEMPT_ROW = {
  head: ['attempt', 'at', 'took', 'status', 'outcome', 'error', 'answer'],
  words: [4, 5, 6],
  cells: ({ no, at, durationMs, httpStatus, outcome, error, excerpt }: Attempt) => [
    `${no}`,
    moment(at),
    `${durationMs} ms`,
    `${httpStatus ?? '-'}`,
    outcome,
    error ?? '',
    (excerpt ?? '').slice(0, 60),
  ],
  none: 'No attempts yet',
};
