import { ApiKeys } from './api-keys.js';

const keys = new ApiKeys({ API_KEYS: ['key-one-0123456789', 'key-two-0123456789'] });

describe('ApiKeys', () => {
  test('knows its keys by their place', () => {
    expect(keys.identify('Bearer key-one-0123456789')).toBe(0);
    expect(keys.identify('bearer  key-two-0123456789')).toBe(1);
    expect(keys.required).toBe(true);
  });

  test.each([
    undefined,
    null,
    7,
    '',
    'Bearer',
    'Bearer ',
    'key-one-0123456789',
    'Basic key-one-0123456789',
    'Bearer key-one-012345678',
    'Bearer key-one-0123456789 x',
  ])('%p is none', (value) => {
    expect(keys.identify(value)).toBeNull();
  });

  test('tells clients apart by key, else by address, of IPv6 by its first 64 bits', () => {
    const clients = [
      ['Bearer key-two-0123456789', '10.0.0.1'],
      [undefined, '10.0.0.1'],
      ['Bearer wrong', '::ffff:10.0.0.1'],
      [undefined, '2001:db8::1'],
      [undefined, '2001:db8::ffff:2'],
      [undefined, '2001:db8:0:1::1'],
      [undefined, 'unknown'],
    ].map(([authorization, address]) => keys.clientOf(authorization, address ?? ''));
    expect(clients).toEqual([
      'key 1',
      'address 10.0.0.1',
      'address 10.0.0.1',
      'address 2001:db8:0:0::/64',
      'address 2001:db8:0:0::/64',
      'address 2001:db8:0:1::/64',
      'address unknown',
    ]);
  });

  test('a fingerprint names a key, wherever it stands, without giving it away', () => {
    const [one, two] = ['Bearer key-one-0123456789', 'Bearer key-two-0123456789'].map((value) =>
      keys.fingerprintOf(value),
    );
    expect(one).not.toBe(two);
    expect(new ApiKeys({ API_KEYS: ['key-two-0123456789'] }).fingerprintOf('bearer key-two-0123456789')).toBe(two);
    expect(`${one} ${two}`).not.toMatch(/key-(one|two)/);
    expect([keys.fingerprintOf(undefined), keys.fingerprintOf('Bearer wrong')]).toEqual(['', '']);
  });

  test('without keys none is asked for, and none fits', () => {
    const none = new ApiKeys({ API_KEYS: [] });
    expect([none.required, none.identify('Bearer '), none.identify('Bearer x')]).toEqual([false, null, null]);
  });
});
