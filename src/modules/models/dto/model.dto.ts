import { Field, Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsObject, IsOptional, IsString, MaxLength } from 'class-validator';
import type { JsonValue } from '../../../domain/base/json-value.js';
import { Connection, enumOf, JsonScalar, Node, Page } from '../../../platform/api/index.js';
import { FETCH_FAILURES, type FetchFailure } from '../../topics/index.js';
import { MODEL_STATUSES, type ModelStatus } from '../model.js';
import { ModelMetricsDto } from './model-metrics.dto.js';
import { ModelReportDto } from './model-report.dto.js';

const ModelStatusEnum = Object.fromEntries(MODEL_STATUSES.map((status) => [status, status]));
registerEnumType(ModelStatusEnum, { name: 'ModelStatus' });

const METRICS = 'What cross-validation says, when READY';

@ObjectType('Model', { implements: () => [Node], description: 'A relevance model of a topic' })
export class ModelDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  topicId: string;

  @Field(() => Int, { description: 'From 1 within the topic' })
  @ApiProperty({ type: 'integer', description: 'From 1 within the topic' })
  version: number;

  @Field(() => String)
  @ApiProperty({ type: String, example: 'linear-svm' })
  kind: string;

  @Field(() => ModelStatusEnum)
  @ApiProperty({ enum: MODEL_STATUSES })
  status: ModelStatus;

  @Field(() => JsonScalar, { description: 'With the defaults of what was left out' })
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'With the defaults of what was left out' })
  config: JsonValue;

  @Field(() => Int, { nullable: true, description: 'The keyword set it is made with' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'The keyword set it is made with' })
  keywordSetVersion: number | null;

  @Field(() => ModelMetricsDto, { nullable: true, description: METRICS })
  @ApiProperty({ type: () => ModelMetricsDto, nullable: true, description: METRICS })
  metrics: ModelMetricsDto | null;

  @Field(() => ModelReportDto, { nullable: true, description: 'What it is made of, when READY' })
  @ApiProperty({ type: () => ModelReportDto, nullable: true, description: 'What it is made of, when READY' })
  report: ModelReportDto | null;

  @Field(() => Float, { nullable: true, description: 'Probabilities at or above it count as relevant' })
  @ApiProperty({ type: Number, nullable: true, description: 'Probabilities at or above it count as relevant' })
  threshold: number | null;

  @Field(() => String, { nullable: true, description: 'Why training failed' })
  @ApiProperty({ type: String, nullable: true, description: 'Why training failed' })
  error: string | null;

  @Field(() => Date)
  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: Date;

  @Field(() => Date, { nullable: true })
  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  trainedAt: Date | null;
}

/** A model with its training job, as REST answers it; GraphQL has the job itself in a field. */
export class ModelDetailsDto extends ModelDto {
  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The job that makes it; null where that is long gone',
  })
  jobId: string | null;
}

export class ModelPage extends Page(ModelDetailsDto) {}

@ObjectType()
export class ModelConnection extends Connection(ModelDto, 'Model') {}

const KIND_UNLESS_GIVEN =
  'unless given, chosen by what there is: keyword-vectors with less than two relevant examples, else ensemble';

@InputType()
export class TrainModelInput {
  @Field(() => String, { nullable: true, description: `One of \`relevanceModels\`; ${KIND_UNLESS_GIVEN}` })
  @ApiPropertyOptional({ type: String, description: `One of GET /v1/relevance-models; ${KIND_UNLESS_GIVEN}` })
  @IsOptional()
  @IsString()
  @MaxLength(100)
  kind?: string | null;

  @Field(() => JsonScalar, { nullable: true, description: "By the kind's schema; defaults for what is left out" })
  @ApiPropertyOptional({
    type: 'object',
    additionalProperties: true,
    description: "By the kind's schema; defaults for what is left out",
  })
  @IsOptional()
  @IsObject()
  config?: Record<string, unknown> | null;
}

@ObjectType('RelevanceModelKind', { description: 'A kind of relevance model that can be trained' })
export class RelevanceKindDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  kind: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  version: number;

  @Field(() => String)
  @ApiProperty({ type: String })
  summary: string;

  @Field(() => String, { description: 'Where it comes from' })
  @ApiProperty({ type: String, description: 'Where it comes from' })
  source: string;

  @Field(() => Boolean, { description: 'False when keywords alone make a model' })
  @ApiProperty({ type: Boolean, description: 'False when keywords alone make a model' })
  needsExamples: boolean;

  @Field(() => Boolean, { description: 'False when it can be made without keywords' })
  @ApiProperty({ type: Boolean, description: 'False when it can be made without keywords' })
  needsKeywords: boolean;

  @Field(() => JsonScalar, { description: 'JSON schema of its configuration' })
  @ApiProperty({ type: 'object', additionalProperties: true, description: 'JSON schema of its configuration' })
  configSchema: JsonValue;
}

export class RelevanceKindPage extends Page(RelevanceKindDto) {}

const FetchFailureEnum = enumOf(FETCH_FAILURES);
registerEnumType(FetchFailureEnum, { name: 'FetchFailure', description: 'Why there is no text of a page' });

@ObjectType('JudgementFailure')
export class JudgementFailureDto {
  @Field(() => FetchFailureEnum)
  @ApiProperty({ enum: FETCH_FAILURES, example: 'timeout' })
  kind: FetchFailure;

  @Field(() => String)
  @ApiProperty({ type: String })
  message: string;
}

@ObjectType('ModelJudgement', { description: "A model's judgement of one document" })
export class ModelJudgementDto {
  @Field(() => Float, { nullable: true, description: 'In [0, 1]; null when the page could not be fetched' })
  @ApiProperty({
    type: Number,
    nullable: true,
    minimum: 0,
    maximum: 1,
    description: 'null when the page could not be fetched',
  })
  probability: number | null;

  @Field(() => Boolean, { nullable: true })
  @ApiProperty({ type: Boolean, nullable: true })
  relevant: boolean | null;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  threshold: number;

  @Field(() => String, { nullable: true, description: 'Where the page was found, after redirects' })
  @ApiProperty({ type: String, nullable: true, description: 'Where the page was found, after redirects' })
  url: string | null;

  @Field(() => String)
  @ApiProperty({ type: String })
  title: string;

  @Field(() => Int, { description: 'Characters of text that were judged' })
  @ApiProperty({ type: 'integer', description: 'Characters of text that were judged' })
  textLength: number;

  @Field(() => JudgementFailureDto, { nullable: true, description: 'Why the page could not be fetched' })
  @ApiProperty({ type: () => JudgementFailureDto, nullable: true, description: 'Why the page could not be fetched' })
  failure: JudgementFailureDto | null;
}
