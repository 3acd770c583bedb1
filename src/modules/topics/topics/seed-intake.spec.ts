import { MAX_URL_CHARS } from '../../../domain/url/index.js';
import { seedsFromUser } from './seed-intake.js';

describe('seedsFromUser', () => {
  it('makes them canonical and keeps each once, in order', () => {
    expect(seedsFromUser(['HTTPS://Example.ORG:443/a#x', 'http://example.com', 'https://example.org/a'])).toEqual([
      'https://example.org/a',
      'http://example.com/',
    ]);
  });

  it.each([
    [['http://ok.example/', 'http://ok.example/2', 'ftp://no.example/'], 'seeds[2]'],
    [['not a url'], 'seeds[0]'],
    [['http://ok.example/', 'htp:/bad'], 'seeds[1]'],
    [Array.from({ length: 1_001 }, (_, i) => `http://a.example/${i}`), 'seeds'],
  ])('refuses %#, naming the field', (seeds, field) => {
    expect(() => seedsFromUser(seeds)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED', field }));
  });

  it('takes a URL as long as it says', () => {
    const longest = `http://a/${'x'.repeat(MAX_URL_CHARS - 'http://a/'.length)}`;
    expect(seedsFromUser([longest])).toEqual([longest]);
    expect(() => seedsFromUser([`${longest}x`])).toThrow(
      expect.objectContaining({ allowed: expect.stringContaining(`at most ${MAX_URL_CHARS} characters`) }),
    );
  });
});
