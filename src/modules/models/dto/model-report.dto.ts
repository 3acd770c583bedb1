import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { SCALING_METHODS } from '../../../domain/learning/calibration-isotonic.js';
import { CLASS_NAMES, GOAL_MEASURES, TEXT_MODELS } from '../../../domain/relevance/index.js';
import { ApiField, enumOf } from '../../../platform/api/index.js';

const GoalMeasureEnum = enumOf(GOAL_MEASURES);
registerEnumType(GoalMeasureEnum, { name: 'GoalMeasure', description: 'What a threshold can be chosen for' });
const DocumentClassEnum = enumOf(CLASS_NAMES);
registerEnumType(DocumentClassEnum, {
  name: 'DocumentClass',
  description: 'Where documents that a model learnt from come from',
});
const ScalingMethodEnum = enumOf(SCALING_METHODS);
registerEnumType(ScalingMethodEnum, { name: 'ScalingMethod', description: 'How scores become probabilities' });
const TextModelEnum = enumOf(TEXT_MODELS);
registerEnumType(TextModelEnum, { name: 'TextModel', description: 'What judges anchors and other short texts' });

@ObjectType('ModelGoal', { description: 'What the threshold was chosen for' })
export class ModelGoalDto {
  @ApiField(GoalMeasureEnum)
  measure: string;

  @ApiField(Float, { description: 'The bound on precision or recall', optional: true })
  atLeast?: number | null;
}

@ObjectType('CalibrationBin', { description: 'A tenth of the probabilities a model can give' })
export class CalibrationBinDto {
  @ApiField(Float, { description: 'The bin holds probabilities in [from, from + 0.1)' })
  from: number;

  @ApiField(Int)
  count: number;

  @ApiField(Float, { description: 'null for an empty bin', nullable: true })
  meanProbability: number | null;

  @ApiField(Float, { description: 'Share of relevant ones, both classes weighing the same', nullable: true })
  shareRelevant: number | null;
}

@ObjectType('DomainCount')
export class DomainCountDto {
  @ApiField(String)
  domain: string;

  @ApiField(Int)
  documents: number;
}

@ObjectType('ModelClass', { description: 'Documents of one class that a model learnt from' })
export class ModelClassDto {
  @ApiField(DocumentClassEnum)
  name: string;

  @ApiField(Int)
  documents: number;

  @ApiField(Int, { description: 'Registrable domains' })
  domains: number;

  @ApiField(Int)
  withoutUrl: number;

  @ApiField([DomainCountDto], { description: 'The domains with most documents, at most 20' })
  largest: readonly DomainCountDto[];
}

@ObjectType('LearningPoint', { description: 'Quality after learning from a number of examples' })
export class LearningPointDto {
  @ApiField(Int)
  examples: number;

  @ApiField(Float)
  averagePrecision: number;

  @ApiField(Float, { description: 'F1 at the best threshold for the documents held out' })
  bestF1: number;
}

@ObjectType('WordWeight')
export class WordWeightDto {
  @ApiField(String)
  word: string;

  @ApiField(Float, { description: "On the model's own scale; further from 0 tells more" })
  weight: number;
}

@ObjectType('TellingWords', { description: 'The words that speak most for either class, at most 20 each' })
export class TellingWordsDto {
  @ApiField([WordWeightDto])
  relevant: readonly WordWeightDto[];

  @ApiField([WordWeightDto])
  irrelevant: readonly WordWeightDto[];
}

@ObjectType('DecisionFigures')
export class DecisionFiguresDto {
  @ApiField(Float)
  averagePrecision: number;

  @ApiField(Float, { description: 'At the threshold, as are recall and F1' })
  precision: number;

  @ApiField(Float)
  recall: number;

  @ApiField(Float)
  f1: number;
}

@ObjectType('ComparedDocuments', {
  description: 'Two models on the same documents; null where either class is missing',
})
export class ComparedDocumentsDto {
  @ApiField(Int)
  documents: number;

  @ApiField(Int)
  relevant: number;

  @ApiField(DecisionFiguresDto, { description: 'Of the model before, as it is', nullable: true })
  before: DecisionFiguresDto | null;

  @ApiField(DecisionFiguresDto, { description: 'Of this model, cross-validated', nullable: true })
  after: DecisionFiguresDto | null;
}

@ObjectType('AllComparedDocuments', {
  description: 'The model before may have learnt from some of these: on them its figures are too good',
})
export class AllComparedDocumentsDto extends ComparedDocumentsDto {
  @ApiField(Int, { description: 'Documents that the model before may have learnt from' })
  learntBefore: number;
}

@ObjectType('PredecessorReport', { description: 'The model before this one, and both on the same documents' })
export class PredecessorReportDto {
  @ApiField(ID)
  modelId: string;

  @ApiField(Int)
  version: number;

  @ApiField(String)
  kind: string;

  @ApiField(AllComparedDocumentsDto)
  all: AllComparedDocumentsDto;

  @ApiField(ComparedDocumentsDto, { description: 'Examples newer than the model before: the fair comparison' })
  unseen: ComparedDocumentsDto;
}

@ObjectType('ModelReport', {
  description:
    'What a model is made of and what speaks in it. Null for what the version that trained it did not measure',
})
export class ModelReportDto {
  @ApiField(ModelGoalDto, { nullable: true })
  goal: ModelGoalDto | null;

  @ApiField(ScalingMethodEnum, { description: 'How scores were made probabilities', nullable: true })
  calibration: string | null;

  @ApiField(TextModelEnum, {
    description: 'What judges anchors: own is the model itself, the others are beside it',
    nullable: true,
  })
  textModel: string | null;

  @ApiField([CalibrationBinDto], { description: 'Ten bins of held-out probabilities', nullable: true })
  calibrationCurve: readonly CalibrationBinDto[] | null;

  @ApiField([ModelClassDto], { nullable: true })
  classes: readonly ModelClassDto[] | null;

  @ApiField([LearningPointDto], { description: 'Quality with 10, 30, 100, … and all examples', nullable: true })
  learningCurve: readonly LearningPointDto[] | null;

  @ApiField(TellingWordsDto, { description: 'Of kinds that weigh words', nullable: true })
  tellingWords: TellingWordsDto | null;

  @ApiField(Int, { description: 'Time of training and measuring, without fetching', nullable: true })
  trainingMs: number | null;

  @ApiField(PredecessorReportDto, {
    description: 'Null where there was no model before, or none that can be restored',
    nullable: true,
  })
  before: PredecessorReportDto | null;
}
