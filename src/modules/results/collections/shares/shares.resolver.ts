import { Args, Context, ID, Mutation, Parent, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  PageArgs,
  UuidPipe,
} from '../../../../platform/api/index.js';
import { TopicDto } from '../../../topics/topics/index.js';
import { CALLS } from '../calls.js';
import { CreateShareInput, NewShareDto, ShareConnection } from './dto/share.dto.js';
import { SharesService } from './shares.service.js';

/** Share links of collections, on the topic. */
@Resolver(() => TopicDto)
export class SharesResolver {
  constructor(private readonly shares: SharesService) {}

  @ResolveField(() => ShareConnection, { name: 'shares', description: CALLS.listShares, complexity: listComplexity })
  async list(@Parent() { id }: TopicDto, @Args() args: PageArgs): Promise<ShareConnection> {
    return connectionOf(await this.shares.list(id, args));
  }

  @Mutation(() => NewShareDto, { description: CALLS.createShare })
  createShare(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: CreateShareInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<NewShareDto> {
    return this.shares.create(topicId, input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => ID, { description: `${CALLS.revokeShare}; answers its id` })
  async revokeShare(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.shares.revoke(id);
    return id;
  }
}
