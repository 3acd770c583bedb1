import { z } from 'zod';
import type { DocumentText } from '../../text/document-text.js';
import type { Snapshot } from '../../base/snapshot.js';
import type { SnapshotSource } from '../../base/snapshot-reader.js';
import { readModel } from '../training/calibrated-model.js';
import type { RelevanceModelDefinition, TrainedModel } from '../model-definition.js';
import type { TrainingInput } from '../training/types.js';
import { measureFixed } from '../training/model-metrics.js';
import type { RelevanceModel } from '../relevance-model.js';
import { gatherTrainingSet } from '../training/training-set.js';
import { compileRule, fieldOf, ruleSchema, shortField, type CompiledRule, type Rule } from './rule.js';

const KIND = 'rules';
const VERSION = 1;

const configSchema = z.strictObject({
  rule: ruleSchema.describe(
    'The rule that a relevant page matches: a pattern for a field, or a group `all` or `any` of rules. Groups may contain groups.',
  ),
});
type RulesConfig = z.infer<typeof configSchema>;

const EVEN = 0.5;
/** Rules are never certain: their authors overlook cases. */
const FULFILLED = 0.95;
const UNFULFILLED = 0.05;
/** Largest contribution of partly fulfilled rules, below the threshold: it orders the rest. */
const IN_PART = 0.4;

class RulesModel implements RelevanceModel {
  readonly kind = KIND;
  readonly threshold = EVEN;
  private readonly compiled: CompiledRule;

  constructor(private readonly rule: Rule) {
    this.compiled = compileRule(rule);
  }

  score(document: DocumentText): number {
    return probabilityOf(this.compiled(fieldOf(document), false));
  }

  /** Every pattern is tried on the short text, which represents all fields. */
  scoreText(text: string): number {
    return probabilityOf(this.compiled(shortField(text), true));
  }

  save(): Snapshot {
    return { kind: KIND, version: VERSION, rule: JSON.stringify(this.rule) };
  }
}

const probabilityOf = (share: number): number => (share === 1 ? FULFILLED : UNFULFILLED + IN_PART * share);

function trainAndEvaluate(input: TrainingInput<RulesConfig>): TrainedModel {
  const model = new RulesModel(input.config.rule);
  return { model, metrics: measureFixed(gatherTrainingSet(input), model) };
}

const restore = (source: SnapshotSource): RulesModel =>
  new RulesModel(readModel(KIND, VERSION, source).jsonText('rule', ruleSchema));

export const rules: RelevanceModelDefinition<RulesConfig> = {
  kind: KIND,
  version: VERSION,
  summary:
    'Regular expressions on URL, title, description and text, combined by and, or, not. Learns nothing. Examples are only used to measure it.',
  source: 'The url_regex, title_regex, body_regex and regex page classifiers of ACHE; matched in linear time (RE2)',
  needsExamples: false,
  needsKeywords: false,
  configSchema,
  train: (input) => trainAndEvaluate(input).model,
  trainAndEvaluate,
  restore,
};
