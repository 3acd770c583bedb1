import { Float, ID, InputType, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { type JsonValue } from '../../../../domain/base/json-value.js';
import { ApiField, Connection, enumOf, InputField, Node, Page, JsonScalar } from '../../../../platform/api/index.js';
import { FETCH_FAILURES, type FetchFailure } from '../../topics/index.js';
import { MODEL_STATES, type ModelState } from '../model.js';
import { ModelMetricsDto } from './model-metrics.dto.js';
import { ModelReportDto } from './model-report.dto.js';

const ModelStateEnum = Object.fromEntries(MODEL_STATES.map((state) => [state, state]));
registerEnumType(ModelStateEnum, { name: 'ModelState' });

@ObjectType('Model', { implements: () => [Node], description: 'A relevance model of a topic' })
export class ModelDto {
  @ApiField(ID)
  id: string;

  @ApiField(ID)
  topicId: string;

  @ApiField(Int, { description: 'Number of the model within its topic. The first is 1' })
  version: number;

  @ApiField(String, { example: 'linear-svm' })
  kind: string;

  @ApiField(ModelStateEnum)
  state: ModelState;

  @ApiField(JsonScalar, { description: 'Includes the defaults of omitted settings' })
  config: JsonValue;

  @ApiField(Int, { description: 'The keyword set with which it is made', nullable: true })
  keywordSetVersion: number | null;

  @ApiField(ModelMetricsDto, { description: 'Results of cross-validation, if ready', nullable: true })
  metrics: ModelMetricsDto | null;

  @ApiField(ModelReportDto, { description: 'Parts and measures of the model, if ready', nullable: true })
  report: ModelReportDto | null;

  @ApiField(Float, { description: 'Pages with this probability or a higher one count as relevant', nullable: true })
  threshold: number | null;

  @ApiField(String, { description: 'Why training failed', nullable: true })
  error: string | null;

  @ApiField(Date)
  createdAt: Date;

  @ApiField(Date, { nullable: true })
  trainedAt: Date | null;
}

export const MODEL_JOB = 'The job that makes it; null if the job was cleared away';

/** A model with its training job, for REST; GraphQL has the job itself in a field. */
export class ModelDetailsDto extends ModelDto {
  @ApiField(ID, { description: MODEL_JOB, nullable: true, only: 'rest' })
  jobId: string | null;
}

export class ModelPage extends Page(ModelDetailsDto) {}

@ObjectType()
export class ModelConnection extends Connection(ModelDto, 'Model') {}

@InputType()
export class TrainModelInput {
  @InputField(String, {
    description:
      'One of the kinds of relevance models. Default: ensemble, or keyword-vectors while there are fewer than two relevant examples',
    optional: true,
    maxLength: 100,
  })
  kind?: string | null;

  @InputField(JsonScalar, {
    description: 'Settings by the schema of the kind. Omitted settings have their defaults',
    optional: true,
  })
  config?: Record<string, unknown> | null;

  @InputField(Boolean, {
    description:
      "Whether it also learns from the labeller's labels of pages that no person has labelled. It is never measured on them. Refused unless the labeller agrees enough with people",
    optional: true,
    default: false,
  })
  labellerLabels?: boolean | null;
}

@ObjectType('RelevanceModelKind', { description: 'A kind of relevance model that can be trained' })
export class RelevanceKindDto {
  @ApiField(String)
  kind: string;

  @ApiField(Int)
  version: number;

  @ApiField(String)
  summary: string;

  @ApiField(String, { description: 'Origin of the method: paper or program' })
  source: string;

  @ApiField(Boolean, { description: 'False if keywords are enough to make a model' })
  needsExamples: boolean;

  @ApiField(Boolean, { description: 'False if no keywords are needed to make a model' })
  needsKeywords: boolean;

  @ApiField(JsonScalar, { description: 'JSON schema of its configuration' })
  configSchema: JsonValue;
}

export class RelevanceKindPage extends Page(RelevanceKindDto) {}

const FetchFailureEnum = enumOf(FETCH_FAILURES);
registerEnumType(FetchFailureEnum, { name: 'FetchFailure', description: 'Why a page has no text' });

@ObjectType('JudgementFailure')
class JudgementFailureDto {
  @ApiField(FetchFailureEnum, { example: 'timeout' })
  kind: FetchFailure;

  @ApiField(String)
  message: string;
}

@ObjectType('ModelJudgement', { description: "A model's judgement of one document" })
export class ModelJudgementDto {
  @ApiField(Float, {
    description: 'null if the page could not be fetched',
    nullable: true,
    minimum: 0,
    maximum: 1,
  })
  probability: number | null;

  @ApiField(Boolean, { nullable: true })
  relevant: boolean | null;

  @ApiField(Float)
  threshold: number;

  @ApiField(String, { description: 'URL of the page after redirects', nullable: true })
  url: string | null;

  @ApiField(String)
  title: string;

  @ApiField(Int, { description: 'Number of characters that were judged' })
  textLength: number;

  @ApiField(JudgementFailureDto, { description: 'Why the page could not be fetched', nullable: true })
  failure: JudgementFailureDto | null;
}
