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

  it.each([
    'https://uni.example/docs/~old/',
    'https://uni.example/?q=/~anna',
    'https://uni.example/~',
    `https://uni.example/~${'a'.repeat(101)}/`,
  ])('takes %s for a page of the host', (url) => {
    const sites = new Sites();
    expect(sites.of(url, 0)).toBe(sites.of('https://uni.example/', 0));
  });

  it('takes further folders for their host when there are too many, and knows the others still', () => {
    const sites = new Sites(2);
    const [anna, bob, carl] = ['anna', 'bob', 'carl'].map((user) => sites.of(`https://uni.example/~${user}/`, 0));
    expect(carl).toBe(sites.of('https://uni.example/', 0));
    expect(sites.of('https://uni.example/~dora/', 0)).toBe(carl);
    expect([sites.of('https://uni.example/~anna/', 0), sites.of('https://uni.example/~bob/', 0)]).toEqual([anna, bob]);
    expect(new Set([anna, bob, carl]).size).toBe(3);
    expect(sites.of('https://other.example/~anna/', 1)).not.toBe(carl);
  });

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
