import { invalid } from './domain-error.js';

/** JSON bodies are bounded earlier. For other values this bound prevents a stack overflow in the recursion. */
const MAX_DEPTH = 64;
const ALLOWED_TEXT = 'Unicode text without NUL characters';
/** Four-digit years: JavaScript and PostgreSQL support more, but write them differently. */
const YEARS = { first: 1, last: 9_999 };

/** Missing in TypeScript's ES2023 library. */
const isWellFormed = (text: string): boolean => (text as unknown as { isWellFormed(): boolean }).isWellFormed();

/** A decimal number as in query strings and paths: not `0x10`, `1e3`, `007` or an empty text. */
export const isDecimal = (text: string): boolean => /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text);

/** A fault and its position: the path is built while returning from it, so that valid values cost no strings. */
interface Fault {
  readonly path: string;
  /** The predicate of a sentence about the field. */
  readonly says: string;
  readonly allowed: string;
}
const MAX_PATH_CHARS = 200;

/** A member's name in the path of a field: an empty one must not leave the path empty, or as that of the parent. */
export const nameInPath = (name: string): string => (name === '' ? '""' : name);

function faultOfText(text: string): Fault | null {
  if (text.includes('\0')) return { path: '', says: 'holds a NUL character', allowed: ALLOWED_TEXT };
  return isWellFormed(text) ? null : { path: '', says: 'holds half of a surrogate pair', allowed: ALLOWED_TEXT };
}

function faultOfDate(value: Date): Fault | null {
  const year = value.getUTCFullYear();
  if (year >= YEARS.first && year <= YEARS.last) return null;
  return { path: '', says: 'is out of range', allowed: `a time of the years ${YEARS.first} to ${YEARS.last}` };
}

function faultIn(value: unknown, depth: number): Fault | null {
  if (typeof value === 'string') return faultOfText(value);
  if (typeof value === 'number')
    return Number.isFinite(value)
      ? null
      : { path: '', says: 'is not a finite number', allowed: 'a number below 1.8e308' };
  if (typeof value !== 'object' || value === null) return null;
  if (value instanceof Date) return faultOfDate(value);
  if (depth >= MAX_DEPTH) return { path: '', says: 'is nested too deeply', allowed: `at most ${MAX_DEPTH} levels` };
  return Array.isArray(value) ? faultInItems(value, depth) : faultInParts(value, depth);
}

function faultInItems(items: readonly unknown[], depth: number): Fault | null {
  for (let i = 0; i < items.length; i++) {
    const fault = faultIn(items[i], depth + 1);
    if (fault) return { ...fault, path: `[${i}]${fault.path}` };
  }
  return null;
}

function faultInParts(value: object, depth: number): Fault | null {
  for (const [key, part] of Object.entries(value)) {
    const wrongKey = faultOfText(key);
    if (wrongKey) return wrongKey;
    const fault = faultIn(part, depth + 1);
    if (fault) return { ...fault, path: `.${nameInPath(key)}${fault.path}` };
  }
  return null;
}

/**
 * Refuses values that no database column or encoder accepts: NUL characters, lone surrogates, non-finite numbers, dates
 * out of range.
 *
 * Both APIs apply it to every argument, in addition to its own validation.
 *
 * @param field path of the value in the request; empty for the body itself
 * @throws DomainError VALIDATION_FAILED
 */
export function checkInput(value: unknown, field: string): void {
  const fault = faultIn(value, 0);
  if (!fault) return;
  const path = `${field}${fault.path}`.replace(/^\./, '').slice(0, MAX_PATH_CHARS) || 'body';
  throw invalid(path, `${path} ${fault.says}`, fault.allowed);
}
