import { LEARNED_STATE_LIMITS, type LearnedState, type ToldState } from './learned-state.js';

/** Largest learned state as text, bytes: more than any policy of this project reports. */
export const MAX_LEARNED_STATE_BYTES = 250_000;
/** Digits that people compare. */
const DIGITS = 6;
const ELLIPSIS = '…';
const HALF_A_PAIR = /\p{Cs}/gu;

/** The parts that are dropped first if it is still too long. */
const SPARED_LAST = { history: null, tables: [], foragers: [], weights: [], tree: null } as const;

/** Serialises a learned state within its bounds, whatever the policy returns. Deterministic. */
export function learnedStateText(learnedState: LearnedState): string {
  let told = toldState(learnedState);
  let text = JSON.stringify(told);
  for (const [part, nothing] of Object.entries(SPARED_LAST)) {
    if (new TextEncoder().encode(text).length <= MAX_LEARNED_STATE_BYTES) break;
    told = { ...told, [part]: nothing };
    text = JSON.stringify(told);
  }
  return text;
}

/** Cuts overlong parts; invalid numbers become null. */
export function toldState({
  ranksBy,
  tree,
  tables = [],
  weights = [],
  foragers = [],
  history,
}: LearnedState): ToldState {
  return {
    ranksBy: cut(ranksBy, LEARNED_STATE_LIMITS.text),
    tree: tree
      ? {
          ...titled(tree),
          nodes: tree.nodes.slice(0, LEARNED_STATE_LIMITS.nodes).map((node) => ({
            ...node,
            rule: node.rule === null ? null : cut(node.rule),
            meanReward: rounded(node.meanReward),
            value: rounded(node.value),
          })),
        }
      : null,
    tables: tables.slice(0, LEARNED_STATE_LIMITS.tables).map((table) => ({
      ...titled(table),
      rowName: cut(table.rowName),
      columns: table.columns
        .slice(0, LEARNED_STATE_LIMITS.columns)
        .map((column) => ({ name: cut(column.name), note: cut(column.note, LEARNED_STATE_LIMITS.text) })),
      rows: table.rows.slice(0, LEARNED_STATE_LIMITS.rows).map(({ name, values }) => ({
        name: cut(name),
        values: values.slice(0, LEARNED_STATE_LIMITS.columns).map(rounded),
      })),
    })),
    weights: weights.slice(0, LEARNED_STATE_LIMITS.lists).map((list) => ({
      ...titled(list),
      weights: list.weights.slice(0, LEARNED_STATE_LIMITS.weights).map(({ name, group, weight, start }) => ({
        name: cut(name),
        group: group === null ? null : cut(group),
        weight: rounded(weight),
        start: rounded(start),
      })),
    })),
    foragers: foragers.slice(0, LEARNED_STATE_LIMITS.foragers).map((forager) => ({
      ...forager,
      score: rounded(forager.score),
      starts: forager.starts
        .slice(0, LEARNED_STATE_LIMITS.starts)
        .map(({ urlNo, value }) => ({ urlNo, value: rounded(value) })),
      words: forager.words
        .slice(0, LEARNED_STATE_LIMITS.words)
        .map(({ name, weight }) => ({ name: cut(name), weight: rounded(weight) })),
    })),
    history: history
      ? {
          inAll: history.inAll,
          events: history.events
            .slice(-LEARNED_STATE_LIMITS.events)
            .map(({ step, node, text }) => ({ step, node, text: cut(text, LEARNED_STATE_LIMITS.text) })),
        }
      : null,
  };
}

interface Titled {
  readonly title: string;
  readonly note: string;
  readonly inAll: number;
}

const titled = ({ title, note, inAll }: Titled): Titled => ({
  title: cut(title),
  note: cut(note, LEARNED_STATE_LIMITS.text),
  inAll,
});

/** Half a surrogate pair at the end would be invalid text. */
function cut(text: string, most: number = LEARNED_STATE_LIMITS.name): string {
  return (text.length <= most ? text : text.slice(0, most - 1) + ELLIPSIS).replaceAll(HALF_A_PAIR, '\ufffd');
}

const rounded = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null;
