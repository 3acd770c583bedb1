import { type ArgumentMetadata, ValidationPipe } from '@nestjs/common';
import { fromRestQuery } from '../api/rest-form.js';
import { allowedOf, INT4, isOptional, mostItemsOf, nameOf, rulesOf } from './allowed-values.js';
import { invalid } from './domain-error.js';
import { checkInput, isDecimal } from './input-text.js';
import { validationError } from './validation.js';

/** Types of plain values, which have no rules. */
const PLAIN: readonly unknown[] = [String, Boolean, Number, Array, Object, Date, undefined];

/**
 * Checks that class-validator omits: required nested objects that are missing, and integers without bounds, which must
 * fit the database's integers.
 */
function checkRest(value: unknown, field: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach((item, i) => checkRest(item, `${field}[${i}]`));
  const rules = rulesOf(value.constructor);
  for (const [property, own] of rules) {
    const path = field === '' ? property : `${field}.${property}`;
    const isMissing =
      (value as Record<string, unknown>)[property] === undefined &&
      own.some(({ type }) => type === 'nestedValidation') &&
      !isOptional(own);
    if (isMissing) throw invalid(path, `${path} is required; ${allowedOf(own)}`, allowedOf(own));
  }
  for (const [property, part] of Object.entries(value)) {
    const path = field === '' ? property : `${field}.${property}`;
    const own = rules.get(property);
    if (own === undefined) continue;
    if (typeof part === 'object') checkRest(part, path);
    else if (
      typeof part === 'number' &&
      own.some(({ name }) => name === 'isInt') &&
      (part < INT4.min || part > INT4.max)
    ) {
      const allowed = `an integer from ${INT4.min} to ${INT4.max}`;
      throw invalid(path, `${path} must be ${allowed}, not ${nameOf(part)}`, allowed);
    }
  }
}

/** Refuses overlong arrays before their items are validated: ten thousand objects take seconds. */
function checkLengths(value: object, type: object): void {
  for (const [property, rules] of rulesOf(type)) {
    const items: unknown = (value as Record<string, unknown>)[property];
    if (Array.isArray(items) && items.length > mostItemsOf(rules)) {
      throw invalid(property, `${property} must be ${allowedOf(rules)}, not ${nameOf(items)}`, allowedOf(rules));
    }
  }
}

/**
 * Validates bodies, queries, parameters and GraphQL arguments: first their texts and numbers, then the rules of their
 * classes. Unknown fields are refused, not dropped.
 */
export class InputPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      forbidNonWhitelisted: true,
      forbidUnknownValues: false,
      validationError: { target: true, value: true },
      exceptionFactory: validationError,
    });
  }

  override async transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    // Values that this service's own decorators take from the request or its context.
    if (metadata.type === 'custom') return value;
    checkInput(value, metadata.data ?? '');
    const { metatype } = metadata;
    // Left as text, so that the parameter's own pipe refuses it.
    if (metatype === Number && typeof value === 'string' && !isDecimal(value)) return value;
    if (
      !PLAIN.includes(metatype) &&
      value !== undefined &&
      value !== null &&
      (typeof value !== 'object' || Array.isArray(value))
    ) {
      const field = metadata.data ?? metadata.type;
      throw invalid(field, `${field} must be an object, not ${nameOf(value)}`, 'a JSON object');
    }
    if (metatype !== undefined && !PLAIN.includes(metatype) && typeof value === 'object' && value !== null)
      checkLengths(value, metatype);
    const isQuery = metadata.type === 'query' && metatype !== undefined && !PLAIN.includes(metatype);
    const given = isQuery ? fromRestQuery(metatype, value ?? {}) : value;
    const checked: unknown = await super.transform(given, metadata);
    checkRest(checked, metadata.data ?? '');
    return checked;
  }
}
