import { addressesIn, addressProblem, isAddress } from '../../parts/addresses.js';

/** A setting of a session, as the form shows it and the service takes it. */
export interface Setting {
  /** Path in the body of a new session: `scope.maxDepth`. */
  readonly path: string;
  readonly label: string;
  readonly help: string;
  readonly kind:
    'whole' | 'decimal' | 'switch' | 'choice' | 'several' | 'text' | 'lines' | 'addresses' | 'cap' | 'json';
  /** The default, as JSON; undefined: none. */
  readonly standard?: unknown;
  /** Allowed values with their words, of a choice. */
  readonly choices?: readonly (readonly [value: unknown, words: string])[];
  readonly least?: number;
  readonly most?: number;
  /** Bounds that are not allowed themselves. */
  readonly above?: number;
  readonly below?: number;
  /** The words of an empty input, of a setting that takes an id. */
  readonly none?: string;
  /** A number is entered in units of this: 1000 for seconds that are sent as milliseconds. */
  readonly scale?: number;
}

/** Inputs by path. Empty or missing: the service decides. */
export type Texts = Readonly<Record<string, string>>;

export const textOf = ({ kind, scale = 1 }: Pick<Setting, 'kind' | 'scale'>, value: unknown): string => {
  if (value === undefined || value === null) return '';
  if (kind === 'json') return JSON.stringify(value);
  if (Array.isArray(value)) return value.join(kind === 'several' ? ',' : '\n');
  return typeof value === 'number' ? String(value / scale) : typeof value === 'string' ? value : JSON.stringify(value);
};

/** The default as it would be entered; empty: none. */
export const standardOf = (setting: Setting): string => textOf(setting, setting.standard);

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** MAX as it is written. */
const CAP = /^(?:unlimited|\d{1,7}|\d{1,7}\s*(?:->|→)\s*\d{1,7})$/;

/** The value of a text; undefined for an empty one. Call it for texts without a problem. */
export function valueOf(setting: Setting, text: string): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  switch (setting.kind) {
    case 'whole':
    case 'decimal':
      return Math.round(Number(trimmed) * (setting.scale ?? 1) * 1e9) / 1e9;
    case 'switch':
      return trimmed === 'true';
    case 'choice':
      return setting.choices?.find(([value]) => textOf(setting, value) === trimmed)?.[0] ?? trimmed;
    case 'several':
      return trimmed.split(',');
    case 'lines':
      return linesOf(text);
    case 'addresses':
      return addressesIn(text);
    case 'cap':
      return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
    case 'json':
      return JSON.parse(trimmed) as unknown;
    case 'text':
      return trimmed;
  }
}

/** The bounds of a number, in words. */
function boundsOf({ least, most, above, below, scale = 1, kind }: Setting): string {
  const what = kind === 'whole' && scale === 1 ? 'a whole number' : 'a number';
  if (least !== undefined && most !== undefined) return `${what} from ${least / scale} to ${most / scale}`;
  const bounds = [
    ...[above === undefined ? '' : `above ${above / scale}`, least === undefined ? '' : `of at least ${least / scale}`],
    ...[below === undefined ? '' : `below ${below / scale}`, most === undefined ? '' : `of at most ${most / scale}`],
  ].filter((bound) => bound !== '');
  return bounds.length === 0 ? what : `${what} ${bounds.join(' and ')}`;
}

function isWithin({ least, most, above, below, kind }: Setting, value: number): boolean {
  if (!Number.isFinite(value) || (kind === 'whole' && !Number.isInteger(value))) return false;
  if (value < (least ?? Number.NEGATIVE_INFINITY) || value > (most ?? Number.POSITIVE_INFINITY)) return false;
  return value > (above ?? Number.NEGATIVE_INFINITY) && value < (below ?? Number.POSITIVE_INFINITY);
}

/** Why a value of a JSON document cannot be this setting, in words; null: it can. Details the service checks. */
export function misfitOf(setting: Setting, value: unknown): string | null {
  const { kind, choices = [] } = setting;
  const allowed = choices.map(([one]) => JSON.stringify(one)).join(', ');
  const isText = (one: unknown): boolean => typeof one === 'string';
  switch (kind) {
    case 'whole':
    case 'decimal':
      if (typeof value === 'number' && isWithin(setting, value)) return null;
      return `must be ${boundsOf({ ...setting, scale: 1 })}`;
    case 'switch':
      return typeof value === 'boolean' ? null : 'must be true or false';
    case 'choice':
      return choices.some(([one]) => one === value) ? null : `must be one of ${allowed}`;
    case 'several':
      return Array.isArray(value) && value.length > 0 && value.every((item) => choices.some(([one]) => one === item))
        ? null
        : `must be a list of some of ${allowed}`;
    case 'lines':
      return Array.isArray(value) && value.every(isText) ? null : 'must be a list of texts';
    case 'addresses':
      return Array.isArray(value) && value.every((url) => isText(url) && isAddress(String(url)))
        ? null
        : 'must be a list of http and https addresses';
    case 'cap':
      return CAP.test(String(value)) ? null : 'must be "unlimited", a number, or such as "5->2"';
    case 'text':
      return isText(value) ? null : 'must be a text';
    case 'json':
      return null;
  }
}

/** Why a text cannot be read as a value of the setting, as a sentence; null: it can. */
export function problemOf(setting: Setting, text: string): string | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed === standardOf(setting)) return null;
  switch (setting.kind) {
    case 'whole':
    case 'decimal':
      return isWithin(setting, valueOf(setting, trimmed) as number) ? null : `Enter ${boundsOf(setting)}.`;
    case 'cap':
      return CAP.test(trimmed) ? null : 'Enter a number, "unlimited", or such as 5->2.';
    case 'addresses':
      return addressProblem(text);
    case 'json':
      try {
        JSON.parse(trimmed);
        return null;
      } catch {
        return 'Enter JSON, such as [1, 2].';
      }
    default:
      return null;
  }
}

/** Whether something else than the default is entered. @param begun what a new form has */
export const isChanged = (setting: Setting, text: string, begun = ''): boolean => {
  const trimmed = text.trim();
  return trimmed !== begun && trimmed !== standardOf(setting);
};
