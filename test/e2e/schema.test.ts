import { readFileSync } from 'node:fs';
import { apiSchemas } from '../../src/platform/http/index.js';
import { startServiceHere as startServiceHere, type LocalService } from '../support/service-here.js';

interface Operation {
  summary?: string;
  responses: Record<string, unknown>;
}

let service: LocalService;
beforeAll(async () => {
  service = await startServiceHere();
});
afterAll(() => service.stop());

// Both are made by `npm run schema`.
test.each([['schema.graphql', 'graphql'], ['openapi.json', 'openapi']] as const)('%s is up to date', (file, name) => {
  expect(apiSchemas(service.app)[name]).toBe(readFileSync(file, 'utf8'));
});

test('every operation of the OpenAPI document says what it is and how it can fail', () => {
  const { paths } = JSON.parse(apiSchemas(service.app).openapi) as { paths: Record<string, Record<string, Operation>> };
  const silent = Object.entries(paths).flatMap(([path, operations]) => Object.entries(operations)
    .filter(([, { summary, responses }]) => !summary || Object.keys(responses).length === 0).map(([method]) => `${method} ${path}`));
  expect(silent).toEqual([]);
});
