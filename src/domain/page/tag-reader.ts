import type { HidingAttributes } from './hiding.js';
import { NO_TAG, tagAt, type TagInfo } from './tags.js';

/** Reads tags and the values of some attributes, for `MarkupEvents`. The first of repeated attributes counts. */
export abstract class TagReader {
  protected tag: TagInfo = NO_TAG;
  /** Index of the tag's name. */
  protected tagStart = 0;
  protected values = new Map<string, string>();
  private readonly longestName: number;
  private valueName: string | null = null;
  private value = '';

  /** @param maxValueChars longer values are dropped: half a URL is useless */
  constructor(
    protected readonly source: string,
    private readonly wanted: ReadonlySet<string>,
    private readonly maxValueChars: number,
  ) {
    this.longestName = Math.max(...[...wanted].map((name) => name.length));
  }

  onopentagname(start: number, end: number): void {
    this.tag = tagAt(this.source, start, end);
    this.tagStart = start;
    if (this.values.size > 0) this.values = new Map();
  }

  onattribname(start: number, end: number): void {
    const name = end - start > this.longestName ? '' : this.source.slice(start, end).toLowerCase();
    this.valueName = this.wanted.has(name) && !this.values.has(name) ? name : null;
    this.value = '';
  }

  onattribdata(start: number, end: number): void {
    if (this.valueName === null) return;
    this.value += this.source.slice(start, Math.min(end, start + this.maxValueChars + 1 - this.value.length));
  }

  onattribentity(codePoint: number): void {
    if (this.valueName !== null && this.value.length <= this.maxValueChars)
      this.value += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    if (this.valueName !== null)
      this.values.set(this.valueName, this.value.length > this.maxValueChars ? '' : this.value);
    this.valueName = null;
  }

  protected hidingAttributes(): HidingAttributes {
    const { values } = this;
    return {
      hidden: values.get('hidden') ?? null,
      popover: values.get('popover') ?? null,
      open: values.get('open') ?? null,
      style: values.get('style') ?? null,
    };
  }
}
