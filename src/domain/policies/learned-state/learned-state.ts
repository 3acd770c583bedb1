import { z } from 'zod';

/** Bounds of the reported parts. The rest is only counted (`inAll`). */
export const LEARNED_STATE_LIMITS = {
  /** A root and 255 pairs of children. */
  nodes: 511,
  tables: 6,
  columns: 8,
  rows: 100,
  /** Lists of weights, and weights of each. */
  lists: 12,
  weights: 100,
  foragers: 16,
  /** Per forager. */
  starts: 20,
  words: 20,
  events: 100,
  /** Characters. */
  name: 120,
  text: 300,
} as const;

const count = z.int().min(0);
const number = z.number().nullable();
const name = z.string().max(LEARNED_STATE_LIMITS.name);
const text = z.string().max(LEARNED_STATE_LIMITS.text);

/** If `newestLast` is set in its meta, the last items are kept, not the first. */
const list = <T extends z.ZodType>(item: T, most: number) => z.array(item).max(most).readonly();
/** An object of the API, under its name there. */
const object = <T extends z.ZodRawShape>(title: string, fields: T, description?: string) =>
  z.object(fields).readonly().meta({ title, description });

const nodeSchema = object(
  'LearnedNode',
  {
    id: count.describe('Its number: 0 is the root, and children have higher numbers than their parents'),
    parent: count.nullable().describe('Number of its parent; null for the root'),
    rule: name.nullable().meta({
      description: 'The rule that separates it from its sibling; null for the root',
      examples: ['anchorProbability <= 0.42'],
    }),
    isLeaf: z.boolean().describe('Whether it is shown as a leaf'),
    splitStep: count
      .nullable()
      .describe(
        'The step that divided it; null for a leaf, and if it was divided before this session or this was not noted',
      ),
    candidates: count.describe('Candidates in it'),
    samples: count.describe('Followed links that it remembers'),
    meanReward: number.describe('Mean reward of these; null without any'),
    value: number.describe(
      'Q-value of the mean of these links; null without an agent, without such links, and for nodes that are divided',
    ),
    hidden: count.describe('Leaves below it that are not shown, because the tree is too large'),
  },
  'A node of the tree. Figures of a node that is divided are those of all leaves below it',
);

const treeSchema = object(
  'LearnedTree',
  {
    title: name,
    note: text.describe('Meaning of the tree'),
    nodes: list(nodeSchema, LEARNED_STATE_LIMITS.nodes).describe(
      `Its nodes in the order in which they were made: at most ${LEARNED_STATE_LIMITS.nodes}, parents before their children`,
    ),
    inAll: count.describe('Number of its nodes in all'),
  },
  'A tree that divides the candidates',
);

const columnSchema = object('LearnedColumn', {
  name: name.meta({ examples: ['Pulls'] }),
  note: text.describe('Meaning of the column'),
});

const rowSchema = object('LearnedRow', {
  name,
  values: list(number, LEARNED_STATE_LIMITS.columns).describe('One number for each column; null where there is none'),
});

const tableSchema = object(
  'LearnedTable',
  {
    title: name,
    note: text.describe('Meaning of the table'),
    rowName: name.meta({ description: 'Name for one row', examples: ['Tag path'] }),
    columns: list(columnSchema, LEARNED_STATE_LIMITS.columns),
    rows: list(rowSchema, LEARNED_STATE_LIMITS.rows).describe(
      `At most ${LEARNED_STATE_LIMITS.rows}, the most important first`,
    ),
    inAll: count.describe('Number of rows in all'),
  },
  'Rows of numbers: arms of a bandit, bins, states, terms',
);

const weightSchema = object('LearnedWeight', {
  name: name.describe('A feature or a word'),
  group: name.nullable().describe('Part of the page or link with the word, for example `anchor`'),
  weight: number,
  start: number.describe('Value when the session began; null if unknown'),
});

const weightsSchema = object(
  'LearnedWeights',
  {
    title: name,
    note: text.describe('Meaning of the weights'),
    weights: list(weightSchema, LEARNED_STATE_LIMITS.weights).describe(
      `At most ${LEARNED_STATE_LIMITS.weights}; of words, the most telling ones`,
    ),
    inAll: count.describe('Number of weights in all'),
  },
  'Weights of features or words',
);

export const foragerStartSchema = object(
  'ForagerStart',
  { urlNo: count, value: number.describe('Value of the paths that started there') },
  'A URL where paths of a forager start',
);

export const learnedForagerSchema = object(
  'LearnedForager',
  {
    id: count,
    state: z.enum(['idle', 'visiting', 'expanding']).meta({
      title: 'ForagerState',
      description: 'Activity of a forager',
    }),
    score: number.describe('It grows with each new relevant page: a forager multiplies or dies by it'),
    pathSteps: count.describe('Steps of the path that it is on'),
    frontier: count.describe('URLs that may be its next step'),
    starts: list(foragerStartSchema, LEARNED_STATE_LIMITS.starts).describe(
      `Its weblog, or its fixed list: where its paths start, the best first, at most ${LEARNED_STATE_LIMITS.starts}`,
    ),
    startsInAll: count.describe('Number of these in all'),
    words: list(object('ForagerWord', { name, weight: number }), LEARNED_STATE_LIMITS.words).describe(
      'Weights of words: the ten highest and the ten lowest. Empty until the text classifier is trained',
    ),
  },
  'A forager of a fleet',
);

const eventSchema = object('LearnedEvent', {
  step: count.nullable().describe('The step at which it happened; null if that is not known'),
  node: count.nullable().describe('The node of the tree that it is about'),
  text,
});

const historySchema = object(
  'LearnedHistory',
  {
    events: list(eventSchema, LEARNED_STATE_LIMITS.events).meta({
      description: `The newest ${LEARNED_STATE_LIMITS.events}, in order`,
      newestLast: true,
    }),
    inAll: count.describe('Number of events in all'),
  },
  'Events of the learning and the decisions of the policy, in order',
);

/**
 * A policy's learned state, for people: its types, its bounds, and its texts in the APIs. Policies may leave out the
 * parts that they do not have.
 */
export const learnedStateSchema = object(
  'LearnedState',
  {
    ranksBy: text.describe('The rule that chooses the next link, in a sentence'),
    tree: treeSchema.nullable().default(null).describe('Of policies with a Tree-Frontier'),
    tables: list(tableSchema, LEARNED_STATE_LIMITS.tables).default([]),
    weights: list(weightsSchema, LEARNED_STATE_LIMITS.lists).default([]),
    foragers: list(learnedForagerSchema, LEARNED_STATE_LIMITS.foragers).default([]).describe('Of forager policies'),
    history: historySchema.nullable().default(null).describe('Of policies that note what happens to them'),
  },
  'The learned state of the policy of a session. A policy that does not learn has only the rule by which it ranks links. Each part has a limit, and gives the total',
);

export type LearnedNode = z.infer<typeof nodeSchema>;
export type LearnedTree = z.infer<typeof treeSchema>;
export type LearnedTable = z.infer<typeof tableSchema>;
export type LearnedWeight = z.infer<typeof weightSchema>;
export type LearnedWeights = z.infer<typeof weightsSchema>;
export type LearnedForager = z.infer<typeof learnedForagerSchema>;
export type LearnedEvent = z.infer<typeof eventSchema>;
export type LearnedHistory = z.infer<typeof historySchema>;
/** As a policy reports it from time to time, without effect on decisions. */
export type LearnedState = z.input<typeof learnedStateSchema>;
/** Within its bounds, as stored. */
export type StoredLearnedState = z.output<typeof learnedStateSchema>;
