import { VisitCookies } from './visit-cookies.js';

it.each([
  ['http://github.io/', 'a=1; Domain=github.io', 'a=1'],
  ['http://github.io/', 'a=1; Domain=.GitHub.io', 'a=1'],
  ['http://intranet:8080/', 'a=1; Domain=intranet', 'a=1'],
  ['http://localhost:8080/', 'a=1; Domain=localhost', 'a=1'],
  ['http://a.github.io/', 'a=1; Domain=github.io', ''],
  ['http://test/', 'a=1; Domain=test', ''],
  ['http://a.example/', 'a=1; Domain=example', ''],
])('a cookie of %s with "%s" is sent back there as "%s"', (url, setCookie, header) => {
  const cookies = VisitCookies.none();
  cookies.take(url, [setCookie]);
  expect(cookies.headerFor(url)).toBe(header);
  expect(cookies.headerFor(url.replace('://', '://sub.'))).toBe('');
});

it('shares a cookie of a reserved domain with its subdomains', () => {
  const cookies = VisitCookies.none();
  cookies.take('http://shop.local/', ['a=1; Domain=shop.local']);
  cookies.take('http://www.shop.local/', ['b=2; Domain=.shop.local; Path=/']);
  expect(cookies.headerFor('http://www.shop.local/')).toBe('a=1; b=2');
});

const site = 'https://www.shop.example/a/b';
const headerOf = (cookies: VisitCookies): string => cookies.headerFor(site);
const handedOn = (cookies: VisitCookies): VisitCookies => VisitCookies.of(cookies.all());

it.each(['Max-Age=0', 'Max-Age=-1', 'Expires=Thu, 01-Jan-1970 00:00:00 GMT', 'Expires=Thu, 01 Jan 1970 00:00:01 GMT'])(
  'hands no cookie on that was deleted by %s',
  (end) => {
    const cookies = VisitCookies.none();
    cookies.take(site, ['sid=1; Path=/', 'b=2; Path=/', `sid=deleted; Path=/; ${end}`]);
    expect(headerOf(handedOn(cookies))).toBe('b=2');
    expect(headerOf(cookies)).toBe('b=2');
  },
);

it('changes a jar only where the visit changed its cookies', () => {
  const jar = VisitCookies.none();
  jar.take(site, ['old=1; Path=/', 'left=1; Path=/', 'sid=1; Path=/']);
  const before = jar.all();
  const visit = VisitCookies.of(before);
  visit.take(site, ['old=; Path=/; Max-Age=0', 'new=1; Path=/']);
  jar.take(site, ['sid=2; Path=/']);
  jar.addChanges(before, visit.all());
  expect(headerOf(jar)).toBe('left=1; sid=2; new=1');
});

it.each(['__Secure-next-auth.session-token=a.b', '__Host-sid=1', '__secure-a=1'])(
  'sends the given cookie %s',
  (given) => {
    const cookies = VisitCookies.none();
    cookies.give('www.shop.example', [given]);
    expect(headerOf(handedOn(cookies))).toBe(given);
    expect(cookies.headerFor('http://www.shop.example/')).toBe('');
  },
);

it('takes new values of its cookies, and deletions, when it is full', () => {
  const cookies = VisitCookies.none();
  const seen = (i: number): string => `seen${i}=1; Path=/`;
  cookies.take(site, ['sid=1; Path=/', 'gone=1; Path=/']);
  for (let i = 0; i < 250; i++) cookies.take(site, [seen(i)]);
  expect(cookies.all()).toHaveLength(200);
  cookies.take(site, ['sid=2; Path=/', 'gone=1; Path=/; Max-Age=0', 'late=1; Path=/', 'later=1; Path=/']);
  expect(cookies.all()).toHaveLength(200);
  expect(headerOf(cookies)).toMatch(/^sid=2; seen0=1; .*; late=1$/);
});

it('sends as many cookies as a header holds', () => {
  const cookies = VisitCookies.none();
  cookies.take(site, ['sid=1; Path=/', ...Array.from({ length: 40 }, (_, i) => `a${i}=${'x'.repeat(300)}; Path=/`)]);
  cookies.take(site, ['z=1; Path=/']);
  expect(headerOf(cookies)).toMatch(/^sid=1; a0=x.*; z=1$/);
  expect(headerOf(cookies).length).toBeLessThanOrEqual(8 * 1024);
});

it('passes cookies over that no request can have', () => {
  const cookies = VisitCookies.none();
  cookies.take(site, ['a=1\x7f', 'b=caf\xe9; Path=/']);
  const plain = { host: 'www.shop.example', hostOnly: true, path: '/', secure: false, httpOnly: false, expires: null };
  cookies.add([
    { ...plain, name: 'c', value: '日本' },
    { ...plain, name: 'd', value: '1', host: 'no host' },
  ]);
  expect(headerOf(cookies)).toBe('b=caf\xe9');
});

it('hands cookies of an IPv6 address on', () => {
  const cookies = VisitCookies.none();
  cookies.take('http://[2001:db8::1]/', ['a=1']);
  expect(handedOn(cookies).headerFor('http://[2001:db8::1]/')).toBe('a=1');
});
