import fc from 'fast-check';
import { canonicalUrl } from '../../../../domain/url/index.js';
import { AddressGuard, isPublicAddress } from './address-guard.js';

/**
 * Addresses by category, after IANA's registries of special-purpose addresses (RFC 6890): first and last of each range.
 */
const NOT_PUBLIC: readonly (readonly [string, readonly string[]])[] = [
  ['this network (RFC 791)', ['0.0.0.0', '0.0.0.1', '0.255.255.255']],
  ['loopback', ['127.0.0.0', '127.0.0.1', '127.1.2.3', '127.255.255.255', '::1']],
  [
    'private use (RFC 1918)',
    ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  ],
  ['shared by carriers (RFC 6598)', ['100.64.0.0', '100.127.255.255']],
  [
    'link-local',
    ['169.254.0.0', '169.254.255.255', 'fe80::', 'fe80::1', 'febf:ffff::1', 'fe80::1%eth0', 'fe80::1%25eth0'],
  ],
  [
    'protocol assignments and documentation',
    ['192.0.0.0', '192.0.0.255', '192.0.2.1', '198.51.100.1', '203.0.113.255', '2001:db8::1', '3fff::1', '3fff:fff::1'],
  ],
  ['benchmarking (RFC 2544, RFC 5180)', ['198.18.0.0', '198.19.255.255', '2001:2::1']],
  [
    'relays of 6to4, AMT, AS112',
    ['192.88.99.1', '192.52.193.1', '192.31.196.1', '192.175.48.1', '2001:3::1', '2001:4:112::1', '2620:4f:8000::1'],
  ],
  ['multicast', ['224.0.0.0', '239.255.255.255', 'ff00::', 'ff02::1', 'ff0e::1']],
  ['reserved and broadcast', ['240.0.0.0', '255.255.255.254', '255.255.255.255']],
  ['unspecified', ['::']],
  ['IPv4-compatible (deprecated)', ['::7f00:1', '::127.0.0.1', '::808:808', '::a9fe:a9fe']],
  [
    'IPv4-mapped',
    [
      '::ffff:127.0.0.1',
      '::ffff:7f00:1',
      '::ffff:10.0.0.1',
      '::ffff:169.254.169.254',
      '0:0:0:0:0:ffff:c0a8:1',
      '::ffff:0.0.0.0',
    ],
  ],
  ['IPv4-translated (RFC 2765)', ['::ffff:0:127.0.0.1', '::ffff:0:8.8.8.8']],
  [
    'NAT64 of addresses that are not public',
    ['64:ff9b::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b::a9fe:a9fe', '64:ff9b::10.1.2.3', '64:ff9b::168.63.129.16'],
  ],
  ['NAT64 for local use (RFC 8215)', ['64:ff9b:1::1', '64:ff9b:1::8.8.8.8', '64:ff9b:1:ffff::1']],
  ['6to4', ['2002::1', '2002:7f00:1::', '2002:808:808::1']],
  [
    'Teredo and other protocols',
    ['2001::1', '2001:0:7f00:1::', '2001:10::1', '2001:20::1', '2001:30::1', '2001:1ff:ffff::1'],
  ],
  ['unique local', ['fc00::', 'fd00::1', 'fdff:ffff::1']],
  ['site-local (deprecated)', ['fec0::1', 'feff::1']],
  ['discard only', ['100::', '100::1']],
  ['segment routing (RFC 9602)', ['5f00::1']],
  ['not handed out', ['1::1', '4000::1', '8000::1', 'fe00::1', '64:ff9b:2::1']],
  [
    'metadata services of clouds',
    [
      '169.254.169.254',
      '169.254.170.2',
      '169.254.0.23',
      '100.100.100.200',
      '192.0.0.192',
      '168.63.129.16',
      'fd00:ec2::254',
      '::ffff:168.63.129.16',
    ],
  ],
  [
    'no addresses',
    [
      '',
      'localhost',
      '8.8.8',
      '8.8.8.8.8',
      '0x7f.1',
      '0177.0.0.1',
      '2130706433',
      ' 8.8.8.8',
      '8.8.8.8 ',
      '256.1.1.1',
      '[::1]',
      ':::',
      '1.2.3.4/8',
    ],
  ],
];

describe('isPublicAddress', () => {
  it.each([
    '1.0.0.1',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '93.184.215.14',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '168.63.129.15',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '191.255.255.255',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2000::1',
    '2001:200::1',
    '2003::1',
    '2606:4700::1111',
    '2a00:1450::1',
    '3ffe::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
    '64:ff9b::8.8.8.8',
    '64:ff9b::808:808',
  ])('%s is', (address) => expect(isPublicAddress(address)).toBe(true));

  it.each(NOT_PUBLIC.flatMap(([range, addresses]) => addresses.map((address) => [range, address])))(
    '%s: %s is not',
    (_range, address) => {
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  it('reads an IPv4 address in its mapped and NAT64 forms as itself', () => {
    fc.assert(
      fc.property(fc.ipV4(), (v4) => {
        const isPublic = isPublicAddress(v4);
        return isPublicAddress(`::ffff:${v4}`) === isPublic && isPublicAddress(`64:ff9b::${v4}`) === isPublic;
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.ipV4Extended(), fc.ipV6()),
        (text) => typeof isPublicAddress(text) === 'boolean',
      ),
    );
  });
});

const kindOf = (check: () => void): string => {
  try {
    check();
    return 'passed';
  } catch (error) {
    return (error as { kind: string }).kind;
  }
};

describe('AddressGuard', () => {
  const guard = new AddressGuard({ allowPrivateNetworks: false, allowedPorts: [80, 443] });
  /** In the order of a crawl: canonicalises, then asks the guard. */
  const verdict = (raw: string): string => {
    const url = canonicalUrl(raw);
    return url === null ? 'no URL' : kindOf(() => guard.checkUrl(url));
  };

  it.each([
    'http://example.com/',
    'https://example.com/',
    'https://example.com./',
    'http://localhost.example.com/',
    'http://local.news/',
    'http://internal.example/',
    'http://metadata.example/',
    'http://mail.example.com/',
    'http://xn--bcher-kva.example/',
    'http://127.0.0.1.example.com/',
    'http://[2606:4700::1111]/',
    'http://8.8.8.8/',
    'http://134744072/',
    'http://0x8.8.8.8/',
  ])('passes %s', (url) => expect(verdict(url)).toBe('passed'));

  it.each(
    [
      [
        '127.0.0.1 in other notations',
        [
          '127.1',
          '127.0.1',
          '2130706433',
          '0x7f000001',
          '0x7f.1',
          '0x7f.0.0.1',
          '0177.0.0.1',
          '017700000001',
          '0177.1',
          '127.0.0.1.',
          '127.1.',
          '0x7F.0.0.0x1',
          '%31%32%37.0.0.1',
          '１２７.０.０.１',
          '127。0。0。1',
          '①②⑦.⓪.⓪.①',
          '0000177.0.0.1',
          '127.0.0.1..',
        ],
      ],
      [
        'other addresses in other notations',
        [
          '0',
          '0x0',
          '00',
          '0.0',
          '0xa9fea9fe',
          '2852039166',
          '0251.0376.0251.0376',
          '169.254.43518',
          '10.1',
          '0xa000001',
          '192.168.257',
          '4294967295',
          '0xffffffff',
        ],
      ],
      [
        'IPv6',
        [
          '[::1]',
          '[::]',
          '[::ffff:127.0.0.1]',
          '[::ffff:7f00:1]',
          '[0:0:0:0:0:ffff:a9fe:a9fe]',
          '[::127.0.0.1]',
          '[64:ff9b::7f00:1]',
          '[64:ff9b:1::1]',
          '[2002:7f00:1::]',
          '[fd00:ec2::254]',
          '[fe80::1]',
          '[fec0::1]',
          '[ff02::1]',
          '[2001:db8::1]',
          '[2001::1]',
        ],
      ],
      [
        'names of private use',
        [
          'localhost',
          'LOCALHOST',
          'localhost.',
          'a.localhost',
          'localhost.localdomain',
          'ⓛocalhost',
          'printer.local',
          'host.internal',
          'wiki.corp',
          'nas.home',
          'nas.home.arpa',
          'router.lan',
          'a.intranet',
          'x.private',
          'x.alt',
          'router',
          'kubernetes',
          'kubernetes.default.svc',
          'kubernetes.default.svc.cluster.local',
          'host.docker.internal',
          'db.service.consul',
        ],
      ],
      [
        'metadata services',
        [
          '169.254.169.254',
          'metadata',
          'metadata.google.internal',
          'METADATA.google.internal.',
          'metadata.goog',
          'instance-data',
          'instance-data.ec2.internal',
          'metadata.azure.internal',
          'metadata.tencentyun.com',
          'metadata.platformequinix.com',
          '100.100.100.200',
          '168.63.129.16',
          '192.0.0.192',
        ],
      ],
    ].flatMap(([what = '', hosts = []]) => [hosts].flat().map((host) => [String(what), host])),
  )('blocks %s: %s', (_what, host) => {
    expect(verdict(`http://${host}/latest/meta-data/`)).toBe('blocked-address');
    expect(verdict(`https://${host}`)).toBe('blocked-address');
  });

  it.each([
    'http://[fe80::1%25eth0]/',
    'http://[fe80::1%eth0]/',
    'http://[::1/',
    'http://256.256.256.256/',
    'http://127.0.0.1.1/',
    'http://0x/x/',
    'http://[v1.x]/',
    'file://127.0.0.1/etc/passwd',
  ])('%s is no URL or blocked', (url) => expect(verdict(url)).not.toBe('passed'));

  it.each([22, 25, 81, 2_375, 3_306, 5_432, 6_379, 8_000, 9_200, 11_211])('blocks port %i', (port) => {
    expect(verdict(`http://example.com:${port}/`)).toBe('blocked-address');
    expect(verdict(`https://8.8.8.8:${port}/`)).toBe('blocked-address');
  });

  it('reads a port that is not named from the scheme', () => {
    const secure = new AddressGuard({ allowPrivateNetworks: false, allowedPorts: [443] });
    expect(
      [
        'https://example.com/',
        'wss://example.com/',
        'http://example.com:443/',
        'http://example.com/',
        'ws://example.com/',
      ].map((url) => kindOf(() => secure.checkUrl(url))),
    ).toEqual(['passed', 'passed', 'passed', 'blocked-address', 'blocked-address']);
  });

  it('passes no spelling of a private IPv4 address', () => {
    const spellings = (v4: string): string[] => {
      const [a = 0, b = 0, c = 0, d = 0] = v4.split('.').map(Number);
      const whole = ((a * 256 + b) * 256 + c) * 256 + d;
      return [
        v4,
        String(whole),
        `0x${whole.toString(16)}`,
        `0${whole.toString(8)}`,
        `${a}.${(b * 256 + c) * 256 + d}`,
        `${a}.${b}.${c * 256 + d}`,
        `0${a.toString(8)}.0x${b.toString(16)}.${c}.${d}`,
        `${v4}.`,
      ];
    };
    fc.assert(
      fc.property(fc.constantFrom('10', '127', '0', '169.254', '192.168', '100.64'), fc.ipV4(), (prefix, v4) => {
        const address = [...prefix.split('.'), ...v4.split('.')].slice(0, 4).join('.');
        for (const host of spellings(address))
          expect([host, verdict(`http://${host}/`)]).toEqual([host, 'blocked-address']);
      }),
    );
  });

  it('passes every address and still no other port where private networks are allowed', () => {
    const open = new AddressGuard({ allowPrivateNetworks: true, allowedPorts: [80] });
    expect(kindOf(() => open.checkUrl('http://127.0.0.1/'))).toBe('passed');
    expect(kindOf(() => open.checkAddress('10.0.0.1'))).toBe('passed');
    expect(kindOf(() => open.checkUrl('http://127.0.0.1:6379/'))).toBe('blocked-address');
    expect(
      kindOf(() =>
        new AddressGuard({ allowPrivateNetworks: true, allowedPorts: [] }).checkUrl('http://127.0.0.1:6379/'),
      ),
    ).toBe('passed');
  });
});
