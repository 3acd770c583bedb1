import { headed } from '../../parts/named-words.js';

const WARNINGS: Readonly<Record<string, string>> = {
  BACKGROUND_AS_NEGATIVES:
    'There are few or no irrelevant examples: general texts stood in for them. Label pages that are not relevant.',
  FEW_EXAMPLES: 'There are few examples, so that the figures say little. Label more pages.',
  FEW_SITES:
    'The relevant examples come from few sites: on other sites the model may do worse. Label pages of more sites.',
  GOAL_MISSED: 'The goal was not reached. Give more labels, or a lower goal.',
  NOT_GROUPED_BY_SITE: 'Pages of one site are in several folds, so that the figures may be too good.',
  NOT_MEASURED: 'There was nothing to measure with. Label some pages of both kinds.',
};
/** The meaning of a warning, and the advice. */
export const warningInWords = (warning: string): string => WARNINGS[warning] ?? headed(warning);

const FIGURES: Readonly<Record<string, string>> = {
  precision: 'Precision',
  recall: 'Recall',
  f1: 'F1',
  fMacro: 'F1 of both classes',
  accuracy: 'Accuracy',
  averagePrecision: 'Average precision',
  textAveragePrecision: 'Average precision on short texts',
  brier: 'Brier score',
};
export const figureName = (name: string): string => FIGURES[name] ?? name;

const CLASSES: Readonly<Record<string, string>> = {
  BACKGROUND: 'General texts',
  IRRELEVANT: 'Irrelevant examples',
  OTHER_TOPICS: 'Examples of other topics',
  RELEVANT: 'Relevant examples',
  SELF_TRAINED: 'Pages that the model labelled itself',
};
export const className = (name: string): string => CLASSES[name] ?? headed(name);

export const SCALINGS: Readonly<Record<string, string>> = { ISOTONIC: 'isotonic regression', PLATT: "Platt's scaling" };
export const TEXT_MODELS: Readonly<Record<string, string>> = {
  OWN: 'the model itself',
  NAIVE_BAYES: 'naive Bayes',
  SHORT_TEXTS: 'a model of short texts',
};

interface Setting {
  readonly flag: boolean | null;
  readonly number: number | null;
  readonly text: string | null;
}
/** The value of a setting; a dash where a model has none. */
export function settingInWords(value: Setting | null): string {
  if (value === null) return '–';
  if (value.flag !== null) return value.flag ? 'yes' : 'no';
  return value.text ?? String(value.number ?? '–');
}
