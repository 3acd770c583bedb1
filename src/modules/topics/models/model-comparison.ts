import type { JsonValue } from '../../../domain/base/json-value.js';
import type { SettingValue } from './dto/setting-value.dto.js';
import type { Model } from './model.js';
import type { StoredReport } from './model-report.js';

interface ComparedFigure {
  readonly name: string;
  /** In the order of the models; null if not measured. */
  readonly values: readonly (number | null)[];
  /** Value minus the first model's; null if either is missing. */
  readonly differences: readonly (number | null)[];
}

interface ComparedSetting {
  /** Path in the configuration, e.g. `members.0.kind`. */
  readonly field: string;
  /** In the order of the models; null for a model without this setting. */
  readonly values: readonly (SettingValue | null)[];
}

/** Models side by side, compared with the first. */
export interface ModelComparison {
  readonly models: readonly Model[];
  readonly figures: readonly ComparedFigure[];
  /** Settings in which they differ. */
  readonly settings: readonly ComparedSetting[];
}

/** More do not fit on a screen. */
export const MAX_COMPARED = 10;

const FIGURES = [
  'precision',
  'recall',
  'f1',
  'fMacro',
  'averagePrecision',
  'accuracy',
  'brier',
  'textAveragePrecision',
  'positives',
  'negatives',
  'otherTopics',
  'background',
  'positiveSites',
  'folds',
] as const;
/** A model's gains over the one before it, on examples that the earlier one had not learnt from. */
const GAINS = ['averagePrecision', 'precision', 'recall', 'f1'] as const;

export function compareModels(models: readonly Model[]): ModelComparison {
  const figures = [
    ...FIGURES.map((name) =>
      figureOf(
        name,
        models.map(({ metrics }) => metrics?.[name] ?? null),
      ),
    ),
    figureOf(
      'threshold',
      models.map(({ threshold }) => threshold),
    ),
    figureOf(
      'trainingMs',
      models.map(({ report }) => report?.trainingMs ?? null),
    ),
    ...GAINS.map((name) =>
      figureOf(
        `gain.${name}`,
        models.map(({ report }) => gainOf(report, name)),
      ),
    ),
  ];
  const settings = models.map(
    ({ kind, config }) => new Map<string, SettingValue | null>([['kind', kind], ...leavesOf(config, [])]),
  );
  const fields = [...new Set(settings.flatMap((map) => [...map.keys()]))];
  const compared = fields.map((field): ComparedSetting => ({
    field,
    values: settings.map((map) => map.get(field) ?? null),
  }));
  return { models, figures, settings: compared.filter(({ values }) => values.some((value) => value !== values[0])) };
}

function figureOf(name: string, values: readonly (number | null)[]): ComparedFigure {
  const [first] = values;
  return {
    name,
    values,
    differences: values.map((value) => (value === null || first === null ? null : value - first)),
  };
}

function gainOf(report: StoredReport | null, name: (typeof GAINS)[number]): number | null {
  const { before, after } = report?.before?.unseen ?? {};
  return before && after ? after[name] - before[name] : null;
}

/** The single values of a configuration by their paths. */
function leavesOf(value: JsonValue, path: readonly string[]): [string, SettingValue | null][] {
  if (value === null || typeof value !== 'object') return path.length === 0 ? [] : [[path.join('.'), value]];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]));
}
