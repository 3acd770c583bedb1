import { Option } from 'commander';
import { z } from 'zod';
import { sessionSettingsSchema } from '../domain/session/session-config.js';
import { decimalFrom, integerFrom, list } from './option-values.js';

export * from './option-values.js';

interface Setting {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly enum?: readonly string[];
}

/** A session setting as an option: text, bounds and default come from the settings' schema. */
export const settingOption = (flags: string, name: keyof typeof sessionSettingsSchema.shape): Option =>
  schemaOption(flags, sessionSettingsSchema.shape[name]);

/** The same for a part of a setting. */
export function schemaOption(flags: string, schema: z.ZodType): Option {
  const setting = z.toJSONSchema(schema, { io: 'input' }) as Setting;
  const { description = '', minimum, maximum } = setting;
  // Option descriptions begin in lower case; names in capitals are unchanged.
  const text = description.replace(/^[A-Z](?![A-Z])/, (letter) => letter.toLowerCase());
  const isList = setting.type === 'array';
  const option = new Option(flags, isList ? `${text}. Several are separated by commas` : text);
  if (isList) option.argParser(list);
  if (minimum !== undefined && maximum !== undefined)
    option.argParser((setting.type === 'number' ? decimalFrom : integerFrom)(minimum, maximum));
  if (setting.enum) option.choices(setting.enum);
  return typeof setting.default === 'object' || setting.default === false ? option : option.default(setting.default);
}
