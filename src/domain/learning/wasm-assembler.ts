/**
 * A small assembler of WebAssembly modules: functions over one imported memory, with 128-bit vectors of four 32-bit
 * floats.
 *
 * Code is a list of bytes for WebAssembly's stack machine (core specification 2.0, chapter 5): an expression leaves one
 * value, a statement none. Kernels are assembled at run time, so no binary has to be kept in step with its source.
 */
export type Code = readonly number[];

export const I32 = 0x7f;
export const V128 = 0x7b;
export type ValueType = typeof I32 | typeof V128;

const MAGIC_AND_VERSION = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
const SECTION = { types: 1, imports: 2, functions: 3, exports: 7, code: 10 };
const FUNCTION_TYPE = 0x60;
const KIND = { function: 0x00, memory: 0x02 };
const NO_RESULT = 0x40;
const END = 0x0b;
const VECTOR = 0xfd;
/** Addresses of vectors are multiples of 4 bytes, not of 16. */
const ALIGN_4 = 2;

export interface WasmFunction {
  readonly name: string;
  /** All of type i32. */
  readonly parameters: number;
  readonly locals: readonly ValueType[];
  readonly body: Code;
}

export const sequence = (...parts: readonly Code[]): Code => parts.flat();

/** Unsigned LEB128. */
function unsigned(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    bytes.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return bytes;
}

/** Signed LEB128. */
function signed(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const low = rest & 0x7f;
    rest >>= 7;
    const last = (rest === 0 && (low & 0x40) === 0) || (rest === -1 && (low & 0x40) !== 0);
    bytes.push(last ? low : low | 0x80);
    if (last) return bytes;
  }
}

function text(value: string): number[] {
  const bytes = new TextEncoder().encode(value);
  return [...unsigned(bytes.length), ...bytes];
}

const list = (items: readonly Code[]): number[] => [...unsigned(items.length), ...items.flat()];
const sized = (bytes: Code): number[] => [...unsigned(bytes.length), ...bytes];
const section = (id: number, content: Code): number[] => [id, ...sized(content)];

/** A module with these functions, each exported by its name. It imports its memory as `env.memory`. */
export function assemble(functions: readonly WasmFunction[]): Uint8Array<ArrayBuffer> {
  const types = functions.map(({ parameters }) => [
    FUNCTION_TYPE,
    ...list(Array.from({ length: parameters }, () => [I32])),
    ...list([]),
  ]);
  const memory = [...text('env'), ...text('memory'), KIND.memory, 0x00, ...unsigned(1)];
  const bodies = functions.map(({ locals, body }) => sized([...list(locals.map((type) => [1, type])), ...body, END]));
  return Uint8Array.from([
    ...MAGIC_AND_VERSION,
    ...section(SECTION.types, list(types)),
    ...section(SECTION.imports, list([memory])),
    ...section(SECTION.functions, list(functions.map((_, index) => unsigned(index)))),
    ...section(
      SECTION.exports,
      list(functions.map(({ name }, index) => [...text(name), KIND.function, ...unsigned(index)])),
    ),
    ...section(SECTION.code, list(bodies)),
  ]);
}

export const constant = (value: number): Code => [0x41, ...signed(value)];
export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number, value: Code): Code => [...value, 0x21, ...unsigned(local)];
/** Sets a local and leaves the value on the stack. */
export const tee = (local: number, value: Code): Code => [...value, 0x22, ...unsigned(local)];

const binary =
  (...opcode: number[]) =>
  (a: Code, b: Code): Code => [...a, ...b, ...opcode];
export const addI32 = binary(0x6a);
export const subI32 = binary(0x6b);
export const mulI32 = binary(0x6c);
export const atLeast = binary(0x4e);
export const equal = binary(0x46);
/** Adds to a local. */
export const advance = (local: number, by: Code): Code => set(local, addI32(get(local), by));

export const add = binary(VECTOR, 0xe4, 0x01);
export const sub = binary(VECTOR, 0xe5, 0x01);
export const mul = binary(VECTOR, 0xe6, 0x01);
export const div = binary(VECTOR, 0xe7, 0x01);
export const min = binary(VECTOR, 0xe8, 0x01);
export const max = binary(VECTOR, 0xe9, 0x01);

/** A vector of four equal floats. */
export function floats(value: number): Code {
  const bytes = new Uint8Array(Float32Array.of(value, value, value, value).buffer);
  return [VECTOR, 0x0c, ...bytes];
}

/** Loads four floats from an address plus an offset in bytes. */
export const load = (address: Code, offset = 0): Code => [...address, VECTOR, 0x00, ALIGN_4, ...unsigned(offset)];
/** Loads one float into all four lanes. */
export const loadSplat = (address: Code): Code => [...address, VECTOR, 0x09, ALIGN_4, 0];
export const store = (address: Code, value: Code, offset = 0): Code => [
  ...address,
  ...value,
  VECTOR,
  0x0b,
  ALIGN_4,
  ...unsigned(offset),
];

export const when = (condition: Code, then: Code, otherwise: Code = []): Code => [
  ...condition,
  0x04,
  NO_RESULT,
  ...then,
  ...(otherwise.length > 0 ? [0x05, ...otherwise] : []),
  END,
];

/** Repeats while the condition holds, testing it first. */
export const whileTrue = (condition: Code, body: Code): Code => [
  0x02,
  NO_RESULT,
  0x03,
  NO_RESULT,
  ...condition,
  0x45,
  0x0d,
  1,
  ...body,
  0x0c,
  0,
  END,
  END,
];
