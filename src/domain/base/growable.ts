/** Typed arrays that grow by half: memory stays within 1.5 times the used size, and a push is cheap on average. */
type NumericArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;
type NumericArrayConstructor<A extends NumericArray> = new (length: number) => A;

const FIRST_CAPACITY = 64;

/** `array` itself if it has room for `needed` elements, otherwise a larger copy. */
export function withRoom<A extends NumericArray>(array: A, needed: number): A {
  if (needed <= array.length) return array;
  const capacity = Math.max(needed, Math.ceil(array.length * 1.5), FIRST_CAPACITY);
  const larger = new (array.constructor as NumericArrayConstructor<A>)(capacity);
  larger.set(array);
  return larger;
}
