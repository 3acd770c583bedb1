import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  mapSlice,
  PageArgs,
  UuidPipe,
} from '../../../platform/api/index.js';
import { SessionDto } from '../../crawl/sessions/index.js';
import { TopicDto } from '../../topics/topics/index.js';
import { CALLS } from './stored-exports.controller.js';
import { CreateCollectionExportInput } from './dto/collection-export.dto.js';
import {
  CreateExportInput,
  StoredExportConnection,
  StoredExportDto,
  toStoredExportDto,
} from './dto/stored-export.dto.js';
import { StoredExportsService } from './stored-exports.service.js';

@Resolver(() => StoredExportDto)
export class StoredExportsResolver {
  constructor(private readonly exporting: StoredExportsService) {}

  @Query(() => StoredExportDto, { name: 'export', description: CALLS.getExport })
  async get(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<StoredExportDto> {
    return toStoredExportDto(await this.exporting.get(id));
  }

  @Mutation(() => StoredExportDto, { description: CALLS.createExport })
  async createExport(
    @Args('sessionId', { type: () => ID }, UuidPipe) sessionId: string,
    @Args('input') input: CreateExportInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<StoredExportDto> {
    return toStoredExportDto(await this.exporting.create(sessionId, input, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => StoredExportDto, { description: CALLS.createCollectionExport })
  async createCollectionExport(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: CreateCollectionExportInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<StoredExportDto> {
    return toStoredExportDto(await this.exporting.createOfTopic(topicId, input, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => ID, { description: `${CALLS.deleteExport}; answers its id` })
  async deleteExport(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.exporting.delete(id);
    return id;
  }
}

/** The exports of a session, as a field of the session. */
@Resolver(() => SessionDto)
export class SessionExportsResolver {
  constructor(private readonly exporting: StoredExportsService) {}

  @ResolveField(() => StoredExportConnection, { description: CALLS.listExports, complexity: listComplexity })
  async exports(@Parent() { id }: SessionDto, @Args() args: PageArgs): Promise<StoredExportConnection> {
    return connectionOf(mapSlice(await this.exporting.list(id, args), toStoredExportDto));
  }
}

/** The exports of the collection of a topic, on the topic. */
@Resolver(() => TopicDto)
export class TopicExportsResolver {
  constructor(private readonly exporting: StoredExportsService) {}

  @ResolveField(() => StoredExportConnection, { description: CALLS.listCollectionExports, complexity: listComplexity })
  async exports(@Parent() { id }: TopicDto, @Args() args: PageArgs): Promise<StoredExportConnection> {
    return connectionOf(mapSlice(await this.exporting.listOfTopic(id, args), toStoredExportDto));
  }
}
