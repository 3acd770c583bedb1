import { ID, Int, ObjectType } from '@nestjs/graphql';
import type { SeedSource } from '../../../../domain/seeds/index.js';
import { ApiField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';
import { ReadSeedsDto } from '../../topics/index.js';
import { SeedSourceEnum } from './seed-candidate.dto.js';

@ObjectType('SeedSourceReport', { description: 'Results of one source of seeds' })
class SeedSourceReportDto {
  @ApiField(SeedSourceEnum)
  source: SeedSource;

  @ApiField(Int, { description: 'Searches, pages whose links were read, or sitemaps' })
  asked: number;

  @ApiField(Int)
  failed: number;

  @ApiField(Int, { description: 'Number of URLs' })
  found: number;

  @ApiField(String, { description: 'Why it could not be asked, or the first failure', nullable: true })
  message: string | null;
}

@ObjectType('SeedSuggestionResult', { description: 'Candidates for seeds that were found by the keywords' })
class SeedSuggestionResultDto {
  @ApiField(ID)
  jobId: string;

  @ApiField([String], { description: 'Queries sent to the sources' })
  queries: string[];

  @ApiField([SeedSourceReportDto])
  sources: SeedSourceReportDto[];

  @ApiField(Int, { description: 'Number of different URLs that all sources found' })
  found: number;

  @ApiField(Int, {
    description:
      'URLs left out because they are seeds already, were decided before, or are outside of the scope of the newest session',
  })
  leftOut: number;

  @ApiField(ReadSeedsDto, { description: 'Pages that were fetched to be judged' })
  fetchedPages: ReadSeedsDto;

  @ApiField(Int, { description: 'Number of candidates that wait for a decision or were accepted' })
  proposed: number;

  @ApiField(Int, { description: 'Candidates that are judged relevant' })
  relevant: number;

  @ApiField([String], { description: 'URLs that became seeds' })
  accepted: string[];
}
jobResults.add(SeedSuggestionResultDto, 'suggest-seeds' satisfies JobKind);
