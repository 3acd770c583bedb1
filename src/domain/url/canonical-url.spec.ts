import fc from 'fast-check';
import { canonicalUrl, MAX_URL_CHARS } from './index.js';
import { runsOf } from '../../../test/support/thoroughness.js';

const ID = '0123456789abcdef0123456789abcdef';
/** [rule, raw, canonical]; the rules are those of README.md. */
const CASES: [string, string, string | null][] = [
  ['case of scheme and host', 'HTTP://WWW.Example.COM/Path', 'http://www.example.com/Path'],
  ['root slash', 'https://example.com', 'https://example.com/'],
  ['root slash before a query', 'https://example.com?a=1', 'https://example.com/?a=1'],
  ['trailing slash kept', 'http://example.com/a/', 'http://example.com/a/'],
  ['no trailing slash added', 'http://example.com/a', 'http://example.com/a'],
  ['default port of http', 'http://example.com:80/a', 'http://example.com/a'],
  ['default port of https', 'https://example.com:443/a', 'https://example.com/a'],
  ['other port kept', 'http://example.com:8080/a', 'http://example.com:8080/a'],
  ["other scheme's default port kept", 'http://example.com:443/', 'http://example.com:443/'],
  ['user and password', 'http://user:secret@example.com/', 'http://example.com/'],
  ['fragment', 'http://example.com/a#b?c', 'http://example.com/a'],
  ["fragment of a script's making", 'http://example.com/#!/a', 'http://example.com/'],
  ['dot segments', 'http://example.com/a/./b/../c', 'http://example.com/a/c'],
  ['encoded dot segments', 'http://example.com/a/%2e%2E/c', 'http://example.com/c'],
  ['dot segments above the root', 'http://example.com/../../a', 'http://example.com/a'],
  ['back slashes', 'http:\\\\example.com\\a', 'http://example.com/a'],
  ['white space around', '  http://example.com/a \n', 'http://example.com/a'],
  ['line breaks inside', 'http://exam\nple.com/a\tb', 'http://example.com/ab'],
  ['blank in the path', 'http://example.com/a b', 'http://example.com/a%20b'],
  ['beyond ASCII', 'http://example.com/é?ü', 'http://example.com/%C3%A9?%C3%BC'],
  ['unreserved characters decoded', 'http://example.com/%7Euser/%61%2D%2e%5f', 'http://example.com/~user/a-._'],
  ['reserved ones kept encoded', 'http://example.com/a%2fb%3f', 'http://example.com/a%2Fb%3F'],
  ['upper-case hex', 'http://example.com/%c3%a9?%e2', 'http://example.com/%C3%A9?%E2'],
  ['stray percent kept', 'http://example.com/100%/%zz', 'http://example.com/100%/%zz'],
  ['stray percent makes no new escape', 'http://example.com/%%34%31', 'http://example.com/%%341'],
  ['a second layer of encoding kept', 'http://example.com/%2541', 'http://example.com/%2541'],
  ['caret as newer parsers have it', 'http://example.com/a^b', 'http://example.com/a%5Eb'],
  ['double slashes kept', 'http://example.com//a//b', 'http://example.com//a//b'],
  ['IDN', 'http://BÜCHER.example/', 'http://xn--bcher-kva.example/'],
  ['dot at the end of the host', 'http://example.com./a', 'http://example.com/a'],
  ['dots at the end of a number', 'http://127.1../', 'http://127.0.0.1/'],
  ['hex behind a dot', 'http://0x7f../', 'http://0.0.0.127/'],
  ['IPv4 in other notations', 'http://0x7f.1/', 'http://127.0.0.1/'],
  ['IPv6', 'http://[0:0::1]:80/', 'http://[::1]/'],
  ['empty query', 'http://example.com/a?', 'http://example.com/a'],
  ['order of parameters kept', 'http://example.com/?b=2&a=1&b=0', 'http://example.com/?b=2&a=1&b=0'],
  ['campaign parameters', 'http://example.com/?utm_source=x&id=5&UTM_Medium=y', 'http://example.com/?id=5'],
  ['click identifiers', 'http://example.com/a?gclid=1&fbclid=2&msclkid=3', 'http://example.com/a'],
  ['a name that only begins alike', 'http://example.com/?gclids=1&utmost=2', 'http://example.com/?gclids=1&utmost=2'],
  ['an encoded name', 'http://example.com/?ut%6D_source=1&a', 'http://example.com/?a'],
  ['a value that looks like one', 'http://example.com/?q=utm_source', 'http://example.com/?q=utm_source'],
  ['session in the path', `http://example.com/a;jsessionid=${ID}?b=1`, 'http://example.com/a?b=1'],
  ['... before other segments', `http://example.com/a;JSESSIONID=${ID};v=1/b`, 'http://example.com/a;v=1/b'],
  ['... that hid a dot segment', `http://example.com/a/..;jsessionid=${ID}/b`, 'http://example.com/b'],
  ['other path parameters kept', 'http://example.com/a;v=1', 'http://example.com/a;v=1'],
  ['PHP session', 'http://example.com/?PHPSESSID=abc&p=1', 'http://example.com/?p=1'],
  ['ASP session', 'http://example.com/?ASPSESSIONIDQQABCDEF=abc', 'http://example.com/'],
  ['sid with long hex', `http://example.com/?sid=${ID}&t=1`, 'http://example.com/?t=1'],
  ['sid with a number', 'http://example.com/?sid=2041', 'http://example.com/?sid=2041'],
  ['a real one: dollar', 'https://daviswiki.org/$4.25_Movie_Tuesday', 'https://daviswiki.org/$4.25_Movie_Tuesday'],
  ['a real one: tilde', 'http://www.cs.cornell.edu/~user/', 'http://www.cs.cornell.edu/~user/'],
  [
    'a real one: apostrophe and ampersand',
    "https://daviswiki.org/Bernards'_Tire_Brake_&_Alignment",
    "https://daviswiki.org/Bernards'_Tire_Brake_&_Alignment",
  ],
  [
    'a real one: parentheses',
    'https://en.wikipedia.org/wiki/Java_(island)',
    'https://en.wikipedia.org/wiki/Java_(island)',
  ],
  ['no URL', 'nothing', null],
  ['nothing', '', null],
  ['a path without base', '/a/b', null],
  ['no host', 'http://', null],
  ['a host of dots', 'http://./', null],
  ['a host with blanks', 'http://a b/', null],
  ['a port out of range', 'http://a:99999/', null],
  ['script', 'javascript:alert(1)', null],
  ['script spelt oddly', ' JaVaScRiPt:alert(1)', null],
  ['mail', 'mailto:a@example.com', null],
  ['data', 'data:text/html,<p>', null],
  ['FTP', 'ftp://example.com/', null],
  ['a host longer than the DNS has', `http://${'a.'.repeat(127)}com/`, null],
  ['too long', `http://example.com/${'a'.repeat(MAX_URL_CHARS)}`, null],
  ['as long as may be', `http://a/${'a'.repeat(MAX_URL_CHARS - 9)}`, `http://a/${'a'.repeat(MAX_URL_CHARS - 9)}`],
];

describe('canonicalUrl', () => {
  it.each(CASES)('%s: %s', (_, raw, canonical) => {
    expect(canonicalUrl(raw)).toBe(canonical);
  });

  it.each<[string, string | null]>([
    ['b', 'http://h.org/dir/b'],
    ['/b', 'http://h.org/b'],
    ['//o.org/b', 'http://o.org/b'],
    ['?x=1', 'http://h.org/dir/a?x=1'],
    ['#f', 'http://h.org/dir/a?q=1'],
    ['../../b', 'http://h.org/b'],
    ['', 'http://h.org/dir/a?q=1'],
    ['http:b', 'http://h.org/dir/b'],
    ['javascript:b', null],
    ['https://o.org', 'https://o.org/'],
  ])('resolves %j', (reference, expected) => {
    expect(canonicalUrl(reference, 'http://h.org/dir/a?q=1')).toBe(expected);
  });

  it('answers null for a base that is no URL', () => {
    expect(canonicalUrl('a', 'nothing')).toBeNull();
  });

  const pieces = fc.constantFrom(
    'a',
    'B',
    '/',
    '.',
    '..',
    '%',
    '%2e',
    '%2E',
    '%41',
    '%7e',
    '%34',
    '%2f',
    '4',
    '1',
    ';',
    ';jsessionid=',
    '=',
    '&',
    '?',
    '#',
    '@',
    ':',
    ':80',
    'utm_a',
    'sid',
    '^',
    'é',
    ' ',
    '\\',
    '\n',
    '0x7f',
    '127',
  );
  const hostile = fc.array(pieces, { maxLength: 16 }).map((list) => `http://${list.join('')}`);
  it.each([
    ['web addresses', fc.webUrl({ withFragments: true, withQueryParameters: true })],
    ['hostile addresses', hostile],
    ['any text', fc.string({ unit: 'binary' })],
  ])('is idempotent for %s', (_, urls) => {
    fc.assert(
      fc.property(urls, (raw) => {
        const once = canonicalUrl(raw);
        if (once === null) return;
        expect(canonicalUrl(once)).toBe(once);
        expect(once.length).toBeLessThanOrEqual(MAX_URL_CHARS);
        expect(once).toMatch(/^https?:\/\/[^/?#@]+\/[^#\s]*$/);
      }),
      runsOf(1_000),
    );
  });

  it('does not see fragments, users, campaigns and the case of hosts', () => {
    const path = fc.webPath();
    fc.assert(
      fc.property(fc.domain(), path, fc.webFragments(), (host, rest, fragment) => {
        const plain = canonicalUrl(`http://${host}${rest || '/'}?id=1`);
        expect(
          canonicalUrl(`HTTP://me:pw@${host.toUpperCase()}:80${rest || '/'}?utm_source=x&id=1&fbclid=3#${fragment}`),
        ).toBe(plain);
      }),
    );
  });

  describe('keeps to its rules for any URL', () => {
    const host = fc.domain();
    const segment = fc.stringMatching(/^[A-Za-z0-9_~-][A-Za-z0-9_.~-]{0,6}$/);
    const path = fc.array(segment, { minLength: 1, maxLength: 5 });
    const parameter = fc
      .tuple(fc.stringMatching(/^[b-f]{1,4}$/), fc.stringMatching(/^[A-Za-z0-9_~.-]{0,6}$/))
      .map(([name, value]) => `${name}=${value}`);
    const query = fc.array(parameter, { maxLength: 4 });
    const url = fc.record({ host, path, query });
    const written = (
      parts: { host: string; path: readonly string[]; query: readonly string[] },
      scheme = 'http',
    ): string =>
      `${scheme}://${parts.host}/${parts.path.join('/')}${parts.query.length === 0 ? '' : `?${parts.query.join('&')}`}`;
    const inserted = <T>(list: readonly T[], at: number, items: readonly T[]): T[] => {
      const place = at % (list.length + 1);
      return [...list.slice(0, place), ...items, ...list.slice(place)];
    };

    it('leaves alone what is canonical already', () => {
      fc.assert(
        fc.property(url, (parts) => {
          expect(canonicalUrl(written(parts))).toBe(written(parts));
        }),
      );
    });

    it('default port, user, case of scheme and host, fragment', () => {
      fc.assert(
        fc.property(
          url,
          fc.constantFrom<[string, number]>(['http', 80], ['https', 443]),
          fc.webFragments(),
          (parts, [scheme, port], fragment) => {
            const same = written(
              { ...parts, host: `me:pw@${parts.host.toUpperCase()}.:${port}` },
              scheme.toUpperCase(),
            );
            expect(canonicalUrl(`${same}#${fragment}`)).toBe(written(parts, scheme));
          },
        ),
      );
    });

    it('another port is another place', () => {
      fc.assert(
        fc.property(
          url,
          fc.integer({ min: 1, max: 65_535 }).filter((port) => port !== 80),
          (parts, port) => {
            const ported = { ...parts, host: `${parts.host}:${port}` };
            expect(canonicalUrl(written(ported))).toBe(written(ported));
          },
        ),
      );
    });

    it('dot segments, as they are and escaped', () => {
      fc.assert(
        fc.property(
          url,
          fc.nat(5),
          fc.constantFrom([['.']], [['x', '..']], [['%2e']], [['x', '%2E.']], [['x', 'y', '..', '.%2e']]),
          (parts, at, [dots]) => {
            // After the last segment dots would leave a slash.
            const place = at % parts.path.length;
            expect(canonicalUrl(written({ ...parts, path: inserted(parts.path, place, dots) }))).toBe(written(parts));
          },
        ),
      );
    });

    it('escapes of what needs none, in either case', () => {
      fc.assert(
        fc.property(url, fc.nat(30), fc.boolean(), (parts, at, upper) => {
          const plain = written(parts);
          const start = `http://${parts.host}/`.length;
          const place = start + (at % (plain.length - start));
          const code = plain.charCodeAt(place).toString(16).padStart(2, '0');
          if (!/[A-Za-z0-9._~-]/.test(plain[place])) return;
          expect(
            canonicalUrl(`${plain.slice(0, place)}%${upper ? code.toUpperCase() : code}${plain.slice(place + 1)}`),
          ).toBe(plain);
        }),
      );
    });

    it('tracking parameters and session ids, wherever they stand', () => {
      const noise = fc.constantFrom(
        'utm_source=x',
        'UTM_campaign',
        'gclid=Cj0',
        'fbclid=Iw',
        'mtm_kwd=a%20b',
        'hsa_cam=1',
        '_hsenc=p2',
        'PHPSESSID=abc',
        'sid=0123456789abcdef',
        'jsessionid=1',
      );
      fc.assert(
        fc.property(url, fc.nat(5), fc.array(noise, { minLength: 1, maxLength: 3 }), (parts, at, added) => {
          expect(canonicalUrl(written({ ...parts, query: inserted(parts.query, at, added) }))).toBe(written(parts));
        }),
      );
    });

    it('a slash at the end, the order of parameters and the case of the path make another URL', () => {
      fc.assert(
        fc.property(url, (parts) => {
          const slashed = { ...parts, path: [...parts.path, ''] };
          expect(canonicalUrl(written(slashed))).toBe(written(slashed));
          const reversed = { ...parts, query: [...parts.query].reverse() };
          expect(canonicalUrl(written(reversed))).toBe(written(reversed));
          const upper = { ...parts, path: parts.path.map((each) => each.toUpperCase()) };
          expect(canonicalUrl(written(upper))).toBe(written(upper));
        }),
      );
    });

    it('resolves against a base as if written out', () => {
      fc.assert(
        fc.property(url, path, query, (parts, relative, ofRelative) => {
          const reference = `${relative.join('/')}${ofRelative.length === 0 ? '' : `?${ofRelative.join('&')}`}`;
          expect(canonicalUrl(`/${reference}`, written(parts))).toBe(
            written({ ...parts, path: relative, query: ofRelative }),
          );
          expect(canonicalUrl(`./${reference}`, written(parts))).toBe(
            written({ ...parts, path: [...parts.path.slice(0, -1), ...relative], query: ofRelative }),
          );
        }),
      );
    });
  });
});
