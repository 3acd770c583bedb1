import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  PageArgs,
  UuidPipe,
} from '../../../../platform/api/index.js';
import { CALLS } from '../calls.js';
import { ProjectDto } from '../dto/project.dto.js';
import { ApiKeyConnection, CreateApiKeyInput, NewApiKeyDto, ApiKeyDto, RotateApiKeyInput } from '../dto/api-key.dto.js';
import { ProjectKeysService } from './project-keys.service.js';

@Resolver(() => ProjectDto)
export class ProjectKeysResolver {
  constructor(private readonly keys: ProjectKeysService) {}

  @ResolveField(() => ApiKeyConnection, { name: 'keys', description: CALLS.listApiKeys, complexity: listComplexity })
  async list(@Parent() { id }: ProjectDto, @Args() args: PageArgs): Promise<ApiKeyConnection> {
    return connectionOf(await this.keys.list(id, args));
  }

  @Query(() => ApiKeyDto, { description: CALLS.getApiKey })
  apiKey(
    @Args('projectId', { type: () => ID }, UuidPipe) projectId: string,
    @Args('id', { type: () => ID }, UuidPipe) id: string,
  ): Promise<ApiKeyDto> {
    return this.keys.get(projectId, id);
  }

  @Mutation(() => NewApiKeyDto, { description: CALLS.createApiKey })
  createApiKey(
    @Args('projectId', { type: () => ID }, UuidPipe) projectId: string,
    @Args('input') input: CreateApiKeyInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<NewApiKeyDto> {
    return this.keys.create(projectId, input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => NewApiKeyDto, { description: CALLS.rotateApiKey })
  rotateApiKey(
    @Args('projectId', { type: () => ID }, UuidPipe) projectId: string,
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Args('input', { nullable: true }) input: RotateApiKeyInput = {},
  ): Promise<NewApiKeyDto> {
    return this.keys.rotate(projectId, id, input.overlapSeconds ?? undefined);
  }

  @Mutation(() => ID, { description: `${CALLS.revokeApiKey}; answers its id` })
  async revokeApiKey(
    @Args('projectId', { type: () => ID }, UuidPipe) projectId: string,
    @Args('id', { type: () => ID }, UuidPipe) id: string,
  ): Promise<string> {
    await this.keys.revoke(projectId, id);
    return id;
  }
}
