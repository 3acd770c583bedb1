import type { LabellerReply } from '../../topics/labeller/index.js';
import { LabellerAsking } from './labeller-asking.js';

const TOPIC = { name: 'Cheese', description: '', keywords: [] };
const PAGE = { url: 'http://a.example/', title: '', text: '' };
const LABEL: LabellerReply = { kind: 'label', relevant: true, reason: 'yes' };
const MALFORMED: LabellerReply = { kind: 'malformed', message: 'no JSON' };
const away = (retryAfterMs: number | null = null): LabellerReply => ({
  kind: 'unavailable',
  message: 'HTTP 429',
  retryAfterMs,
});

/** Returns these replies in turn, and then repeats the last one. */
function asking(replies: readonly LabellerReply[], calls = 100, signal = new AbortController().signal) {
  const counted = { calls: 0, malformed: 0 };
  const labeller = new LabellerAsking(
    {
      spend: () => Promise.resolve(counted.calls >= calls ? 'calls' : (counted.calls++, null)),
      ask: () => Promise.resolve(replies[Math.min(counted.calls, replies.length) - 1]),
      countMalformed: () => Promise.resolve(void counted.malformed++),
      random: () => 0,
    },
    TOPIC,
    signal,
  );
  return { labeller, counted };
}

describe('asking a labeller', () => {
  it('tries again what may be answered later, and counts each call', async () => {
    const { labeller, counted } = asking([away(), away(1), LABEL]);
    expect(await labeller.ask(PAGE)).toEqual({ relevant: true, reason: 'yes' });
    expect([counted.calls, labeller.ended]).toEqual([3, null]);
  });

  it('ends when the endpoint does not answer four calls in a row', async () => {
    const { labeller, counted } = asking([away()]);
    expect(await labeller.ask(PAGE)).toBeNull();
    expect([counted.calls, labeller.ended, labeller.message]).toEqual([4, 'unavailable', 'HTTP 429']);
    expect(await labeller.ask(PAGE)).toBeNull();
    expect(counted.calls).toBe(4);
  });

  it('ends rather than wait for an hour', async () => {
    const { labeller, counted } = asking([away(3_600_000)]);
    expect(await labeller.ask(PAGE)).toBeNull();
    expect([counted.calls, labeller.ended]).toEqual([1, 'unavailable']);
    expect(labeller.message).toContain('3600 s');
  });

  it('passes over malformed answers, and ends after five in a row', async () => {
    const { labeller, counted } = asking([...Array<LabellerReply>(4).fill(MALFORMED), LABEL, MALFORMED]);
    for (let i = 0; i < 4; i++) expect(await labeller.ask(PAGE)).toBeNull();
    expect(await labeller.ask(PAGE)).not.toBeNull();
    for (let i = 0; i < 4; i++) await labeller.ask(PAGE);
    expect(labeller.ended).toBeNull();
    await labeller.ask(PAGE);
    expect([labeller.ended, labeller.message, counted]).toEqual(['malformed', 'no JSON', { calls: 10, malformed: 9 }]);
  });

  it('makes no call beyond its budget, retries included', async () => {
    const { labeller, counted } = asking([LABEL, away()], 3);
    await labeller.ask(PAGE);
    expect(await labeller.ask(PAGE)).toBeNull();
    expect([counted.calls, labeller.ended]).toEqual([3, 'calls']);
  });

  it('fails when it is refused, and when it is stopped', async () => {
    const { labeller } = asking([{ kind: 'refused', message: 'HTTP 401' }]);
    await expect(labeller.ask(PAGE)).rejects.toThrow(/refuses to answer: HTTP 401/);
    const stopped = asking([LABEL], 100, AbortSignal.abort(new Error('stopped')));
    await expect(stopped.labeller.ask(PAGE)).rejects.toThrow('stopped');
    expect(stopped.counted.calls).toBe(0);
  });
});
