import { addressesIn, addressProblem } from './addresses.js';

test('addresses are read as they were meant', () => {
  expect(addressesIn('example.org/a\n http://b.example/ http://b.example/ localhost:8080/x')).toEqual([
    ...['https://example.org/a', 'http://b.example/', 'https://localhost:8080/x'],
  ]);
  expect(
    addressesIn('a.example,b.example;c.example:80/x,y, http://d.example/1,http://e.example/,\nf.example;'),
  ).toEqual([
    ...['https://a.example', 'https://b.example', 'https://c.example:80/x,y', 'http://d.example/1'],
    ...['http://e.example/', 'https://f.example'],
  ]);
  expect(addressProblem('example.org:80\nhttp://b.example/ HTTPS://C.example')).toBeNull();
  expect(addressProblem('')).toBeNull();
});

test.each(['htp:/bad', 'htp://bad', 'http:/one.example', 'http:///x', 'mailto:a@b.example', 'ftp://a.example/'])(
  '%s is no address of a page, also among others',
  (url) => {
    expect(addressProblem(`http://a.example/\n${url}`)).toBe(`${url} is not an http or https address.`);
  },
);
