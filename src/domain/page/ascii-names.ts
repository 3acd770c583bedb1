const SLOTS = 256;

/**
 * Names of ASCII letters, digits and signs in lower case, looked up in place by their characters: cutting and hashing
 * each name would take longer.
 */
export class AsciiNames<T> {
  private readonly names: (string | null)[] = new Array<string | null>(SLOTS).fill(null);
  private readonly values: (T | null)[] = new Array<T | null>(SLOTS).fill(null);

  /** @throws RangeError if there are too many for the table */
  constructor(entries: Iterable<readonly [name: string, value: T]>) {
    let count = 0;
    for (const [name, value] of entries) {
      if (++count > SLOTS / 2) throw new RangeError('too many names');
      let slot = slotOf(name, 0, name.length);
      while (this.names[slot] !== null) slot = (slot + 1) % SLOTS;
      this.names[slot] = name;
      this.values[slot] = value;
    }
  }

  /** The value of the name at this position, ignoring case; null if it is unknown. */
  at(text: string, start: number, end: number): T | null {
    for (let slot = slotOf(text, start, end); ; slot = (slot + 1) % SLOTS) {
      const name = this.names[slot];
      if (name === null || (name.length === end - start && isNamed(text, start, name))) return this.values[slot];
    }
  }
}

function slotOf(text: string, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = Math.imul(hash, 31) + (text.charCodeAt(i) | 0x20);
  return (hash ^ (hash >>> 8)) & (SLOTS - 1);
}

function isNamed(text: string, start: number, name: string): boolean {
  for (let i = 0; i < name.length; i++) {
    const c = text.charCodeAt(start + i);
    if ((c >= 0x41 && c <= 0x5a ? c + 0x20 : c) !== name.charCodeAt(i)) return false;
  }
  return true;
}
