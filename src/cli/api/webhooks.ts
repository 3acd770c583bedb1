import type { Schemas } from '#client';
import { type Command, Option } from 'commander';
import { integerFrom, listOf } from '../option-values.js';
import type { Screen } from '../screen.js';
import { type ServiceArguments, serviceOptions, withNamedService } from '../service-options.js';
import { facts, type ListArguments, listOptions, moment, perCall, showList } from './lists.js';
import { given, objectCommand, showObject, showSecret } from './objects.js';
import { defineMessages, EVENT_TYPES } from './webhook-messages.js';

type Webhook = Schemas['WebhookDto'];
type EventType = Webhook['types'][number];

/** Longest overlap of a rotation, s. */
const MAX_OVERLAP = 7 * 86_400;

interface WebhookArguments extends ServiceArguments {
  readonly types?: EventType[];
  readonly description?: string;
}
interface CreateArguments extends WebhookArguments {
  readonly topic?: string;
  readonly session?: string;
  readonly disabled?: boolean;
}
interface UpdateArguments extends WebhookArguments {
  readonly to?: string;
  readonly enable?: boolean;
  readonly disable?: boolean;
}

/** `gleaner webhooks`. */
export function defineWebhooks(command: Command): void {
  listOptions(command.command('list').description('list the webhooks, newest first'), 'webhooks').action(
    (args: ListArguments) =>
      withNamedService(args, (gleaner, screen) =>
        showList(gleaner.list('/v1/webhooks', { query: { first: perCall(args) } }), args, WEBHOOK_ROW, screen),
      ),
  );
  objectCommand(command, 'show', 'webhook', 'show a webhook', async (id, args, gleaner, screen) =>
    showObject(await gleaner.get('/v1/webhooks/{id}', { params: { path: { id } } }), args, webhookText, screen),
  );
  const create = command.command('create').description('register a webhook; its secret is shown once');
  webhookOptions(serviceOptions(create))
    .argument('<address>', 'URL to which messages are sent')
    .option('--topic <id>', 'only events of this topic')
    .option('--session <id>', 'only events of this session')
    .option('--disabled', 'send nothing until it is enabled')
    .action((url: string, { types, description, topic, session, disabled, ...args }: CreateArguments) =>
      withNamedService(args, async (gleaner, screen) => {
        const enabled = disabled === true ? false : undefined;
        const body = given({ url, types, description, topicId: topic, sessionId: session, enabled });
        tell(await gleaner.post('/v1/webhooks', { body }), args, screen);
      }),
    );
  webhookOptions(
    objectCommand<UpdateArguments>(
      command,
      'update',
      'webhook',
      'change a webhook, or switch it on or off',
      async (id, { types, description, to, enable, disable, ...args }, gleaner, screen) => {
        const enabled = enable ?? (disable === true ? false : undefined);
        const body = given({ url: to, types, description, enabled });
        const webhook = await gleaner.patch('/v1/webhooks/{id}', { params: { path: { id } }, body });
        showObject(webhook, args, webhookText, screen);
      },
    ),
  )
    .option('--to <address>', 'URL to which messages are sent')
    .addOption(new Option('--enable', 'resume sending, waiting messages first').conflicts('disable'))
    .option('--disable', 'send nothing');
  objectCommand<ServiceArguments & { readonly overlap?: number }>(
    command,
    'rotate',
    'webhook',
    "rotate a webhook's secret; the old one also signs for a while",
    async (id, args, gleaner, screen) => {
      const body = given({ overlapSeconds: args.overlap });
      tell(await gleaner.post('/v1/webhooks/{id}/rotate', { params: { path: { id } }, body }), args, screen);
    },
  ).option('--overlap <seconds>', 'time for which the old secret also signs', integerFrom(0, MAX_OVERLAP));
  objectCommand(command, 'delete', 'webhook', 'delete a webhook with its messages', async (id, _, gleaner, screen) => {
    await gleaner.delete('/v1/webhooks/{id}', { params: { path: { id } } });
    screen.note(`webhook ${id} is deleted`);
  });
  defineMessages(command);
}

const webhookOptions = (command: Command): Command =>
  command
    .addOption(
      new Option(
        '--types <names>',
        `event types to subscribe to, separated by commas: some of ${EVENT_TYPES.join(', ')}; default: all`,
      ).argParser(listOf(EVENT_TYPES)),
    )
    .option('--description <text>', 'description of the webhook');

function tell(answer: Schemas['WebhookWithSecretDto'], { json }: ServiceArguments, screen: Screen): void {
  if (json === true) return screen.json(answer);
  showSecret(answer.secret, `webhook ${answer.id} to ${answer.url}`, screen);
}

const stateOf = ({ enabled, disabledReason, failingSince }: Webhook): string => {
  if (!enabled) return disabledReason === null ? 'off' : `off: ${disabledReason}`;
  return failingSince === null ? 'on' : `failing since ${moment(failingSince)}`;
};

const webhookText = (webhook: Webhook): string =>
  facts({
    id: webhook.id,
    url: webhook.url,
    description: webhook.description,
    state: stateOf(webhook),
    types: webhook.types.join(', '),
    topic: webhook.topicId,
    session: webhook.sessionId,
    created: moment(webhook.createdAt),
    changed: moment(webhook.updatedAt),
  });

const WEBHOOK_ROW = {
  head: ['url', 'state', 'types', 'created', 'id'],
  words: [0, 1, 2],
  cells: (webhook: Webhook) => [
    webhook.url,
    stateOf(webhook),
    webhook.types.length === EVENT_TYPES.length ? 'all' : webhook.types.join(','),
    moment(webhook.createdAt),
    webhook.id,
  ],
  none: 'No webhooks. `gleaner webhooks create` makes one',
};
