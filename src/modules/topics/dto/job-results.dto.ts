import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';
import { type JobKind, jobResults } from '../../jobs/index.js';
import { MeasuredCandidateDto, SearchedDocumentsDto } from '../keywords/dto/keyword-candidate.dto.js';
import { KeywordCountsDto } from '../keywords/dto/keyword-statistics.dto.js';

@ObjectType('FailedExample', { description: 'An example whose page could not be fetched' })
export class FailedExampleDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  exampleId: string;

  @Field(() => String)
  @ApiProperty({ type: String })
  url: string;

  @Field(() => String)
  @ApiProperty({ type: String, example: 'dns: no such host' })
  error: string;
}

@ObjectType('GatheredExamples', { description: 'The examples that a job read' })
export class GatheredExamplesDto {
  @Field(() => Int, { description: 'With text' })
  @ApiProperty({ type: 'integer', description: 'With text' })
  relevant: number;

  @Field(() => Int, { description: 'With text' })
  @ApiProperty({ type: 'integer', description: 'With text' })
  irrelevant: number;

  @Field(() => Int, { description: 'Those whose page was fetched for it' })
  @ApiProperty({ type: 'integer', description: 'Those whose page was fetched for it' })
  fetched: number;

  @Field(() => Int, { description: 'Those that time or memory did not suffice for' })
  @ApiProperty({ type: 'integer', description: 'Those that time or memory did not suffice for' })
  leftOut: number;

  @Field(() => Int, { description: 'Those whose page could not be fetched' })
  @ApiProperty({ type: 'integer', description: 'Those whose page could not be fetched' })
  failed: number;

  @Field(() => [FailedExampleDto], { description: 'The first of them' })
  @ApiProperty({ type: [FailedExampleDto], description: 'The first of them' })
  failures: FailedExampleDto[];
}

@ObjectType('FoundCandidate', { description: 'A candidate for a keyword that a job found' })
export class FoundCandidateDto extends MeasuredCandidateDto {
  @Field(() => Int, { description: 'Relevant documents it stands in' })
  @ApiProperty({ type: 'integer', description: 'Relevant documents it stands in' })
  documents: number;

  @Field(() => Boolean, { description: 'No keyword of the topic before' })
  @ApiProperty({ type: Boolean, description: 'No keyword of the topic before' })
  isNew: boolean;

  @Field(() => Boolean, { description: 'Taken into the keywords' })
  @ApiProperty({ type: Boolean, description: 'Taken into the keywords' })
  accepted: boolean;
}

/** What both searches for keywords tell. */
@ObjectType({ isAbstract: true })
class KeywordSearchDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  jobId: string;

  @Field(() => Float, { description: 'Least similarity of a candidate' })
  @ApiProperty({ type: Number, description: 'Least similarity of a candidate' })
  threshold: number;

  @Field(() => [FoundCandidateDto])
  @ApiProperty({ type: [FoundCandidateDto] })
  candidates: FoundCandidateDto[];

  @Field(() => SearchedDocumentsDto, { description: 'Documents looked at' })
  @ApiProperty({ type: () => SearchedDocumentsDto, description: 'Documents looked at' })
  searched: SearchedDocumentsDto;

  @Field(() => Int, {
    nullable: true,
    description: 'The version that is current afterwards, where candidates were to be applied',
  })
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'The version that is current afterwards, where candidates were to be applied',
  })
  keywordSetVersion: number | null;
}

@ObjectType('ClassPresence', { description: 'Keywords in relevant and in other documents' })
export class ClassPresenceDto {
  @Field(() => KeywordCountsDto)
  @ApiProperty({ type: () => KeywordCountsDto })
  relevant: KeywordCountsDto;

  @Field(() => KeywordCountsDto)
  @ApiProperty({ type: () => KeywordCountsDto })
  others: KeywordCountsDto;
}

@ObjectType('PresenceChange')
export class PresenceChangeDto {
  @Field(() => ClassPresenceDto, { description: 'By the keywords there were' })
  @ApiProperty({ type: () => ClassPresenceDto, description: 'By the keywords there were' })
  before: ClassPresenceDto;

  @Field(() => ClassPresenceDto, { description: 'By these with the acceptable candidates' })
  @ApiProperty({ type: () => ClassPresenceDto, description: 'By these with the acceptable candidates' })
  after: ClassPresenceDto;
}

@ObjectType('KeywordExpansionResult', { description: 'Candidates that were found in the relevant examples' })
export class ExpansionResultDto extends KeywordSearchDto {
  @Field(() => [String], { description: 'Keywords without a word vector: they took no part' })
  @ApiProperty({ type: [String], description: 'Keywords without a word vector: they took no part' })
  unknownKeywords: string[];

  @Field(() => PresenceChangeDto)
  @ApiProperty({ type: () => PresenceChangeDto })
  statistics: PresenceChangeDto;

  @Field(() => GatheredExamplesDto)
  @ApiProperty({ type: () => GatheredExamplesDto })
  examples: GatheredExamplesDto;
}
jobResults.add(ExpansionResultDto, 'expand-keywords' satisfies JobKind);

@ObjectType('FailedSeed', { description: 'A seed whose page could not be read' })
export class FailedSeedDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  url: string;

  @Field(() => String)
  @ApiProperty({ type: String, example: 'dns: no such host' })
  error: string;
}

@ObjectType('ReadSeeds', { description: 'The seeds that a job read' })
export class ReadSeedsDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  read: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  failed: number;

  @Field(() => Int, { description: 'Those that time did not suffice for' })
  @ApiProperty({ type: 'integer', description: 'Those that time did not suffice for' })
  leftOut: number;

  @Field(() => [FailedSeedDto])
  @ApiProperty({ type: [FailedSeedDto] })
  failures: FailedSeedDto[];
}

@ObjectType('KeywordSuggestionResult', { description: 'Candidates that were found in the seed pages' })
export class SuggestionResultDto extends KeywordSearchDto {
  @Field(() => ReadSeedsDto)
  @ApiProperty({ type: () => ReadSeedsDto })
  seeds: ReadSeedsDto;
}
jobResults.add(SuggestionResultDto, 'suggest-keywords' satisfies JobKind);
