/** Typed arrays that grow by half: memory stays within 1.5 times the used size, and a push is cheap on average. */
type NumericArray = Uint8Array | Uint16Array | Int32Array | Uint32Array | Float32Array | Float64Array;
type NumericArrayConstructor<A extends NumericArray> = new (length: number) => A;

const FIRST_CAPACITY = 64;

/** `array` itself if it has room for `needed` elements, otherwise a larger copy. */
export function withRoom<A extends NumericArray>(array: A, needed: number): A {
  return needed <= array.length ? array : withLength(array, Math.max(needed, Math.ceil(array.length * 1.5)));
}

/** Longer arrays grow by an eighth in `withLittleRoom`. */
const MANY = 2 ** 15;

/** As `withRoom`, for tables whose memory counts more than copies: long ones stay within 1.125 times the used size. */
export function withLittleRoom<A extends NumericArray>(array: A, needed: number): A {
  const growth = array.length < MANY ? 1.5 : 1.125;
  return needed <= array.length ? array : withLength(array, Math.max(needed, Math.ceil(array.length * growth)));
}

/** A copy of a larger length, at least `FIRST_CAPACITY`. */
export function withLength<A extends NumericArray>(array: A, length: number): A {
  const larger = new (array.constructor as NumericArrayConstructor<A>)(Math.max(length, FIRST_CAPACITY));
  larger.set(array);
  return larger;
}
