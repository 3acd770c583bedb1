import { accessOf, NO_ACCESS, NO_HOST, unreadableIn } from './access.js';

test('lines become what the service takes', () => {
  const hosts = [
    { host: ' Members.example ', headers: 'Authorization:  Bearer a:b \n\nX-Empty:', cookies: ' a=b=c\n' },
  ];
  const draft = { hosts, proxies: 'socks5://me:word@proxy.example:1080\n\n http://other.example ' };
  expect(unreadableIn(draft)).toEqual([]);
  expect(accessOf(draft)).toEqual({
    access: {
      hosts: [
        {
          host: 'members.example',
          headers: [
            { name: 'Authorization', value: 'Bearer a:b' },
            { name: 'X-Empty', value: '' },
          ],
          cookies: ['a=b=c'],
        },
      ],
      proxies: ['socks5://me:word@proxy.example:1080', 'http://other.example'],
    },
  });
});

test('nothing typed is nothing sent', () => {
  expect(accessOf(NO_ACCESS)).toEqual({});
  expect(accessOf({ hosts: [NO_HOST, { ...NO_HOST, cookies: ' \n' }], proxies: '\n' })).toEqual({});
});

test('says where it cannot be read, and not what stands there', () => {
  const hosts = [
    { host: 'a.example', headers: 'A: b\nBearer sesame', cookies: 'sesame' },
    { ...NO_HOST, cookies: 'a=sesame' },
  ];
  const found = unreadableIn({ hosts, proxies: '' });
  expect(found).toEqual([
    'header 2 of host 1 is not "Name: value"',
    'cookie 1 of host 1 is not "name=value"',
    'host 2 has no name',
  ]);
});
