import { declaredIn } from './inline-style.js';
import { BLOCK, ITEM, PARTED, SPACE, VOID, type TagInfo } from './tags.js';

/** The box of an element, by its inline style and its parent's, where it changes the words of a line. */
export interface Box {
  /** Whether it ends the words beside it although the element is inline. */
  readonly isApart: boolean;
  /** Whether each child has a box of its own: a container of flex or grid items, a fraction. */
  readonly isRow: boolean;
  /** Whether it may be a drop cap: the first letter of the word behind it. */
  readonly mayBeCap: boolean;
}

/** Of most elements. */
export const USUAL_BOX: Box = { isApart: false, isRow: false, mayBeCap: false };
const APART: Box = { isApart: true, isRow: false, mayBeCap: false };
const CAP: Box = { isApart: true, isRow: false, mayBeCap: true };
const ROW: Box = { isApart: false, isRow: true, mayBeCap: false };
const ROW_APART: Box = { isApart: true, isRow: true, mayBeCap: false };

/** Most styles declare other properties. */
const MAY_MATTER = /\\|display|float|absolute|fixed/i;
const IS_ROW = /(?:^|[\s-])(?:flex|grid)$/;
const IS_LINED =
  /^(?:block|flow-root|list-item|flex|grid|table|table-(?:cell|row|caption)|-webkit-(?:box|flex))(?:\s|$)/;
const LETTERS_OF_CAP = 2;
const INLINE_VOIDS: ReadonlySet<string> = new Set(['img', 'input', 'embed']);

/**
 * The box of an element. Elements that end words anyway matter only as containers.
 *
 * @param style of the element
 * @param isItem whether it has a box of its own anyway: in a container of flex or grid items, or as a formula of its
 *   own line
 */
export function boxOf({ flags, name }: TagInfo, style: string | null, isItem: boolean): Box {
  const isParted = (flags & PARTED) !== 0;
  if (!isItem && !isParted && (style === null || !MAY_MATTER.test(style))) return USUAL_BOX;
  if ((flags & VOID) !== 0) return isItem && INLINE_VOIDS.has(name) ? APART : USUAL_BOX;
  const declared = style !== null && MAY_MATTER.test(style) ? declaredIn(style) : null;
  const display = declared?.get('display') ?? '';
  const isRow = isParted || IS_ROW.test(display) || (isItem && display === 'contents');
  if ((flags & (BLOCK | ITEM | SPACE)) !== 0) return isRow ? ROW : USUAL_BOX;
  if (isItem || IS_LINED.test(display) || isPlaced(declared)) return isRow ? ROW_APART : APART;
  const float = declared?.get('float') ?? '';
  if (/^(?:right|inline-end)$/.test(float)) return isRow ? ROW_APART : APART;
  if (/^(?:left|inline-start)$/.test(float)) return isRow ? ROW_APART : CAP;
  return isRow ? ROW : USUAL_BOX;
}

const isPlaced = (declared: ReadonlyMap<string, string> | null): boolean =>
  /^(?:absolute|fixed)$/.test(declared?.get('position') ?? '');

/** Whether an element ends the words beside it. @param length characters of its text */
export const endsWords = (box: Box, length: number): boolean =>
  box.isApart && !(box.mayBeCap && length <= LETTERS_OF_CAP);
