import { MAX_URL_CHARS, sentUrl } from './index.js';

it.each([
  ['/home;jsessionid=8A7', 'http://a.example/home;jsessionid=8A7'],
  ['/%7euser/?utm_source=x&sid=0123456789abcdef', 'http://a.example/%7euser/?utm_source=x&sid=0123456789abcdef'],
  ['//me:pw@B.example:80/x#top', 'http://b.example/x'],
  ['?', 'http://a.example/dir/page?'],
  ['\\x\ty', 'http://a.example/xy'],
  ['/caf%E9/%C3%A9 ü', 'http://a.example/caf%E9/%C3%A9%20%C3%BC'],
  [`/x?a=1&utm_content=${'x'.repeat(MAX_URL_CHARS)}&b=%7e#top`, 'http://a.example/x?a=1&b=~'],
  ['javascript:alert(1)', null],
  ['http://', null],
  [`/${'x'.repeat(MAX_URL_CHARS)}`, null],
])('%s is asked for as %s', (raw, sent) => {
  expect(sentUrl(raw, 'http://a.example/dir/page')).toBe(sent);
});
