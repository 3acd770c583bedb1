/** An XML element. String children are text, never markup. */
interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (Element | string)[];
}

export const element = (
  name: string,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Element | string)[]
): Element => ({ name, attributes, children });

/**
 * Characters forbidden in XML 1.0 even as references: control characters, halves of surrogate pairs, U+FFFE and U+FFFF.
 */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;
/** Markup, and whitespace that parsers would change. */
const IN_TEXT = /[&<>\r]/g;
const IN_ATTRIBUTE = /[&<>"\t\n\r]/g;

const escaped = (text: string, special: RegExp): string =>
  text.replace(FORBIDDEN, '\u{FFFD}').replace(special, (char) => `&#${char.charCodeAt(0)};`);

/** An element as XML, which is also valid HTML if its name is an HTML element. */
export function markupOf({ name, attributes, children }: Element): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value, IN_ATTRIBUTE)}"`);
  const inner = children.map((child) => (typeof child === 'string' ? escaped(child, IN_TEXT) : markupOf(child)));
  return `<${name}${pairs.join('')}>${inner.join('')}</${name}>`;
}

export const xmlDocument = (root: Element): string => `<?xml version="1.0" encoding="utf-8"?>\n${markupOf(root)}\n`;

/** A document whose last element has children that are written one by one. @param root without that element */
export async function* xmlLines(root: Element, name: string, children: AsyncIterable<Element>): AsyncGenerator<string> {
  const whole = xmlDocument(root);
  const end = `</${root.name}>\n`;
  yield `${whole.slice(0, -end.length)}<${name}>\n`;
  for await (const child of children) yield `${markupOf(child)}\n`;
  yield `</${name}>${end}`;
}
