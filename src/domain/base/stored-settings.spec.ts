import { z } from 'zod';
import { storedSettings } from './stored-settings.js';

const schema = z.strictObject({
  size: z.int().min(1).max(10).default(4),
  parts: z.strictObject({ first: z.boolean().default(true) }).prefault({}),
});
const read = (stored: unknown): unknown => storedSettings(schema, stored);

describe('stored settings', () => {
  it.each([
    ['as they are', { size: 7, parts: { first: false } }, { size: 7, parts: { first: false } }],
    ['without one that is gone', { size: 7, speed: 3 }, { size: 7, parts: { first: true } }],
    ['with the default of one that is no longer allowed', { size: 70 }, { size: 4, parts: { first: true } }],
    ['of no version at all', null, { size: 4, parts: { first: true } }],
    ['with a part that has changed', { size: 2, parts: { second: 1 } }, { size: 2, parts: { first: true } }],
  ])('%s', (_, stored, settings) => {
    expect(read(stored)).toEqual(settings);
  });

  it('says which setting is missing where there is no default', () => {
    const needed = z.strictObject({ name: z.string() });
    expect(() => storedSettings(needed, { speed: 3 })).toThrow('name');
  });
});
