import type { z } from 'zod';
import { JoinedArray, type Snapshot } from './snapshot.js';

/** The argument of `restore`: a snapshot, or a part of a larger one at a reader. */
export type SnapshotSource = Snapshot | SnapshotReader;

/** The required number of elements of an array; any if omitted. */
interface ArrayNeed {
  readonly length?: number;
}
/** The least value of a whole number. Default: 0. */
interface IntegerNeed {
  readonly min?: number;
}

interface ArrayTypes {
  Uint8Array: Uint8Array<ArrayBuffer>;
  Uint16Array: Uint16Array<ArrayBuffer>;
  Int32Array: Int32Array<ArrayBuffer>;
  Uint32Array: Uint32Array<ArrayBuffer>;
  Float32Array: Float32Array<ArrayBuffer>;
  Float64Array: Float64Array<ArrayBuffer>;
}
type Value = Snapshot[string] | undefined;

const MAX_SHOWN_CHARS = 40;

/**
 * Reads the parts of a snapshot by name and validates them, so that a damaged snapshot, or one of an older program, is
 * refused with an error that names the part and the fault. Arrays are checked for type and length, not element by
 * element.
 *
 * Each method throws a RangeError such as `policy.network.online: a Float32Array of 1200 is needed, found a Uint8Array
 * of 3`.
 */
export class SnapshotReader {
  private constructor(
    private readonly values: Snapshot,
    private readonly path: string,
  ) {}

  /** A reader of a whole snapshot, or the reader itself. */
  static of(source: SnapshotSource): SnapshotReader {
    return source instanceof SnapshotReader ? source : new SnapshotReader(source, '');
  }

  /** Whether there is such a part that is not null. */
  has(name: string): boolean {
    return this.valueOf(name) !== undefined && this.valueOf(name) !== null;
  }

  /** The part without validation. */
  unknown(name: string): unknown {
    return this.valueOf(name);
  }

  /** Requires a part to have this value. */
  expect(name: string, value: string | number): void {
    if (this.valueOf(name) !== value) this.refuse(name, JSON.stringify(value));
  }

  number(name: string): number {
    const value = this.valueOf(name);
    return typeof value === 'number' ? value : this.refuse(name, 'a number');
  }

  integer(name: string, { min = 0 }: IntegerNeed = {}): number {
    const value = this.valueOf(name);
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= min
      ? value
      : this.refuse(name, `a whole number from ${min}`);
  }

  boolean(name: string): boolean {
    const value = this.valueOf(name);
    return typeof value === 'boolean' ? value : this.refuse(name, 'true or false');
  }

  string(name: string): string {
    const value = this.valueOf(name);
    return typeof value === 'string' ? value : this.refuse(name, 'a text');
  }

  oneOf<T extends string>(name: string, values: readonly T[]): T {
    const found = this.valueOf(name);
    return values.find((value) => value === found) ?? this.refuse(name, `one of ${values.join(', ')}`);
  }

  strings(name: string): readonly string[] {
    return this.list(name, 'texts', (element): element is string => typeof element === 'string');
  }

  numbers(name: string, { length }: ArrayNeed = {}): readonly number[] {
    const values = this.list(name, 'numbers', (element): element is number => typeof element === 'number');
    return length === undefined || values.length === length ? values : this.refuse(name, `a list of ${length} numbers`);
  }

  /** A part that is plain JSON, unchanged: the schema only validates it. */
  json<T>(name: string, schema: z.ZodType<T>): T {
    const value = this.valueOf(name);
    const { error } = schema.safeParse(value);
    return error === undefined ? (value as T) : this.refuseJson(name, error);
  }

  /** A part that is JSON text, as parsed by the schema. */
  jsonText<T>(name: string, schema: z.ZodType<T>): T {
    const text = this.string(name);
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return this.refuse(name, 'JSON');
    }
    const parsed = schema.safeParse(value);
    return parsed.success ? parsed.data : this.refuseJson(name, parsed.error);
  }

  /** A part with parts of its own. */
  child(name: string): SnapshotReader {
    const value = this.valueOf(name);
    return isSnapshot(value) ? new SnapshotReader(value, this.pathOf(name)) : this.refuse(name, 'an object with parts');
  }

  /** A part with parts of its own that may be missing or null. */
  childIfAny(name: string): SnapshotReader | null {
    return this.has(name) ? this.child(name) : null;
  }

  /** All parts, each with parts of its own. */
  children(): SnapshotReader[] {
    return Object.keys(this.values).map((name) => this.child(name));
  }

  uint8(name: string, need?: ArrayNeed): Uint8Array<ArrayBuffer> {
    return this.array(name, 'Uint8Array', need);
  }

  uint16(name: string, need?: ArrayNeed): Uint16Array<ArrayBuffer> {
    return this.array(name, 'Uint16Array', need);
  }

  int32(name: string, need?: ArrayNeed): Int32Array<ArrayBuffer> {
    return this.array(name, 'Int32Array', need);
  }

  uint32(name: string, need?: ArrayNeed): Uint32Array<ArrayBuffer> {
    return this.array(name, 'Uint32Array', need);
  }

  float32(name: string, need?: ArrayNeed): Float32Array<ArrayBuffer> {
    return this.array(name, 'Float32Array', need);
  }

  float64(name: string, need?: ArrayNeed): Float64Array<ArrayBuffer> {
    return this.array(name, 'Float64Array', need);
  }

  /** @throws RangeError that states the required form of the part */
  refuse(name: string, needed: string): never {
    throw new RangeError(`${this.pathOf(name)}: ${needed} is needed, found ${described(this.valueOf(name))}`);
  }

  private refuseJson(name: string, { issues: [issue] }: z.ZodError): never {
    throw new RangeError(`${[this.pathOf(name), ...issue.path.map(String)].join('.')}: ${issue.message}`);
  }

  private array<N extends keyof ArrayTypes>(name: string, type: N, { length }: ArrayNeed = {}): ArrayTypes[N] {
    const value = this.valueOf(name);
    if (ArrayBuffer.isView(value) && value[Symbol.toStringTag] === type && (length ?? value.length) === value.length)
      return value as ArrayTypes[N];
    return this.refuse(name, length === undefined ? `a ${type}` : `a ${type} of ${length}`);
  }

  private list<T>(name: string, of: string, isElement: (element: unknown) => element is T): readonly T[] {
    const value: unknown = this.valueOf(name);
    return Array.isArray(value) && value.every(isElement) ? value : this.refuse(name, `a list of ${of}`);
  }

  private valueOf(name: string): Value {
    const value = Object.hasOwn(this.values, name) ? this.values[name] : undefined;
    return value instanceof JoinedArray ? value.joined() : value;
  }

  private pathOf(name: string): string {
    return this.path === '' ? name : `${this.path}.${name}`;
  }
}

function isSnapshot(value: Value): value is Snapshot {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !ArrayBuffer.isView(value);
}

function described(value: Value): string {
  if (value === undefined) return 'nothing';
  if (ArrayBuffer.isView(value)) return `a ${value[Symbol.toStringTag]} of ${value.length}`;
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = JSON.stringify(value);
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
