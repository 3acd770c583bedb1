import { randomUUID } from 'node:crypto';
import type { ApiClient, JobBody } from './topics-client.js';

export interface Model {
  id: string;
  topicId: string;
  version: number;
  kind: string;
  state: string;
  config: Record<string, unknown>;
  keywordSetVersion: number | null;
  metrics: Record<string, unknown> | null;
  report: Report | null;
  threshold: number | null;
  error: string | null;
  createdAt: string;
  trainedAt: string | null;
  jobId: string | null;
}
export interface Report {
  goal: { measure: string; atLeast?: number | null } | null;
  calibration: string | null;
  textModel: string | null;
  calibrationCurve:
    { from: number; count: number; meanProbability: number | null; shareRelevant: number | null }[] | null;
  classes:
    | {
        name: string;
        documents: number;
        domains: number;
        withoutUrl: number;
        largest: { domain: string; documents: number }[];
      }[]
    | null;
  learningCurve: { examples: number; averagePrecision: number; bestF1: number }[] | null;
  tellingWords: { relevant: { word: string; weight: number }[]; irrelevant: { word: string; weight: number }[] } | null;
  trainingMs: number | null;
  before: {
    modelId: string;
    version: number;
    kind: string;
    all: Compared & { learntBefore: number };
    unseen: Compared;
  } | null;
}
interface Figures {
  averagePrecision: number;
  precision: number;
  recall: number;
  f1: number;
}
interface Compared {
  documents: number;
  relevant: number;
  before: Figures | null;
  after: Figures | null;
}
export interface Comparison {
  models: { id: string; metrics: unknown }[];
  figures: { name: string; values: (number | null)[]; differences: (number | null)[] }[];
  settings: { field: string; values: unknown[] }[];
}

/** An enum value in GraphQL's spelling. */
export const spelt = (value: string): string => value.toUpperCase().replaceAll('-', '_');

/** A REST report in the form of GraphQL. */
export const reportInGraphql = (report: Report | null): object | null =>
  report && {
    ...report,
    goal: report.goal && { ...report.goal, measure: spelt(report.goal.measure) },
    calibration: report.calibration && spelt(report.calibration),
    textModel: report.textModel && spelt(report.textModel),
    classes: report.classes?.map((one) => ({ ...one, name: spelt(one.name) })) ?? null,
  };

const FIGURES = '{ averagePrecision precision recall f1 }';
const COMPARED = `documents relevant before ${FIGURES} after ${FIGURES}`;
export const REPORT_FIELDS = `before { modelId version kind all { ${COMPARED} learntBefore } unseen { ${COMPARED} } }
  goal { measure } calibration language textModel calibrationCurve { from count meanProbability shareRelevant }
  classes { name documents domains withoutUrl largest { domain documents } } learningCurve { examples averagePrecision bestF1 }
  tellingWords { relevant { word weight } irrelevant { word weight } } trainingMs`;
export const METRIC_FIELDS = `precision recall f1 fMacro averagePrecision accuracy brier textAveragePrecision
  confusion { truePositives falsePositives trueNegatives falseNegatives } folds groupedBySite positives negatives background otherTopics labellerLabels positiveSites warnings`;
export const FIELDS = `id topicId version kind state config keywordSetVersion metrics { ${METRIC_FIELDS} } report { ${REPORT_FIELDS} } threshold error createdAt trainedAt`;

export const CHEESE = [
  'cheddar',
  'brie',
  'milk',
  'rind',
  'curd',
  'dairy',
  'goat',
  'creamy',
  'aged',
  'wheel',
  'rennet',
  'cheese',
];
export const OTHER = [
  'engine',
  'brake',
  'wheel',
  'clutch',
  'motor',
  'gear',
  'tyre',
  'speed',
  'road',
  'driver',
  'diesel',
  'aged',
];
export const sentence = (words: readonly string[], i: number): string =>
  Array.from({ length: 40 }, (_, k) => words[(i * 7 + k * (1 + (i % 5))) % words.length]).join(' ');

/** A model that trains at once, where its kind does not matter. */
export const QUICK = { kind: 'rules', config: { rule: { field: 'text', pattern: 'cheese|kept' } } };

/** The queries of model tests. */
export interface ModelCalls {
  createTopic(keywords?: string[]): Promise<string>;
  /** Relevant examples about cheese and irrelevant ones about cars, each on its own site. */
  addTexts(topicId: string, relevant: number, irrelevant: number): Promise<void>;
  /** Trains a model and waits for its end. */
  train(topicId: string, input: object): Promise<{ model: Model; job: JobBody }>;
}

/** @param api called each time: a suite knows it only after `beforeAll` */
export function modelCalls(api: () => ApiClient): ModelCalls {
  return {
    createTopic: async (keywords = ['cheese', 'dairy']) =>
      String((await api().rest('POST', '/topics', { name: randomUUID(), keywords })).body.id),
    addTexts: async (topicId, relevant, irrelevant) => {
      const lines = [
        ...Array.from({ length: relevant }, (_, i) => ({
          url: `http://cheese${i}.example/`,
          text: sentence(CHEESE, i),
          relevant: true,
        })),
        ...Array.from({ length: irrelevant }, (_, i) => ({
          url: `http://car${i}.example/`,
          text: sentence(OTHER, i),
          relevant: false,
        })),
      ];
      await api().lines(
        `/topics/${topicId}/examples/bulk`,
        lines.map((example) => `${JSON.stringify(example)}\n`),
      );
    },
    train: async (topicId, input) => {
      const { body } = await api().rest<Model>('POST', `/topics/${topicId}/models`, input);
      const job = await api().settled(String(body.jobId));
      return { model: (await api().rest<Model>('GET', `/models/${body.id}`)).body, job };
    },
  };
}
