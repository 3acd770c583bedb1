import { ArgsType, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import {
  ApiField,
  Connection,
  enumOf,
  InputField,
  Node,
  Page,
  PageArgs,
  QueryField,
} from '../../../../platform/api/index.js';
import { MAX_REPLAYED, MESSAGE_STATES, MESSAGE_TYPES, type MessageState, type MessageType } from '../webhook.js';

const MessageTypeEnum = enumOf(MESSAGE_TYPES);
registerEnumType(MessageTypeEnum, { name: 'WebhookMessageType', description: 'Type of an event, or webhook.test' });
const MessageStateEnum = enumOf(MESSAGE_STATES);
registerEnumType(MessageStateEnum, {
  name: 'WebhookMessageState',
  description: 'PENDING: waits for its next attempt. FAILED: given up after the last retry',
});

@ObjectType('WebhookMessage', { implements: () => [Node], description: 'A message to a webhook' })
export class WebhookMessageDto {
  @ApiField(ID, { description: 'The header `webhook-id` is `msg_` and this id, at each attempt' })
  id: string;

  @ApiField(ID)
  webhookId: string;

  @ApiField(MessageTypeEnum)
  type: MessageType;

  @ApiField(ID, { nullable: true })
  topicId: string | null;

  @ApiField(ID, { nullable: true })
  sessionId: string | null;

  @ApiField(String, {
    description: 'The JSON that is sent: `type`, `timestamp`, and `data`, whose shape depends on the type',
    example:
      '{"type":"webhook.test","timestamp":"2026-11-01T00:00:00.000Z","data":{"webhookId":"019ab2c4-d5e6-7f80-91a2-b3c4d5e6f708"}}',
  })
  body: string;

  @ApiField(MessageStateEnum)
  state: MessageState;

  @ApiField(Int, { description: 'Attempts so far' })
  attempts: number;

  @ApiField(Date, {
    nullable: true,
    description:
      'Earliest time of the next attempt, where one is due and the webhook is switched on. An earlier message of the same session goes first',
  })
  nextAttemptAt: Date | null;

  @ApiField(Date, { nullable: true, description: 'When it was delivered or given up' })
  finishedAt: Date | null;

  @ApiField(Date, { description: 'When it happened: the `timestamp` of the message' })
  createdAt: Date;
}

@ObjectType('WebhookAttempt', { description: 'An attempt to deliver a message' })
export class WebhookAttemptDto {
  @ApiField(Int, { description: 'Number of the attempt, from 1' })
  no: number;

  @ApiField(Date)
  at: Date;

  @ApiField(Int, { description: 'Milliseconds' })
  durationMs: number;

  @ApiField(Int, { nullable: true, description: 'Null: no answer came' })
  httpStatus: number | null;

  @ApiField(String, {
    description:
      'delivered: an answer from 200 to 299. refused: another answer. Otherwise what kept an answer away, such as timeout, dns, reset, tls, blocked-address',
    example: 'delivered',
  })
  outcome: string;

  @ApiField(String, { nullable: true })
  error: string | null;

  @ApiField(String, { nullable: true, description: 'Up to 500 characters from the beginning of the answer' })
  excerpt: string | null;
}

@ObjectType('ReplayedMessages')
export class ReplayedMessagesDto {
  @ApiField(Int, { description: 'Number of messages that are delivered again', minimum: 0, maximum: MAX_REPLAYED })
  replayed: number;
}

export class WebhookMessagePage extends Page(WebhookMessageDto) {}
export class WebhookAttemptPage extends Page(WebhookAttemptDto) {}

@ObjectType()
export class WebhookMessageConnection extends Connection(WebhookMessageDto, 'WebhookMessage') {}

@ArgsType()
export class WebhookMessageArgs extends PageArgs {
  @QueryField(MessageStateEnum, { description: 'Only messages in this state', optional: true })
  state?: MessageState | null;

  @QueryField(MessageTypeEnum, { description: 'Only messages of this type', optional: true })
  type?: MessageType | null;

  @QueryField(ID, { description: 'Only messages about this session', optional: true })
  sessionId?: string | null;

  @QueryField(Date, { description: 'Only events at this time or later', optional: true })
  from?: Date | null;

  @QueryField(Date, { description: 'Only events before this time', optional: true, notBelow: 'from' })
  to?: Date | null;
}

@InputType()
export class ReplayWebhookMessagesInput {
  @InputField(Date, {
    description: 'Messages about what happened at this time or later',
    example: '2026-11-01T00:00:00.000Z',
  })
  since: Date;
}
