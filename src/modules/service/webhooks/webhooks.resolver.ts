import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  PageArgs,
  UuidPipe,
} from '../../../platform/api/index.js';
import { CALLS } from './calls.js';
import {
  CreateWebhookInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  WebhookConnection,
  WebhookDto,
  WebhookWithSecretDto,
} from './dto/webhook.dto.js';
import { WebhookMessageArgs, WebhookMessageConnection } from './dto/webhook-message.dto.js';
import { WebhookMessagesService } from './webhook-messages.service.js';
import { WebhooksService } from './webhooks.service.js';

const id = { type: () => ID };

@Resolver(() => WebhookDto)
export class WebhooksResolver {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly messages: WebhookMessagesService,
  ) {}

  @Query(() => WebhookDto, { description: CALLS.getWebhook })
  webhook(@Args('id', id, UuidPipe) webhookId: string): Promise<WebhookDto> {
    return this.webhooks.get(webhookId);
  }

  @Query(() => WebhookConnection, { name: 'webhooks', description: CALLS.listWebhooks, complexity: listComplexity })
  async list(@Args() args: PageArgs): Promise<WebhookConnection> {
    return connectionOf(await this.webhooks.list(args));
  }

  @ResolveField(() => WebhookMessageConnection, {
    name: 'messages',
    description: CALLS.listWebhookMessages,
    complexity: listComplexity,
  })
  async messagesOf(@Parent() webhook: WebhookDto, @Args() args: WebhookMessageArgs): Promise<WebhookMessageConnection> {
    return connectionOf(await this.messages.list(webhook.id, args, args));
  }

  @Mutation(() => WebhookWithSecretDto, { description: CALLS.createWebhook })
  createWebhook(
    @Args('input') input: CreateWebhookInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<WebhookWithSecretDto> {
    return this.webhooks.create(input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => WebhookDto, { description: CALLS.updateWebhook })
  updateWebhook(
    @Args('id', id, UuidPipe) webhookId: string,
    @Args('input') input: UpdateWebhookInput,
  ): Promise<WebhookDto> {
    return this.webhooks.update(webhookId, input);
  }

  @Mutation(() => ID, { description: `${CALLS.deleteWebhook}; answers its id` })
  async deleteWebhook(@Args('id', id, UuidPipe) webhookId: string): Promise<string> {
    await this.webhooks.delete(webhookId);
    return webhookId;
  }

  @Mutation(() => WebhookWithSecretDto, { description: CALLS.rotateWebhookSecret })
  rotateWebhookSecret(
    @Args('id', id, UuidPipe) webhookId: string,
    @Args('input', { nullable: true }) input: RotateWebhookSecretInput = {},
  ): Promise<WebhookWithSecretDto> {
    return this.webhooks.rotate(webhookId, input.overlapSeconds ?? undefined);
  }
}
