import { Field, Float, ID, Int, ObjectType } from '@nestjs/graphql';
import { ApiProperty } from '@nestjs/swagger';

@ObjectType('ModelGoal', { description: 'What the threshold was chosen for' })
export class ModelGoalDto {
  @Field(() => String, { description: 'f1, precision or recall' })
  @ApiProperty({ enum: ['f1', 'precision', 'recall'] })
  measure: string;

  @Field(() => Float, { nullable: true, description: 'The bound on precision or recall' })
  @ApiProperty({ type: Number, required: false, description: 'The bound on precision or recall' })
  atLeast?: number | null;
}

@ObjectType('CalibrationBin', { description: 'A tenth of the probabilities a model can give' })
export class CalibrationBinDto {
  @Field(() => Float, { description: 'The bin holds probabilities in [from, from + 0.1)' })
  @ApiProperty({ type: Number, description: 'The bin holds probabilities in [from, from + 0.1)' })
  from: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  count: number;

  @Field(() => Float, { nullable: true, description: 'null for an empty bin' })
  @ApiProperty({ type: Number, nullable: true, description: 'null for an empty bin' })
  meanProbability: number | null;

  @Field(() => Float, { nullable: true, description: 'Share of relevant ones, both classes weighing the same' })
  @ApiProperty({ type: Number, nullable: true, description: 'Share of relevant ones, both classes weighing the same' })
  shareRelevant: number | null;
}

@ObjectType('DomainCount')
export class DomainCountDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  domain: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  documents: number;
}

@ObjectType('ModelClass', { description: 'Documents of one class that a model learnt from' })
export class ModelClassDto {
  @Field(() => String, { description: 'relevant, irrelevant, other-topics, background or self-trained' })
  @ApiProperty({ enum: ['relevant', 'irrelevant', 'other-topics', 'background', 'self-trained'] })
  name: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  documents: number;

  @Field(() => Int, { description: 'Registrable domains' })
  @ApiProperty({ type: 'integer', description: 'Registrable domains' })
  domains: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  withoutUrl: number;

  @Field(() => [DomainCountDto], { description: 'The domains with most documents, at most 20' })
  @ApiProperty({ type: [DomainCountDto], description: 'The domains with most documents, at most 20' })
  largest: readonly DomainCountDto[];
}

@ObjectType('LearningPoint', { description: 'Quality after learning from a number of examples' })
export class LearningPointDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  examples: number;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  averagePrecision: number;

  @Field(() => Float, { description: 'F1 at the best threshold for the documents held out' })
  @ApiProperty({ type: Number, description: 'F1 at the best threshold for the documents held out' })
  bestF1: number;
}

@ObjectType('WordWeight')
export class WordWeightDto {
  @Field(() => String)
  @ApiProperty({ type: String })
  word: string;

  @Field(() => Float, { description: "On the model's own scale; further from 0 tells more" })
  @ApiProperty({ type: Number, description: "On the model's own scale; further from 0 tells more" })
  weight: number;
}

@ObjectType('TellingWords', { description: 'The words that speak most for either class, at most 20 each' })
export class TellingWordsDto {
  @Field(() => [WordWeightDto])
  @ApiProperty({ type: [WordWeightDto] })
  relevant: readonly WordWeightDto[];

  @Field(() => [WordWeightDto])
  @ApiProperty({ type: [WordWeightDto] })
  irrelevant: readonly WordWeightDto[];
}

@ObjectType('DecisionFigures')
export class DecisionFiguresDto {
  @Field(() => Float)
  @ApiProperty({ type: Number })
  averagePrecision: number;

  @Field(() => Float, { description: 'At the threshold, as are recall and F1' })
  @ApiProperty({ type: Number, description: 'At the threshold, as are recall and F1' })
  precision: number;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  recall: number;

  @Field(() => Float)
  @ApiProperty({ type: Number })
  f1: number;
}

@ObjectType('ComparedDocuments', {
  description: 'Two models on the same documents; null where either class is missing',
})
export class ComparedDocumentsDto {
  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  documents: number;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  relevant: number;

  @Field(() => DecisionFiguresDto, { nullable: true, description: 'Of the model before, as it is' })
  @ApiProperty({ type: () => DecisionFiguresDto, nullable: true, description: 'Of the model before, as it is' })
  before: DecisionFiguresDto | null;

  @Field(() => DecisionFiguresDto, { nullable: true, description: 'Of this model, cross-validated' })
  @ApiProperty({ type: () => DecisionFiguresDto, nullable: true, description: 'Of this model, cross-validated' })
  after: DecisionFiguresDto | null;
}

@ObjectType('AllComparedDocuments', {
  description: 'The model before may have learnt from some of these: on them its figures are too good',
})
export class AllComparedDocumentsDto extends ComparedDocumentsDto {
  @Field(() => Int, { description: 'Documents that the model before may have learnt from' })
  @ApiProperty({ type: 'integer', description: 'Documents that the model before may have learnt from' })
  learntBefore: number;
}

@ObjectType('PredecessorReport', { description: 'The model before this one, and both on the same documents' })
export class PredecessorReportDto {
  @Field(() => ID)
  @ApiProperty({ type: String, format: 'uuid' })
  modelId: string;

  @Field(() => Int)
  @ApiProperty({ type: 'integer' })
  version: number;

  @Field(() => String)
  @ApiProperty({ type: String })
  kind: string;

  @Field(() => AllComparedDocumentsDto)
  @ApiProperty({ type: () => AllComparedDocumentsDto })
  all: AllComparedDocumentsDto;

  @Field(() => ComparedDocumentsDto, { description: 'Examples newer than the model before: the fair comparison' })
  @ApiProperty({
    type: () => ComparedDocumentsDto,
    description: 'Examples newer than the model before: the fair comparison',
  })
  unseen: ComparedDocumentsDto;
}

@ObjectType('ModelReport', {
  description:
    'What a model is made of and what speaks in it. Null for what the version that trained it did not measure',
})
export class ModelReportDto {
  @Field(() => ModelGoalDto, { nullable: true })
  @ApiProperty({ type: () => ModelGoalDto, nullable: true })
  goal: ModelGoalDto | null;

  @Field(() => String, { nullable: true, description: 'platt or isotonic' })
  @ApiProperty({ enum: ['platt', 'isotonic'], nullable: true })
  calibration: string | null;

  @Field(() => String, { nullable: true, description: 'What judges anchors: own or naive-bayes' })
  @ApiProperty({ enum: ['own', 'naive-bayes'], nullable: true, description: 'What judges anchors' })
  textModel: string | null;

  @Field(() => [CalibrationBinDto], { nullable: true, description: 'Ten bins of held-out probabilities' })
  @ApiProperty({ type: [CalibrationBinDto], nullable: true, description: 'Ten bins of held-out probabilities' })
  calibrationCurve: readonly CalibrationBinDto[] | null;

  @Field(() => [ModelClassDto], { nullable: true })
  @ApiProperty({ type: [ModelClassDto], nullable: true })
  classes: readonly ModelClassDto[] | null;

  @Field(() => [LearningPointDto], { nullable: true, description: 'Quality with 10, 30, 100, … and all examples' })
  @ApiProperty({
    type: [LearningPointDto],
    nullable: true,
    description: 'Quality with 10, 30, 100, … and all examples',
  })
  learningCurve: readonly LearningPointDto[] | null;

  @Field(() => TellingWordsDto, { nullable: true, description: 'Of kinds that weigh words' })
  @ApiProperty({ type: () => TellingWordsDto, nullable: true, description: 'Of kinds that weigh words' })
  tellingWords: TellingWordsDto | null;

  @Field(() => Int, { nullable: true, description: 'Time of training and measuring, without fetching' })
  @ApiProperty({ type: 'integer', nullable: true, description: 'Time of training and measuring, without fetching' })
  trainingMs: number | null;

  @Field(() => PredecessorReportDto, {
    nullable: true,
    description: 'Null where there was no model before, or none that can be restored',
  })
  @ApiProperty({
    type: () => PredecessorReportDto,
    nullable: true,
    description: 'Null where there was no model before, or none that can be restored',
  })
  before: PredecessorReportDto | null;
}
