import { createRng } from '../../base/rng.js';
import { Weblog } from './weblog.js';

const entriesOf = (weblog: Weblog): [number, number][] => {
  const { urlNos, values } = weblog.save() as unknown as { urlNos: Uint32Array; values: Float64Array };
  return [...urlNos].map((urlNo, i) => [urlNo, values[i]]);
};

describe('Weblog', () => {
  it('gives new URLs the rest of the rewards and moves known ones towards it by β', () => {
    const weblog = new Weblog(100);
    weblog.append(1, 50);
    weblog.update([1, 2, 3], [0, 100, -1], 0.3);
    // 1: 0.7 · 50 + 0.3 · 99; 2: 99; 3: -1.
    expect(entriesOf(weblog)).toEqual([
      [2, 99],
      [1, expect.closeTo(64.7, 9)],
      [3, -1],
    ]);
  });

  it('keeps the best when it is full', () => {
    const weblog = new Weblog(2);
    weblog.update([5, 6, 7], [1, 10, 100], 0.3);
    expect(entriesOf(weblog)).toEqual([
      [5, 111],
      [6, 110],
    ]);
  });

  it('gives half of its URLs away, each to one of the two', () => {
    const weblog = new Weblog(100);
    for (let urlNo = 0; urlNo < 11; urlNo++) weblog.append(urlNo, 100 - urlNo);
    const other = weblog.halve(createRng(2));
    expect([weblog.size, other.size]).toEqual([6, 5]);
    const all = [...entriesOf(weblog), ...entriesOf(other)].map(([urlNo]) => urlNo);
    expect(all.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });
});
