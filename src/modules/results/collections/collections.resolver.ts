import { Args, Context, ID, Mutation, Parent, Query, ResolveField, Resolver } from '@nestjs/graphql';
import {
  RequestedBy,
  type Requester,
  connectionOf,
  type GraphqlContext,
  idempotencyKeyArgument,
  idempotencyKeyOf,
  listComplexity,
  loadChild,
  Loaders,
  pageKey,
  type RequestLoaders,
  UuidPipe,
} from '../../../platform/api/index.js';
import { JobDto, toJobDto } from '../../base/jobs/index.js';
import { PageDto, ResultsService } from '../results/index.js';
import { SessionDto, toSessionDto } from '../../crawl/sessions/index.js';
import { TopicDto } from '../../topics/topics/index.js';
import { CALLS } from './calls.js';
import { CollectionRebuild } from './collection-rebuild.js';
import { CollectionsService } from './collections.service.js';
import { DomainProfilesService } from './domain-profiles.service.js';
import { CollectedDomainConnection, CollectedDomainDto, CollectedDomainsArgs } from './dto/collected-domain.dto.js';
import {
  CollectedPageConnection,
  CollectedPageDto,
  CollectedPagesArgs,
  SightingDto,
  SIGHTINGS,
} from './dto/collected-page.dto.js';
import { CollectionDto } from './dto/collection.dto.js';
import { DomainProfileDto } from './dto/domain-profile.dto.js';
import { GatherInput, JudgeCollectedInput, SaidBeforeDto } from './dto/verdicts.dto.js';
import { GatheringService } from './gathering.service.js';
import { HomePages } from './home-pages.js';
import { RemarksService } from './remarks.service.js';

/** The collections of topics, as fields of the topic. */
@Resolver(() => TopicDto)
export class TopicCollectionResolver {
  constructor(
    private readonly collections: CollectionsService,
    private readonly rebuilding: CollectionRebuild,
    private readonly remarks: RemarksService,
    private readonly gathering: GatheringService,
    private readonly homes: HomePages,
  ) {}

  @ResolveField(() => CollectionDto, { description: CALLS.getCollection })
  collection(@Parent() topic: TopicDto, @Loaders() loaders: RequestLoaders): Promise<CollectionDto> {
    return loadChild(loaders, 'topic.collection', topic.id, (ids) => this.collections.ofMany(ids));
  }

  @ResolveField(() => CollectedPageConnection, { description: CALLS.listCollectedPages, complexity: listComplexity })
  async pages(
    @Parent() topic: TopicDto,
    @Args() args: CollectedPagesArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<CollectedPageConnection> {
    const name = pageKey('topic.pages', args, args);
    return connectionOf(await loadChild(loaders, name, topic.id, (ids) => this.collections.pagesOfMany(ids, args)));
  }

  @ResolveField(() => CollectedDomainConnection, {
    description: CALLS.listCollectedDomains,
    complexity: listComplexity,
  })
  async domains(
    @Parent() topic: TopicDto,
    @Args() args: CollectedDomainsArgs,
    @Loaders() loaders: RequestLoaders,
  ): Promise<CollectedDomainConnection> {
    const name = pageKey('topic.domains', args, args);
    return connectionOf(await loadChild(loaders, name, topic.id, (ids) => this.collections.domainsOfMany(ids, args)));
  }

  @Query(() => CollectedPageDto, { description: CALLS.getCollectedPage })
  collectedPage(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('key', { type: () => String }) key: string,
  ): Promise<CollectedPageDto> {
    return this.collections.page(topicId, key);
  }

  @Query(() => CollectedDomainDto, { description: CALLS.getCollectedDomain })
  collectedDomain(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('name', { type: () => String }) name: string,
  ): Promise<CollectedDomainDto> {
    return this.collections.domain(topicId, name);
  }

  @Mutation(() => SaidBeforeDto, { description: CALLS.judgeCollected })
  judgeCollected(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: JudgeCollectedInput,
  ): Promise<SaidBeforeDto> {
    return this.remarks.write(topicId, input) as Promise<SaidBeforeDto>;
  }

  @Mutation(() => SessionDto, { description: CALLS.gatherDomains })
  async gatherDomains(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('input') input: GatherInput,
    @Args('idempotencyKey', idempotencyKeyArgument) key: string | null | undefined,
    @Context() context: GraphqlContext,
    @RequestedBy() requester: Requester,
  ): Promise<SessionDto> {
    return toSessionDto(await this.gathering.gather(topicId, input, requester, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => JobDto, { description: CALLS.rebuildCollection })
  async rebuildCollection(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Context() context: GraphqlContext,
    @Args('idempotencyKey', idempotencyKeyArgument) key?: string | null,
  ): Promise<JobDto> {
    return toJobDto(await this.rebuilding.start(topicId, idempotencyKeyOf(key, context)));
  }

  @Mutation(() => JobDto, { description: CALLS.readHomePage })
  async readHomePage(
    @Args('topicId', { type: () => ID }, UuidPipe) topicId: string,
    @Args('name', { type: () => String }) name: string,
    @Context() context: GraphqlContext,
    @Args('idempotencyKey', idempotencyKeyArgument) key?: string | null,
  ): Promise<JobDto> {
    return toJobDto(await this.homes.start(topicId, name, idempotencyKeyOf(key, context)));
  }
}

/** Complexity of a profile in a query: it reads hundreds of rows. */
const PROFILE_COST = 50;

@Resolver(() => CollectedDomainDto)
export class CollectedDomainResolver {
  constructor(private readonly profiles: DomainProfilesService) {}

  @ResolveField(() => DomainProfileDto, {
    description: 'Kind and contents of the domain, from its pages',
    complexity: ({ childComplexity }) => PROFILE_COST + childComplexity,
  })
  profile(@Parent() domain: CollectedDomainDto): Promise<DomainProfileDto> {
    return this.profiles.of(domain);
  }
}

@Resolver(() => CollectedPageDto)
export class CollectedPageResolver {
  constructor(
    private readonly collections: CollectionsService,
    private readonly results: ResultsService,
  ) {}

  @ResolveField(() => [SightingDto], { description: SIGHTINGS })
  sightings(@Parent() { topicId, key }: CollectedPageDto, @Loaders() loaders: RequestLoaders): Promise<SightingDto[]> {
    return loadChild(loaders, `${topicId}.sightings`, key, (keys) => this.collections.sightings(topicId, keys));
  }

  @ResolveField(() => PageDto, { description: 'The page as its newest session has it', nullable: true })
  async page(
    @Parent() { sessionId, step }: CollectedPageDto,
    @Loaders() loaders: RequestLoaders,
  ): Promise<PageDto | null> {
    if (sessionId === null || step === null) return null;
    return loaders
      .of<number, PageDto>(`${sessionId}.pages`, (steps) => this.results.pagesBySteps(sessionId, steps))
      .load(step);
  }
}
