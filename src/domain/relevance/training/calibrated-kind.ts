import type { z } from 'zod';
import { restoreCalibrated } from './calibrated-model.js';
import { trainCalibrated } from './calibrated-training.js';
import type { CalibrationConfig } from './calibration-config.js';
import type { LearnerDefinition, RelevanceModelDefinition, TrainedModel } from '../model-definition.js';
import type { TrainingInput } from './types.js';
import { textLearners } from '../short-texts/text-learners.js';
import { withSelfTrained } from './self-training.js';
import { gatherTrainingSet, requireExamples, type TrainingSet, withoutSelfTrained } from './training-set.js';

/**
 * A kind that orders documents by margins; calibration, threshold, choice of the model for short texts and metrics are
 * common to all of them.
 */
interface CalibratedKind<Config extends CalibrationConfig> extends Pick<
  LearnerDefinition<Config>,
  'create' | 'restore'
> {
  readonly kind: string;
  readonly version: number;
  readonly summary: string;
  readonly source: string;
  readonly needsExamples: boolean;
  readonly configSchema: z.ZodType<Config>;
  /** The learner's part of the configuration. */
  readonly learnerSchema: z.ZodType<Partial<Config>>;
  /** Number of cross-validation folds, for kinds with a slow training. */
  folds?(config: Config): number;
  /** @throws TrainingDataError if the examples cannot suffice, before any is read */
  check?(input: TrainingInput<Config>): void;
  /** The model if there is too little data, or nothing to learn; null to learn nevertheless. */
  withoutLearning?(input: TrainingInput<Config>, set: TrainingSet): TrainedModel | null;
}

/**
 * A kind of model from its learner: gathers the examples, trains, calibrates and evaluates by cross-validation, and
 * restores what was saved.
 *
 * Training throws TrainingDataError if there are too few examples.
 */
export function calibratedKind<Config extends CalibrationConfig>(
  parts: CalibratedKind<Config>,
): RelevanceModelDefinition<Config> {
  const { kind, version, summary, source, needsExamples, configSchema } = parts;
  const trainAndEvaluate = (input: TrainingInput<Config>): TrainedModel => {
    parts.check?.(input);
    const whole = gatherTrainingSet(input);
    const set = withoutSelfTrained(whole);
    const made = parts.withoutLearning?.(input, set) ?? null;
    if (made !== null) return made;
    requireExamples(set);
    const { rng, config, onProgress } = input;
    return trainCalibrated({
      ...{ kind, version, set, rng, config, onProgress },
      learner: withSelfTrained(parts.create(input, whole), whole),
      textLearners: (texts) => textLearners(input, set, texts),
      learntFrom: whole,
      folds: parts.folds?.(config),
    });
  };
  return {
    kind,
    version,
    summary,
    source,
    needsExamples,
    configSchema,
    train: (input) => trainAndEvaluate(input).model,
    trainAndEvaluate,
    restore: (source, resources) => restoreCalibrated(kind, version, source, parts.restore, resources),
    member: { kind, configSchema: parts.learnerSchema, create: parts.create, restore: parts.restore },
  };
}
