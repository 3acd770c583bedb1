import { describe, expect, it } from '@jest/globals';
import { isTracker } from './trackers.js';

describe('isTracker', () => {
  it.each([
    'www.google-analytics.com',
    'securepubads.g.doubleclick.net',
    'www.googletagmanager.com',
    'static.hotjar.com',
    'cdn.taboola.com',
    'bat.bing.com',
  ])('knows %s', (host) => {
    expect(isTracker(host, 'shop.example')).toBe(true);
  });

  it.each([
    'code.jquery.com',
    'cdn.jsdelivr.net',
    'fonts.googleapis.com',
    'maps.googleapis.com',
    'www.youtube.com',
    'shop.example',
    '127.0.0.1',
    '[::1]',
    'localhost',
    '',
    '%',
    'a b',
  ])('leaves %s alone', (host) => {
    expect(isTracker(host, 'shop.example')).toBe(false);
  });

  it('is none to its own pages', () => {
    expect(isTracker('static.hotjar.com', 'www.hotjar.com')).toBe(false);
  });
});
