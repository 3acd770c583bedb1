import type { Snapshot } from '../../src/domain/base/snapshot.js';

/** A snapshot with one part that is not what it should be. */
export interface Damage {
  readonly how: 'missing' | 'of another type' | 'of another length';
  /** Names from the root to the part. */
  readonly path: readonly string[];
  /** The part and those beside it, as a refusal names them. */
  readonly siblings: readonly string[];
  readonly snapshot: Snapshot;
}

type Part = Snapshot[string];
type TypedArray = Extract<Part, ArrayBufferView>;

const isArray = (part: Part): part is TypedArray => ArrayBuffer.isView(part);
const isContainer = (part: Part): part is Snapshot =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && !isArray(part);

function without(snapshot: Snapshot, name: string): Snapshot {
  return Object.fromEntries(Object.entries(snapshot).filter(([key]) => key !== name));
}

function longer(array: TypedArray): TypedArray {
  const Type = array.constructor as new (length: number) => TypedArray;
  const copy = new Type(array.length + 1);
  copy.set(array);
  return copy;
}

function ofAnotherType(part: Part): Part {
  if (isArray(part)) return new Int8Array(part.length);
  return typeof part === 'number' ? 'seven' : 7;
}

/** All ways of damaging one part of a snapshot. Parts that are null are left alone: nobody need read them. */
export function* damagesOf(snapshot: Snapshot, above: readonly string[] = []): Generator<Damage> {
  for (const [name, part] of Object.entries(snapshot)) {
    if (part === null) continue;
    const path = [...above, name];
    const siblings = Object.keys(snapshot).map((key) => [...above, key].join('.'));
    yield { how: 'missing', path, siblings, snapshot: without(snapshot, name) };
    yield { how: 'of another type', path, siblings, snapshot: { ...snapshot, [name]: ofAnotherType(part) } };
    if (isArray(part))
      yield { how: 'of another length', path, siblings, snapshot: { ...snapshot, [name]: longer(part) } };
    if (!isContainer(part)) continue;
    for (const inner of damagesOf(part, path)) yield { ...inner, snapshot: { ...snapshot, [name]: inner.snapshot } };
  }
}

/**
 * What is wrong with how damages are refused; empty when each is refused by a RangeError that names the part. Where lengths differ it may name the part that
 * should have the same length.
 *
 * @param optional names of parts that a snapshot may be without
 * @param free names of arrays that may be of any length
 */
export function badRefusals(
  saved: Snapshot,
  restore: (snapshot: Snapshot) => unknown,
  { optional = [], free = [] }: { readonly optional?: readonly string[]; readonly free?: readonly string[] } = {},
): string[] {
  const bad: string[] = [];
  for (const { how, path, siblings, snapshot } of damagesOf(saved)) {
    const name = path[path.length - 1];
    const may = how === 'missing' ? optional.includes(name) : how === 'of another length' && free.includes(name);
    if (may) continue;
    const named = how === 'of another length' ? [name, ...siblings] : [path.join('.')];
    try {
      restore(snapshot);
      bad.push(`${path.join('.')} ${how} is not refused`);
    } catch (error) {
      if (!(error instanceof RangeError) || !named.some((part) => error.message.includes(part)))
        bad.push(`${path.join('.')} ${how}: ${String(error)}`);
    }
  }
  return bad;
}
