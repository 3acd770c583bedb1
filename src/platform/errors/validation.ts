import { getMetadataStorage, type ValidationError } from 'class-validator';
import {
  allowedItemOf,
  allowedOf,
  argumentOf,
  isOptional,
  nameOf,
  NOT_BELOW,
  type Rule,
  rulesOf,
} from './allowed-values.js';
import { DomainError } from './domain-error.js';
import { reasonOfFixed } from './fixed-fields.js';
import { nameInPath } from './input-text.js';

interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly allowed: string;
}

/** Most errors listed; a body can have faults in every field. */
const MAX_ERRORS = 20;

function unknownField(field: string, type: object | undefined): FieldError {
  const known = type === undefined ? [] : [...rulesOf(type).keys()].sort();
  const fixed = type === undefined ? null : reasonOfFixed(type);
  return {
    field,
    message:
      fixed === null
        ? `${field} is not known here`
        : `${field} is not among the fields that can be changed (${known.join(', ')}): ${fixed}`,
    allowed: known.length > 0 ? `one of ${known.join(', ')}` : 'no such field',
  };
}

/** Index of the first item that an `each` rule refuses; null if the array as a whole is refused. */
function firstWrongItem(items: readonly unknown[], rules: readonly Rule[], error: ValidationError): number | null {
  for (const rule of rules.filter(
    ({ each, name }) => each && name !== undefined && error.constraints?.[name] !== undefined,
  )) {
    const checks = getMetadataStorage().getTargetValidatorConstraints(rule.constraintCls);
    const isWrong = (value: unknown) =>
      checks.some(
        ({ instance }) =>
          instance.validate(value, {
            value,
            constraints: rule.constraints as unknown[],
            targetName: '',
            object: error.target ?? {},
            property: error.property,
          }) === false,
      );
    const at = items.findIndex(isWrong);
    if (at >= 0) return at;
  }
  return null;
}

/** The path of another field of the same object. */
const pathBeside = (field: string, other: string): string => field.replace(/[^.]*$/, other);

function ownError(error: ValidationError, field: string): FieldError {
  const { target, property, value } = error as { target?: object; property: string; value?: unknown };
  const rules = (target && rulesOf(target.constructor).get(property)) ?? [];
  const lower = error.constraints?.[NOT_BELOW] === undefined ? undefined : String(argumentOf(rules, NOT_BELOW));
  const isOnlyBelow = lower !== undefined && Object.keys(error.constraints ?? {}).length === 1;
  const allowed = isOnlyBelow ? `at least ${pathBeside(field, lower)}` : allowedOf(rules);
  if (value === undefined && !isOptional(rules)) return { field, message: `${field} is required; ${allowed}`, allowed };
  const wrong = Array.isArray(value) ? firstWrongItem(value, rules, error) : null;
  if (wrong === null) return { field, message: `${field} must be ${allowed}, not ${nameOf(value)}`, allowed };
  const item = allowedItemOf(rules);
  return {
    field: `${field}[${wrong}]`,
    message: `${field}[${wrong}] must be ${item}, not ${nameOf((value as unknown[])[wrong])}`,
    allowed: item,
  };
}

/** Flattens class-validator's error tree to a list with full paths: one error per field, which states all its rules. */
function fieldErrors(errors: readonly ValidationError[], prefix = ''): FieldError[] {
  return errors.flatMap((error) => {
    const inArray = /^\d+$/.test(error.property) && Array.isArray(error.target);
    const field = inArray
      ? `${prefix.replace(/\.$/, '')}[${error.property}]`
      : `${prefix}${nameInPath(error.property)}`;
    const isUnknown = error.constraints?.['whitelistValidation'] !== undefined;
    const own =
      error.constraints === undefined
        ? []
        : [isUnknown ? unknownField(field, error.target?.constructor) : ownError(error, field)];
    return [...own, ...fieldErrors(error.children ?? [], `${field}.`)];
  });
}

/** An error that names the first invalid field and lists the others, up to a bound, in `details.errors`. */
export function validationError(errors: readonly ValidationError[]): DomainError {
  const all = fieldErrors(errors);
  const [first] = all;
  const listed = all.slice(0, MAX_ERRORS);
  const more = all.length > MAX_ERRORS ? `; and ${all.length - MAX_ERRORS} more` : '';
  const message =
    all.length > 0 ? `${listed.map((error) => error.message).join('; ')}${more}` : 'The request is not valid';
  return new DomainError('VALIDATION_FAILED', message, {
    field: first?.field,
    allowed: first?.allowed,
    details: all.length > 1 ? { errors: listed } : undefined,
  });
}
