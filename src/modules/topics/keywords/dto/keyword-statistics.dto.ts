import { ArgsType, Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { IsInt, IsOptional, IsUUID, Max, Min } from 'class-validator';
import type { KeywordVerdict } from '../../../../domain/topic/index.js';
import { queryNumber } from '../../../../platform/api/index.js';
import { DEFAULT_STATISTICS_PAGES, MAX_STATISTICS_PAGES } from '../keyword-statistics.service.js';
import { KeywordVerdictEnum } from './keyword-candidate.dto.js';

const SESSION = 'Also over the pages of this session, by its judgement of them';
const PAGES = 'Pages looked at of each class, at most';

@ArgsType()
export class KeywordStatisticsArgs {
  @Field(() => ID, { nullable: true, description: SESSION })
  @ApiPropertyOptional({ type: String, format: 'uuid', description: SESSION })
  @IsOptional()
  @IsUUID()
  sessionId?: string | null;

  @Field(() => Int, { defaultValue: DEFAULT_STATISTICS_PAGES, description: PAGES })
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: MAX_STATISTICS_PAGES,
    default: DEFAULT_STATISTICS_PAGES,
    description: PAGES,
  })
  @Transform(queryNumber)
  @IsInt()
  @Min(1)
  @Max(MAX_STATISTICS_PAGES)
  pages: number = DEFAULT_STATISTICS_PAGES;
}

@ObjectType('KeywordCounts', { description: 'Keywords in documents' })
export class KeywordCountsDto {
  @Field(() => Int, { description: 'Pages looked at: a sample where there are more' })
  @ApiProperty({ type: 'integer', description: 'Pages looked at: a sample where there are more' })
  documents: number;

  @Field(() => Float, { description: 'Places where a keyword stands, per page' })
  @ApiProperty({ type: Number, description: 'Places where a keyword stands, per page' })
  meanCount: number;

  @Field(() => Float, { description: 'Different keywords per page' })
  @ApiProperty({ type: Number, description: 'Different keywords per page' })
  meanDistinct: number;

  @Field(() => Float, { description: 'Share of the pages with any keyword' })
  @ApiProperty({ type: Number, description: 'Share of the pages with any keyword' })
  share: number;

  @Field(() => Float, { description: 'Words per page' })
  @ApiProperty({ type: Number, description: 'Words per page' })
  meanWords: number;
}

@ObjectType('KeywordPresence', { description: 'Keywords in the pages of one class' })
export class KeywordPresenceDto extends KeywordCountsDto {
  @Field(() => Int, { description: 'Pages of the class there are' })
  @ApiProperty({ type: 'integer', description: 'Pages of the class there are' })
  total: number;
}

@ObjectType('KeywordJudgement')
export class KeywordJudgementDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  text: string;

  @Field(() => Int, { description: 'Relevant pages it stands in' })
  @ApiProperty({ type: 'integer', description: 'Relevant pages it stands in' })
  relevantDocuments: number;

  @Field(() => Int, { description: 'Other pages it stands in' })
  @ApiProperty({ type: 'integer', description: 'Other pages it stands in' })
  otherDocuments: number;

  @Field(() => Float, {
    description: 'Average precision of ranking the pages by their keywords with it, less that without it',
  })
  @ApiProperty({
    type: Number,
    description: 'Average precision of ranking the pages by their keywords with it, less that without it',
  })
  effect: number;

  @Field(() => KeywordVerdictEnum)
  @ApiProperty({ enum: Object.keys(KeywordVerdictEnum) })
  verdict: KeywordVerdict;

  @Field(() => String, { description: 'Why' })
  @ApiProperty({ type: String, description: 'Why' })
  reason: string;
}

@ObjectType('SourceKeywordStatistics')
export class SourceStatisticsDto {
  @Field(() => KeywordPresenceDto)
  @ApiProperty({ type: () => KeywordPresenceDto })
  relevant: KeywordPresenceDto;

  @Field(() => KeywordPresenceDto)
  @ApiProperty({ type: () => KeywordPresenceDto })
  others: KeywordPresenceDto;

  @Field(() => Float, { description: 'Of ranking the pages by their keywords; 0 where one class is empty' })
  @ApiProperty({ type: Number, description: 'Of ranking the pages by their keywords; 0 where one class is empty' })
  averagePrecision: number;

  @Field(() => [KeywordJudgementDto], { description: 'In the order of the set' })
  @ApiProperty({ type: () => [KeywordJudgementDto], description: 'In the order of the set' })
  keywords: KeywordJudgementDto[];
}

@ObjectType('SessionKeywordStatistics')
export class SessionStatisticsDto extends SourceStatisticsDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  sessionId: string;

  @Field(() => Int, { description: 'The version that the session crawled with' })
  @ApiProperty({ type: 'integer', description: 'The version that the session crawled with' })
  keywordSetVersion: number;
}

@ObjectType('KeywordSetStatistics', {
  description: 'How often the keywords stand in relevant and in other pages, and which of them help',
})
export class KeywordSetStatisticsDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  topicId: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  version: number;

  @Field(() => SourceStatisticsDto, { description: 'Over the labelled examples that have text' })
  @ApiProperty({ type: () => SourceStatisticsDto, description: 'Over the labelled examples that have text' })
  examples: SourceStatisticsDto;

  @Field(() => SessionStatisticsDto, { nullable: true, description: SESSION })
  @ApiProperty({ type: () => SessionStatisticsDto, nullable: true, description: SESSION })
  session: SessionStatisticsDto | null;
}
