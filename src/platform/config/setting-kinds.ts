import { z } from 'zod';

/** Parsers of setting values: allowed texts and resulting types. */

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^-?\d+$/, { error: `an integer from ${min} to ${max}` })
    .transform(Number)
    .refine((value) => value >= min && value <= max, { error: `an integer from ${min} to ${max}` });
const SHARE = 'a number from 0 to 1';
export const share = () =>
  z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?|\.\d+)$/, { error: SHARE })
    .transform(Number);
export const flag = () => z.enum(['true', 'false'], { error: 'true or false' }).transform((value) => value === 'true');
export const oneOf = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `one of ${values.join(', ')}` });
export const text = (allowed: string) => z.string({ error: allowed }).trim().min(1, { error: allowed });
export const list = () =>
  z.string().transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  );
export const url = (protocols: readonly string[], allowed: string) =>
  z.string().refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol), { error: allowed });

export const ORIGINS = 'origins such as http://127.0.0.1:8000, separated by commas';
export const isOrigin = (value: string): boolean =>
  URL.canParse(value) &&
  /^https?:$/.test(new URL(value).protocol) &&
  new URL(value).origin === value.replace(/\/$/, '').toLowerCase();
const SECRETS =
  'JSON such as {"mine": {"origin": "https://classifier.example", "value": "Bearer KEY"}}, with "header" where it is not authorization';
/** A credential that a client sends, and the only origin that may receive it. */
const secretsSchema = z.record(
  z.string().regex(/^[A-Za-z0-9_.-]{1,64}$/),
  z.strictObject({
    origin: z
      .string()
      .refine(isOrigin)
      .transform((value) => new URL(value).origin),
    header: z
      .string()
      .regex(/^[A-Za-z0-9-]{1,100}$/)
      .default('authorization')
      .transform((name) => name.toLowerCase()),
    value: z.string().regex(/^[\x21-\x7e]([\x20-\x7e]{0,4000}[\x21-\x7e])?$/),
  }),
);
export const secrets = () =>
  z.string().transform((text, context) => {
    let json: unknown = null;
    try {
      json = JSON.parse(text);
    } catch {
      // The check below refuses it like any other invalid text.
    }
    const read = secretsSchema.safeParse(json);
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: SECRETS });
    return z.NEVER;
  });

/**
 * A setting: its parser, its default as text (undefined: none), and its description. `.env.example` documents the same
 * list.
 */
interface Setting<S extends z.ZodType> {
  readonly schema: S;
  readonly default?: string;
  readonly about: string;
  /** Its value is never logged or repeated in an error. */
  readonly secret?: boolean;
}
export const setting = <S extends z.ZodType>(
  schema: S,
  fallback: string | undefined,
  about: string,
  secret = false,
): Setting<S> => ({ schema, default: fallback, about, secret });
