import { nameOf, queryOf, shortened } from './page-name.js';

test('a page is called by its title, by its address, or by what was searched for', () => {
  const url = 'https://a.example/b';
  expect(nameOf({ title: 'A page', url })).toBe('A page');
  expect([nameOf({ title: '', url }), nameOf({ title: null, url })]).toEqual([url, url]);
  expect(nameOf({ title: null, url: 'https://search.invalid/?q=goat+cheese&page=1' })).toBe('Search for “goat cheese”');
  expect(queryOf('https://search.invalid/?q=%E2%80%AEgoat')).toBe('goat');
  expect([queryOf(url), queryOf('no address'), queryOf('https://search.invalid/?q=a')]).toEqual([null, null, 'a']);
});

test.each([
  ['a page', 10, 'a page'],
  ['a page of cheese', 10, 'a page of…'],
  ['प्रौद्योगिकी', 5, 'प्रौ…'],
  ['อาหารน้ำผึ้ง', 7, 'อาหาร…'],
  ['🚲🚲🚲', 3, '🚲…'],
])('%j in %i units is %j', (name, most, expected) => expect(shortened(name, most)).toBe(expected));
