import { Float, ID, Int, ObjectType, registerEnumType } from '@nestjs/graphql';
import { SCALING_METHODS } from '../../../../domain/learning/calibration-isotonic.js';
import { CLASS_NAMES, GOAL_MEASURES, TEXT_MODELS } from '../../../../domain/relevance/index.js';
import { ApiField, enumOf } from '../../../../platform/api/index.js';

const GoalMeasureEnum = enumOf(GOAL_MEASURES);
registerEnumType(GoalMeasureEnum, { name: 'GoalMeasure', description: 'Measure that a threshold is chosen by' });
const DocumentClassEnum = enumOf(CLASS_NAMES);
registerEnumType(DocumentClassEnum, {
  name: 'DocumentClass',
  description: 'Source of a training document',
});
const ScalingMethodEnum = enumOf(SCALING_METHODS);
registerEnumType(ScalingMethodEnum, { name: 'ScalingMethod', description: 'How scores are turned into probabilities' });
const TextModelEnum = enumOf(TEXT_MODELS);
registerEnumType(TextModelEnum, { name: 'TextModel', description: 'Model that judges anchors and other short texts' });

@ObjectType('ModelGoal', { description: 'Measure that the threshold was chosen by' })
class ModelGoalDto {
  @ApiField(GoalMeasureEnum)
  measure: string;

  @ApiField(Float, { description: 'The required precision or recall', optional: true })
  atLeast?: number | null;
}

@ObjectType('CalibrationBin', { description: 'One of ten ranges of probability' })
class CalibrationBinDto {
  @ApiField(Float, { description: 'The bin holds probabilities in [from, from + 0.1)' })
  from: number;

  @ApiField(Int)
  count: number;

  @ApiField(Float, { description: 'null for an empty bin', nullable: true })
  meanProbability: number | null;

  @ApiField(Float, {
    description: 'Share of relevant documents, where both classes have the same weight',
    nullable: true,
  })
  shareRelevant: number | null;
}

@ObjectType('DomainCount')
class DomainCountDto {
  @ApiField(String)
  domain: string;

  @ApiField(Int)
  documents: number;
}

@ObjectType('ModelClass', { description: 'Training documents of one class' })
class ModelClassDto {
  @ApiField(DocumentClassEnum)
  name: string;

  @ApiField(Int)
  documents: number;

  @ApiField(Int, { description: 'Registrable domains' })
  domains: number;

  @ApiField(Int)
  withoutUrl: number;

  @ApiField([DomainCountDto], { description: 'The 20 domains with the most documents' })
  largest: readonly DomainCountDto[];
}

@ObjectType('LearningPoint', { description: 'Quality after learning from a number of examples' })
class LearningPointDto {
  @ApiField(Int)
  examples: number;

  @ApiField(Float)
  averagePrecision: number;

  @ApiField(Float, { description: 'F1 at the best threshold for the documents held out' })
  bestF1: number;
}

@ObjectType('WordWeight')
class WordWeightDto {
  @ApiField(String)
  word: string;

  @ApiField(Float, { description: "Weight on the model's own scale. The further from 0, the more the word tells" })
  weight: number;
}

@ObjectType('TellingWords', { description: 'The most telling words of each class, at most 20 each' })
class TellingWordsDto {
  @ApiField([WordWeightDto])
  relevant: readonly WordWeightDto[];

  @ApiField([WordWeightDto])
  irrelevant: readonly WordWeightDto[];
}

@ObjectType('DecisionFigures')
class DecisionFiguresDto {
  @ApiField(Float)
  averagePrecision: number;

  @ApiField(Float, { description: 'Precision at the threshold. Recall and F1 are at the threshold too' })
  precision: number;

  @ApiField(Float)
  recall: number;

  @ApiField(Float)
  f1: number;
}

@ObjectType('ComparedDocuments', {
  description: 'Two models on the same documents; null if a class is missing',
})
class ComparedDocumentsDto {
  @ApiField(Int)
  documents: number;

  @ApiField(Int)
  relevant: number;

  @ApiField(DecisionFiguresDto, { description: 'Figures of the earlier model', nullable: true })
  before: DecisionFiguresDto | null;

  @ApiField(DecisionFiguresDto, { description: 'Figures of this model, cross-validated', nullable: true })
  after: DecisionFiguresDto | null;
}

@ObjectType('AllComparedDocuments', {
  description: 'The earlier model may have been trained on some of these, so its figures are too good here',
})
class AllComparedDocumentsDto extends ComparedDocumentsDto {
  @ApiField(Int, { description: 'Number of documents on which the earlier model may have been trained' })
  learntBefore: number;
}

@ObjectType('PredecessorReport', { description: 'The model before this one, and both on the same documents' })
class PredecessorReportDto {
  @ApiField(ID)
  modelId: string;

  @ApiField(Int)
  version: number;

  @ApiField(String)
  kind: string;

  @ApiField(AllComparedDocumentsDto)
  all: AllComparedDocumentsDto;

  @ApiField(ComparedDocumentsDto, {
    description: 'Examples that are newer than the earlier model: the fair comparison',
  })
  unseen: ComparedDocumentsDto;
}

@ObjectType('ModelReport', {
  description:
    'Parts, measures and most telling words of a model. Null: the version that trained it did not measure this',
})
export class ModelReportDto {
  @ApiField(ModelGoalDto, { nullable: true })
  goal: ModelGoalDto | null;

  @ApiField(ScalingMethodEnum, { description: 'How scores were turned into probabilities', nullable: true })
  calibration: string | null;

  @ApiField(TextModelEnum, {
    description: 'Model that judges anchors. own: the model itself; otherwise a separate text model',
    nullable: true,
  })
  textModel: string | null;

  @ApiField(String, {
    description:
      'Language in which the model reads texts, ISO 639-1; empty if unknown. null: the model is of a version that read all texts as English, so for a topic in another language a new one reads more; or its kind reads all texts alike',
    nullable: true,
  })
  language: string | null;

  @ApiField([CalibrationBinDto], { description: 'Ten bins of held-out probabilities', nullable: true })
  calibrationCurve: readonly CalibrationBinDto[] | null;

  @ApiField([ModelClassDto], { nullable: true })
  classes: readonly ModelClassDto[] | null;

  @ApiField([LearningPointDto], { description: 'Quality with 10, 30, 100, … and all examples', nullable: true })
  learningCurve: readonly LearningPointDto[] | null;

  @ApiField(TellingWordsDto, {
    description: 'The most telling words. Only for kinds that weigh words',
    nullable: true,
  })
  tellingWords: TellingWordsDto | null;

  @ApiField(Int, { description: 'Time for training and measuring, without fetching', nullable: true })
  trainingMs: number | null;

  @ApiField(PredecessorReportDto, {
    description: 'Null if there was no earlier model, or if it cannot be restored',
    nullable: true,
  })
  before: PredecessorReportDto | null;
}
