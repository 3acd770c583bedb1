import fc from 'fast-check';
import { AddressGuard, isPublicAddress } from './address-guard.js';

describe('isPublicAddress', () => {
  it.each([
    '8.8.8.8', '93.184.215.14', '172.15.255.255', '172.32.0.0', '100.63.255.255', '100.128.0.0', '2606:4700::1111', '::ffff:8.8.8.8', '64:ff9b::808:808',
  ])('%s is', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    '127.0.0.1', '127.255.255.254', '0.0.0.0', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '192.0.0.1', '192.0.2.1', '198.18.0.1',
    '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '::', '::1', '::7f00:1', '::ffff:10.0.0.1', '::ffff:0:127.0.0.1', '64:ff9b::127.0.0.1',
    '64:ff9b:1::8.8.8.8', '2002:7f00:1::', '2001::1', '2001:db8::1', 'fc00::1', 'fd12::1', 'fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '100::1', '4000::1', '', 'localhost', '8.8.8',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));

  it('reads an IPv4 address in its mapped and NAT64 forms as itself', () => {
    fc.assert(fc.property(fc.ipV4(), (v4) => {
      const isPublic = isPublicAddress(v4);
      return isPublicAddress(`::ffff:${v4}`) === isPublic && isPublicAddress(`64:ff9b::${v4}`) === isPublic;
    }));
  });
});

describe('AddressGuard', () => {
  const guard = new AddressGuard({ allowPrivateNetworks: false, allowedPorts: [80, 443] });
  const kindOf = (check: () => void): string => {
    try {
      check();
      return 'passed';
    } catch (error) {
      return (error as { kind: string }).kind;
    }
  };

  it.each(['http://example.com/', 'https://example.com/', 'http://localhost.example.com/', 'http://[2606:4700::1111]/', 'http://local.news/'])('passes %s', (url) => {
    expect(kindOf(() => guard.checkUrl(url))).toBe('passed');
  });

  it.each(['http://example.com:81/', 'https://example.com:8443/', 'http://localhost./', 'http://x.localhost/', 'http://printer.local/', 'http://router/', 'http://[::1]/', 'http://0/'])(
    'blocks %s', (url) => expect(kindOf(() => guard.checkUrl(url))).toBe('blocked-address'),
  );

  it('passes every address and still no other port where private networks are allowed', () => {
    const open = new AddressGuard({ allowPrivateNetworks: true, allowedPorts: [80] });
    expect(kindOf(() => open.checkUrl('http://127.0.0.1/'))).toBe('passed');
    expect(kindOf(() => open.checkAddress('10.0.0.1'))).toBe('passed');
    expect(kindOf(() => open.checkUrl('http://127.0.0.1:6379/'))).toBe('blocked-address');
    expect(kindOf(() => new AddressGuard({ allowPrivateNetworks: true, allowedPorts: [] }).checkUrl('http://127.0.0.1:6379/'))).toBe('passed');
  });
});
