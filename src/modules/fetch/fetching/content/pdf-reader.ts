import { fileURLToPath } from 'node:url';
import { getDocumentProxy } from 'unpdf';
import { anchorHtml, htmlDocument, linkifiedHtml } from './plain-text.js';

/** Limits for one PDF. */
export interface PdfLimits {
  readonly maxPages: number;
  /** Characters of text. */
  readonly maxChars: number;
  /** Link annotations. */
  readonly maxLinks: number;
}

export interface PdfDocument {
  /** Title, paragraphs page by page, and after each page's paragraphs its link annotations as anchors. */
  readonly html: string;
  readonly hasText: boolean;
  /** Whether a limit cut off pages, text or links, or a page could not be read. */
  readonly truncated: boolean;
}

interface Line {
  text: string;
  /** Of its baseline, points from the bottom of the page. */
  readonly y: number;
  readonly height: number;
}

/**
 * Data of fonts that are not in the file, written by the build (`scripts/package-data.mjs`): `unpdf` contains only the
 * code of pdf.js. As paths, because it cannot read the URLs that it creates.
 */
const FONT_DATA = fileURLToPath(new URL('../../../../../dist/pdf-data/', import.meta.url));

/** A distance between lines above this multiple of their height separates paragraphs. */
const PARAGRAPH_GAP = 1.6;

/**
 * The text of a PDF as HTML. A damaged file yields its readable parts.
 *
 * @throws Error if it is not a PDF, is damaged beyond reading, or requires a password
 */
export async function readPdfDocument(bytes: Uint8Array, limits: PdfLimits): Promise<PdfDocument> {
  const document = await getDocumentProxy(bytes, {
    verbosity: 0,
    isEvalSupported: false,
    useSystemFonts: false,
    disableFontFace: true,
    enableXfa: false,
    cMapUrl: `${FONT_DATA}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${FONT_DATA}standard_fonts/`,
  });
  try {
    const { title, language } = await describe(document);
    const pages: string[] = [];
    let room = limits.maxChars;
    let links = limits.maxLinks;
    let unread = 0;
    let hasText = false;
    const wanted = Math.min(document.numPages, limits.maxPages);
    for (let number = 1; number <= wanted && room > 0; number++) {
      try {
        const page = await document.getPage(number);
        const paragraphs = paragraphsOf((await page.getTextContent()).items, room);
        const anchors = anchorsOf(await page.getAnnotations(), links);
        room -= paragraphs.reduce((sum, paragraph) => sum + paragraph.length, 0);
        links -= anchors.length;
        hasText ||= paragraphs.length > 0;
        const parts = [
          ...paragraphs.map((paragraph) => `<p>${linkifiedHtml(paragraph)}</p>`),
          ...anchors.map((anchor) => `<p>${anchor}</p>`),
        ];
        pages.push(`<section>${parts.join('\n')}</section>`);
        page.cleanup();
      } catch {
        unread++;
      }
    }
    if (unread > 0 && pages.length === 0) throw new Error('none of its pages can be read');
    return {
      html: htmlDocument(title, language, pages.join('\n')),
      hasText,
      truncated: unread > 0 || room <= 0 || links <= 0 || wanted < document.numPages,
    };
  } finally {
    await document.destroy();
  }
}

type Proxy = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Title and language from the file's metadata; '' if absent. */
async function describe(document: Proxy): Promise<{ title: string; language: string }> {
  try {
    const info = (await document.getMetadata()).info as Readonly<Record<string, unknown>>;
    const textOf = (name: string): string => (typeof info[name] === 'string' ? info[name].trim() : '');
    return { title: textOf('Title').slice(0, 500), language: textOf('Language').slice(0, 35) };
  } catch {
    return { title: '', language: '' };
  }
}

/** Joins lines to paragraphs by the gaps between them, and rejoins words hyphenated at line ends. */
function paragraphsOf(items: readonly object[], maxChars: number): string[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  for (const item of items) {
    if (!('str' in item)) continue;
    const { str, hasEOL, height, transform } = item as {
      str: string;
      hasEOL: boolean;
      height: number;
      transform: readonly number[];
    };
    if (open === null && str.trim() !== '') lines.push((open = { text: '', y: transform[5] ?? 0, height }));
    if (open !== null) open.text += str;
    if (hasEOL) open = null;
  }
  const paragraphs: string[] = [];
  let room = maxChars;
  for (const [i, line] of lines.entries()) {
    if (room <= 0) break;
    const text = line.text.replace(/\s+/g, ' ').trim().slice(0, room);
    room -= text.length;
    const before = lines[i - 1];
    const last = paragraphs.length - 1;
    const apart =
      before === undefined ||
      before.y - line.y > PARAGRAPH_GAP * Math.max(before.height, line.height) ||
      line.y > before.y + line.height;
    if (apart) paragraphs.push(text);
    else paragraphs[last] = joined(paragraphs[last] ?? '', text);
  }
  return paragraphs;
}

/** Characters of scripts without spaces between words, and their punctuation. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uff60]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'u');
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');

function joined(text: string, line: string): string {
  if (STARTS_UNSPACED.test(line) && ENDS_UNSPACED.test(text.slice(-2))) return text + line;
  if (/\p{L}[-\u00ad\u2010]$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(line)) return text.slice(0, -1) + line;
  return `${text} ${line}`;
}

function anchorsOf(annotations: readonly unknown[], room: number): string[] {
  const anchors: string[] = [];
  for (const annotation of annotations) {
    const { url, overlaidText } = annotation as { url?: unknown; overlaidText?: unknown };
    if (anchors.length >= room) break;
    if (typeof url !== 'string' || !/^https?:/i.test(url)) continue;
    const text = typeof overlaidText === 'string' ? overlaidText.replace(/\s+/g, ' ').trim() : '';
    anchors.push(anchorHtml(url, text === '' ? url : text));
  }
  return anchors;
}
