import openapiTypescript, { astToString } from 'openapi-typescript';

/** What of the TypeScript client is generated from the OpenAPI document, as texts by file name. */

const NOTE = '/** Generated from openapi.json by `npm run schema`. */\n\n';

/** @param openapi text of the document */
export async function clientTypes(openapi) {
  const document = JSON.parse(openapi);
  // A field with a default may be left out of a body.
  const types = await openapiTypescript(document, { defaultNonNullable: false });
  return {
    'schema.ts': `${NOTE}${astToString(types)}`,
    'creations.ts': `${NOTE}/** Paths whose POST takes an Idempotency-Key. */\nexport const CREATIONS = ${JSON.stringify(creations(document), null, 2)} as const;\n`,
  };
}

const creations = ({ paths }) =>
  Object.entries(paths)
    .filter(([, { post }]) => post?.parameters?.some(({ name }) => name.toLowerCase() === 'idempotency-key'))
    .map(([path]) => path);
