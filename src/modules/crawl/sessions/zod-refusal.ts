import { z } from 'zod';
import { DomainError } from '../../../platform/errors/index.js';

/** `scope.allowHosts[0]` from a zod path. */
function fieldOf(path: readonly PropertyKey[], prefix: string): string {
  return path.reduce<string>(
    (field, part) =>
      typeof part === 'number' ? `${field}[${part}]` : field === '' ? String(part) : `${field}.${String(part)}`,
    prefix,
  );
}

/** The unit of limits on a text or list; numbers are compared directly. */
const COUNTED: Readonly<Record<string, string>> = { string: ' characters', array: ' items', object: ' fields' };
const WITH_ARTICLE: Readonly<Record<string, string>> = {
  ...{ number: 'a number', int: 'a whole number', string: 'a string', boolean: 'true or false' },
  ...{ array: 'a list', object: 'an object' },
};

/** The allowed values, if the issue contains them. */
function allowedOf(issue: z.core.$ZodIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `${issue.inclusive === false ? 'more than' : 'at least'} ${String(issue.minimum)}${COUNTED[issue.origin] ?? ''}`;
    case 'too_big':
      return `${issue.inclusive === false ? 'less than' : 'at most'} ${String(issue.maximum)}${COUNTED[issue.origin] ?? ''}`;
    case 'invalid_type':
      return WITH_ARTICLE[issue.expected] ?? issue.expected;
    default:
      return undefined;
  }
}

/** Beginnings of zod's own messages; messages of our schemas are used unchanged. */
const WORDED_BY_ZOD = /^(Too (small|big)|Invalid (input|option)):/;

function messageOf(issue: z.core.$ZodIssue, field: string): string {
  if (issue.code === 'unrecognized_keys') return `${field} is not known here`;
  if (field === '') return issue.message;
  const allowed = allowedOf(issue);
  if (allowed === undefined || !WORDED_BY_ZOD.test(issue.message)) return `${field}: ${issue.message}`;
  return `${field} must ${COUNTED['origin' in issue ? String(issue.origin) : ''] === undefined ? 'be' : 'have'} ${allowed}`;
}

interface Part {
  readonly properties?: Readonly<Record<string, Part | undefined>>;
}

/** Names that the schema knows at this position, if it is an object with fixed names. */
function knownAt(schema: z.ZodType, path: readonly PropertyKey[]): string | undefined {
  let part = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Part | undefined;
  for (const name of path) part = part?.properties?.[String(name)];
  const names = Object.keys(part?.properties ?? {}).sort();
  return names.length > 0 ? `one of ${names.join(', ')}` : undefined;
}

/**
 * A schema's issues as a refusal that names the first wrong field and lists the others in `details.errors`.
 *
 * @param prefix field of the checked value in the request, e.g. `policyConfig`; '' for the request itself
 * @param schema that refused; with it a refusal of an unknown name lists the known ones
 */
export function refusalOf(error: z.ZodError, prefix: string, schema?: z.ZodType): DomainError {
  const errors = error.issues.flatMap((issue) => {
    // An unknown key is an issue of its parent; the user needs the key.
    const paths = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...issue.path, key]) : [issue.path];
    return paths.map((path) => {
      const field = fieldOf(path, prefix);
      const known = issue.code === 'unrecognized_keys' && schema && knownAt(schema, issue.path);
      return { field, message: messageOf(issue, field), allowed: known || allowedOf(issue) };
    });
  });
  const [first] = errors;
  return new DomainError('VALIDATION_FAILED', errors.map(({ message }) => message).join('; '), {
    field: first?.field === '' ? 'body' : first?.field,
    allowed: first?.allowed,
    details: errors.length > 1 ? { errors } : undefined,
  });
}

/** A value without its nulls, at any depth: for clients null and an omitted field both mean "not set". */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  const set = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(set.map(([key, inner]) => [key, withoutNulls(inner)]));
}
