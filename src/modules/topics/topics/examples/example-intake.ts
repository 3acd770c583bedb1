import { parsePage, tellingText } from '../../../../domain/page/index.js';
import { foldSpace } from '../../../../domain/text/index.js';
import { checkInput, invalid } from '../../../../platform/errors/index.js';
import { requireUrl } from '../seed-intake.js';

/** The limit for the text of a parsed page. */
export const MAX_EXAMPLE_TEXT_CHARS = 100_000;
/** Larger HTML is almost all script and style. */
export const MAX_EXAMPLE_HTML_CHARS = 1_000_000;
export const MAX_EXAMPLE_TITLE_CHARS = 500;
/** Address of inline HTML without one: relative links need a base, and no site exists under `.invalid` (RFC 2606). */
const NO_ADDRESS = 'http://inline.invalid/';

/** A user's document: the address of a page, its text, or its HTML, the latter two with or without an address. */
export interface DocumentInput {
  readonly url?: string | null;
  readonly title?: string | null;
  readonly text?: string | null;
  readonly html?: string | null;
}

export interface ExampleInput extends DocumentInput {
  readonly relevant: boolean;
}

/** A checked document. */
export interface GivenDocument {
  /** Canonical; null for inline text without one. */
  readonly url: string | null;
  readonly title: string;
  readonly description: string;
  /** Main text; null if only the address is known. */
  readonly text: string | null;
}

export interface NewExample {
  readonly url: string | null;
  readonly title: string;
  readonly text: string | null;
  readonly relevant: boolean;
  /** Texts of known links to it. */
  readonly anchors?: readonly string[];
}

/**
 * Checks a document and extracts title and main text from HTML like the crawler.
 *
 * @param prefix of the field names in errors, e.g. `examples[3].`
 * @throws DomainError VALIDATION_FAILED naming the field
 */
export function documentFromUser(input: DocumentInput, prefix = ''): GivenDocument {
  const { url, title, text, html } = input;
  if (text != null && html != null)
    throw invalid(`${prefix}html`, 'give either text or html, not both', 'one of text, html');
  if (url == null && text == null && html == null)
    throw invalid(`${prefix}url`, 'one of url, text and html is needed', 'an http or https URL');
  requireLength(title, MAX_EXAMPLE_TITLE_CHARS, `${prefix}title`);
  requireLength(text, MAX_EXAMPLE_TEXT_CHARS, `${prefix}text`);
  requireLength(html, MAX_EXAMPLE_HTML_CHARS, `${prefix}html`);
  const address = url == null ? null : requireUrl(url, `${prefix}url`);
  const givenTitle = foldSpace(title ?? '');
  if (html != null) {
    const page = parsePage(html, address ?? NO_ADDRESS);
    const readable = tellingText(page);
    if (readable === '' && page.title === '')
      throw invalid(`${prefix}html`, 'the HTML contains no text', 'HTML with a title or text');
    return { url: address, title: givenTitle || cut(page.title), description: page.description, text: readable };
  }
  if (text == null) return { url: address, title: givenTitle, description: '', text: null };
  const folded = foldSpace(text);
  if (folded === '') throw invalid(`${prefix}text`, 'the text is empty', `1 to ${MAX_EXAMPLE_TEXT_CHARS} characters`);
  return { url: address, title: givenTitle, description: '', text: folded };
}

/** @throws DomainError VALIDATION_FAILED naming the field */
export function exampleFromUser(input: ExampleInput, prefix = ''): NewExample {
  const { url, title, text } = documentFromUser(input, prefix);
  return { url, title, text, relevant: input.relevant };
}

const EXAMPLE_FIELDS = new Set(['url', 'title', 'text', 'html', 'relevant']);

/**
 * Reads one line of a bulk import.
 *
 * @throws DomainError VALIDATION_FAILED naming the field, or `line` if the line is not a JSON object
 */
export function exampleFromLine(line: string): NewExample {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw invalid('line', `not JSON: ${(cause as Error).message}`, 'one JSON object per line');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw invalid('line', 'not a JSON object', 'one JSON object per line');
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields)) {
    if (!EXAMPLE_FIELDS.has(name))
      throw invalid(name, `unknown field ${JSON.stringify(name)}`, [...EXAMPLE_FIELDS].join(', '));
    if (name !== 'relevant' && fields[name] !== null && typeof fields[name] !== 'string')
      throw invalid(name, `${name} must be a string`, 'a string');
  }
  // JSON can escape invalid text: half surrogate pairs, NUL. Bodies of single calls have the same check.
  checkInput(fields, '');
  if (typeof fields['relevant'] !== 'boolean')
    throw invalid('relevant', 'relevant must be true or false', 'true, false');
  return exampleFromUser(fields as unknown as ExampleInput);
}

function requireLength(text: string | null | undefined, max: number, field: string): void {
  if (text != null && text.length > max)
    throw invalid(field, `${text.length} characters are too many`, `at most ${max} characters`);
}

function cut(title: string): string {
  return title.slice(0, MAX_EXAMPLE_TITLE_CHARS);
}
