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

/** A node of a binary tree. An inner node's figures sum up all nodes below it. */
export interface LearnedNode {
  readonly id: number;
  /** Null for the root. */
  readonly parent: number | null;
  /** The condition that distinguishes it from its sibling; null for the root. */
  readonly rule: string | null;
  readonly isLeaf: boolean;
  /** The step of its split; null for a leaf, and if unknown: before this session, or from an earlier release. */
  readonly splitStep: number | null;
  /** Number of waiting candidates in it. */
  readonly candidates: number;
  /** Number of its stored experience samples; the next field is their mean reward. */
  readonly samples: number;
  readonly meanReward: number | null;
  /** Q-value of its mean experience; null without an agent, and for inner nodes. */
  readonly value: number | null;
  /** Number of leaves below it that are not reported. */
  readonly hidden: number;
}

/** A tree that partitions the candidates. Parents come before their children. */
export interface LearnedTree {
  readonly title: string;
  readonly note: string;
  readonly nodes: readonly LearnedNode[];
  readonly inAll: number;
}

interface LearnedColumn {
  readonly name: string;
  readonly note: string;
}

/** Rows of numbers: arms of a bandit, bins, states. */
export interface LearnedTable {
  readonly title: string;
  readonly note: string;
  /** The kind of a row. */
  readonly rowName: string;
  readonly columns: readonly LearnedColumn[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly inAll: number;
}

export interface LearnedWeight {
  /** A feature or a word. */
  readonly name: string;
  /** For example the place of a word; null if there are no groups. */
  readonly group: string | null;
  readonly weight: number | null;
  /** Its value before the session; null if unknown. */
  readonly start: number | null;
}

export interface LearnedWeights {
  readonly title: string;
  readonly note: string;
  readonly weights: readonly LearnedWeight[];
  readonly inAll: number;
}

/** A forager of a fleet. */
export interface LearnedForager {
  readonly id: number;
  readonly state: 'idle' | 'visiting' | 'expanding';
  /** Determines whether it multiplies or dies. */
  readonly score: number | null;
  /** Number of steps of its current path; the next field counts the URLs for its next step. */
  readonly pathSteps: number;
  readonly frontier: number;
  /** Its weblog or fixed list: the starts of its paths, best first. */
  readonly starts: readonly { readonly urlNo: number; readonly value: number | null }[];
  readonly startsInAll: number;
  /** The words with the highest and the lowest effects on its value of a page. */
  readonly words: readonly { readonly name: string; readonly weight: number | null }[];
}

/** A single event in which the policy learned or decided something. */
export interface LearnedEvent {
  /** Null if unknown. */
  readonly step: number | null;
  /** The tree node concerned. */
  readonly node: number | null;
  readonly text: string;
}

/** The newest come last. */
export interface LearnedHistory {
  readonly events: readonly LearnedEvent[];
  readonly inAll: number;
}

/**
 * A policy's learned state, for people: reported from time to time, without effect on decisions. If it has no parts,
 * the policy learns nothing.
 */
export interface LearnedState {
  /** The criterion for choosing the next link, as one sentence. */
  readonly ranksBy: string;
  readonly tree?: LearnedTree | null;
  readonly tables?: readonly LearnedTable[];
  readonly weights?: readonly LearnedWeights[];
  readonly foragers?: readonly LearnedForager[];
  readonly history?: LearnedHistory | null;
}

/** A learned state within its bounds, as stored. */
export type ToldState = Required<LearnedState>;

const count = z.int().min(0);
const number = z.number().nullable();
const name = z.string().max(LEARNED_STATE_LIMITS.name);
const text = z.string().max(LEARNED_STATE_LIMITS.text);

/** The schema of `ToldState`, with all bounds. */
export const toldStateSchema: z.ZodType<ToldState> = z.object({
  ranksBy: text,
  tree: z
    .object({
      title: name,
      note: text,
      nodes: z
        .array(
          z.object({
            id: count,
            parent: count.nullable(),
            rule: name.nullable(),
            isLeaf: z.boolean(),
            splitStep: count.nullable(),
            candidates: count,
            samples: count,
            meanReward: number,
            value: number,
            hidden: count,
          }),
        )
        .max(LEARNED_STATE_LIMITS.nodes),
      inAll: count,
    })
    .nullable(),
  tables: z
    .array(
      z.object({
        title: name,
        note: text,
        rowName: name,
        columns: z.array(z.object({ name, note: text })).max(LEARNED_STATE_LIMITS.columns),
        rows: z
          .array(z.object({ name, values: z.array(number).max(LEARNED_STATE_LIMITS.columns) }))
          .max(LEARNED_STATE_LIMITS.rows),
        inAll: count,
      }),
    )
    .max(LEARNED_STATE_LIMITS.tables),
  weights: z
    .array(
      z.object({
        title: name,
        note: text,
        weights: z
          .array(z.object({ name, group: name.nullable(), weight: number, start: number }))
          .max(LEARNED_STATE_LIMITS.weights),
        inAll: count,
      }),
    )
    .max(LEARNED_STATE_LIMITS.lists),
  foragers: z
    .array(
      z.object({
        id: count,
        state: z.enum(['idle', 'visiting', 'expanding']),
        score: number,
        pathSteps: count,
        frontier: count,
        starts: z.array(z.object({ urlNo: count, value: number })).max(LEARNED_STATE_LIMITS.starts),
        startsInAll: count,
        words: z.array(z.object({ name, weight: number })).max(LEARNED_STATE_LIMITS.words),
      }),
    )
    .max(LEARNED_STATE_LIMITS.foragers),
  history: z
    .object({
      events: z
        .array(z.object({ step: count.nullable(), node: count.nullable(), text }))
        .max(LEARNED_STATE_LIMITS.events),
      inAll: count,
    })
    .nullable(),
});
