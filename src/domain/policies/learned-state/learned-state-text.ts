import { z } from 'zod';
import { type LearnedState, type StoredLearnedState, learnedStateSchema } from './learned-state.js';

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
  let bounded = boundedState(learnedState);
  let text = JSON.stringify(bounded);
  for (const [part, nothing] of Object.entries(SPARED_LAST)) {
    if (new TextEncoder().encode(text).length <= MAX_LEARNED_STATE_BYTES) break;
    bounded = { ...bounded, [part]: nothing };
    text = JSON.stringify(bounded);
  }
  return text;
}

/** The parts of zod's JSON schema of `StoredLearnedState` that are used here. */
interface Schema {
  /** A list for a number or null. */
  readonly type?: string | readonly string[];
  readonly default?: unknown;
  readonly maxLength?: number;
  readonly maxItems?: number;
  readonly newestLast?: boolean;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  /** Any other value or null. */
  readonly anyOf?: readonly [Schema, Schema];
}

const SCHEMA = z.toJSONSchema(learnedStateSchema) as Schema;

/** Cuts overlong parts; invalid numbers become null. */
export const boundedState = (learnedState: LearnedState): StoredLearnedState =>
  within(SCHEMA, learnedState) as StoredLearnedState;

function within(schema: Schema, value: unknown): unknown {
  const { anyOf, type, maxLength, maxItems = Infinity, newestLast, items = {}, properties = {} } = schema;
  if (value === undefined && 'default' in schema) return schema.default;
  if (anyOf) return value === null ? null : within(anyOf[0], value);
  if (type?.includes('number')) return rounded(value as number | null);
  if (type === 'string') return cut(value as string, maxLength);
  if (type === 'array') {
    const all = value as unknown[];
    return (newestLast ? all.slice(-maxItems) : all.slice(0, maxItems)).map((item) => within(items, item));
  }
  if (type !== 'object') return value;
  const bounded: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(properties))
    bounded[name] = within(field, (value as Record<string, unknown>)[name]);
  return bounded;
}

/** Half a surrogate pair at the end would be invalid text. */
function cut(text: string, most = Infinity): string {
  return (text.length <= most ? text : text.slice(0, most - 1) + ELLIPSIS).replaceAll(HALF_A_PAIR, '\ufffd');
}

const rounded = (value: number | null): number | null =>
  value !== null && Number.isFinite(value) ? Number(value.toPrecision(DIGITS)) : null;
