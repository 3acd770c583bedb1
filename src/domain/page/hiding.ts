import { declaredIn, EXTENTS, SIDES } from './inline-style.js';

/**
 * The treatment of text inside an element: `shown`, unless an outer element hides it; `hidden` now, but a script may
 * show it, so that links in it keep their anchors; `faded`, hidden unless the page has a script, which fades it in or
 * unfolds it as a rule; `invisible`, hidden except in inner `visible` elements; `tiny`, hidden except in inner elements
 * that may have a size of their own; `clear`, the same with colours; `silent`, no text.
 */
export type TextKind = 'shown' | 'hidden' | 'faded' | 'invisible' | 'visible' | Unseen | 'silent';
/** The kinds that hide text by a property that inner elements inherit and may set. */
export type Unseen = 'tiny' | 'clear';

/** The classes of a formula that KaTeX writes twice, one beside the other: hidden for readers of screens, and shown. */
export const MATHML = 'katex-mathml';
export const MATH_LETTERS = 'katex-html';

/** The attributes of an element that hide its text; null for absent ones. */
export interface HidingAttributes {
  readonly hidden: string | null;
  readonly popover: string | null;
  readonly open: string | null;
  readonly style: string | null;
}

/** Find-in-page reveals it, so it is a part of the page (HTML standard 6.1). */
const UNTIL_FOUND = /^until-found$/i;
/** Most styles declare other properties. */
const MAY_HIDE =
  /\\|display|visibility|clip|transparent|(?:opacity|scale|font|font-size)\s*[:(]\s*\+?[0.]|(?:width|height)\s*:\s*(?:[0.]|1px)|:\s*-\d{2}|scale[xy3]|(?:indent|inset)\s*:|-\d{4}|color\s*:\s*(?:#[0-9a-f]*0\b|\w+\()/i;
const IN_LINE = /^(?:inline|contents|revert|revert-layer|initial|unset|inherit|ruby)$/;
const ZERO = /^\+?(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,4}|%)?$/;
const MOVES = /animation|transition/i;
const NEGATIVE = /^-(\d+)(?:\.\d*)?([a-z]+|%)$/;
/** From these lengths on, a text lies outside of any screen. */
const FAR: Readonly<Record<string, number>> = { px: 500, pt: 500, em: 50, rem: 50, ex: 50, vw: 200, vh: 200, '%': 500 };

function isFar(length: string | undefined): boolean {
  const [, amount, unit = ''] = NEGATIVE.exec(length ?? '') ?? [];
  return amount !== undefined && Number(amount) >= (FAR[unit] ?? Number.POSITIVE_INFINITY);
}

/** A distance at which no slide of a carousel stands. */
const BEYOND_SLIDES = /(?:^|[\s,(])-(?:9\d{3}|\d{5,})(?:\.\d*)?px/;

/** Whether a style moves its text off the screen. */
function isOffScreen(declared: ReadonlyMap<string, string>, isPart: boolean): boolean {
  const indent = declared.get('text-indent');
  if (isFar(indent)) return true;
  if (indent === '100%' && declared.get('white-space') === 'nowrap' && cutsOff(declared)) return true;
  if (BEYOND_SLIDES.test(declared.get('margin-left') ?? '')) return true;
  if (!isPart && ['transform', 'translate'].some((property) => BEYOND_SLIDES.test(declared.get(property) ?? '')))
    return true;
  return (
    isPlaced(declared) &&
    [...SIDES.map((side) => declared.get(side)), ...(declared.get('inset') ?? '').split(/\s+/)].some(isFar)
  );
}

const isPlaced = (declared: ReadonlyMap<string, string>): boolean =>
  /^(?:absolute|fixed)$/.test(declared.get('position') ?? '');

const cutsOff = (declared: ReadonlyMap<string, string>): boolean =>
  ['overflow', 'overflow-x', 'overflow-y'].some((property) => /^(?:hidden|clip)\b/.test(declared.get(property) ?? ''));

/** Whether a style shows nothing of its box. Accordions have such styles until a script unfolds them. */
const isFolded = (declared: ReadonlyMap<string, string>): boolean =>
  cutsOff(declared) && EXTENTS.some((extent) => ZERO.test(declared.get(extent) ?? ''));

/** A pixel: the box of a text for screen readers. */
const isPixel = (declared: ReadonlyMap<string, string>): boolean =>
  cutsOff(declared) && ['width', 'height'].every((extent) => declared.get(extent) === '1px');

const argumentsOf = (list: string): string[] => list.trim().split(/\s*,\s*|\s+/);
const isNone = (length: string | undefined): boolean => ZERO.test(length ?? '');

/** Whether `clip` leaves nothing of a placed box. */
function isClipped(declared: ReadonlyMap<string, string>): boolean {
  const sides = /^rect\(([^()]*)\)$/.exec(declared.get('clip') ?? '')?.[1];
  if (sides === undefined || !isPlaced(declared)) return false;
  const [top, right, bottom, left] = argumentsOf(sides).map((side) => Number(side.replace(/px$/, '')));
  return top >= bottom || left >= right;
}

/** The share of a box that a `clip-path` cuts off: all from each side, all from one side, or less. */
function cutByPath(declared: ReadonlyMap<string, string>): 'every' | 'one' | null {
  const [, shape = '', list = ''] =
    /^(inset|circle|ellipse|polygon)\(([^()]*)\)$/.exec(declared.get('clip-path') ?? '') ?? [];
  const values = argumentsOf(list.replace(/\b(?:round|at)\b.*/, ''));
  if (shape === 'circle' || shape === 'ellipse') return values.some(isNone) ? 'one' : null;
  if (shape === 'polygon') return new Set(list.trim().split(/\s*,\s*/)).size === 1 ? 'every' : null;
  if (shape !== 'inset') return null;
  const [top, right = top, bottom = top, left = right] = values.map((value) =>
    value.endsWith('%') ? parseFloat(value) : 0,
  );
  if (top + bottom >= 100 && left + right >= 100) return 'every';
  return top + bottom >= 100 || left + right >= 100 ? 'one' : null;
}

/** Whether a style shrinks its box to nothing. */
function isShrunk(declared: ReadonlyMap<string, string>): boolean {
  const [, axis, list = ''] = /\bscale(x|y|3d)?\(([^()]*)\)/.exec(declared.get('transform') ?? '') ?? [];
  return (
    argumentsOf(list)
      .slice(0, axis === '3d' ? 2 : undefined)
      .some(isNone) ||
    argumentsOf(declared.get('scale') ?? '')
      .slice(0, 2)
      .some(isNone)
  );
}

const CLEAR =
  /^(?:transparent|#(?:[0-9a-f]{3}0|[0-9a-f]{6}00)|(?:rgb|hsl)a\([^()]*,\s*0?\.?0*%?\s*\)|[a-z]+\([^()]*\/\s*0?\.?0*%?\s*\))$/;
/** These show a text in spite of its clear colour: letters cut out of a background, shadows and outlines. */
const SHOWS_CLEAR = /background|shadow|stroke/i;

const isClear = (declared: ReadonlyMap<string, string>, style: string): boolean =>
  CLEAR.test(declared.get('-webkit-text-fill-color') ?? declared.get('color') ?? '') &&
  !SHOWS_CLEAR.test(style) &&
  !MOVES.test(style);

/** A `font` without size: before the family, with a height of lines or not. */
const NO_SIZE = /(?:^|\s)\+?(?:0+(?:\.0*)?|\.0+)(?:[a-z]{1,4}|%)?(?:\s*\/\s*\S+)?\s+\S/;

/** Elements that have colours of their own. */
const COLOURED: ReadonlySet<string> = new Set(['a', 'mark', 'button', 'select', 'option', 'textarea']);

/**
 * Whether an element may show its text within one that hides it. A class may do so in a style sheet.
 *
 * @param unseen the kind of the outer element
 * @param name of the element
 */
export function mayShow(unseen: Unseen | null, name: string, classes: string | null, style: string | null): boolean {
  if (unseen === null) return false;
  if (classes !== null || name === 'font') return true;
  return unseen === 'tiny'
    ? style !== null && /font/i.test(style)
    : COLOURED.has(name) || (style !== null && /color/i.test(style));
}

/**
 * The treatment that an element's own attributes ask for. The style overrides the others.
 *
 * @param name of the element; '' for one that is none of the page's
 * @param isInline whether it is a part of a line unless its style says otherwise
 */
export function kindByAttributes(
  { hidden, popover, open, style }: HidingAttributes,
  name = '',
  isInline = false,
): TextKind {
  const isDialog = name === 'dialog';
  // An open dialog is shown even if it is a popover (HTML standard 15.3.1).
  const isOff = (isDialog ? open === null : popover !== null) || (hidden !== null && !UNTIL_FOUND.test(hidden));
  if (style === null || !MAY_HIDE.test(style)) return isOff ? 'hidden' : 'shown';
  const declared = declaredIn(style);
  const display = declared.get('display') ?? 'revert';
  if (display === 'none' || (isOff && display.startsWith('revert'))) return 'hidden';
  // Without effect on parts of lines (CSS Containment 2, 4).
  const isPart = isInline && IN_LINE.test(display) && !isPlaced(declared);
  if (declared.get('content-visibility') === 'hidden' && !isPart) return 'hidden';
  const path = cutByPath(declared);
  if (isOffScreen(declared, isPart) || isClipped(declared) || path === 'every') return 'hidden';
  if (isPixel(declared) && !isPart) return 'hidden';
  const isSunk = isNone(declared.get('opacity')) || /\bopacity\(\s*0?\.?0*%?\s*\)/.test(declared.get('filter') ?? '');
  const isGone = isSunk || path === 'one' || (isShrunk(declared) && !isPart);
  if ((isGone && !MOVES.test(style)) || (isFolded(declared) && !isPart)) return 'faded';
  const visibility = declared.get('visibility');
  if (visibility === 'hidden' || visibility === 'collapse') return 'invisible';
  if (isNone(declared.get('font-size')) || NO_SIZE.test(declared.get('font') ?? '')) return 'tiny';
  if (isClear(declared, style)) return 'clear';
  return visibility === 'visible' || visibility === 'initial' ? 'visible' : 'shown';
}
