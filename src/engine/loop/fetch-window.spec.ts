import { FetchWindow } from './fetch-window.js';

/** A fetch that ends on request. */
function fetchOf() {
  let end = (_: string | null): void => undefined;
  let fail = (_: unknown): void => undefined;
  const done = new Promise<string | null>((resolve, reject) => {
    end = resolve;
    fail = reject;
  });
  return { run: () => done, end, fail };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

describe('FetchWindow', () => {
  it('gives what was fetched in order of completion, and tells when it is empty', async () => {
    let changes = 0;
    const window = new FetchWindow<string>(() => changes++);
    expect(window.isEmpty).toBe(true);
    const [first, second] = [fetchOf(), fetchOf()];
    window.start(first.run);
    window.start(second.run);
    expect([window.isEmpty, window.hasCompleted]).toEqual([false, false]);
    second.end('second');
    await soon();
    expect([changes, window.hasCompleted]).toEqual([1, true]);
    first.end('first');
    await soon();
    expect([window.take(), window.isEmpty, window.take(), window.isEmpty]).toEqual(['second', false, 'first', true]);
    expect(window.take()).toBeUndefined();
  });

  it('forgets what was aborted, and tells of it all the same', async () => {
    let changes = 0;
    const window = new FetchWindow<string>(() => changes++);
    const fetch = fetchOf();
    window.start(fetch.run);
    fetch.end(null);
    await soon();
    expect([changes, window.hasCompleted, window.isEmpty]).toEqual([1, false, true]);
  });

  it('keeps the first failure, and what was completed beside it', async () => {
    const window = new FetchWindow<string>(() => undefined);
    const fetches = [fetchOf(), fetchOf(), fetchOf()];
    fetches.forEach(({ run }) => window.start(run));
    window.throwIfFailed();
    fetches[0].fail('no error, but a text');
    await soon();
    fetches[1].fail(new Error('later'));
    fetches[2].end('page');
    await soon();
    expect(() => window.throwIfFailed()).toThrow(new Error('no error, but a text'));
    expect([window.take(), window.isEmpty]).toEqual(['page', true]);
  });
});
