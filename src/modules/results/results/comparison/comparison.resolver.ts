import { Args, ID, Query, Resolver } from '@nestjs/graphql';
import { connectionOf, listComplexity } from '../../../../platform/api/index.js';
import { CALLS } from '../calls.js';
import { ComparedPageConnection, ComparedPagesOf, SessionComparisonDto } from './comparison.dto.js';
import { ComparisonService } from './comparison.service.js';

/** Both read the relevant pages of all sessions: allows only a few per request. */
const READING = 500;

@Resolver(() => SessionComparisonDto)
export class ComparisonResolver {
  constructor(private readonly comparison: ComparisonService) {}

  @Query(() => SessionComparisonDto, {
    description: CALLS.compareSessions,
    complexity: ({ childComplexity }: { childComplexity: number }) => READING + childComplexity,
  })
  compareSessions(@Args('ids', { type: () => [ID] }) ids: string[]): Promise<SessionComparisonDto> {
    return this.comparison.compare(ids);
  }

  @Query(() => ComparedPageConnection, {
    description: CALLS.listComparedSessionPages,
    complexity: (input: Parameters<typeof listComplexity>[0]) => READING + listComplexity(input),
  })
  async comparedSessionPages(@Args() { ids, ...request }: ComparedPagesOf): Promise<ComparedPageConnection> {
    return connectionOf(await this.comparison.pages(ids, request));
  }
}
