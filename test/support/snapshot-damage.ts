import type { Snapshot } from '../../src/domain/base/snapshot.js';

/** A snapshot with one wrong part. */
interface Damage {
  readonly how: 'missing' | 'of another type' | 'of another length';
  /** Names from the root to the part. */
  readonly path: readonly string[];
  /** The part and its siblings, as a refusal names them. */
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

/** All single damages of a snapshot. Null parts are skipped: no reader needs them. */
function* damagesOf(snapshot: Snapshot, above: readonly string[] = []): Generator<Damage> {
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
 * Errors in the refusals of damaged snapshots; empty if a RangeError names the part each time. If lengths differ, it
 * may name the part that should have the same length.
 *
 * @param optional names of parts that a snapshot may lack
 * @param free names of arrays that may have any length
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
