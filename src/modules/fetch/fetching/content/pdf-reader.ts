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
  /** Its pieces, in order. */
  readonly pieces: string[];
  /** Position of its start along the direction of the text. */
  readonly x: number;
  /** Position across the direction of the text; later lines of a paragraph have lower ones, on turned pages too. */
  readonly y: number;
  /** Size of its longest piece: the first one may be a large initial. */
  height: number;
  /** Characters of that piece. */
  longest: number;
  /** Direction of the text, degrees. */
  readonly turn: number;
}

/** A piece of text of pdf.js. */
interface Item {
  readonly str: string;
  readonly hasEOL: boolean;
  readonly width: number;
  readonly height: number;
  readonly transform: readonly number[];
}

/**
 * Data of fonts that are not in the file, written by the build (`scripts/package-data.mjs`): `unpdf` contains only the
 * code of pdf.js. As paths, because it cannot read the URLs that it creates.
 */
const FONT_DATA = fileURLToPath(new URL('../../../../../dist/pdf-data/', import.meta.url));

/** A distance between lines above this multiple of their height separates paragraphs. */
const PARAGRAPH_GAP = 1.6;
/**
 * Lines of sizes with at least this ratio are in different paragraphs: a heading and its text, a text and its notes.
 */
const OTHER_SIZE = 1.2;
/** The first line of a paragraph may begin farther along than the others, by these multiples of its height. */
const INDENT = { least: 0.5, most: 8 };
const SENTENCE_END = /[\p{Sentence_Terminal}:…][\p{Pe}\p{Pf}"'”’]*\s*$/u;
/** Signs before the items of a list. */
const BULLET = /^\s*[•‣⁃◦▪▫■□●○◆➢➤❖✓✔]\s/u;
/** A distance below this multiple of the size of equal pieces makes them one. */
const NEAR = 0.1;

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
        const annotations = (await page.getAnnotations()) as readonly Annotation[];
        const written = paragraphsOf((await page.getTextContent()).items, room);
        const paragraphs = [...written, ...typedIn(annotations, room - lengthOf(written))];
        const anchors = anchorsOf(annotations, links);
        room -= lengthOf(paragraphs);
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

/** Words that programs write as title if the author gave none: alone, or before the file's name. */
const NO_TITLE = /^(?:untitled(?:[- ]?(?:document|\d+))?$|Microsoft (?:Office )?(?:Word|Excel|PowerPoint) - )/i;

/** Title and language from the file's metadata; '' if absent. New files have only the title of XMP. */
async function describe(document: Proxy): Promise<{ title: string; language: string }> {
  try {
    const { info, metadata } = await document.getMetadata();
    const facts = info as Readonly<Record<string, unknown>>;
    const textOf = (fact: unknown): string =>
      typeof fact === 'string' ? fact.replace(/[\s\p{Cc}]+/gu, ' ').trim() : '';
    const titleOf = (fact: unknown): string => textOf(fact).replace(NO_TITLE, '');
    return {
      title: (titleOf(facts.Title) || titleOf(metadata?.get('dc:title'))).slice(0, 500),
      language: textOf(facts.Language).slice(0, 35),
    };
  } catch {
    return { title: '', language: '' };
  }
}

/** Forms of signs for vertical lines and for places in Arabic words, and radicals that fonts have for ideographs. */
const FORMS = /[\u2f00-\u2fd5\ufe10-\ufe19\ufe30-\ufe4f\ufe70-\ufefc]+/g;
/** Forms of signs for vertical lines that stand for one with the width of an ideograph, not the ASCII one of NFKC. */
const WIDE_FORMS = /[\ufe10\ufe13-\ufe16\ufe35-\ufe38\ufe47\ufe48]/g;
/** Distance of a wide sign from that of ASCII. */
const WIDE = 0xfee0;
const wideForm = (form: string): string => String.fromCharCode(form.normalize('NFKC').charCodeAt(0) + WIDE);

/** A line that begins with this piece. */
function lineFrom({ transform: [a = 1, b = 0, , , x = 0, y = 0], height }: Item): Line {
  const size = Math.hypot(a, b) || 1;
  const [along, across] = [(a * x + b * y) / size, (a * y - b * x) / size];
  return {
    text: '',
    pieces: [],
    x: along,
    y: across,
    height,
    longest: 0,
    turn: Math.round((Math.atan2(b, a) * 180) / Math.PI),
  };
}

/** Whether a piece is printed over the same one, which makes it look bold. */
function isOverprint(item: Item, before: Item | null): boolean {
  if (before?.str !== item.str) return false;
  const near = NEAR * Math.min(item.width, item.height);
  return [4, 5].every((i) => Math.abs((item.transform[i] ?? 0) - (before.transform[i] ?? 0)) <= near);
}

/** Whether a line begins another paragraph than the line before it. */
function isApart(before: Line, line: Line, next: Line | undefined): boolean {
  const sizes = [before.height, line.height];
  if (before.turn !== line.turn || line.y > before.y + line.height) return true;
  if (before.y - line.y > PARAGRAPH_GAP * Math.max(...sizes) || Math.max(...sizes) > OTHER_SIZE * Math.min(...sizes))
    return true;
  if (BULLET.test(line.text)) return true;
  const indent = (line.x - before.x) / line.height;
  // If the next line begins at the same place, only the line before begins elsewhere: an entry of a bibliography.
  const isFirst = next === undefined || next.x < line.x - INDENT.least * line.height;
  return indent > INDENT.least && indent < INDENT.most && isFirst && SENTENCE_END.test(before.text);
}

/** A piece whose letters the reader takes for words, because spaces of the width of a letter part them. */
const SPACED_OUT = /^(?:\S )+\S$/u;
/** Letters of one word that stand apart; fewer are columns, or names of variables. */
const SPACED_WORD = /^(?:[\p{Lu}\p{Lt}] ){4,}\p{Lu}$|^[\p{Lu}\p{Ll}] (?:\p{Ll} ){3,}\p{Ll}$/u;
/** Labels of columns and answers. */
const ALPHABETICAL = /^(?:A B C D|a b c d)/;

/** The text of a line; in a line with a word whose letters stand apart, the letters of the others do too. */
const textOfLine = (pieces: readonly string[]): string =>
  pieces.some((piece) => SPACED_WORD.test(piece) && !ALPHABETICAL.test(piece))
    ? pieces.map((piece) => (SPACED_OUT.test(piece) ? piece.replaceAll(' ', '') : piece)).join('')
    : pieces.join('');

/** Joins lines to paragraphs by their places and sizes, and rejoins words hyphenated at line ends. */
function paragraphsOf(items: readonly object[], maxChars: number): string[] {
  const lines: Line[] = [];
  let open: Line | null = null;
  let before: Item | null = null;
  for (const item of items) {
    if (!('str' in item)) continue;
    const piece = item as Item;
    const isText = piece.str.trim() !== '';
    if (open === null && isText) lines.push((open = lineFrom(piece)));
    if (open !== null && !(isText && isOverprint(piece, before))) {
      open.pieces.push(piece.str);
      if (piece.str.length > open.longest) {
        open.longest = piece.str.length;
        open.height = piece.height;
      }
    }
    if (isText) before = piece;
    if (piece.hasEOL) open = null;
  }
  for (const line of lines) line.text = textOfLine(line.pieces);
  const paragraphs: string[] = [];
  let room = maxChars;
  for (const [i, line] of lines.entries()) {
    if (room <= 0) break;
    const text = line.text
      .replace(WIDE_FORMS, wideForm)
      .replace(FORMS, (forms) => forms.normalize('NFKC'))
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, room);
    room -= text.length;
    const before = lines[i - 1];
    const last = paragraphs.length - 1;
    const apart = before === undefined || isApart(before, line, lines[i + 1]);
    const paragraph = paragraphs[last] ?? '';
    // A word may be continued in the next column.
    if (apart && !isContinued(paragraph, text)) paragraphs.push(text);
    else paragraphs[last] = joined(paragraph, text);
  }
  return paragraphs;
}

/** Characters of scripts without spaces between words, and their punctuation. */
const UNSPACED = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}\u3000-\u303f\uff00-\uff60]`;
const ENDS_UNSPACED = new RegExp(`${UNSPACED}$`, 'u');
const STARTS_UNSPACED = new RegExp(`^${UNSPACED}`, 'u');

/** Whether the last word of a text is hyphenated, and continued by the line. */
const isContinued = (text: string, line: string): boolean =>
  /\p{L}[-\u00ad\u2010]$/u.test(text.slice(-3)) && /^\p{Ll}/u.test(line);

/** An address that goes on in the next line: none ends so, and its hyphens are its own. */
const UNENDED_ADDRESS = /\bhttps?:\/\/\S*[-_=&?%]$/i;

function joined(text: string, line: string): string {
  if (UNENDED_ADDRESS.test(text)) return text + line;
  if (STARTS_UNSPACED.test(line) && ENDS_UNSPACED.test(text.slice(-2))) return text + line;
  if (isContinued(text, line)) return text.slice(0, -1) + line;
  return `${text} ${line}`;
}

const lengthOf = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + text.length, 0);

type Annotation = Readonly<Record<string, unknown>>;
/** Flags of annotations that are not shown: hidden, and not viewed (PDF 1.7, 12.5.3). */
const UNSEEN = 0x22;

/** Texts that readers typed into a page: values of fields, and notes on the page itself. At most `maxChars`. */
function typedIn(annotations: readonly Annotation[], maxChars: number): string[] {
  const texts: string[] = [];
  let room = maxChars;
  for (const { subtype, fieldType, fieldValue, password, contentsObj, annotationFlags } of annotations) {
    if (room <= 0) break;
    if (password === true || (Number(annotationFlags) & UNSEEN) !== 0) continue;
    const isField = subtype === 'Widget' && (fieldType === 'Tx' || fieldType === 'Ch');
    const value = isField ? fieldValue : subtype === 'FreeText' ? (contentsObj as { str?: unknown } | null)?.str : '';
    const text = (Array.isArray(value) ? value.join(' ') : typeof value === 'string' ? value : '')
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, room);
    if (text !== '') texts.push(text);
    room -= text.length;
  }
  return texts;
}

/** An address of the web, or one without a scheme. */
const WEB_TARGET = /^\s*(?:https?:|(?![a-z][a-z0-9+.-]*:)[^\s#])/i;

function anchorsOf(annotations: readonly Annotation[], room: number): string[] {
  const anchors: string[] = [];
  for (const { url, unsafeUrl, overlaidText } of annotations) {
    if (anchors.length >= room) break;
    // pdf.js takes only absolute URLs for safe. Others are relative to the file.
    const target = url ?? unsafeUrl;
    if (typeof target !== 'string' || !WEB_TARGET.test(target)) continue;
    const text = typeof overlaidText === 'string' ? overlaidText.replace(/\s+/g, ' ').trim() : '';
    anchors.push(anchorHtml(target, text === '' ? target : text));
  }
  return anchors;
}
