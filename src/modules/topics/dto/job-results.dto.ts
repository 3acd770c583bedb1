import { Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiField } from '../../../platform/api/index.js';
import { type JobKind, jobResults } from '../../jobs/index.js';
import { MeasuredCandidateDto, SearchedDocumentsDto } from '../keywords/dto/keyword-candidate.dto.js';
import { KeywordCountsDto } from '../keywords/dto/keyword-statistics.dto.js';

@ObjectType('FailedExample', { description: 'An example whose page could not be fetched' })
export class FailedExampleDto {
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

  @ApiField(Int, { description: 'Those whose page was fetched for it' })
  fetched: number;

  @ApiField(Int, { description: 'Those that time or memory did not suffice for' })
  leftOut: number;

  @ApiField(Int, { description: 'Those whose page could not be fetched' })
  failed: number;

  @ApiField([FailedExampleDto], { description: 'The first of them' })
  failures: FailedExampleDto[];
}

@ObjectType('FoundCandidate', { description: 'A candidate for a keyword that a job found' })
export class FoundCandidateDto extends MeasuredCandidateDto {
  @ApiField(Int, { description: 'Relevant documents it stands in' })
  documents: number;

  @ApiField(Boolean, { description: 'No keyword of the topic before' })
  isNew: boolean;

  @ApiField(Boolean, { description: 'Taken into the keywords' })
  accepted: boolean;
}

/** What both searches for keywords tell. */
@ObjectType({ isAbstract: true })
class KeywordSearchDto {
  @ApiField(ID)
  jobId: string;

  @ApiField(Float, { description: 'Least similarity of a candidate' })
  threshold: number;

  @ApiField([FoundCandidateDto])
  candidates: FoundCandidateDto[];

  @ApiField(SearchedDocumentsDto, { description: 'Documents looked at' })
  searched: SearchedDocumentsDto;

  @ApiField(Int, {
    description: 'The version that is current afterwards, where candidates were to be applied',
    nullable: true,
  })
  keywordSetVersion: number | null;
}

@ObjectType('ClassPresence', { description: 'Keywords in relevant and in other documents' })
export class ClassPresenceDto {
  @ApiField(KeywordCountsDto)
  relevant: KeywordCountsDto;

  @ApiField(KeywordCountsDto)
  others: KeywordCountsDto;
}

@ObjectType('PresenceChange')
export class PresenceChangeDto {
  @ApiField(ClassPresenceDto, { description: 'By the keywords there were' })
  before: ClassPresenceDto;

  @ApiField(ClassPresenceDto, { description: 'By these with the acceptable candidates' })
  after: ClassPresenceDto;
}

@ObjectType('KeywordExpansionResult', { description: 'Candidates that were found in the relevant examples' })
export class ExpansionResultDto extends KeywordSearchDto {
  @ApiField([String], { description: 'Keywords without a word vector: they took no part' })
  unknownKeywords: string[];

  @ApiField(PresenceChangeDto)
  statistics: PresenceChangeDto;

  @ApiField(GatheredExamplesDto)
  examples: GatheredExamplesDto;
}
jobResults.add(ExpansionResultDto, 'expand-keywords' satisfies JobKind);

@ObjectType('FailedSeed', { description: 'A seed whose page could not be read' })
export class FailedSeedDto {
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

  @ApiField(Int, { description: 'Those that time did not suffice for' })
  leftOut: number;

  @ApiField([FailedSeedDto])
  failures: FailedSeedDto[];
}

@ObjectType('KeywordSuggestionResult', { description: 'Candidates that were found in the seed pages' })
export class SuggestionResultDto extends KeywordSearchDto {
  @ApiField(ReadSeedsDto)
  seeds: ReadSeedsDto;
}
jobResults.add(SuggestionResultDto, 'suggest-keywords' satisfies JobKind);
