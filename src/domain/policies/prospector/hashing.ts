const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;
const [SLASH, QUERY, FRAGMENT] = [0x2f, 0x3f, 0x23];

/** FNV-1a over UTF-16 units. It can go on with further ones. */
export const hashUnit = (hash: number, unit: number): number => Math.imul(hash ^ unit, FNV_PRIME);
/** The end of a hash: its upper half folded into the lower one. */
export const hashEnd = (hash: number): number => (hash ^ (hash >>> 15)) >>> 0;

/** The hash of a text before its end. */
export function hashUnits(text: string, start = FNV_OFFSET): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = hashUnit(hash, text.charCodeAt(i));
  return hash;
}

/** The hash of everything up to the last slash of a URL's path. */
export function hashFolder(url: string): number {
  let hash = FNV_OFFSET;
  let folder = hash;
  for (let i = 0; i < url.length; i++) {
    const unit = url.charCodeAt(i);
    if (unit === QUERY || unit === FRAGMENT) break;
    hash = hashUnit(hash, unit);
    if (unit === SLASH) folder = hash;
  }
  return hashEnd(folder);
}

/** A hash of two numbers. */
export function hashPair(a: number, b: number): number {
  let hash = Math.imul(a ^ FNV_OFFSET, 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 13)) + b, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
