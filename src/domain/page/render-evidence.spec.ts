import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NO_EVIDENCE, renderVerdict, urlShape, withSample, type RenderEvidence } from './render-evidence.js';
import { RENDER_SIGNALS } from './render-signals.js';

const after = (...gained: readonly boolean[]): RenderEvidence => gained.reduce(withSample, NO_EVIDENCE);
const times = (count: number, gained: boolean): boolean[] => Array.from({ length: count }, () => gained);

describe('renderVerdict', () => {
  it('knows nothing at first, whatever the signal', () => {
    for (const signal of RENDER_SIGNALS) expect(renderVerdict(signal, NO_EVIDENCE, NO_EVIDENCE)).toBe('unsure');
  });

  it('believes strong signals after one or two pages', () => {
    expect(renderVerdict('empty body', after(true), NO_EVIDENCE)).toBe('render');
    expect(renderVerdict('framework root', after(true), NO_EVIDENCE)).toBe('unsure');
    expect(renderVerdict('framework root', after(true, true), NO_EVIDENCE)).toBe('render');
  });

  it('believes the pages sooner or later, whatever was expected', () => {
    for (const signal of RENDER_SIGNALS) {
      expect(renderVerdict(signal, after(...times(8, false)), NO_EVIDENCE)).toBe('plain');
      expect(renderVerdict(signal, after(...times(8, true)), NO_EVIDENCE)).toBe('render');
    }
  });

  it("takes a host's other shapes as a hint that the shape's own samples overrule", () => {
    const others = after(...times(10, false));
    expect(renderVerdict('framework root', NO_EVIDENCE, others)).toBe('plain');
    expect(renderVerdict('framework root', after(...times(8, true)), others)).toBe('render');
  });

  it('notices that a site has changed within a dozen samples', () => {
    expect(renderVerdict('empty body', after(...times(200, true), ...times(12, false)), NO_EVIDENCE)).not.toBe(
      'render',
    );
    expect(renderVerdict('empty body', after(...times(200, false), ...times(12, true)), NO_EVIDENCE)).toBe('render');
  });

  it('moves towards rendering with each gain', () => {
    const order = ['plain', 'unsure', 'render'];
    fc.assert(
      fc.property(fc.constantFrom(...RENDER_SIGNALS), fc.array(fc.boolean(), { maxLength: 30 }), (signal, samples) => {
        const evidence = after(...samples);
        expect(evidence.gains).toBeLessThanOrEqual(evidence.samples);
        expect(evidence.samples).toBeLessThanOrEqual(12 + 1e-9);
        expect(order.indexOf(renderVerdict(signal, withSample(evidence, true), NO_EVIDENCE))).toBeGreaterThanOrEqual(
          order.indexOf(renderVerdict(signal, withSample(evidence, false), NO_EVIDENCE)),
        );
      }),
    );
  });
});

describe('urlShape', () => {
  it.each([
    ['https://a.example/', '/'],
    ['https://a.example/news/2026/11/21', '/news/*/*/*'],
    ['https://a.example/product/a81f-33?ref=x&page=2&page=3', '/product/*?page&ref'],
    ['https://a.example/articles/how-to-make-cheese.html', '/articles/*.html'],
    ['https://a.example/about/', '/about/'],
    ['https://a.example/item.php?id=3', '/item.php?id'],
    ['https://a.example/w/Category_of_many_things', '/w/*'],
    ['https://a.example/a/b/c/d/e/f/g/h/i/j', '/a/b/c/d/e/f/g/h'],
  ])('of %s is %s', (url, shape) => {
    expect(urlShape(url)).toBe(shape);
  });

  it('is bounded', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true }), (url) => {
        expect(urlShape(url).length).toBeLessThanOrEqual(200);
      }),
    );
  });
});
