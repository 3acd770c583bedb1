import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  Loaders,
  mapSlice,
  PageArgs,
  type RequestLoaders,
  UuidPipe,
} from '../../../platform/api/index.js';
import { JobDto, JobsService, toJobDto } from '../../base/jobs/index.js';
import { CALLS } from './spiders.controller.js';
import { SPIDER_JOB, SpiderConnection, SpiderDto, TrainSpiderInput } from './dto/spider.dto.js';
import { toSpiderDto } from './spiders.mapper.js';
import { SpidersService } from './spiders.service.js';

@Resolver(() => SpiderDto)
export class SpidersResolver {
  constructor(
    private readonly spiders: SpidersService,
    private readonly jobs: JobsService,
  ) {}

  @Query(() => SpiderDto, { description: CALLS.getSpider })
  async spider(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<SpiderDto> {
    return toSpiderDto(await this.spiders.get(id));
  }

  @Query(() => SpiderConnection, { name: 'spiders', description: CALLS.listSpiders, complexity: listComplexity })
  async list(@Args() args: PageArgs): Promise<SpiderConnection> {
    return connectionOf(mapSlice(await this.spiders.list(args), toSpiderDto));
  }

  @ResolveField(() => JobDto, { nullable: true, description: SPIDER_JOB })
  async job(@Parent() spider: SpiderDto, @Loaders() loaders: RequestLoaders): Promise<JobDto | null> {
    const job = await loaders
      .of('subject.newestJob', (ids: readonly string[]) => this.jobs.newestBySubject(ids))
      .load(spider.id);
    return job && toJobDto(job);
  }

  @Mutation(() => SpiderDto, { description: CALLS.trainSpider })
  async trainSpider(
    @Args('input') input: TrainSpiderInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
  ): Promise<SpiderDto> {
    return toSpiderDto(await this.spiders.train(input, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => ID, { description: `${CALLS.deleteSpider}; answers its id` })
  async deleteSpider(@Args('id', { type: () => ID }, UuidPipe) id: string): Promise<string> {
    await this.spiders.delete(id);
    return id;
  }
}
