import { withEncodedQuery } from './index.js';

it.each([
  // As requested by Chromium.
  ['windows-1251', '/путь?q=сыр&x=1#якорь', '/путь?q=%F1%FB%F0&x=1#якорь'],
  ['euc-kr', '?검색=얌', '?%B0%CB%BB%F6=%BE%E4'],
  ['shift_jis', '/?q=チーズ 白', '/?q=%83`%81[%83Y%20%94%92'],
  ['gbk', '/?q=奶酪', '/?q=%C4%CC%C0%D2'],
  ['big5', '/?q=乳酪', '/?q=%A8%C5%B9T'],
  ['iso-8859-2', '/?q=sýr€', '/?q=s%FDr%26%238364%3B'],
  ['windows-1252', '/?q=%C3%A9é', '/?q=%C3%A9%E9'],
  ['windows-1251', ' /?q=сыр\n ', '/?q=%F1%FB%F0'],
  ['windows-1251', '/?q=сыр\r\n\t&x=1', '/?q=%F1%FB%F0&x=1'],
  ['koi8-u', '/сир', '/сир'],
  ['koi8-u', '/#?сир', '/#?сир'],
  ['koi8-u', '/?cheese', '/?cheese'],
  ['utf-8', '/?q=сыр', '/?q=сыр'],
  ['utf-16le', '/?q=сыр', '/?q=сыр'],
  ['', '/?q=сыр', '/?q=сыр'],
  ['no-encoding', '/?q=сыр', '/?q=сыр'],
])('on a page in %s %s is %s', (encoding, href, asked) => {
  expect(withEncodedQuery(href, encoding)).toBe(asked);
});
