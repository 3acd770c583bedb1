import { DatabaseAwayError, retrying } from './retrying.js';
import { databaseTrouble } from './trouble.js';

const lost = (): Error =>
  Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' });

describe('retrying', () => {
  it('does the work again until the database is back, and tells how long that took', async () => {
    const waits: string[] = [];
    let back = -1;
    const result = await retrying(
      async (attempt) => {
        if (attempt < 2) throw lost();
        return attempt;
      },
      { patienceMs: 10_000, onWait: ({ code }) => waits.push(code), onBack: (waitedMs) => (back = waitedMs) },
    );
    expect(result).toBe(2);
    expect(waits).toEqual(['57P01', '57P01']);
    expect(back).toBeGreaterThanOrEqual(140);
  });

  it("gives up when patience is over, with an error that is still the database's", async () => {
    const away = await retrying(async () => Promise.reject(lost()), { patienceMs: 120 }).catch(
      (error: unknown) => error,
    );
    expect(away).toBeInstanceOf(DatabaseAwayError);
    expect(databaseTrouble(away)).toEqual({ kind: 'unreachable', code: '57P01' });
  });

  it('throws permanent failures at once, and the last failure when the signal aborts', async () => {
    let calls = 0;
    const broken = Object.assign(new Error('syntax error'), { code: '42601' });
    await expect(retrying(async () => Promise.reject((calls++, broken)), { patienceMs: 1_000 })).rejects.toBe(broken);
    expect(calls).toBe(1);
    const ended = new AbortController();
    setTimeout(() => ended.abort(), 50);
    await expect(
      retrying(async () => Promise.reject(lost()), { patienceMs: 60_000, signal: ended.signal }),
    ).rejects.toMatchObject({ code: '57P01' });
  });
});
