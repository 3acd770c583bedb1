import { ATTRIBUTE_COUNT, attributeAt } from './attributes.js';

/**
 * Longest attribute value: four times the longest URL, and longer than any description. `data:` URLs can have
 * megabytes.
 */
const MAX_VALUE_CHARS = 8_000;

/** The needed attributes of the current tag. The first of repeated attributes counts. */
export class TagAttributes {
  /** By index, as in `attributes`; null for absent ones. */
  readonly values: (string | null)[] = new Array<string | null>(ATTRIBUTE_COUNT).fill(null);
  /** Whether the tag has any of them. */
  hasValues = false;
  private index = -1;
  private value = '';

  constructor(private readonly html: string) {}

  /** A tag begins. */
  clear(): void {
    if (!this.hasValues) return;
    const { values } = this;
    for (let i = 0; i < ATTRIBUTE_COUNT; i++) values[i] = null;
    this.hasValues = false;
  }

  /** An attribute begins. @returns its index; -1 if it is not needed */
  begin(start: number, end: number): number {
    const index = attributeAt(this.html, start, end);
    this.index = index !== -1 && this.values[index] === null ? index : -1;
    this.value = '';
    return index;
  }

  addData(start: number, end: number): void {
    if (this.index === -1 || this.value.length >= MAX_VALUE_CHARS) return;
    this.value += this.html.slice(start, Math.min(end, start + MAX_VALUE_CHARS - this.value.length));
  }

  addCharacter(codePoint: number): void {
    if (this.index !== -1 && this.value.length < MAX_VALUE_CHARS) this.value += String.fromCodePoint(codePoint);
  }

  end(): void {
    if (this.index === -1) return;
    this.values[this.index] = this.value;
    this.hasValues = true;
    this.index = -1;
  }
}
