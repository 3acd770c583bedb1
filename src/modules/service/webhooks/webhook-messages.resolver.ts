import { Args, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import { UuidPipe } from '../../../platform/api/index.js';
import { CALLS } from './calls.js';
import {
  ReplayedMessagesDto,
  ReplayWebhookMessagesInput,
  WebhookAttemptDto,
  WebhookMessageDto,
} from './dto/webhook-message.dto.js';
import { WebhookMessagesService } from './webhook-messages.service.js';

const id = { type: () => ID };
/** The list is bounded, and costs one query per message. */
const LOG_COMPLEXITY = 20;

@Resolver(() => WebhookMessageDto)
export class WebhookMessagesResolver {
  constructor(private readonly messages: WebhookMessagesService) {}

  @Query(() => WebhookMessageDto, { description: CALLS.getWebhookMessage })
  webhookMessage(
    @Args('webhookId', id, UuidPipe) webhookId: string,
    @Args('id', id, UuidPipe) messageId: string,
  ): Promise<WebhookMessageDto> {
    return this.messages.get(webhookId, messageId);
  }

  @ResolveField(() => [WebhookAttemptDto], { description: CALLS.listWebhookAttempts, complexity: LOG_COMPLEXITY })
  attemptLog(@Parent() message: WebhookMessageDto): Promise<WebhookAttemptDto[]> {
    return this.messages.attempts(message.webhookId, message.id);
  }

  @Mutation(() => WebhookMessageDto, { description: CALLS.testWebhook })
  testWebhook(@Args('id', id, UuidPipe) webhookId: string): Promise<WebhookMessageDto> {
    return this.messages.test(webhookId);
  }

  @Mutation(() => WebhookMessageDto, { description: CALLS.replayWebhookMessage })
  replayWebhookMessage(
    @Args('webhookId', id, UuidPipe) webhookId: string,
    @Args('id', id, UuidPipe) messageId: string,
  ): Promise<WebhookMessageDto> {
    return this.messages.replay(webhookId, messageId);
  }

  @Mutation(() => ReplayedMessagesDto, { description: CALLS.replayWebhookMessages })
  async replayWebhookMessages(
    @Args('id', id, UuidPipe) webhookId: string,
    @Args('input') { since }: ReplayWebhookMessagesInput,
  ): Promise<ReplayedMessagesDto> {
    return { replayed: await this.messages.replayFailed(webhookId, since) };
  }
}
