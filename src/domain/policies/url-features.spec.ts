import { URL_FEATURES, urlFeatures } from './url-features.js';

const of = (url: string): Record<string, number> => {
  const values = urlFeatures(url, (text) => (text.includes('cheese') ? 0.75 : 0.25));
  return Object.fromEntries(URL_FEATURES.map((name, k) => [name, values[k]]));
};

describe('features of a URL', () => {
  it('say nothing bad of a plain one', () => {
    expect(of('http://www.cheese.example/list')).toEqual({
      length: expect.closeTo(0.15, 6),
      nonText: 0,
      query: 0,
      hostGibberish: 0,
      pathGibberish: 0,
      relevance: 0.75,
    });
  });

  it('see length, file type, query and gibberish', () => {
    expect(of(`http://a.example/${'long/'.repeat(60)}`)).toMatchObject({ length: 1 });
    expect(of('http://a.example/song.mp3')).toMatchObject({ nonText: 1, query: 0 });
    expect(of('http://a.example/page?id=7')).toMatchObject({ query: 1, nonText: 0 });
    expect(of('http://a8f7d9e2.example/')).toMatchObject({
      hostGibberish: expect.closeTo(8 / 15, 6),
      pathGibberish: 0,
    });
    expect(of('http://a.example/x1y2z3w4')).toMatchObject({ hostGibberish: 0, pathGibberish: 1 });
  });

  it('stay in bounds when the model answers nonsense', () => {
    for (const answer of [NaN, -1, 7, Infinity]) {
      const [relevance] = urlFeatures('http://a.example/', () => answer).slice(-1);
      expect(relevance).toBe(answer > 0 ? 1 : 0);
    }
  });
});
