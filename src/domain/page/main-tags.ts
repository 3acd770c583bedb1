/**
 * Elements with a meaning in plain text, and the equivalents of others. Other elements are dropped, but their content
 * stays.
 */
const KEPT: ReadonlyMap<string, string> = new Map([
  ...'h1 h2 h3 h4 h5 h6 p ul ol li blockquote pre code em i strong b del s a img br hr table thead tbody tfoot tr th td caption'
    .split(' ')
    .map((name) => [name, name] as const),
  ['strike', 's'],
  ...['xmp', 'listing', 'plaintext'].map((name) => [name, 'pre'] as const),
  ...'div section article main figure figcaption address details summary dl dt dd form fieldset center aside nav header footer menu'
    .split(' ')
    .map((name) => [name, 'div'] as const),
]);

/** A class that names the language of code. Highlighters put it on either element, among others, and shorten it. */
const LANGUAGE = /(?:^|\s)lang(?:uage)?-([\w+#-]{1,40})/;

/** The first image of several sizes; a comma within a URL does not end it (HTML standard 4.8.4.2.1). */
const FIRST_SOURCE = /^[\s,]*(\S*[^\s,])/;

/** The name under which an element is kept; null if it is not. */
export const keptAs = (name: string): string | null => KEPT.get(name) ?? null;

/**
 * A start tag with the attributes that plain text can show; null if it is meaningless without the missing ones.
 *
 * @param absolute resolves a reference to a URL; null if it is invalid
 */
export function plainTag(
  name: string,
  values: ReadonlyMap<string, string>,
  absolute: (reference: string) => string | null,
): string | null {
  const link = (attribute: string, allowed: RegExp): string | null => {
    const value = values.get(attribute) ?? '';
    const url = absolute(attribute === 'srcset' ? (FIRST_SOURCE.exec(value)?.[1] ?? '') : value);
    return url !== null && allowed.test(url) ? url : null;
  };
  const matching = (attribute: string, allowed: RegExp): string | undefined =>
    allowed.exec(values.get(attribute) ?? '')?.[0];
  switch (name) {
    case 'a': {
      const href = link('href', /^(?:https?|mailto):/);
      return href === null ? null : tagWith(name, { href, title: values.get('title') });
    }
    case 'img': {
      const src = link('src', /^https?:/) ?? link('srcset', /^https?:/);
      return src === null ? null : tagWith(name, { src, alt: values.get('alt') ?? '', title: values.get('title') });
    }
    case 'ol':
      // A Markdown list item has at most nine digits, and others follow.
      return tagWith(name, { start: matching('start', /^\d{1,8}$/) });
    case 'li':
      return tagWith(name, { value: matching('value', /^\d{1,8}$/) });
    case 'th':
    case 'td':
      return tagWith(name, {
        align: matching('align', /^(?:left|right|center)$/i),
        colspan: matching('colspan', /^\d{1,3}$/),
        rowspan: matching('rowspan', /^\d{1,3}$/),
      });
    case 'pre':
    case 'code': {
      const language = LANGUAGE.exec(values.get('class') ?? '')?.[1];
      return tagWith(name, { class: language === undefined ? undefined : `language-${language}` });
    }
    default:
      return `<${name}>`;
  }
}

function tagWith(name: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const told = Object.entries(attributes).map(([key, value]) =>
    value === undefined ? '' : ` ${key}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
  );
  return `<${name}${told.join('')}>`;
}
