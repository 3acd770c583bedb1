import { normalizeEncoding } from '@exodus/bytes/encoding.js';

/** Bytes in which browsers look for a declaration anywhere; after them only in the head. */
const PRESCAN_BYTES = 4096;
/** Limit for heads without an end. */
const MAX_HEAD_BYTES = 1024 * 1024;
/** Elements with text content, which browsers skip; the prescan of the Standard reads them. */
const RAW_TEXT = /^<(script|style|title|textarea|noscript|xmp|iframe)[\s/>]/i;
const END_OF_HEAD = /^<(?:\/head|body)[\s/>]/i;

/**
 * The encoding that an HTML document declares in its head, as a canonical name, or null.
 *
 * The WHATWG "prescan a byte stream to determine its encoding": comments are skipped, attributes of other tags are not
 * mistaken for a declaration, `http-equiv` needs `content`, and UTF-16 declared in ASCII bytes means UTF-8. An XML
 * declaration's encoding is read as in browsers. A later declaration in the head counts too, as when browsers change
 * the encoding while they parse. Source: HTML Living Standard, sections 13.2.3.2 and 13.2.3.4.
 */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const xml = xmlLabel(bytes);
  if (xml !== undefined) return asciiCompatible(encodingOf(xml));
  const start = latin1(bytes.subarray(0, PRESCAN_BYTES));
  if (bytes.length <= PRESCAN_BYTES) return declarationIn(start, false);
  // The last tag may be cut.
  const found = declarationIn(start.slice(0, start.lastIndexOf('<') + 1), false);
  if (found !== null) return found;
  return declarationIn(latin1(bytes.subarray(0, MAX_HEAD_BYTES)), true);
}

/** The encoding that an XML declaration names, as a canonical name, or null. */
export function xmlEncoding(bytes: Uint8Array): string | null {
  const label = xmlLabel(bytes);
  return label === undefined ? null : asciiCompatible(encodingOf(label));
}

const xmlLabel = (bytes: Uint8Array): string | undefined =>
  /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(latin1(bytes.subarray(0, PRESCAN_BYTES)))?.[1];

const TAG_START = /<[a-z!/?]/gi;
const TAG_NAME_END = /[\s>]/g;

/** @param isLate whether the end of the head ends the search */
function declarationIn(head: string, isLate: boolean): string | null {
  let at = 0;
  for (;;) {
    TAG_START.lastIndex = at;
    const tag = TAG_START.exec(head);
    if (tag === null) return null;
    at = tag.index;
    const beginning = head.slice(at, at + 12);
    if (beginning.startsWith('<!--')) {
      const end = head.indexOf('-->', at + 2);
      if (end === -1) return null;
      at = end + 3;
    } else if (/^<meta[\s/]/i.test(beginning)) {
      const { attributes, end } = readAttributes(head, at + 5);
      const found = encodingFromMeta(attributes);
      if (found !== null) return found;
      at = end;
    } else if (isLate && END_OF_HEAD.test(beginning)) {
      return null;
    } else if (/^<\/?[a-z]/i.test(beginning)) {
      TAG_NAME_END.lastIndex = at;
      const name = TAG_NAME_END.exec(head);
      const rawText = RAW_TEXT.exec(beginning)?.[1];
      at = name ? readAttributes(head, name.index).end : head.length;
      if (rawText !== undefined) at = endOfText(head, rawText, at);
    } else {
      const end = head.indexOf('>', at);
      at = end === -1 ? head.length : end + 1;
    }
  }
}

/** Index of the closing tag, or the end of the text if there is none. */
function endOfText(head: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
  closing.lastIndex = from;
  return closing.exec(head)?.index ?? head.length;
}

/** Most labels in the cache; there are some two hundred, with several spellings. */
const MAX_LABELS = 500;
const MAX_LABEL_CHARS = 40;
const encodings = new Map<string, string | null>();

/** The canonical lower-case name of an encoding by its label or another usual name; null for an unknown one. */
export function encodingOf(label: string): string | null {
  const known = encodings.get(label);
  if (known !== undefined) return known;
  const encoding = resolved(label);
  if (encodings.size >= MAX_LABELS) encodings.clear();
  // A copy, because the label may be a slice of a long string.
  if (label.length <= MAX_LABEL_CHARS) encodings.set(` ${label}`.slice(1), encoding);
  return encoding;
}

/** Other names that programs and databases have for encodings, beyond the labels of the Encoding Standard. */
const OTHER_NAMES: readonly (readonly [name: RegExp, label: string])[] = [
  [/^utf[-_ ]?8.*$/, 'utf-8'],
  [/^(?:windows|win|cp|ms|x-cp)[-_ ]?(125\d|874)$/, 'windows-$1'],
  [/^iso[-_ ]?8859[-_ ](\d\d?)(?!\d).*$/, 'iso-8859-$1'],
  [/^latin[-_ ](\d)$/, 'latin$1'],
  [/^mac[-_ ]?roman$/, 'macintosh'],
  [/^euc[-_ ]?(jp|kr)(?:[-_ ]?(?:ms|win))?$/, 'euc-$1'],
  [/^gb[-_ ]?(?:2312|k|18030)$/, 'gb18030'],
  [/^big[-_ ]?5$/, 'big5'],
  [/^s(?:hift)?[-_ ]?jis$/, 'shift_jis'],
  [/^koi[-_ ]?8[-_ ]?([ru])$/, 'koi8-$1'],
  [/^8859[-_ ](\d\d?)$/, 'iso-8859-$1'],
  // The code pages of Windows, and the standards within them.
  [/^(?:x-)?(?:windows|cp|ms)[-_ ]?932$/, 'shift_jis'],
  [/^iso-2022-jp-.*$/, 'iso-2022-jp'],
  [/^(?:(?:x-)?(?:windows|cp|ms)[-_ ]?949|uhc|ks_?c_?5601.*)$/, 'euc-kr'],
  [/^(?:(?:x-)?(?:windows|cp|ms)[-_ ]?936|gb_?2312.*|gb18030-.*)$/, 'gb18030'],
  [/^(?:(?:x-)?(?:windows|cp|ms)[-_ ]?950|big5-.*)$/, 'big5'],
];

function resolved(written: string): string | null {
  const label = written.trim().replace(/^["']|["']$/g, '');
  const name = label.toLowerCase();
  const other = OTHER_NAMES.find(([pattern]) => pattern.test(name));
  const encoding = normalizeEncoding(label) ?? (other === undefined ? null : normalizeEncoding(name.replace(...other)));
  // Browsers show nothing of content in this encoding: detection is better.
  return encoding === 'replacement' ? null : encoding;
}

function encodingFromMeta(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return asciiCompatible(encodingOf(charset));
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const label = /charset\s*=\s*["']?([^\s"';]+)/i.exec(attributes.get('content') ?? '')?.[1];
  return label === undefined ? null : asciiCompatible(encodingOf(label));
}

/**
 * A declaration readable as ASCII cannot be in UTF-16: the Standard takes it for UTF-8, and x-user-defined for
 * windows-1252.
 */
function asciiCompatible(encoding: string | null): string | null {
  if (encoding === 'x-user-defined') return 'windows-1252';
  return encoding?.startsWith('utf-16') ? 'utf-8' : encoding;
}

const ATTRIBUTE = /[\s/]*(?:([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?|(=))/y;

function readAttributes(text: string, start: number): { attributes: Map<string, string>; end: number } {
  const attributes = new Map<string, string>();
  ATTRIBUTE.lastIndex = start;
  let end = start;
  for (let found = ATTRIBUTE.exec(text); found !== null; found = ATTRIBUTE.exec(text)) {
    end = ATTRIBUTE.lastIndex;
    const name = found[1]?.toLowerCase();
    if (name !== undefined && !attributes.has(name)) attributes.set(name, found[2] ?? found[3] ?? found[4] ?? '');
  }
  return { attributes, end };
}

function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}
