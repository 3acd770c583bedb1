import { InvalidArgumentError } from 'commander';

/** Parsers of option values; commander prefixes their errors with the option's name. */

export const integerFrom =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!/^-?\d+$/.test(text) || value < min || value > max)
      throw new InvalidArgumentError(`Expected a whole number from ${min} to ${max}.`);
    return value;
  };

export const decimalFrom =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (text.trim() === '' || !(value >= min && value <= max))
      throw new InvalidArgumentError(`Expected a number from ${min} to ${max}.`);
    return value;
  };

export const share = decimalFrom(0, 1);

/** Arabic, Chinese and Japanese commas. */
const OTHER_COMMAS = /[\u060c\u3001\ufe50\ufe51\uff0c\uff64]/g;

/** Words of any language between commas of any script, trimmed; at least one. */
export const wordList = (text: string): string[] => list(text.replaceAll(OTHER_COMMAS, ','));

/** Parts between commas, trimmed; at least one. */
export const list = (text: string): string[] => partsOf(text, ',');

function partsOf(text: string, comma: string | RegExp): string[] {
  const parts = text
    .split(comma)
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length === 0) throw new InvalidArgumentError('Expected at least one value, several separated by commas.');
  return parts;
}

/** A JSON object, such as settings of a policy. */
export function jsonObject(text: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('Expected a JSON object, such as \'{"name": 5}\'.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InvalidArgumentError('Expected a JSON object, such as \'{"name": 5}\'.');
  return value as Record<string, unknown>;
}

/** A comma that begins the next address. One within a path or query, as in `/story,1518,00.html`, does not. */
const NEXT_ADDRESS = /,(?=\s*[a-z][a-z\d+.-]*:\/\/)|,\s+|,$/i;

export function webAddresses(text: string): string[] {
  return partsOf(text, NEXT_ADDRESS).map((part) => {
    const url = URL.canParse(part) ? new URL(part) : null;
    if (url === null || !/^https?:$/.test(url.protocol) || url.hostname.includes(','))
      throw new InvalidArgumentError(`${part} is not an http or https URL.`);
    return part;
  });
}

/** A time, such as 2026-11-01 or 2026-11-01T12:00:00Z; a date alone means midnight UTC. */
export function time(text: string): string {
  const ms = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}.*)?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw new InvalidArgumentError('Expected a time, such as 2026-11-01 or 2026-11-01T12:00:00Z.');
  return new Date(ms).toISOString();
}

/** All values of an API type, as choices: a missing or unknown one is a type error. */
export const choicesOf = <T extends string>(values: Readonly<Record<T, true>>): readonly T[] =>
  Object.keys(values) as T[];

/** A list of choices, separated by commas. */
export const listOf =
  <T extends string>(choices: readonly T[]) =>
  (text: string): T[] =>
    list(text).map((part) => {
      const found = choices.find((choice) => choice === part);
      if (found === undefined) throw new InvalidArgumentError(`Expected some of ${choices.join(', ')}.`);
      return found;
    });
