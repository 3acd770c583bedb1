/** For long arrays, on which `toEqual` takes seconds. */
export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
