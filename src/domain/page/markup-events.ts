/**
 * Events of reading HTML, as offsets into it. The methods are called in document order; text and attribute data may
 * come in pieces.
 */
export interface MarkupEvents {
  /** Whether a tag here belongs to SVG, where `title` is not the page's. */
  isInForeignContext(): boolean;
  ontext(start: number, end: number): void;
  ontextentity(codePoint: number): void;
  onopentagname(start: number, end: number): void;
  onattribname(start: number, end: number): void;
  onattribdata(start: number, end: number): void;
  onattribentity(codePoint: number): void;
  onattribend(): void;
  /** @param behind index after the tag */
  onopentagend(behind: number): void;
  onselfclosingtag(behind: number): void;
  onclosetag(start: number, end: number): void;
  onend(): void;
}
