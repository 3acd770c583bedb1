import { foldedWithin, MAX_TITLE_CHARS, type PageFindings } from './page-findings.js';

/** The headings of a page, and those above the current position. */
export class HeadingOutline {
  /** The text of the open heading; null outside of headings. */
  private text: string | null = null;
  private level = 0;
  /** The current heading of each level from 1, '' if there is none. */
  private readonly above = ['', '', '', '', '', '', ''];

  constructor(
    private readonly findings: PageFindings,
    private readonly maxHeadings: number,
  ) {}

  get isOpen(): boolean {
    return this.text !== null;
  }

  /** Rank of the open heading; 0 outside of headings. */
  get rank(): number {
    return this.text === null ? 0 : this.level;
  }

  /** @param name of the element: `h1` to `h6` */
  begin(name: string): void {
    this.text = '';
    this.level = name.charCodeAt(1) - 0x30;
  }

  append(piece: string): void {
    if (this.text !== null && this.text.length < MAX_TITLE_CHARS) this.text += piece;
  }

  space(): void {
    if (this.text !== null) this.text += ' ';
  }

  end(): void {
    if (this.text === null) return;
    const heading = foldedWithin(this.text, MAX_TITLE_CHARS);
    this.text = null;
    if (heading === '') return;
    const { findings, level, above } = this;
    if (level === 1) findings.firstHeading ||= heading;
    if (findings.headings.length < this.maxHeadings) findings.headings.push(heading);
    above[level] = heading;
    above.fill('', level + 1);
  }

  /**
   * The heading above the current position; inside a heading, the nearest one of a higher rank, because its own text is
   * the anchor. '' if there is none.
   */
  nearest(): string {
    for (let level = this.text === null ? 6 : this.level - 1; level > 0; level--)
      if (this.above[level] !== '') return this.above[level];
    return '';
  }
}
