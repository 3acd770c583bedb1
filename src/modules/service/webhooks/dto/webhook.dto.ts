import { ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiField, Connection, enumOf, InputField, Node, Page } from '../../../../platform/api/index.js';
import { OthersFixed } from '../../../../platform/errors/index.js';
import { EVENT_TYPE_NAMES, EVENT_TYPES, type EventType } from '../../../../platform/outbox/index.js';
import {
  DEFAULT_OVERLAP_SECONDS,
  DISABLED_REASONS,
  type DisabledReason,
  MAX_DESCRIPTION_CHARS,
  MAX_OVERLAP_SECONDS,
  MAX_URL_CHARS,
} from '../webhook.js';

const EventTypeEnum = enumOf(EVENT_TYPE_NAMES);
registerEnumType(EventTypeEnum, {
  name: 'EventType',
  description: 'Types of events that a webhook can receive',
  valuesMap: Object.fromEntries(
    Object.entries(EventTypeEnum).map(([name, type]) => [name, { description: EVENT_TYPES[type] }]),
  ),
});
const DisabledReasonEnum = enumOf(DISABLED_REASONS);
registerEnumType(DisabledReasonEnum, {
  name: 'WebhookDisabledReason',
  description:
    'Why the service switched a webhook off. gone: the receiver answered 410. failing: no attempt succeeded for five days. backlog: more than 10000 messages waited',
});

const TYPES = 'Types of events that it receives';

@ObjectType({ isAbstract: true })
class StoredWebhook {
  @ApiField(ID)
  id: string;

  @ApiField(String, {
    description: 'URL that receives the messages by POST',
    example: 'https://receiver.example/gleaner',
  })
  url: string;

  @ApiField(String, { description: 'For people' })
  description: string;

  @ApiField([EventTypeEnum], { description: TYPES })
  types: readonly EventType[];

  @ApiField(ID, { nullable: true, description: 'Only events of this topic' })
  topicId: string | null;

  @ApiField(ID, { nullable: true, description: 'Only events of this session' })
  sessionId: string | null;

  @ApiField(Boolean, { description: 'false: no message is written or sent' })
  enabled: boolean;

  @ApiField(DisabledReasonEnum, { nullable: true, description: 'Why the service switched it off; null: it did not' })
  disabledReason: DisabledReason | null;

  @ApiField(Date, { nullable: true, description: 'When the service switched it off' })
  disabledAt: Date | null;

  @ApiField(Date, { nullable: true, description: 'Since when no attempt has succeeded. Null: the last one did' })
  failingSince: Date | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date)
  updatedAt: Date;
}

@ObjectType('Webhook', { implements: () => [Node], description: 'A URL that receives events of the project' })
export class WebhookDto extends StoredWebhook {}

@ObjectType('WebhookWithSecret', { description: 'A webhook with its secret' })
export class WebhookWithSecretDto extends StoredWebhook {
  @ApiField(String, {
    description: 'Signs the messages (HMAC-SHA256). It is not shown again',
    example: 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
  })
  secret: string;
}

export class WebhookPage extends Page(WebhookDto) {}

@ObjectType()
export class WebhookConnection extends Connection(WebhookDto, 'Webhook') {}

const URL_FIELD = {
  description: 'An http or https URL. Addresses that may not be crawled are refused',
  example: 'https://receiver.example/gleaner',
  minLength: 1,
  maxLength: MAX_URL_CHARS,
};

@InputType({ isAbstract: true })
class WebhookFields {
  @InputField(String, { description: 'For people', optional: true, maxLength: MAX_DESCRIPTION_CHARS })
  description?: string | null;

  @InputField([EventTypeEnum], {
    description: `${TYPES}. Default of a new webhook: all`,
    example: ['session.ended', 'page.relevant'],
    optional: true,
    minItems: 1,
    maxItems: EVENT_TYPE_NAMES.length,
  })
  types?: EventType[] | null;

  @InputField(Boolean, { description: 'Whether messages are sent. Default of a new webhook: true', optional: true })
  enabled?: boolean | null;
}

@InputType()
export class CreateWebhookInput extends WebhookFields {
  @InputField(String, URL_FIELD)
  url: string;

  @InputField(ID, { description: 'Only events of this topic. The webhook is deleted with it', optional: true })
  topicId?: string | null;

  @InputField(ID, { description: 'Only events of this session. The webhook is deleted with it', optional: true })
  sessionId?: string | null;
}

@InputType({ description: 'Fields to change. Omitted fields keep their values' })
@OthersFixed('the topic and the session of a webhook are fixed when it is created')
export class UpdateWebhookInput extends WebhookFields {
  @InputField(String, { ...URL_FIELD, optional: true })
  url?: string | null;
}

@InputType()
export class RotateWebhookSecretInput {
  @InputField(Int, {
    description: 'How long the old secret signs beside the new one, in seconds',
    optional: true,
    default: DEFAULT_OVERLAP_SECONDS,
    minimum: 0,
    maximum: MAX_OVERLAP_SECONDS,
  })
  overlapSeconds?: number | null;
}
