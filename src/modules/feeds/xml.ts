/** An element of XML. Children that are strings are texts, never markup. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

export const element = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Element | string)[]
): Element => ({ name, attributes, children });

/** What XML 1.0 cannot hold, not even as a reference: control characters, halves of surrogate pairs, U+FFFE and U+FFFF. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Markup, and the white space that parsers would change. */
const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<>"\t\n\r]/g;

const escaped = (text: string, special: RegExp): string =>
  text.replace(FORBIDDEN, '\u{FFFD}').replace(special, (char) => `&#${char.charCodeAt(0)};`);

/** An element as XML, which is good HTML as well where its name is one of HTML. */
export function markupOf({ name, attributes, children }: Element): string {
  const told = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value, IN_ATTRIBUTE)}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child, IN_TEXT) : markupOf(child)));
  return `<${name}${told.join('')}>${inner.join('')}</${name}>`;
}

export const xmlDocument = (root: Element): string => `<?xml version="1.0" encoding="utf-8"?>\n${markupOf(root)}\n`;

/** A document with an element at its end whose children are written one by one. @param root without that element */
export async function* xmlLines(root: Element, name: string, children: AsyncIterable<Element>): AsyncGenerator<string> {
  const whole = xmlDocument(root);
  const end = `</${root.name}>\n`;
  yield `${whole.slice(0, -end.length)}<${name}>\n`;
  for await (const child of children) yield `${markupOf(child)}\n`;
  yield `</${name}>${end}`;
}
