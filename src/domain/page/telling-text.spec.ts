import { tellingText } from './telling-text.js';

describe('tellingText', () => {
  it.each([
    [
      'a page with some boilerplate',
      { mainText: 'cheese is made of milk', text: 'home about cheese is made of milk' },
      'cheese is made of milk',
    ],
    [
      'a list of links',
      { mainText: 'cheese', text: 'cheese brie gouda cheddar parmesan' },
      'cheese brie gouda cheddar parmesan',
    ],
    ['an empty page', { mainText: '', text: '' }, ''],
  ])('%s', (_, page, expected) => {
    expect(tellingText(page)).toBe(expected);
  });
});
