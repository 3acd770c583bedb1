import { gibberishShare } from './gibberish.js';

describe('gibberish', () => {
  it.each([
    'www.example.com',
    '/wiki/Reinforcement_learning',
    '/2016/11/21/article-20161121.html',
    '/strength/rhythms',
    '/Spaßgesellschaft/Fußgänger',
    '/naïveté/données',
    '/mp3player/html5/ipv4',
    '/東京/ресторан',
    '',
  ])('is not in %s', (text) => {
    expect(gibberishShare(text)).toBe(0);
  });

  it.each([
    ['/a8f7d9e2b', 1],
    ['/xkcdqwrtz', 1],
    ['/1234567890', 1],
    ['/bcdfgh', 1],
    ['/cheese/a8f7d9', 0.5],
    ['dQw4w9WgXcQ', 1],
  ])('is in %s', (text, share) => {
    expect(gibberishShare(text)).toBe(share);
  });
});
