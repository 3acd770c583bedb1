/** Comments, and what may contain a semicolon. */
const OPAQUE = /"(?:[^"\\]|\\[^])*(?:"|$)|'(?:[^'\\]|\\[^])*(?:'|$)|\/\*[\s\S]*?(?:\*\/|$)|url\([^)]*(?:\)|$)/gi;
/** An escaped character (CSS Syntax 4.3.7). */
const ESCAPE = /\\(?:([0-9a-f]{1,6})\s?|([^]))/gi;
/** Escapes stand for letters of a name, never for digits of a number or signs of the syntax. */
const NAME_LETTER = /^[a-z-]$/i;
const DISPLAY =
  /^(?:none|contents|block|inline|flow|flow-root|list-item|ruby|math|(?:inline-)?(?:block|flex|grid|table)|table-[a-z-]+|-webkit-[a-z-]+|inherit|initial|unset|revert|revert-layer|var\(.*)(?:\s|$)/;
const VISIBILITY = /^(?:visible|hidden|collapse|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const CONTENT_VISIBILITY = /^(?:visible|auto|hidden|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const FLOAT = /^(?:left|right|inline-start|inline-end|none|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const POSITION = /^(?:static|relative|absolute|fixed|sticky|inherit|initial|unset|revert|revert-layer|var\(.*)$/;
const ANY = /^[^{}]+$/;
const LENGTH = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[a-z]{1,4}|%)?|[a-z][a-z-]*(?:\(.*)?)$/;
/** Sides of a box. */
export const SIDES = ['left', 'top', 'right', 'bottom'] as const;
export const EXTENTS = ['width', 'height', 'max-width', 'max-height'] as const;
const VALID: ReadonlyMap<string, RegExp> = new Map([
  ['position', POSITION],
  ...['overflow', 'overflow-x', 'overflow-y'].map((property) => [property, /^[a-z]+(?: [a-z]+)?$/] as const),
  ...['clip', 'clip-path', 'transform', 'translate', 'scale', 'filter', 'color', 'font', 'inset'].map(
    (property) => [property, ANY] as const,
  ),
  ...['-webkit-text-fill-color', 'margin-left', 'white-space'].map((property) => [property, ANY] as const),
  ...[...SIDES, ...EXTENTS, 'text-indent', 'font-size', 'opacity'].map((property) => [property, LENGTH] as const),
  ['display', DISPLAY],
  ['float', FLOAT],
  ['visibility', VISIBILITY],
  ['content-visibility', CONTENT_VISIBILITY],
]);

/** A style with the escaped letters as themselves; other escapes remain. */
const unescaped = (style: string): string =>
  style.includes('\\')
    ? style.replace(ESCAPE, (escape, hex: string | undefined, letter: string | undefined) => {
        const sign = hex === undefined ? (letter ?? '') : String.fromCharCode(parseInt(hex, 16));
        return NAME_LETTER.test(sign) ? sign : escape;
      })
    : style;

/**
 * The declared values of the properties that matter to shown text, in lower case: of several the last important one, or
 * the last (CSS Cascade 6).
 *
 * @param style of an element
 */
export function declaredIn(style: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const important = new Set<string>();
  for (const declaration of unescaped(style.replace(OPAQUE, ' ')).replace(/\s+/g, ' ').toLowerCase().split(';')) {
    const colon = declaration.indexOf(':');
    const property = declaration
      .slice(0, Math.max(0, colon))
      .trim()
      .replace(/^-webkit-(?=clip-path|transform|filter)/, '');
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
