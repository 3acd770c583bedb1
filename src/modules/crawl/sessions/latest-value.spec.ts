import { LatestValue } from './latest-value.js';

const collect = async (values: AsyncIterable<number>): Promise<number[]> => {
  const seen: number[] = [];
  for await (const value of values) seen.push(value);
  return seen;
};

describe('LatestValue', () => {
  it('keeps only the newest value for a slow reader and ends after it', async () => {
    const closed = { times: 0 };
    const values = new LatestValue<number>(() => closed.times++);
    values.push(1);
    values.push(2);
    values.push(3);
    values.end();
    values.push(4);
    values.end();
    expect(await collect(values)).toEqual([3]);
    expect(closed.times).toBe(1);
  });

  it('answers a reader that waits', async () => {
    const values = new LatestValue<number>(() => undefined);
    const first = values.next();
    values.push(1);
    expect(await first).toEqual({ value: 1, done: false });
    const second = values.next();
    values.end();
    expect(await second).toEqual({ value: undefined, done: true });
  });

  it('closes when the reader leaves', async () => {
    const closed = { times: 0 };
    const values = new LatestValue<number>(() => closed.times++);
    values.push(1);
    for await (const value of values) {
      expect(value).toBe(1);
      break;
    }
    expect(closed.times).toBe(1);
    expect(await values.next()).toEqual({ value: undefined, done: true });
  });
});
