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
