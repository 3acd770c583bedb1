import { Sites } from './sites.js';

describe('Sites', () => {
  it('tells folders of users from their host and from each other', () => {
    const sites = new Sites();
    const ofHost = sites.of('https://uni.example/about/', 0);
    const anna = sites.of('https://uni.example/~anna/papers/1.html', 0);
    const bob = sites.of('https://uni.example/~bob', 0);
    expect(new Set([ofHost, anna, bob]).size).toBe(3);
    expect(sites.of('https://uni.example/~anna', 0)).toBe(anna);
    expect(sites.of('https://uni.example/', 0)).toBe(ofHost);
    expect(sites.of('https://other.example/~anna/', 1)).not.toBe(anna);
  });

  it.each(['https://uni.example/docs/~old/', 'https://uni.example/?q=/~anna', 'https://uni.example/~'])(
    'takes %s for a page of the host',
    (url) => {
      const sites = new Sites();
      expect(sites.of(url, 0)).toBe(sites.of('https://uni.example/', 0));
    },
  );

  it('numbers new sites after those that were saved', () => {
    const sites = new Sites();
    sites.of('https://uni.example/', 3);
    sites.of('https://uni.example/~anna/', 3);
    const restored = new Sites();
    restored.restore(sites.save());
    const urls: [string, number][] = [
      ['https://uni.example/~anna/cv', 3],
      ['https://new.example/', 5],
      ['https://uni.example/', 3],
      ['https://uni.example/~bob/', 3],
    ];
    expect(urls.map(([url, hostNo]) => restored.of(url, hostNo))).toEqual([1, 2, 0, 3]);
    expect(restored.size).toBe(4);
  });
});
