import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { compiledProduct } from '../support/build.js';
import { testFolder } from '../support/database.js';

interface Operation {
  summary?: string;
  responses: Record<string, unknown>;
}

let made: string;
beforeAll(async () => {
  compiledProduct();
  made = mkdtempSync(path.join(testFolder(), 'schema-'));
  await promisify(execFile)(process.execPath, ['scripts/schema.mjs', made], {
    env: { ...process.env, NODE_OPTIONS: '' },
  });
});

// `npm run schema` writes all of them.
const ofClient = (file: string): string => `clients/typescript/src/generated/${file}`;
test.each([
  'schema.graphql',
  'openapi.json',
  'docs/command-line.md',
  'docs/errors.md',
  'docs/lab-topic.schema.json',
  ofClient('schema.ts'),
  ofClient('creations.ts'),
])('%s is up to date', (file) => {
  expect(readFileSync(path.join(made, file), 'utf8')).toBe(readFileSync(file, 'utf8'));
});

test('only configurations with the shape of a policy or model, and settings as they were given, are plain JSON', () => {
  const fields = readFileSync(path.join(made, 'schema.graphql'), 'utf8')
    .split('\n')
    .filter((line) => /: \[?JSON\b/.test(line))
    .map((line) => line.trim().split(':')[0]);
  expect(new Set(fields)).toEqual(new Set(['config', 'configSchema', 'policyConfig', 'settings']));
});

test('every operation of the OpenAPI document says what it is and how it can fail', () => {
  const { paths } = JSON.parse(readFileSync(path.join(made, 'openapi.json'), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
  };
  const silent = Object.entries(paths).flatMap(([route, operations]) =>
    Object.entries(operations)
      .filter(([, { summary, responses }]) => !summary || Object.keys(responses).length === 0)
      .map(([method]) => `${method} ${route}`),
  );
  expect(silent).toEqual([]);
});
