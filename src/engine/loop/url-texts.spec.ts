import type { NewUrl } from '../../domain/session/index.js';
import { UrlTexts } from './url-texts.js';

const urlOf = (urlNo: number): string => `https://example.org/section-${urlNo % 7}/page-${urlNo}?q=ä`;
const newUrls = (from: number, to: number): NewUrl[] =>
  Array.from({ length: to - from }, (_, i) => ({
    urlNo: from + i,
    url: urlOf(from + i),
    host: 'example.org',
    domainNo: 0,
    outOfScope: null,
  }));

/** A store that knows all URLs up to a number, and what it was asked for. */
function storeOf(known: number): {
  asked: number[];
  urlsOf: (urlNos: readonly number[]) => Promise<ReadonlyMap<number, string>>;
} {
  const asked: number[] = [];
  return {
    asked,
    urlsOf: (urlNos) => {
      asked.push(...urlNos);
      return Promise.resolve(new Map(urlNos.filter((no) => no < known).map((no) => [no, urlOf(no)])));
    },
  };
}

describe('UrlTexts', () => {
  it('knows URLs that are not committed, kept ones and packed ones without the store', async () => {
    const store = storeOf(0);
    const texts = new UrlTexts(store, 300);
    texts.add(newUrls(0, 5_000));
    texts.committed(newUrls(0, 4_000));
    for (const no of [0, 1, 255, 256, 1_023, 3_699, 3_700, 3_999, 4_000, 4_999, 700])
      expect(await texts.textOf(no)).toBe(urlOf(no));
    expect(store.asked).toEqual([]);
  });

  it('asks the store for what it has never seen, as after a restart in the middle of a block', async () => {
    const store = storeOf(1_000);
    const texts = new UrlTexts(store, 10);
    texts.committed(newUrls(1_000, 1_100));
    texts.committed(newUrls(1_100, 2_000));
    expect(await texts.textOf(999)).toBe(urlOf(999));
    for (let no = 1_000; no < 2_000; no++) expect(await texts.textOf(no)).toBe(urlOf(no));
    expect(store.asked).toEqual([999]);
  });

  it('forgets the oldest when they take more memory than allowed, and asks the store for them', async () => {
    const store = storeOf(100_000);
    const texts = new UrlTexts(store, 1_000, 20_000);
    for (let from = 0; from < 100_000; from += 500) texts.committed(newUrls(from, from + 500));
    expect(await texts.textOf(3)).toBe(urlOf(3));
    expect(store.asked).toEqual([3]);
    expect(await texts.textOf(98_500)).toBe(urlOf(98_500));
    expect(store.asked).toEqual([3]);
  });

  it('keeps URLs that were committed out of their order', async () => {
    const store = storeOf(0);
    const texts = new UrlTexts(store, 1);
    texts.committed([...newUrls(200, 250), ...newUrls(0, 200), ...newUrls(250, 256)]);
    texts.committed(newUrls(300, 302));
    for (const no of [0, 199, 200, 249, 255, 301]) expect(await texts.textOf(no)).toBe(urlOf(no));
    expect(store.asked).toEqual([]);
  });

  it('names a URL that nobody knows', async () => {
    await expect(new UrlTexts(storeOf(5)).textOf(9)).rejects.toThrow('URL 9 is in the frontier and not in the store');
  });
});
