import { DomainError } from '../../../platform/errors/index.js';

/** Converts a refusal of part of a request to one of the whole request. @param prefix where the part stands */
export function refusalWithin(prefix: string, error: unknown): unknown {
  if (!(error instanceof DomainError) || error.field === undefined) return error;
  const { code, message, allowed, details, field } = error;
  const errors = (details?.['errors'] as readonly { readonly field: string }[] | undefined)?.map((one) => ({
    ...one,
    field: `${prefix}.${one.field}`,
  }));
  return new DomainError(code, `${prefix}: ${message}`, {
    ...{ field: `${prefix}.${field}`, allowed, cause: error },
    details: errors === undefined ? details : { ...details, errors },
  });
}
