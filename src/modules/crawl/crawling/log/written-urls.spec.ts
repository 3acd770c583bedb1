import { WrittenUrls } from './written-urls.js';

const urlOf = (urlNo: number): string => `https://example.org/section-${urlNo % 7}/page-${urlNo}?q=ä`;
const urls = (from: number, to: number): { urlNo: number; url: string }[] =>
  Array.from({ length: to - from }, (_, i) => ({ urlNo: from + i, url: urlOf(from + i) }));

describe('WrittenUrls', () => {
  it('knows what was added, packed or not, and nothing else', () => {
    const written = new WrittenUrls();
    expect(written.get(0)).toBeUndefined();
    for (let from = 0; from < 4_000; from += 40) written.add(urls(from, from + 40));
    for (let urlNo = 0; urlNo < 4_000; urlNo++) expect(written.get(urlNo)).toBe(urlOf(urlNo));
    for (const urlNo of [17, 3_999, 255, 256, 2_000]) expect(written.get(urlNo)).toBe(urlOf(urlNo));
    expect(written.get(4_000)).toBeUndefined();
    expect(written.get(100_000)).toBeUndefined();
  });

  it('begins in the middle of a block, as after a restart', () => {
    const written = new WrittenUrls();
    written.add(urls(1_000, 1_100));
    written.add(urls(1_100, 2_000));
    expect(written.get(999)).toBeUndefined();
    for (let urlNo = 1_000; urlNo < 2_000; urlNo++) expect(written.get(urlNo)).toBe(urlOf(urlNo));
  });

  it('forgets the oldest when they take more memory than allowed', () => {
    const written = new WrittenUrls(20_000);
    written.add(urls(0, 100_000));
    expect(written.get(3)).toBeUndefined();
    expect(written.get(98_000)).toBe(urlOf(98_000));
    expect(written.get(99_999)).toBe(urlOf(99_999));
  });

  it('keeps URLs that come out of their order', () => {
    const written = new WrittenUrls();
    for (const [from, to] of [
      [200, 250],
      [300, 310],
      [0, 200],
      [600, 601],
      [250, 256],
    ])
      written.add(urls(from, to));
    for (const urlNo of [0, 199, 200, 249, 255, 300, 309, 600]) expect(written.get(urlNo)).toBe(urlOf(urlNo));
  });
});
