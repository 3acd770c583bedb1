import { ArgsType, Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { CANDIDATE_METHODS, type CandidateMethod, type KeywordVerdict } from '../../../../domain/topic/index.js';
import type { KeywordKind } from '../../../../domain/topic/index.js';
import { Connection, Node, Page, PageArgs } from '../../../../platform/api/index.js';
import { CANDIDATE_STATUSES, type CandidateStatus, MAX_DECISIONS } from '../keyword-candidate.js';
import { KeywordKindEnum } from './keyword-set.dto.js';

export const CandidateMethodEnum = { tres: 'tres', rake: 'rake', collocation: 'collocation', seed: 'seed' } as const;
const CandidateStatusEnum = { pending: 'pending', accepted: 'accepted', rejected: 'rejected' } as const;
export const KeywordVerdictEnum = { helps: 'helps', neutral: 'neutral', hurts: 'hurts', unseen: 'unseen' } as const;
registerEnumType(CandidateMethodEnum, {
  name: 'CandidateMethod',
  description: 'How a candidate was found; seed: in the seed pages',
});
registerEnumType(CandidateStatusEnum, { name: 'CandidateStatus' });
registerEnumType(KeywordVerdictEnum, {
  name: 'KeywordVerdict',
  description: 'What a keyword does to telling relevant pages from others',
});

const METHOD = "`tres`: a word by TRES's expansion; `rake`, `collocation`: a phrase; `seed`: found in the seed pages";
const SIMILARITY = 'Mean cosine with the keywords it was found by; null where its words have no vectors';
const LIFT = 'How much more frequent in relevant pages than in others, bits: 0 as frequent, 1 twice as frequent';

@ObjectType('SearchedDocuments')
export class SearchedDocumentsDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  relevant: number;

  @Field(() => Int, { description: 'Irrelevant examples' })
  @ApiProperty({ type: 'integer', description: 'Irrelevant examples' })
  others: number;

  @Field(() => Int, { description: 'General texts' })
  @ApiProperty({ type: 'integer', description: 'General texts' })
  background: number;
}

/** What is known of a candidate, wherever it is told. */
@ObjectType({ isAbstract: true })
export class MeasuredCandidateDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  text: string;

  @Field(() => KeywordKindEnum)
  @ApiProperty({ enum: Object.keys(KeywordKindEnum) })
  kind: KeywordKind;

  @Field(() => CandidateMethodEnum, { description: METHOD })
  @ApiProperty({ enum: CANDIDATE_METHODS, description: METHOD })
  method: CandidateMethod;

  @Field(() => Float, { nullable: true, description: SIMILARITY })
  @ApiProperty({ type: Number, nullable: true, description: SIMILARITY })
  similarity: number | null;

  @Field(() => Float, { description: LIFT })
  @ApiProperty({ type: Number, description: LIFT })
  lift: number;

  @Field(() => Int, { description: 'Relevant documents it stands in' })
  @ApiProperty({ type: 'integer', description: 'Relevant documents it stands in' })
  relevantDocuments: number;

  @Field(() => Int, { description: 'Irrelevant examples it stands in' })
  @ApiProperty({ type: 'integer', description: 'Irrelevant examples it stands in' })
  otherDocuments: number;

  @Field(() => Int, { description: 'General texts it stands in' })
  @ApiProperty({ type: 'integer', description: 'General texts it stands in' })
  backgroundDocuments: number;

  @Field(() => KeywordVerdictEnum, { description: 'Within the keywords it would join' })
  @ApiProperty({ enum: Object.keys(KeywordVerdictEnum), description: 'Within the keywords it would join' })
  verdict: KeywordVerdict;

  @Field(() => String)
  @ApiProperty({ type: String })
  reason: string;
}

@ObjectType('KeywordCandidate', { implements: () => [Node], description: 'A word or phrase that may become a keyword' })
export class KeywordCandidateDto extends MeasuredCandidateDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  topicId: string;

  @Field(() => CandidateStatusEnum)
  @ApiProperty({ enum: CANDIDATE_STATUSES })
  status: CandidateStatus;

  @Field(() => SearchedDocumentsDto, { description: 'Documents looked at' })
  @ApiProperty({ type: () => SearchedDocumentsDto, description: 'Documents looked at' })
  searched: SearchedDocumentsDto;

  @Field(() => Int, { nullable: true, description: 'The version it came into the keywords with' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'The version it came into the keywords with' })
  keywordSetVersion: number | null;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: Date;

  @Field(() => Date, { description: 'Measured anew, or decided' })
  @ApiProperty({ type: String, format: 'date-time', description: 'Measured anew, or decided' })
  updatedAt: Date;
}

export class KeywordCandidatePage extends Page(KeywordCandidateDto) {}

@ObjectType()
export class KeywordCandidateConnection extends Connection(KeywordCandidateDto, 'KeywordCandidate') {}

@ArgsType()
export class KeywordCandidateArgs extends PageArgs {
  @Field(() => CandidateStatusEnum, { nullable: true })
  @ApiPropertyOptional({ enum: CANDIDATE_STATUSES })
  @IsOptional()
  @IsIn(CANDIDATE_STATUSES)
  status?: CandidateStatus | null;

  @Field(() => CandidateMethodEnum, { nullable: true })
  @ApiPropertyOptional({ enum: CANDIDATE_METHODS })
  @IsOptional()
  @IsIn(CANDIDATE_METHODS)
  method?: CandidateMethod | null;
}

const ACCEPT = 'Ids or texts of candidates that become keywords';
const REJECT =
  'Ids or texts of candidates that no later expansion is to find; an accepted one is taken out of the keywords';

@InputType()
export class DecideCandidatesInput {
  @Field(() => [String], { nullable: true, description: ACCEPT })
  @ApiPropertyOptional({ type: [String], maxItems: MAX_DECISIONS, description: ACCEPT })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_DECISIONS)
  @IsString({ each: true })
  accept?: string[] | null;

  @Field(() => [String], { nullable: true, description: REJECT })
  @ApiPropertyOptional({ type: [String], maxItems: MAX_DECISIONS, description: REJECT })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_DECISIONS)
  @IsString({ each: true })
  reject?: string[] | null;
}

@ObjectType('CandidateDecisions', { description: 'What became of the candidates of a decision' })
export class DecisionReportDto {
  @Field(() => Int, {
    nullable: true,
    description: 'Version of the keywords that is current afterwards; null while there are none',
  })
  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Version of the keywords that is current afterwards; null while there are none',
  })
  keywordSetVersion: number | null;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  accepted: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  rejected: number;

  @Field(() => Int, { description: 'Decided so before' })
  @ApiProperty({ type: 'integer', description: 'Decided so before' })
  unchanged: number;
}

const APPLY = 'true: the suggestions make a new version of the keywords; false: they wait for a decision';

@InputType()
export class SuggestKeywordsInput {
  @Field(() => Boolean, { defaultValue: false, description: APPLY })
  @ApiPropertyOptional({ type: Boolean, default: false, description: APPLY })
  @IsBoolean()
  apply: boolean = false;

  @Field(() => Int, { nullable: true, description: 'Words suggested at most' })
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 300,
    default: 30,
    description: 'Words suggested at most',
  })
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(300)
  maxKeywords?: number;

  @Field(() => Int, { nullable: true, description: 'Phrases suggested at most' })
  @ApiPropertyOptional({
    type: 'integer',
    minimum: 0,
    maximum: 300,
    default: 20,
    description: 'Phrases suggested at most',
  })
  @IsOptional()
  @IsInt()
  @Min(0)
  @Max(300)
  maxPhrases?: number;
}
