import { ApiKeys } from './api-keys.js';

const keys = new ApiKeys({ API_KEYS: ['key-one-0123456789', 'key-two-0123456789'] });

describe('ApiKeys', () => {
  test('knows its keys by their place', () => {
    expect(keys.identify('Bearer key-one-0123456789')).toBe(0);
    expect(keys.identify('bearer  key-two-0123456789')).toBe(1);
    expect(keys.required).toBe(true);
  });

  test.each([undefined, null, 7, '', 'Bearer', 'Bearer ', 'key-one-0123456789', 'Basic key-one-0123456789', 'Bearer key-one-012345678', 'Bearer key-one-0123456789 x'])(
    '%p is none', (value) => {
      expect(keys.identify(value)).toBeNull();
    });

  test('without keys none is asked for, and none fits', () => {
    const none = new ApiKeys({ API_KEYS: [] });
    expect([none.required, none.identify('Bearer '), none.identify('Bearer x')]).toEqual([false, null, null]);
  });
});
