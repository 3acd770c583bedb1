import { readFileSync } from 'node:fs';
import { ERROR_STATUS } from '../../src/platform/errors/domain-error.js';
import { EVENT_TYPE_NAMES } from '../../src/platform/outbox/event-types.js';
import { complaints, messageComplaints } from '../support/openapi-schemas.js';
import { testThoroughly } from '../support/thoroughness.js';

const FILE = 'openapi.json';

interface Schema {
  readonly $ref?: string;
  readonly allOf?: unknown;
  readonly anyOf?: unknown;
  readonly example?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Operation {
  readonly operationId?: string;
  readonly description?: string;
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly example?: unknown; readonly schema: Schema }>>;
  };
  readonly parameters?: readonly {
    readonly name: string;
    readonly description?: string;
    readonly example?: unknown;
    readonly schema: Schema;
  }[];
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Webhook {
  readonly post: {
    readonly requestBody: {
      readonly content: Readonly<Record<string, { readonly example: Parameters<typeof messageComplaints>[0] }>>;
    };
  };
}
interface OpenApi {
  readonly webhooks: Readonly<Record<string, Webhook>>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const EXAMPLE_RULES = {
  'no-invalid-media-type-examples': 'error',
  'no-invalid-parameter-examples': 'error',
  'no-invalid-schema-examples': 'error',
} as const;
/** Parts of a schema that hold values. */
const VALUES = new Set(['default', 'example', 'examples', 'enum', 'const']);

const text = readFileSync(FILE, 'utf8');
const document = JSON.parse(text) as OpenApi;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

describe('the OpenAPI document', () => {
  testThoroughly('has nothing that the recommended rules of Redocly complain of', async () => {
    const { createConfig, lintFromString } = await import('@redocly/openapi-core');
    const problems = await lintFromString({
      source: text,
      absoluteRef: FILE,
      config: await createConfig({ extends: ['recommended'], rules: EXAMPLE_RULES }),
    });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer ?? ''}`),
    ).toEqual([]);
  });

  it('has defaults that their schemas allow', () => {
    const found: string[] = [];
    let defaults = 0;
    const look = (part: unknown, place: readonly string[]): void => {
      if (typeof part !== 'object' || part === null) return;
      const isSchema = place.at(-1) !== 'properties';
      if (isSchema && 'default' in part) {
        defaults++;
        found.push(...complaints(place, part.default).map((complaint) => `${place.join('/')}: ${complaint}`));
      }
      for (const [name, child] of Object.entries(part))
        if (!isSchema || !VALUES.has(name)) look(child, [...place, name]);
    };
    look(document, []);
    expect(defaults).toBeGreaterThan(50);
    expect(found).toEqual([]);
  });

  it('lists the statuses of every call', () => {
    for (const { path, method, operation } of operations.filter((one) => one.path.startsWith('/v1/'))) {
      const expected = [
        '400',
        '401',
        '406',
        '429',
        '500',
        '503',
        ...(operation.parameters?.some(({ name }) => name === 'If-Match') ? ['412'] : []),
        ...(operation.requestBody ? ['413', '415'] : []),
      ];
      expect([method, path, Object.keys(operation.responses)]).toEqual([
        method,
        path,
        expect.arrayContaining(expected),
      ]);
    }
  });

  it('has an example of every field, parameter and request', () => {
    const missing: string[] = [];
    const look = (schema: Schema, name: string): void => {
      for (const [field, part] of Object.entries(schema.properties ?? {})) {
        if ((part.$ref ?? part.allOf ?? part.anyOf ?? part.example) === undefined) missing.push(`${name}.${field}`);
        look(part, `${name}.${field}`);
      }
    };
    for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
    for (const { operation } of operations) {
      for (const { name, example, description = '', schema } of operation.parameters ?? []) {
        if (
          example === undefined &&
          schema.example === undefined &&
          schema.$ref === undefined &&
          !description.includes('for example `')
        )
          missing.push(`${operation.operationId ?? ''} ${name}`);
      }
      for (const { example, schema } of Object.values(operation.requestBody?.content ?? {})) {
        if (example === undefined && schema.example === undefined) missing.push(`${operation.operationId ?? ''} body`);
      }
    }
    expect(missing).toEqual([]);
  });

  it('spells the values of enums in lower case', () => {
    const names = new Set(operations.map(({ operation }) => operation.operationId));
    const enums: string[][] = [];
    const look = (part: unknown): void => {
      if (typeof part !== 'object' || part === null) return;
      const { properties, enum: values } = part as { properties?: object; enum?: unknown };
      for (const name of Object.keys(properties ?? {})) names.add(name);
      if (Array.isArray(values)) enums.push(values.filter((value) => typeof value === 'string'));
      for (const child of Object.values(part)) look(child);
    };
    look(document);
    // Codes of errors are constants that GraphQL, clients, the command line and logs share.
    const codes = Object.keys(ERROR_STATUS).join();
    const others = enums.filter(
      // Fields to sort by and operations have their own names.
      (values) => values.join() !== codes && !values.every((value) => names.has(value) || /^[^A-Z]+$/.test(value)),
    );
    expect(enums.length).toBeGreaterThan(100);
    expect(others).toEqual([]);
  });

  it('describes every message to webhooks, with an example that keeps to its schema', () => {
    expect(Object.keys(document.webhooks).sort()).toEqual([...EVENT_TYPE_NAMES, 'webhook.test'].sort());
    const examples = Object.entries(document.webhooks).map(
      ([type, { post }]) => [type, post.requestBody.content['application/json'].example] as const,
    );
    expect(examples.filter(([type, example]) => example.type !== type)).toEqual([]);
    expect(examples.flatMap(([, example]) => messageComplaints(example))).toEqual([]);
  });
});
