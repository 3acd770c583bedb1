import { z } from 'zod';

/** Bounds of the reported parts. The rest is only counted (`inAll`). */
export const MIND_LIMITS = {
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
export interface MindNode {
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
export interface MindTree {
  readonly title: string;
  readonly note: string;
  readonly nodes: readonly MindNode[];
  readonly inAll: number;
}

interface MindColumn {
  readonly name: string;
  readonly note: string;
}

/** Rows of numbers: arms of a bandit, bins, states. */
export interface MindTable {
  readonly title: string;
  readonly note: string;
  /** The kind of a row. */
  readonly rowName: string;
  readonly columns: readonly MindColumn[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly inAll: number;
}

export interface MindWeight {
  /** A feature or a word. */
  readonly name: string;
  /** For example the place of a word; null if there are no groups. */
  readonly group: string | null;
  readonly weight: number | null;
  /** Its value before the session; null if unknown. */
  readonly start: number | null;
}

export interface MindWeights {
  readonly title: string;
  readonly note: string;
  readonly weights: readonly MindWeight[];
  readonly inAll: number;
}

/** A forager of a fleet. */
export interface MindForager {
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
export interface MindEvent {
  /** Null if unknown. */
  readonly step: number | null;
  /** The tree node concerned. */
  readonly node: number | null;
  readonly text: string;
}

/** The newest come last. */
export interface MindHistory {
  readonly events: readonly MindEvent[];
  readonly inAll: number;
}

/**
 * A policy's learned state, for people: reported from time to time, without effect on decisions. If it has no parts,
 * the policy learns nothing.
 */
export interface PolicyMind {
  /** The criterion for choosing the next link, as one sentence. */
  readonly ranksBy: string;
  readonly tree?: MindTree | null;
  readonly tables?: readonly MindTable[];
  readonly weights?: readonly MindWeights[];
  readonly foragers?: readonly MindForager[];
  readonly history?: MindHistory | null;
}

/** A learned state within its bounds, as stored. */
export type ToldMind = Required<PolicyMind>;

const count = z.int().min(0);
const number = z.number().nullable();
const name = z.string().max(MIND_LIMITS.name);
const text = z.string().max(MIND_LIMITS.text);

/** The schema of `ToldMind`, with all bounds. */
export const toldMindSchema: z.ZodType<ToldMind> = z.object({
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
        .max(MIND_LIMITS.nodes),
      inAll: count,
    })
    .nullable(),
  tables: z
    .array(
      z.object({
        title: name,
        note: text,
        rowName: name,
        columns: z.array(z.object({ name, note: text })).max(MIND_LIMITS.columns),
        rows: z.array(z.object({ name, values: z.array(number).max(MIND_LIMITS.columns) })).max(MIND_LIMITS.rows),
        inAll: count,
      }),
    )
    .max(MIND_LIMITS.tables),
  weights: z
    .array(
      z.object({
        title: name,
        note: text,
        weights: z
          .array(z.object({ name, group: name.nullable(), weight: number, start: number }))
          .max(MIND_LIMITS.weights),
        inAll: count,
      }),
    )
    .max(MIND_LIMITS.lists),
  foragers: z
    .array(
      z.object({
        id: count,
        state: z.enum(['idle', 'visiting', 'expanding']),
        score: number,
        pathSteps: count,
        frontier: count,
        starts: z.array(z.object({ urlNo: count, value: number })).max(MIND_LIMITS.starts),
        startsInAll: count,
        words: z.array(z.object({ name, weight: number })).max(MIND_LIMITS.words),
      }),
    )
    .max(MIND_LIMITS.foragers),
  history: z
    .object({
      events: z.array(z.object({ step: count.nullable(), node: count.nullable(), text })).max(MIND_LIMITS.events),
      inAll: count,
    })
    .nullable(),
});
