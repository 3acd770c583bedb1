/**
 * Elements with a meaning in plain text, and the equivalents of others. Other elements are dropped, but their content
 * stays.
 */
const KEPT: ReadonlyMap<string, string> = new Map([
  ...'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code em i strong b del s a img br hr sup sub table thead tbody tfoot tr th td caption'
    .split(' ')
    .map((name) => [name, name] as const),
  ['strike', 's'],
  ['kbd', 'code'],
  ['samp', 'code'],
  ['dir', 'ul'],
  ['q', 'q'],
  ['input', 'input'],
  ['amp-img', 'img'],
  ...['xmp', 'listing', 'plaintext'].map((name) => [name, 'pre'] as const),
  ...'div section article main figure figcaption address details summary dl dt dd form fieldset center aside nav header footer menu'
    .split(' ')
    .map((name) => [name, 'div'] as const),
]);

/** A class that names the language of code. Highlighters put it on either element, among others, and shorten it. */
const LANGUAGE = /(?:^|\s)(?:lang(?:uage)?-|brush:\s*|(?:sourceCode|hljs)\s+(?!lang))([\w+#-]{1,40})/;
/** A class of an element around code that names its language, as GitHub and Sphinx write it. */
const LANGUAGE_AROUND = /(?:^|\s)highlight-(?:source-)?(?!text)([\w+#-]{1,40})/;
/** Other elements with a class `language-…` may name that of their text. */
const AROUND_CODE = /highlight|code|vp-/i;
/** Words in the place of a language. */
const NO_LANGUAGE: ReadonlySet<string> = new Set('default none source wrapper container highlight'.split(' '));
const LANGUAGE_VALUE = /^[\w+#-]{1,40}$/;

/** The language of code that is in an element, by its attributes; '' if they name none. */
export function codeLanguage(name: string, values: ReadonlyMap<string, string>): string {
  const classes = values.get('class') ?? '';
  const isCode = name === 'pre' || name === 'code';
  if (!isCode && !AROUND_CODE.test(classes)) return '';
  const attribute = values.get('data-lang') ?? values.get('data-language') ?? '';
  const named =
    LANGUAGE.exec(classes)?.[1] ?? LANGUAGE_AROUND.exec(classes)?.[1] ?? LANGUAGE_VALUE.exec(attribute)?.[0] ?? '';
  return NO_LANGUAGE.has(named) ? '' : named;
}

const MATH_TYPE = /^\s*math\/(?:tex|latex)\s*(?:;\s*(mode\s*=\s*display)?|$)/i;
/** The place of a formula of which a script has the source; null if it has none. */
export function formulaOfScript(type: string): 'line' | 'block' | null {
  const found = MATH_TYPE.exec(type);
  return found === null ? null : found[1] === undefined ? 'line' : 'block';
}

/** The language of formulas, as GitHub reads it. */
export const FORMULA = 'math';

/** The first image of several sizes; a comma within a URL does not end it (HTML standard 4.8.4.2.1). */
const FIRST_SOURCE = /^[\s,]*(\S*[^\s,])/;

/** Attributes by which scripts load images late, and which have the real one: of one size, and of several. */
const LATE_SOURCES = ['data-src', 'data-lazy-src', 'data-original'];
const LATE_SETS = ['data-srcset', 'data-lazy-srcset'];
/** Attributes with the sources of images that are read. */
export const SOURCES: readonly string[] = ['src', 'srcset', ...LATE_SOURCES, ...LATE_SETS];

/**
 * An integer as browsers read it (HTML standard 2.3.4.1). A Markdown list item has at most nine digits, and others
 * follow.
 */
const INTEGER = /^[ \t\n\f\r]*\+?(\d{1,8})(?!\d)/;

/** Classes of the numbers of lines, as highlighters write them beside the code. */
const LINE_NUMBER =
  /(?:^|\s)(?:ln|lnt|lineno|linenos|line-?number|line-num|hljs-ln-numbers|token-line-number|react-syntax-highlighter-line-number)(?:\s|$)/i;
/** Text that cannot be selected is no part of the code either. */
const UNSELECTABLE = /(?:^|;)\s*(?:-webkit-)?user-select\s*:\s*none/i;

/** Whether an element within code is no part of it: a button, the number of a line, or a sign that is not copied. */
export const isBesideCode = (name: string, values: ReadonlyMap<string, string>): boolean =>
  name !== 'code' &&
  (name === 'button' ||
    LINE_NUMBER.test(values.get('class') ?? '') ||
    (name === 'span' && UNSELECTABLE.test(values.get('style') ?? '')));

/** The name under which an element is kept; null if it is not. */
export const keptAs = (name: string): string | null => KEPT.get(name) ?? null;

/**
 * A start tag with the attributes that plain text can show; null if it is meaningless without the missing ones.
 *
 * @param absolute resolves a reference to a URL; null if it is invalid
 * @param around the language of code that elements around it name
 */
export function plainTag(
  name: string,
  values: ReadonlyMap<string, string>,
  absolute: (reference: string) => string | null,
  around: string,
): string | null {
  const link = (attribute: string, allowed: RegExp): string | null => {
    const value = values.get(attribute) ?? '';
    const url = absolute(attribute.endsWith('srcset') ? (FIRST_SOURCE.exec(value)?.[1] ?? '') : value);
    return url !== null && allowed.test(url) ? url : null;
  };
  const matching = (attribute: string, allowed: RegExp): string | undefined =>
    allowed.exec(values.get(attribute) ?? '')?.[0];
  const integer = (attribute: string): string | undefined => INTEGER.exec(values.get(attribute) ?? '')?.[1];
  switch (name) {
    case 'a': {
      const href = link('href', /^(?:https?|mailto):/);
      return href === null ? null : tagWith(name, { href, title: values.get('title') });
    }
    case 'img': {
      const order = [...LATE_SOURCES, ...LATE_SETS, 'src', 'srcset'];
      const src = order.reduce<string | null>((found, name) => found ?? link(name, /^https?:/), null);
      return src === null ? null : tagWith(name, { src, alt: values.get('alt') ?? '', title: values.get('title') });
    }
    case 'ol':
      return tagWith(name, { start: integer('start'), reversed: values.has('reversed') ? '' : undefined });
    case 'li':
      return tagWith(name, { value: integer('value') });
    case 'th':
    case 'td':
      return tagWith(name, {
        align: matching('align', /^(?:left|right|center)$/i),
        colspan: matching('colspan', /^\d{1,3}$/),
        rowspan: matching('rowspan', /^\d{1,3}$/),
      });
    case 'input':
      if (!/^\s*checkbox\s*$/i.test(values.get('type') ?? '')) return null;
      return tagWith(name, { checked: values.has('checked') ? '' : undefined });
    case 'pre':
    case 'code': {
      const language = codeLanguage(name, values) || around;
      return tagWith(name, { class: language === '' ? undefined : `language-${language}` });
    }
    default:
      return `<${name}>`;
  }
}

function tagWith(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${written.join('')}>`;
}
