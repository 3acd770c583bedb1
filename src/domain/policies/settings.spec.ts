import { z } from 'zod';
import { policies } from './index.js';

interface SettingSchema {
  readonly description?: string;
  readonly default?: unknown;
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly exclusiveMaximum?: number;
}

const settings = policies.flatMap(({ name, configSchema }) => {
  const { properties = {} } = z.toJSONSchema(configSchema, { io: 'input' });
  return Object.entries(properties).map(([setting, schema]) => [name, setting, schema as SettingSchema] as const);
});

describe('settings of policies, as the API lists them', () => {
  it.each(settings)('%s: %s says what it is, its default and its bounds', (_policy, _setting, schema) => {
    expect(schema.description).toMatch(/\w{3}/);
    // A default that depends on the budget, MAX or a preset is described in words.
    if (!('default' in schema)) expect(schema.description).toMatch(/Default: |If not given: /);
    if ((schema.type === 'number' || schema.type === 'integer') && schema.enum === undefined) {
      expect(schema.minimum ?? schema.exclusiveMinimum).toEqual(expect.any(Number));
      expect(schema.maximum ?? schema.exclusiveMaximum).toEqual(expect.any(Number));
    }
  });
});
