import fc from 'fast-check';
import {
  canonicalUrl,
  domainKey,
  hashUrl,
  hostOf,
  pathOf,
  registrableDomain,
  urlWords,
  type DomainGrouping,
} from './index.js';

describe('hostOf and pathOf', () => {
  it.each([
    ['http://example.com/', 'example.com', '/'],
    ['https://a.example.com:8080/x?y=http://z/', 'a.example.com', '/x?y=http://z/'],
    ['http://[::1]:81/x', '[::1]', '/x'],
    ['http://example.com', 'example.com', '/'],
    ['no url', '', '/'],
  ])('%s', (url, host, path) => {
    expect(hostOf(url)).toBe(host);
    if (host !== '') expect(pathOf(url)).toBe(path);
  });

  it('agrees with the URL parser', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (raw) => {
        const url = canonicalUrl(raw) ?? 'http://a/';
        expect(hostOf(url)).toBe(new URL(url).hostname);
        expect(pathOf(url)).toBe(new URL(url).pathname + new URL(url).search);
      }),
    );
  });
});

describe('registrableDomain', () => {
  it.each([
    ['www.example.com', 'example.com'],
    ['a.b.example.co.uk', 'example.co.uk'],
    ['example.com', 'example.com'],
    ['user.github.io', 'user.github.io'],
    ['x.user.github.io', 'user.github.io'],
    ['github.io', 'github.io'],
    ['co.uk', 'co.uk'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['a.b.xn--bcher-kva.de', 'xn--bcher-kva.de'],
    ['city.kawasaki.jp', 'city.kawasaki.jp'],
    ['host.unknownsuffix', 'host.unknownsuffix'],
    ['my_host.example.com', 'example.com'],
  ])('%s', (host, domain) => {
    expect(registrableDomain(host)).toBe(domain);
  });
});

describe('domainKey', () => {
  it.each<[string, DomainGrouping, string]>([
    ['http://www.example.co.uk/a', 'registrable-domain', 'example.co.uk'],
    ['http://www.example.co.uk/a', 'host', 'www.example.co.uk'],
    ['http://host.edu/~user/x.html', 'path-prefix', 'host.edu/~user'],
    ['http://host.edu/~user', 'path-prefix', 'host.edu/~user'],
    ['http://host.edu/~user.name', 'path-prefix', 'host.edu/~user.name'],
    ['http://host.edu/user?tab=1', 'path-prefix', 'host.edu/user'],
    ['http://host.edu/', 'path-prefix', 'host.edu'],
    ['http://host.edu/?p=1', 'path-prefix', 'host.edu'],
    ['http://host.edu/index.html', 'path-prefix', 'host.edu'],
    ['http://host.edu/v1.html/x', 'path-prefix', 'host.edu/v1.html'],
  ])('%s by %s', (url, grouping, key) => {
    expect(domainKey(url, grouping)).toBe(key);
  });
});

describe('urlWords', () => {
  it.each([
    [
      'http://www.cheese-shop.co.uk/HardCheese/parmesan_24.html?sortBy=price',
      'cheese shop hard cheese parmesan sort by price',
    ],
    ['https://daviswiki.org/$4.25_Movie_Tuesday', 'daviswiki movie tuesday'],
    ['http://a.example.com/HTMLPages/index.php', 'a example html pages index'],
    ['http://example.com/caf%C3%A9/%FF', 'example café'],
    ['http://xn--bcher-kva.example/regal', 'bücher regal'],
    ['http://127.0.0.1:8080/a/b2', 'a b'],
    ['http://[::1]/food', 'food'],
    ['http://localhost/x', 'localhost x'],
    ['http://user.github.io/', 'user'],
    ['http://www.example.com/', 'example'],
  ])('%s', (url, words) => {
    expect(urlWords(url)).toBe(words);
  });

  it('reads ASCII as it reads other characters', () => {
    const path = fc.string({
      unit: fc.constantFrom('a', 'b', 'A', 'B', '1', '.', '/', '?', '-', '%', '.html'),
      maxLength: 20,
    });
    fc.assert(
      fc.property(path, (one) => {
        expect(urlWords(`http://a.example/${one}/é`)).toBe(`${urlWords(`http://a.example/${one}`)} é`);
      }),
    );
  });

  it('answers lower-case words joined by single spaces', () => {
    fc.assert(
      fc.property(
        fc.webUrl({ withQueryParameters: true }),
        (url) =>
          /^$|^[\p{L}\p{M}]+(?: [\p{L}\p{M}]+)*$/u.test(urlWords(url)) && urlWords(url) === urlWords(url).toLowerCase(),
      ),
    );
  });
});

describe('hashUrl', () => {
  it('is the same everywhere and ever: stored seen-sets rely on it', () => {
    expect(hashUrl('http://example.com/')).toEqual(hashUrl('http://example.com/'));
    expect([hashUrl(''), hashUrl('http://example.com/')].map(({ lo, hi }) => [lo, hi])).toMatchInlineSnapshot(`
[
  [
    2462723854,
    918526378,
  ],
  [
    786042232,
    3564613121,
  ],
]
`);
  });

  it('spreads near-equal URLs: no 64-bit collision, and as many 32-bit ones as chance gives', () => {
    const n = 50_000;
    const [lo, hi, both] = [new Set<number>(), new Set<number>(), new Set<number>()];
    for (let i = 0; i < n; i++) {
      const hash = hashUrl(`http://example.com/item?id=${i}&page=${i % 7}`);
      lo.add(hash.lo);
      hi.add(hash.hi);
      both.add(hash.lo * 2 ** 21 + (hash.hi >>> 11));
    }
    // n²/2³³ = 0.3 collisions expected in each half; 6 would happen by chance less than once in a million.
    expect(n - lo.size).toBeLessThan(6);
    expect(n - hi.size).toBeLessThan(6);
    expect(n - both.size).toBe(0);
  });

  it('flips each bit about half the time when one character changes, the halves independently', () => {
    const flips = new Array<number>(64).fill(0);
    let same = 0;
    const n = 4_000;
    for (let i = 0; i < n; i++) {
      const a = hashUrl(`http://host${i}.org/page`);
      const b = hashUrl(`http://host${i}.org/pagf`);
      for (let bit = 0; bit < 32; bit++) {
        flips[bit] += ((a.lo ^ b.lo) >>> bit) & 1;
        flips[bit + 32] += ((a.hi ^ b.hi) >>> bit) & 1;
        same += ((a.lo ^ a.hi) >>> bit) & 1;
      }
    }
    // Five standard deviations of a fair coin thrown n times are 0.04.
    for (const count of flips) expect(Math.abs(count / n - 0.5)).toBeLessThan(0.04);
    expect(Math.abs(same / (32 * n) - 0.5)).toBeLessThan(0.01);
  });
});
