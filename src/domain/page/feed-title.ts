import { Parser } from 'htmlparser2';
import { foldSpace } from '../text/fold-space.js';

/** Elements of a line of text. */
const INLINE: ReadonlySet<string> = new Set(
  'a abbr b bdi bdo big cite code del dfn em font i img ins kbd mark q s samp small span strike strong sub sup tt u var wbr'.split(
    ' ',
  ),
);
const BLOCKS: ReadonlySet<string> = new Set('br div p'.split(' '));

/** Whether an element inside a text, such as a title or an address, is markup of this text. */
export const isTextMarkup = (name: string): boolean => INLINE.has(name) || BLOCKS.has(name);

/** Signs of HTML that no plain text has: an end tag, an element without content, or a reference. */
const HTML_SIGN = /<\/[a-z][\w-]*\s*>|<(?:br|wbr|img)\b|&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/i;

/**
 * The title of a feed's entry as plain text.
 *
 * @param type of an Atom title; null in RSS, which does not say whether its titles are HTML, so that readers guess
 */
export function feedTitle(title: string, type: string | null): string {
  const isHtml = type === null ? HTML_SIGN.test(title) : /^\s*(?:text\/)?html\s*$/i.test(type);
  return foldSpace(isHtml ? textOf(title) : title);
}

const REFERENCE = /&(?:#\d|#x[\da-f]|[a-z][\da-z]*;)/i;
/** An address with its character references resolved. */
export const referencesResolved = (address: string): string => (REFERENCE.test(address) ? textOf(address) : address);

function textOf(html: string): string {
  let text = '';
  const separate = (name: string): void => {
    if (!INLINE.has(name)) text += ' ';
  };
  const parser = new Parser({
    ontext: (piece) => void (text += piece),
    onopentagname: separate,
    onclosetag: separate,
  });
  parser.end(html);
  return text;
}
