import { z } from 'zod';
import { nameOf } from './allowed-values.js';
import { DomainError } from './domain-error.js';

/** `scope.allowHosts[0]` from a zod path. */
function fieldOf(path: readonly PropertyKey[], prefix: string): string {
  return path.reduce<string>(
    (field, part) =>
      typeof part === 'number' ? `${field}[${part}]` : field === '' ? String(part) : `${field}.${String(part)}`,
    prefix,
  );
}

/** The unit of limits on a text or list; numbers are compared directly. */
const COUNTED: Readonly<Record<string, string>> = { string: 'character', array: 'item', object: 'field' };
/** `at least 1 item`, or `at least 1` of a number. */
const counted = (origin: string, limit: number | bigint): string => {
  const unit = COUNTED[origin];
  return unit === undefined ? String(limit) : `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`;
};
const WITH_ARTICLE: Readonly<Record<string, string>> = {
  ...{ number: 'a number', int: 'a whole number', string: 'a string', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object' },
};

/** Beginnings of zod's own messages; messages of our schemas are used unchanged. */
const WORDED_BY_ZOD = /^(Too (small|big)|Invalid|Unrecognized)\b/;
const isOurs = ({ message }: z.core.$ZodIssue): boolean => !WORDED_BY_ZOD.test(message);

/** The allowed values, if the issue contains them. */
function allowedOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      if ('options' in issue && issue.options !== undefined) return `one of ${issue.options.map(String).join(', ')}`;
      break;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${counted(issue.origin, issue.maximum)}`;
    case 'invalid_type':
      return WITH_ARTICLE[issue.expected] ?? issue.expected;
    default:
  }
  return isOurs(issue) ? issue.message : undefined;
}

/** The refused value, where the issue has it: secret values are not reported to issues. */
function sentOf(issue: z.core.$ZodIssue): string {
  const whole = 'input' in issue ? issue.input : undefined;
  const { discriminator } = issue as { discriminator?: string };
  const sent = discriminator === undefined ? whole : (whole as Record<string, unknown> | undefined)?.[discriminator];
  // A condition on several fields is an issue of the object that has them.
  return sent === undefined || (issue.code === 'custom' && typeof sent === 'object') ? '' : `, not ${nameOf(sent)}`;
}

function messageOf(issue: z.core.$ZodIssue, field: string, allowed: string | undefined): string {
  if (issue.code === 'unrecognized_keys') return `${field} is not known here`;
  if (field === '') return issue.message;
  if (allowed === undefined || isOurs(issue)) return `${field}: ${issue.message}${sentOf(issue)}`;
  if (issue.code === 'invalid_type' && 'input' in issue && issue.input === undefined)
    return `${field} is required; ${allowed}`;
  return `${field} must ${COUNTED['origin' in issue ? String(issue.origin) : ''] === undefined ? 'be' : 'have'} ${allowed}${sentOf(issue)}`;
}

interface Part {
  readonly properties?: Readonly<Record<string, Part | undefined>>;
  readonly items?: Part;
  readonly anyOf?: readonly Part[];
  readonly oneOf?: readonly Part[];
}

/** Names that the schema knows at this position, if it is an object with fixed names. */
function knownAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  // The alternatives of a union are parts of one position.
  const spread = (part: Part | undefined): Part[] =>
    part === undefined ? [] : [part, ...[...(part.anyOf ?? []), ...(part.oneOf ?? [])].flatMap(spread)];
  let parts = spread(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Part);
  for (const name of path)
    parts = parts.flatMap((part) => spread(typeof name === 'number' ? part.items : part.properties?.[String(name)]));
  const names = [...new Set(parts.flatMap((part) => Object.keys(part.properties ?? {})))].sort();
  return names.length > 0 ? `one of ${names.join(', ')}` : undefined;
}

interface SettingProblem {
  readonly field: string;
  readonly message: string;
  readonly allowed: string | undefined;
}

/** @param field of the checked value, e.g. `policyConfig`; '' for the whole request or file */
function problemsIn(error: z.ZodError, schema: z.ZodType, field: string): SettingProblem[] {
  return error.issues.flatMap((issue) => {
    // An unknown key is an issue of its parent; the user needs the key.
    const isUnknown = issue.code === 'unrecognized_keys';
    const paths = isUnknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    const allowed = isUnknown ? knownAt(schema, issue.path) : allowedOf(issue);
    return paths.map((path) => {
      const wrong = fieldOf(path, field);
      return { field: wrong, message: messageOf(issue, wrong, allowed), allowed };
    });
  });
}

/** Sentences about wrong settings in a file or an option, with what is allowed; none if the schema reads the value. */
export function settingComplaints(schema: z.ZodType, value: unknown, field = ''): string[] {
  const { error } = schema.safeParse(value, { reportInput: true });
  const problems = error === undefined ? [] : problemsIn(error, schema, field);
  return problems.map(({ message, allowed }) =>
    allowed === undefined || message.includes(allowed) ? message : `${message}; expected ${allowed}`,
  );
}

interface CheckOptions {
  /** The values are secret: an error does not show them. */
  readonly secret?: boolean;
}

/**
 * The value as the schema reads it.
 *
 * @param field of the value in the request, e.g. `policyConfig`; '' for the request itself
 * @throws DomainError VALIDATION_FAILED naming the first wrong field; `details.errors` lists all if there are several
 */
export function checkedSettings<T extends z.ZodType>(
  schema: T,
  value: unknown,
  field: string,
  { secret = false }: CheckOptions = {},
): z.output<T> {
  const { data, error } = schema.safeParse(value, { reportInput: !secret });
  if (error === undefined) return data;
  const errors = problemsIn(error, schema, field);
  const [first] = errors;
  throw new DomainError('VALIDATION_FAILED', errors.map(({ message }) => message).join('; '), {
    field: first?.field === '' ? 'body' : first?.field,
    allowed: first?.allowed,
    details: errors.length > 1 ? { errors } : undefined,
  });
}

/** `T` whose fields, at any depth, are not null. */
type WithoutNulls<T> = T extends Date
  ? T
  : T extends readonly (infer Item)[]
    ? WithoutNulls<Item>[]
    : T extends object
      ? { [K in keyof T]: WithoutNulls<Exclude<T[K], null>> }
      : T;

/**
 * A value without the fields that are null or undefined, at any depth: for clients null and an omitted field both mean
 * "not set".
 */
export function withoutNulls<T>(value: T): WithoutNulls<T> {
  return cleared(value) as WithoutNulls<T>;
}

function cleared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleared);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const set = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(set.map(([key, inner]) => [key, cleared(inner)]));
}
