import { InvalidArgumentError, Option } from 'commander';
import { z } from 'zod';
import { sessionSettingsSchema } from '../domain/session/session-config.js';

/** Parsers of option values; commander reports what they throw with the option's name. */

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

interface Setting {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
}

/** A setting of a session as an option: its text, bounds and default are those of the settings' schema. */
export const settingOption = (flags: string, name: keyof typeof sessionSettingsSchema.shape): Option =>
  schemaOption(flags, sessionSettingsSchema.shape[name]);

/** The same of a part of a setting. */
export function schemaOption(flags: string, schema: z.ZodType): Option {
  const setting = z.toJSONSchema(schema, { io: 'input' }) as Setting;
  const { description = '', minimum, maximum } = setting;
  // Options are described in lower case; names in capitals stay as they are.
  const text = description.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
  const isList = setting.type === 'array';
  const option = new Option(flags, isList ? `${text}. Several are separated by commas` : text);
  if (isList) option.argParser(list);
  if (minimum !== undefined && maximum !== undefined)
    option.argParser((setting.type === 'number' ? decimalFrom : integerFrom)(minimum, maximum));
  if (setting.enum) option.choices(setting.enum);
  return typeof setting.default === 'object' || setting.default === false ? option : option.default(setting.default);
}

export function share(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value >= 0 && value <= 1))
    throw new InvalidArgumentError('Expected a number from 0 to 1.');
  return value;
}

/** Parts between commas, trimmed; at least one. */
export function list(text: string): string[] {
  const parts = text
    .split(',')
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

export function webAddresses(text: string): string[] {
  return list(text).map((part) => {
    if (!URL.canParse(part) || !/^https?:$/.test(new URL(part).protocol))
      throw new InvalidArgumentError(`${part} is not an http or https URL.`);
    return part;
  });
}
