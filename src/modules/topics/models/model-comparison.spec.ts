import type { JsonValue } from '../../../domain/base/json-value.js';
import { idsToCompare } from '../../../platform/api/index.js';
import { compareModels, MAX_COMPARED } from './model-comparison.js';
import type { Model } from './model.js';
import { metricsFrom } from './model-metrics.js';
import { reportFrom } from './model-report.js';

const ids = ['0198c0de-0000-7000-8000-000000000001', '0198c0de-0000-7000-8000-000000000002'];
const model = (more: Partial<Model>): Model => ({
  id: ids[0],
  topicId: ids[1],
  version: 1,
  kind: 'linear-svm',
  state: 'READY',
  config: {},
  keywordSetVersion: 1,
  metrics: null,
  report: null,
  threshold: 0.5,
  error: null,
  createdAt: new Date(0),
  trainedAt: new Date(0),
  ...more,
});

describe('comparing models', () => {
  it('sets figures side by side, with differences to the first', () => {
    const { figures } = compareModels([
      model({ metrics: metricsFrom({ f1: 0.5, recall: null, positives: 10 }), threshold: 0.25 }),
      model({
        metrics: metricsFrom({ f1: 0.75, recall: 0.5, positives: 12 }),
        threshold: 0.5,
        report: reportFrom({ trainingMs: 20 }),
      }),
      model({ metrics: null, threshold: null }),
    ]);
    const of = (name: string): unknown => figures.find((figure) => figure.name === name);
    expect(of('f1')).toEqual({ name: 'f1', values: [0.5, 0.75, null], differences: [0, 0.25, null] });
    expect(of('recall')).toEqual({ name: 'recall', values: [null, 0.5, null], differences: [null, null, null] });
    expect(of('threshold')).toEqual({ name: 'threshold', values: [0.25, 0.5, null], differences: [0, 0.25, null] });
    expect(of('trainingMs')).toEqual({ name: 'trainingMs', values: [null, 20, null], differences: [null, null, null] });
  });

  it('tells what each gained over the model before it, where that is known', () => {
    const figures = (averagePrecision: number) => ({ averagePrecision, precision: 0.5, recall: 0.5, f1: 0.5 });
    const unseen = { documents: 4, relevant: 2, before: figures(0.25), after: figures(0.75) };
    const before = { modelId: ids[1], version: 1, kind: 'rules', all: { ...unseen, learntBefore: 0 }, unseen };
    const compared = compareModels([
      model({ report: reportFrom({}) }),
      model({ report: reportFrom({ before } as object as JsonValue) }),
    ]);
    expect(compared.figures).toContainEqual({
      name: 'gain.averagePrecision',
      values: [null, 0.5],
      differences: [null, null],
    });
    expect(compared.figures).toContainEqual({ name: 'gain.f1', values: [null, 0], differences: [null, null] });
  });

  it('names the settings in which they differ, by their paths', () => {
    const { settings } = compareModels([
      model({ config: { cost: 1, bigrams: true, goal: { measure: 'f1' } } }),
      model({
        kind: 'ensemble',
        config: { bigrams: true, goal: { measure: 'recall', atLeast: 0.9 }, members: [{ kind: 'logistic' }] },
      }),
    ]);
    expect(settings).toEqual([
      { field: 'kind', values: ['linear-svm', 'ensemble'] },
      { field: 'cost', values: [1, null] },
      { field: 'goal.measure', values: ['f1', 'recall'] },
      { field: 'goal.atLeast', values: [null, 0.9] },
      { field: 'members.0.kind', values: [null, 'logistic'] },
    ]);
  });

  it.each([
    [[]],
    [[ids[0]]],
    [[ids[0], 'x']],
    [[ids[0], ids[0].toUpperCase()]],
    [Array.from({ length: 11 }, (_, i) => `${ids[0].slice(0, -2)}${i + 10}`)],
  ])('refuses the ids %j', (given) => {
    expect(() => idsToCompare(given, MAX_COMPARED, 'models')).toThrow(
      expect.objectContaining({ code: 'VALIDATION_FAILED', field: 'ids' }),
    );
  });

  it('knows reports of earlier versions', () => {
    expect(reportFrom(null)).toBeNull();
    expect(reportFrom({})).toEqual({
      goal: null,
      calibration: null,
      textModel: null,
      calibrationCurve: null,
      classes: null,
      learningCurve: null,
      tellingWords: null,
      trainingMs: null,
      language: null,
      before: null,
    });
  });
});
