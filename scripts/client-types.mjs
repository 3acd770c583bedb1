import openapiTypescript, { astToString } from 'openapi-typescript';

/** The generated files of the TypeScript client as texts by file name, from the OpenAPI document. */

const NOTE = '/** Generated from openapi.json by `npm run schema`. */\n\n';

/** @param openapi text of the document */
export async function clientTypes(openapi) {
  const document = JSON.parse(openapi);
  // A field with a default is optional in a body.
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
