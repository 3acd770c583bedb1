import { restAfter } from './index-rest.js';

describe('the search index', () => {
  it('takes a quarter of one core from crawls, and more the further it is behind', () => {
    const rests = [0, 1_999, 2_000, 7_999, 8_000, 1_000_000].map((behind) => restAfter({ behind }, true));
    expect(rests).toEqual([3, 3, 1, 1, 0.25, 0.25]);
  });

  it('rests little where nobody crawls', () => {
    expect(restAfter({ behind: 10 }, false)).toBe(0.25);
  });
});
