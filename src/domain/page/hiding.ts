/**
 * The treatment of text inside an element: `shown`, unless an outer element hides it; `hidden` now, but a script may
 * show it, so that links in it keep their anchors; `invisible`, hidden except in inner `visible` elements; `silent`, no
 * text.
 */
export type TextKind = 'shown' | 'hidden' | 'invisible' | 'visible' | 'silent';

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
const MAY_HIDE = /display|visibility/i;
/** Comments, and what may contain a semicolon. */
const OPAQUE = /"[^"]*(?:"|$)|'[^']*(?:'|$)|\/\*[\s\S]*?(?:\*\/|$)|url\([^)]*(?:\)|$)/gi;
const DISPLAY =
  /^(?:none|contents|block|inline|flow|flow-root|list-item|ruby|math|(?:inline-)?(?:block|flex|grid|table)|table-[a-z-]+|-webkit-[a-z-]+|inherit|initial|unset|revert|revert-layer|var\(.*)(?:\s|$)/;
const IN_LINE = /^(?:inline|contents|revert|revert-layer|initial|unset|inherit|ruby)$/;
const VISIBILITY = /^(?:visible|hidden|collapse|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const CONTENT_VISIBILITY = /^(?:visible|auto|hidden|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const VALID: ReadonlyMap<string, RegExp> = new Map([
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
  const visibility = declared.get('visibility');
  if (visibility === 'hidden' || visibility === 'collapse') return 'invisible';
  return visibility === 'visible' || visibility === 'initial' ? 'visible' : 'shown';
}
