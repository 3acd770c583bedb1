/**
 * The treatment of text inside an element: `shown`, unless an outer element hides it; `hidden` now, but a script may
 * show it, so that links in it keep their anchors; `faded`, hidden unless the page has a script, which fades it in or
 * unfolds it as a rule; `invisible`, hidden except in inner `visible` elements; `tiny`, hidden except in inner elements
 * that may have a size of their own; `silent`, no text.
 */
export type TextKind = 'shown' | 'hidden' | 'faded' | 'invisible' | 'visible' | 'tiny' | 'silent';

/** The classes of a formula that KaTeX writes twice, one beside the other: hidden for readers of screens, and shown. */
export const MATHML = 'katex-mathml';
export const MATH_LETTERS = 'katex-html';

/** The attributes of an element that hide its text; null for absent ones. */
export interface HidingAttributes {
  readonly hidden: string | null;
  readonly popover: string | null;
  readonly style: string | null;
}

/** Find-in-page reveals it, so it is a part of the page (HTML standard 6.1). */
const UNTIL_FOUND = /^until-found$/i;
/** Most styles declare other properties. */
const MAY_HIDE = /display|visibility|(?:opacity|font-size|width|height)\s*:\s*[0.]|:\s*-\d{2}/i;
/** Comments, and what may contain a semicolon. */
const OPAQUE = /"[^"]*(?:"|$)|'[^']*(?:'|$)|\/\*[\s\S]*?(?:\*\/|$)|url\([^)]*(?:\)|$)/gi;
const DISPLAY =
  /^(?:none|contents|block|inline|flow|flow-root|list-item|ruby|math|(?:inline-)?(?:block|flex|grid|table)|table-[a-z-]+|-webkit-[a-z-]+|inherit|initial|unset|revert|revert-layer|var\(.*)(?:\s|$)/;
const IN_LINE = /^(?:inline|contents|revert|revert-layer|initial|unset|inherit|ruby)$/;
const VISIBILITY = /^(?:visible|hidden|collapse|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const CONTENT_VISIBILITY = /^(?:visible|auto|hidden|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const POSITION = /^(?:static|relative|absolute|fixed|sticky|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const LENGTH = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[a-z]{1,4}|%)?|[a-z][a-z-]*(?:\(.*)?)$/;
/** Sides of a box. */
const SIDES = ['left', 'top', 'right', 'bottom'] as const;
const EXTENTS = ['width', 'height', 'max-width', 'max-height'] as const;
const VALID: ReadonlyMap<string, RegExp> = new Map([
  ['position', POSITION],
  ['overflow', /^[a-z]+(?: [a-z]+)?$/],
  ...[...SIDES, ...EXTENTS, 'text-indent', 'font-size', 'opacity'].map((property) => [property, LENGTH] as const),
  ['display', DISPLAY],
  ['visibility', VISIBILITY],
  ['content-visibility', CONTENT_VISIBILITY],
]);

/** The declared values of those properties: of several the last important one, or the last (CSS Cascade 6). */
function declaredIn(style: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of style.replace(OPAQUE, ' ').toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration.slice(0, Math.max(0, colon)).trim();
    const valid = VALID.get(property);
    if (valid === undefined) continue;
    const [value, priority] = declaration.slice(colon + 1).split('!', 2);
    // Browsers ignore invalid declarations: the earlier ones remain.
    if (!valid.test(value.trim()) || (priority !== undefined && priority.trim() !== 'important')) continue;
    if (priority !== undefined) important.add(property);
    else if (important.has(property)) continue;
    values.set(property, value.trim());
  }
  return values;
}

const ZERO = /^\+?(?:0+\.?0*|\.0+)(?:[a-z]{1,4}|%)?$/;
const MOVES = /animation|transition/i;
const NEGATIVE = /^-(\d+)(?:\.\d*)?([a-z]+|%)$/;
/** From these lengths on, a text lies outside of any screen. */
const FAR: Readonly<Record<string, number>> = { px: 500, pt: 500, em: 50, rem: 50, ex: 50, vw: 200, vh: 200, '%': 500 };

function isFar(length: string | undefined): boolean {
  const [, amount, unit = ''] = NEGATIVE.exec(length ?? '') ?? [];
  return amount !== undefined && Number(amount) >= (FAR[unit] ?? Number.POSITIVE_INFINITY);
}

/** Whether a style moves its text off the screen. */
function isOffScreen(declared: ReadonlyMap<string, string>): boolean {
  if (isFar(declared.get('text-indent'))) return true;
  return /^(?:absolute|fixed)$/.test(declared.get('position') ?? '') && SIDES.some((side) => isFar(declared.get(side)));
}

/** Whether a style shows nothing of its box. Accordions have such styles until a script unfolds them. */
const isFolded = (declared: ReadonlyMap<string, string>): boolean =>
  /^(?:hidden|clip)\b/.test(declared.get('overflow') ?? '') &&
  EXTENTS.some((extent) => ZERO.test(declared.get(extent) ?? ''));

/** Whether an element may give its text another size than the one around it. A class may do so in a style sheet. */
export const maySize = (classes: string | null, style: string | null): boolean =>
  classes !== null || (style !== null && /font/i.test(style));

/**
 * The treatment that an element's own attributes ask for. The style overrides the others.
 *
 * @param isClosed whether the element is hidden without any attribute
 * @param isInline whether it is a part of a line unless its style says otherwise
 */
export function kindByAttributes(
  { hidden, popover, style }: HidingAttributes,
  isClosed = false,
  isInline = false,
): TextKind {
  const isOff = isClosed || popover !== null || (hidden !== null && !UNTIL_FOUND.test(hidden));
  if (style === null || !MAY_HIDE.test(style)) return isOff ? 'hidden' : 'shown';
  const declared = declaredIn(style);
  const display = declared.get('display') ?? 'revert';
  if (display === 'none' || (isOff && display.startsWith('revert'))) return 'hidden';
  // Without effect on parts of lines (CSS Containment 2, 4).
  const isPart = isInline && IN_LINE.test(display);
  if (declared.get('content-visibility') === 'hidden' && !isPart) return 'hidden';
  if (isOffScreen(declared)) return 'hidden';
  if ((ZERO.test(declared.get('opacity') ?? '') && !MOVES.test(style)) || (isFolded(declared) && !isPart))
    return 'faded';
  const visibility = declared.get('visibility');
  if (visibility === 'hidden' || visibility === 'collapse') return 'invisible';
  if (ZERO.test(declared.get('font-size') ?? '')) return 'tiny';
  return visibility === 'visible' || visibility === 'initial' ? 'visible' : 'shown';
}
