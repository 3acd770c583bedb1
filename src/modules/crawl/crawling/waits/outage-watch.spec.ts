import { OutageWatch, type Outage } from './outage-watch.js';

const lost = (code = '57P01'): Error => Object.assign(new Error('the connection is gone'), { code });
/** Work that fails once with each of the errors. */
const failing =
  (...errors: Error[]) =>
  async (attempt: number): Promise<number> => {
    if (attempt < errors.length) throw errors[attempt];
    return attempt;
  };

describe('OutageWatch', () => {
  const outages: Outage[] = [];
  const watch = (patienceMs = 5_000): OutageWatch =>
    new OutageWatch(patienceMs, new AbortController().signal, (outage) => outages.push(outage));
  beforeEach(() => (outages.length = 0));

  it('tells of one outage however many parts waited for it, and of none without', async () => {
    const one = watch();
    await one.patiently(failing());
    expect(outages).toEqual([]);
    expect(
      await Promise.all([
        one.patiently(failing(lost())),
        one.patiently(failing(lost(), lost('ECONNREFUSED'))),
        one.patiently(failing(lost('53100'))),
      ]),
    ).toEqual([1, 2, 1]);
    expect(outages).toHaveLength(1);
    expect(outages[0].trouble).toEqual({ kind: 'unreachable', code: '57P01' });
    expect(outages[0].ms).toBeGreaterThan(100);
  });

  it('ends an outage that outlasted patience with the next work that succeeds', async () => {
    const one = watch(60);
    const always = async (): Promise<number> => Promise.reject(lost('53100'));
    await expect(one.patiently(always)).rejects.toThrow('the database did not answer');
    expect(outages).toEqual([]);
    await one.patiently(failing());
    expect(outages.map(({ trouble }) => trouble.kind)).toEqual(['full']);
  });

  it('does not wait for what no waiting mends', async () => {
    const broken = Object.assign(new Error('no such table'), { code: '42P01' });
    await expect(watch().patiently(failing(broken))).rejects.toBe(broken);
    expect(outages).toEqual([]);
  });
});
