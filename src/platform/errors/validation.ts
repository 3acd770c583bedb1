import { ValidationPipe } from '@nestjs/common';
import { getMetadataStorage, type ValidationError } from 'class-validator';
import { DomainError } from './domain-error.js';

export interface FieldError {
  readonly field: string;
  readonly message: string;
  readonly allowed: string;
}

function knownProperties(target: object | undefined): string {
  if (!target) return 'no such field';
  const metadata = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  return `one of ${[...new Set(metadata.map(({ propertyName }) => propertyName))].sort().join(', ')}`;
}

/** `limit must not be less than 1` says of `limit` that `not less than 1` is allowed. */
function allowedOf(message: string, property: string): string {
  const rest = message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
  return rest.replace(/^(?:must|should) (not )?be /, '$1');
}

/** The leaves of class-validator's tree as flat list with full paths. */
export function fieldErrors(errors: readonly ValidationError[], prefix = ''): FieldError[] {
  return errors.flatMap((error) => {
    const field = `${prefix}${error.property}`;
    const own = Object.entries(error.constraints ?? {}).map(([constraint, message]) => {
      if (constraint === 'whitelistValidation') return { field, message: `${field} is not known here`, allowed: knownProperties(error.target) };
      const full = message.startsWith(`${error.property} `) ? `${field}${message.slice(error.property.length)}` : `${field}: ${message}`;
      return { field, message: full, allowed: allowedOf(message, error.property) };
    });
    return [...own, ...fieldErrors(error.children ?? [], `${field}.`)];
  });
}

/** A refusal that names the first wrong field and lists all of them in `details.errors`. */
export function validationError(errors: readonly ValidationError[]): DomainError {
  const all = fieldErrors(errors);
  const [first] = all;
  const message = all.length > 0 ? all.map((error) => error.message).join('; ') : 'The request is not valid';
  return new DomainError('VALIDATION_FAILED', message, { field: first?.field, allowed: first?.allowed, details: all.length > 1 ? { errors: all } : undefined });
}

/** Checks bodies, queries and GraphQL arguments against their classes. Fields that a class does not decorate are refused, not dropped. */
export function createValidationPipe(): ValidationPipe {
  return new ValidationPipe({
    transform: true, whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: false,
    validationError: { target: true, value: false }, exceptionFactory: validationError,
  });
}
