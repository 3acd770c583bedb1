/**
 * The encoding an HTML document declares in its first bytes, as a canonical name, or null.
 *
 * The WHATWG "prescan a byte stream to determine its encoding": comments are skipped, attributes of other tags are not mistaken for a
 * declaration, `http-equiv` needs `content`, and UTF-16 declared in ASCII bytes means UTF-8. An XML declaration's encoding is read as
 * browsers do. Source: HTML Living Standard, section 13.2.3.2.
 */
export function declaredEncoding(bytes: Uint8Array): string | null {
  const head = latin1(bytes.subarray(0, PRESCAN_BYTES));
  const xml = /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']/i.exec(head);
  if (xml?.[1]) return asciiCompatible(encodingOf(xml[1]));
  let at = 0;
  while ((at = head.indexOf('<', at)) !== -1) {
    if (head.startsWith('<!--', at)) {
      const end = head.indexOf('-->', at + 2);
      if (end === -1) return null;
      at = end + 3;
    } else if (/^<meta[\s/]/i.test(head.slice(at, at + 6))) {
      const { attributes, end } = readAttributes(head, at + 5);
      const found = encodingFromMeta(attributes);
      if (found !== null) return found;
      at = end;
    } else if (/^<\/?[a-z]/i.test(head.slice(at, at + 3))) {
      const name = /[\s>]/.exec(head.slice(at));
      at = name ? readAttributes(head, at + name.index).end : head.length;
    } else if (/^<[!/?]/.test(head.slice(at, at + 2))) {
      const end = head.indexOf('>', at);
      at = end === -1 ? head.length : end + 1;
    } else {
      at++;
    }
  }
  return null;
}

/** Browsers look at the first 1024 bytes; pages with long comments or scripts up front declare a little later. */
const PRESCAN_BYTES = 4096;

/** Labels remembered; there are some two hundred and their spellings. */
const MAX_LABELS = 500;
const MAX_LABEL_CHARS = 40;
const encodings = new Map<string, string | null>();

/** The canonical lower-case name of an encoding label as the Encoding Standard resolves it, or null for an unknown one. */
export function encodingOf(label: string): string | null {
  const known = encodings.get(label);
  if (known !== undefined) return known;
  const encoding = resolved(label);
  if (encodings.size >= MAX_LABELS) encodings.clear();
  // A copy: the label may be a part of something long.
  if (label.length <= MAX_LABEL_CHARS) encodings.set(` ${label}`.slice(1), encoding);
  return encoding;
}

function resolved(label: string): string | null {
  const trimmed = label.trim().replace(/^["']|["']$/g, '');
  if (trimmed === '') return null;
  // Of the Standard's encodings the one that Node does not have.
  if (trimmed.toLowerCase() === 'iso-8859-16') return 'iso-8859-16';
  try {
    return new TextDecoder(trimmed).encoding;
  } catch {
    return null;
  }
}

function encodingFromMeta(attributes: ReadonlyMap<string, string>): string | null {
  const charset = attributes.get('charset');
  if (charset !== undefined) return asciiCompatible(encodingOf(charset));
  if (attributes.get('http-equiv')?.toLowerCase() !== 'content-type') return null;
  const label = /charset\s*=\s*["']?([^\s"';]+)/i.exec(attributes.get('content') ?? '')?.[1];
  return label === undefined ? null : asciiCompatible(encodingOf(label));
}

/** A declaration readable as ASCII cannot be in UTF-16: the Standard reads it as UTF-8. */
function asciiCompatible(encoding: string | null): string | null {
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
