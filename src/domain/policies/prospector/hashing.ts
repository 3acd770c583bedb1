const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/** FNV-1a over UTF-16 units, its upper half folded into the lower one. */
export function hashText(text: string, start = FNV_OFFSET): number {
  let hash = start;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME);
  return (hash ^ (hash >>> 15)) >>> 0;
}

/** A hash of two numbers. */
export function hashPair(a: number, b: number): number {
  let hash = Math.imul(a ^ FNV_OFFSET, 0x85ebca6b);
  hash = Math.imul((hash ^ (hash >>> 13)) + b, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
