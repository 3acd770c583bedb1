import { Args, Context, ID, Mutation, Query, Resolver } from '@nestjs/graphql';
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
import {
  CreateSessionTemplateInput,
  SessionTemplateConnection,
  SessionTemplateDto,
  UpdateSessionTemplateInput,
} from './session-template.dto.js';
import { SessionTemplatesService } from './session-templates.service.js';

@Resolver(() => SessionTemplateDto)
export class SessionTemplatesResolver {
  constructor(private readonly templates: SessionTemplatesService) {}

  @Query(() => SessionTemplateDto, { description: CALLS.getSessionTemplate })
  sessionTemplate(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<SessionTemplateDto> {
    return this.templates.get(id);
  }

  @Query(() => SessionTemplateConnection, { description: CALLS.listSessionTemplates, complexity: listComplexity })
  async sessionTemplates(@Args() args: PageArgs): Promise<SessionTemplateConnection> {
    return connectionOf(await this.templates.list(args));
  }

  @Mutation(() => SessionTemplateDto, { description: CALLS.createSessionTemplate })
  createSessionTemplate(
    @Args('input') input: CreateSessionTemplateInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<SessionTemplateDto> {
    return this.templates.create(input, idempotencyKeyOf(key, context));
  }

  @Mutation(() => SessionTemplateDto, { description: CALLS.updateSessionTemplate })
  updateSessionTemplate(
    @Args('id', { type: () => ID }, UuidPipe) id: string,
    @Args('input') input: UpdateSessionTemplateInput,
  ): Promise<SessionTemplateDto> {
    return this.templates.update(id, input);
  }

  @Mutation(() => ID, { description: `${CALLS.deleteSessionTemplate}; answers its id` })
  async deleteSessionTemplate(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.templates.delete(id);
    return id;
  }
}
