import { Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../../base/jobs/index.js';
import { MeasuredCandidateDto, SearchedDocumentsDto } from '../keywords/dto/keyword-candidate.dto.js';
import { KeywordCountsDto } from '../keywords/dto/keyword-statistics.dto.js';

@ObjectType('FailedExample', { description: 'An example whose page could not be fetched' })
class FailedExampleDto {
  @ApiField(ID)
  exampleId: string;

  @ApiField(String)
  url: string;

  @ApiField(String, { example: 'dns: no such host' })
  error: string;
}

@ObjectType('GatheredExamples', { description: 'The examples that a job read' })
export class GatheredExamplesDto {
  @ApiField(Int, { description: 'With text' })
  relevant: number;

  @ApiField(Int, { description: 'With text' })
  irrelevant: number;

  @ApiField(Int, { description: 'Examples whose page was fetched for the job' })
  fetched: number;

  @ApiField(Int, {
    description:
      'Examples for which there was not enough time or memory, and those that a newer label of the same text contradicts',
  })
  leftOut: number;

  @ApiField(Int, { description: 'Examples whose page could not be fetched' })
  failed: number;

  @ApiField([FailedExampleDto], { description: 'The first of them' })
  failures: FailedExampleDto[];
}

@ObjectType('FoundCandidate', { description: 'A candidate for a keyword that a job found' })
class FoundCandidateDto extends MeasuredCandidateDto {
  @ApiField(Int, { description: 'Number of relevant documents that contain it' })
  documents: number;

  @ApiField(Boolean, { description: 'Candidates that were not keywords of the topic before' })
  isNew: boolean;

  @ApiField(Boolean, { description: 'Candidates that became keywords' })
  accepted: boolean;
}

/** The common results of both searches for keywords. */
@ObjectType({ isAbstract: true })
class KeywordSearchDto {
  @ApiField(ID)
  jobId: string;

  @ApiField(Float, { description: 'Minimum similarity of a candidate' })
  threshold: number;

  @ApiField([FoundCandidateDto])
  candidates: FoundCandidateDto[];

  @ApiField(SearchedDocumentsDto, { description: 'Number of documents that were read' })
  searched: SearchedDocumentsDto;

  @ApiField(Int, {
    description: 'The version of the keywords afterwards, if candidates were applied',
    nullable: true,
  })
  keywordSetVersion: number | null;
}

@ObjectType('ClassPresence', { description: 'Keywords in relevant and in other documents' })
class ClassPresenceDto {
  @ApiField(KeywordCountsDto)
  relevant: KeywordCountsDto;

  @ApiField(KeywordCountsDto)
  others: KeywordCountsDto;
}

@ObjectType('PresenceChange')
class PresenceChangeDto {
  @ApiField(ClassPresenceDto, { description: 'With the earlier keywords' })
  before: ClassPresenceDto;

  @ApiField(ClassPresenceDto, { description: 'With the earlier keywords and the acceptable candidates' })
  after: ClassPresenceDto;
}

@ObjectType('KeywordExpansionResult', { description: 'Candidates that were found in the relevant examples' })
class ExpansionResultDto extends KeywordSearchDto {
  @ApiField([String], { description: 'Keywords that were left out because they have no word vector' })
  unknownKeywords: string[];

  @ApiField(PresenceChangeDto)
  statistics: PresenceChangeDto;

  @ApiField(GatheredExamplesDto)
  examples: GatheredExamplesDto;
}
jobResults.add(ExpansionResultDto, 'expand-keywords' satisfies JobKind);

@ObjectType('FailedSeed', { description: 'A seed whose page could not be read' })
class FailedSeedDto {
  @ApiField(String)
  url: string;

  @ApiField(String, { example: 'dns: no such host' })
  error: string;
}

@ObjectType('ReadSeeds', { description: 'The seeds that a job read' })
export class ReadSeedsDto {
  @ApiField(Int)
  read: number;

  @ApiField(Int)
  failed: number;

  @ApiField(Int, { description: 'Pages for which there was not enough time' })
  leftOut: number;

  @ApiField([FailedSeedDto])
  failures: FailedSeedDto[];
}

@ObjectType('KeywordSuggestionResult', { description: 'Candidates that were found in the seed pages' })
class SuggestionResultDto extends KeywordSearchDto {
  @ApiField(ReadSeedsDto)
  seeds: ReadSeedsDto;
}
jobResults.add(SuggestionResultDto, 'suggest-keywords' satisfies JobKind);
