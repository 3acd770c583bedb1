import { z } from 'zod';

/** What is told at most. The rest is counted (`inAll`). */
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
  /** Of each forager. */
  starts: 20,
  words: 20,
  events: 100,
  /** Characters. */
  name: 120,
  text: 300,
} as const;

/** A node of a binary tree. Figures of a node that is divided are those of all below it. */
export interface MindNode {
  readonly id: number;
  /** Null for the root. */
  readonly parent: number | null;
  /** What tells it from its sibling; null for the root. */
  readonly rule: string | null;
  readonly isLeaf: boolean;
  /** The step that divided it; null for a leaf, and where that is not known: before this session, or under an earlier release. */
  readonly splitStep: number | null;
  /** Candidates that wait in it. */
  readonly candidates: number;
  /** Experience samples that it keeps, and their mean reward. */
  readonly samples: number;
  readonly meanReward: number | null;
  /** Q-value of its mean experience; null without an agent, and for nodes that are divided. */
  readonly value: number | null;
  /** Leaves below it that are not told. */
  readonly hidden: number;
}

/** A tree that divides the candidates. Parents come before their children. */
export interface MindTree {
  readonly title: string;
  readonly note: string;
  readonly nodes: readonly MindNode[];
  readonly inAll: number;
}

export interface MindColumn {
  readonly name: string;
  readonly note: string;
}

/** Rows of numbers: arms of a bandit, bins, states. */
export interface MindTable {
  readonly title: string;
  readonly note: string;
  /** What a row is. */
  readonly rowName: string;
  readonly columns: readonly MindColumn[];
  readonly rows: readonly { readonly name: string; readonly values: readonly (number | null)[] }[];
  readonly inAll: number;
}

export interface MindWeight {
  /** A feature or a word. */
  readonly name: string;
  /** Where a word stands, for example; null where there are no groups. */
  readonly group: string | null;
  readonly weight: number | null;
  /** What it was before the session; null where that is not known. */
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
  /** It multiplies and dies by it. */
  readonly score: number | null;
  /** Steps of the path that it is on, and URLs that may be its next step. */
  readonly pathSteps: number;
  readonly frontier: number;
  /** Its weblog, or fixed list: where its paths start, the best first. */
  readonly starts: readonly { readonly urlNo: number; readonly value: number | null }[];
  readonly startsInAll: number;
  /** What words add to the value of a page for it: the highest and the lowest. */
  readonly words: readonly { readonly name: string; readonly weight: number | null }[];
}

/** Something that the policy learnt or decided, once. */
export interface MindEvent {
  /** Null where it is not known. */
  readonly step: number | null;
  /** The node of the tree that it is about. */
  readonly node: number | null;
  readonly text: string;
}

/** The newest come last. */
export interface MindHistory {
  readonly events: readonly MindEvent[];
  readonly inAll: number;
}

/** What a policy has learnt, for people: it is told from time to time and decides nothing. Without any part, the policy learns nothing. */
export interface PolicyMind {
  /** What the next link is chosen by, as one sentence. */
  readonly ranksBy: string;
  readonly tree?: MindTree | null;
  readonly tables?: readonly MindTable[];
  readonly weights?: readonly MindWeights[];
  readonly foragers?: readonly MindForager[];
  readonly history?: MindHistory | null;
}

/** A mind within its bounds, as it is stored. */
export type ToldMind = Required<PolicyMind>;

const count = z.int().min(0);
const number = z.number().nullable();
const name = z.string().max(MIND_LIMITS.name);
const text = z.string().max(MIND_LIMITS.text);

/** What `ToldMind` is made of; all bounds are in it. */
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
