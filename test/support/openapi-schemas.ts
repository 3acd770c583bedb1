import { readFileSync } from 'node:fs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Checks values against schemas of openapi.json. Fields that the document does not name are violations, too. */

const document = JSON.parse(readFileSync('openapi.json', 'utf8'), (_, part: unknown) =>
  hasFields(part) ? { additionalProperties: false, ...part } : part,
) as object;
const BASE = 'openapi.json';
// The document has keywords besides those of JSON Schema, such as `example`.
const ajv = new Ajv2020({ strict: false, allErrors: true }).addSchema(document, BASE);
addFormats.default(ajv);
const compiled = new Map<string, ValidateFunction>();

/** Whether a part of the document is the schema of an object with named fields. */
function hasFields(part: unknown): part is object {
  return part !== null && typeof part === 'object' && 'type' in part && part.type === 'object' && 'properties' in part;
}

const escaped = (part: string): string => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));

/** @returns violations of the schema at a path of the document, such as `['components', 'schemas', 'TopicDto']` */
export function complaints(place: readonly string[], value: unknown): string[] {
  const ref = `${BASE}#/${place.map(escaped).join('/')}`;
  const check = compiled.get(ref) ?? ajv.compile({ $ref: ref });
  compiled.set(ref, check);
  return check(value)
    ? []
    : (check.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, params['additionalProperty']].filter((part) => part !== undefined).join(' '),
      );
}

/** Differences between a webhook message, as its receiver parses it, and the document. */
export const messageComplaints = (message: {
  readonly type: string;
  readonly timestamp: string;
  readonly data: object;
}): string[] =>
  complaints(['webhooks', message.type, 'post', 'requestBody', 'content', 'application/json', 'schema'], {
    type: message.type,
    timestamp: message.timestamp,
    data: message.data,
  });
