import { iconOf, summaryOf } from './domain-profile.js';

describe('the summary of a site', () => {
  it.each([
    [{ title: 'A', description: '  All about\n cheese. ', text: 'x' }, 'All about cheese.'],
    [
      {
        title: 'Cheese Guild',
        description: null,
        text: 'Menu. Home. We have ripened cheese in caves since 1920. Come and see.',
      },
      'Cheese Guild: We have ripened cheese in caves since 1920.',
    ],
    [{ title: 'Cheese Guild', description: '', text: 'Home' }, 'Cheese Guild'],
    [{ title: null, description: null, text: null }, null],
  ])('%j', (home, summary) => {
    expect(summaryOf(home)).toBe(summary);
  });

  it('is one line that ends between words', () => {
    const summary = summaryOf({ title: null, description: 'cheese '.repeat(100), text: null })!;
    expect(summary).toMatch(/^(cheese )+cheese…$/);
    expect(summary.length).toBeLessThanOrEqual(240);
    expect(summaryOf({ title: null, description: '𠮷'.repeat(300), text: null })).toMatch(/^(?:𠮷)+…$/u);
  });
});

describe('the icon of a page', () => {
  const url = 'https://example.org/a/';
  it.each([
    ['<link rel="icon" href="/i.png">', 'https://example.org/i.png'],
    [`<LINK href=i.ico REL='shortcut icon'>`, 'https://example.org/a/i.ico'],
    ['<link rel="stylesheet" href="/s.css"><link rel="icon" href="data:,">', null],
    ['<link rel="mask-iconic" href="/m.svg">', null],
    ['<p>', null],
  ])('%s', (html, icon) => {
    expect(iconOf(html, url)).toBe(icon);
  });
});
