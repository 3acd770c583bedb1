import { readFileSync } from 'node:fs';
import { commandsIn } from './shell-commands.js';

/**
 * Checks of the API calls in documents against openapi.json: inline code such as `GET /v1/topics`, and curl in shell
 * blocks.
 */

interface Schema {
  readonly $ref?: string;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}
interface Operation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}
interface Call {
  readonly method: string;
  readonly target: string;
  readonly body: string | null;
}

const api = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

/** The calls of paths below /v1 in a document. */
export function callsIn(markdown: string): Call[] {
  const prose = markdown.replace(/^ *```[^]*?^ *```$/gm, '');
  const inline = [...prose.matchAll(/`(GET|POST|PUT|PATCH|DELETE|HEAD) (\/v1\/[^`\s]+)`/g)];
  const curls = commandsIn(markdown).filter(({ words }) => words[0] === 'curl');
  return [
    ...inline.map(([, method, target]) => ({ method, target, body: null })),
    ...curls.flatMap(({ words }) => {
      const target = words.flatMap((word) => /\/v1\/.*/.exec(word)?.[0] ?? []).find((word) => !word.startsWith('{'));
      const value = (...names: readonly string[]): string | null =>
        words.flatMap((word, i) => (names.includes(word) ? [words[i + 1]] : [])).at(0) ?? null;
      const body = value('-d', '--data');
      if (target === undefined) return [];
      return [{ method: value('-X', '--request') ?? (body === null ? 'GET' : 'POST'), target, body }];
    }),
  ];
}

/** Complaints about one call: a path, method, parameter or field that the API does not have. */
export function callComplaints({ method, target, body }: Call): string[] {
  const [path, query = ''] = target.split('?');
  const operation = operationOf(path, method === 'HEAD' ? 'get' : method.toLowerCase());
  if (operation === null) return [`the API has no ${method} ${path}`];
  const names = (operation.parameters ?? []).filter((one) => one.in === 'query').map(({ name }) => name);
  const unknown = [...new URLSearchParams(query).keys()].filter((name) => !names.includes(name));
  const schema = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const wrong = body === null || body.startsWith('@') ? [] : bodyComplaints(body, schema ?? {});
  return [...unknown.map((name) => `${method} ${path} has no parameter "${name}"`), ...wrong];
}

function operationOf(path: string, method: string): Operation | null {
  const parts = path.split('/');
  const matching = Object.entries(api.paths).filter(([pattern, operations]) => {
    const wanted = pattern.split('/');
    return method in operations && wanted.length === parts.length && wanted.every((one, i) => matches(one, parts[i]));
  });
  // `/v1/sessions/compare` is not `/v1/sessions/{id}`.
  const exact = matching.find(([pattern]) => pattern === path) ?? matching.at(0);
  return exact?.[1][method] ?? null;
}

/** Whether a part of a path suits that of a pattern: `{id}`, or `{file}.csv`, takes any text. */
function matches(pattern: string, part: string): boolean {
  const escaped = pattern.replace(/\./g, '\\.').replace(/\{\w+\}/g, '.+');
  return new RegExp(`^${escaped}$`).test(part);
}

function bodyComplaints(body: string, schema: Schema): string[] {
  try {
    return fieldComplaints(JSON.parse(body), schema);
  } catch {
    return [`this is not JSON: ${body}`];
  }
}

/** Fields that a schema does not have, however deep, and required ones that are missing. */
function fieldComplaints(value: unknown, schema: Schema, path = ''): string[] {
  const { properties, required, items } = resolved(schema);
  if (Array.isArray(value)) return items ? value.flatMap((one) => fieldComplaints(one, items, `${path}[]`)) : [];
  if (typeof value !== 'object' || value === null || properties === undefined) return [];
  const missing = (required ?? []).filter((name) => !(name in value)).map((name) => `${path}.${name} is missing`);
  const fields = Object.entries(value).flatMap(([name, part]) =>
    name in properties ? fieldComplaints(part, properties[name], `${path}.${name}`) : [`${path}.${name} is no field`],
  );
  return [...missing, ...fields];
}

function resolved(schema: Schema): Schema {
  if (schema.$ref !== undefined) return resolved(api.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {});
  const one = schema.allOf ?? schema.oneOf ?? schema.anyOf;
  return schema.properties === undefined && one?.length === 1 ? resolved(one[0]) : schema;
}
