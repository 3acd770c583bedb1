import type { SentDocument } from '../../../../domain/relevance/index.js';
import { systemClock } from '../../../../engine/ports.js';
import { ClassifierQueue, type ClassifierState, type SendResult } from './classifier-queue.js';

const document = (id: string): SentDocument => ({
  id,
  url: `http://a.test/${id}`,
  title: '',
  description: '',
  text: '',
});
const down: SendResult = { kind: 'unavailable', message: 'HTTP 503', retryAfterMs: null };
const says = (probability: number): SendResult => ({ kind: 'probabilities', probabilities: [probability] });

describe('ClassifierQueue', () => {
  it('does not take an answer to what was asked before an outage for its end', async () => {
    const states: (ClassifierState | undefined)[] = [];
    const asked = new Map<string, ((result: SendResult) => void)[]>();
    const queue = new ClassifierQueue({
      config: { batchSize: 1, maxWaitMs: 0, concurrency: 2, retries: 0 },
      address: 'http://classifier.test/',
      send: ([{ id }]) => new Promise((resolve) => asked.set(id, [...(asked.get(id) ?? []), resolve])),
      clock: systemClock,
      random: () => 0,
      notice: (_, state) => states.push(state),
    });
    const call = { signal: new AbortController().signal, patienceMs: 60_000 };
    const until = async (condition: () => boolean): Promise<void> => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 2));
    };
    const slow = queue.ask(document('slow'), call);
    await until(() => asked.has('slow'));
    await new Promise((resolve) => setTimeout(resolve, 5));
    const failed = queue.ask(document('failed'), call);
    await until(() => asked.has('failed'));
    asked.get('failed')?.[0]?.(down);
    await until(() => states.length > 0);
    asked.get('slow')?.[0]?.(says(0.25));
    expect(await slow).toBe(0.25);
    expect(states).toEqual(['down']);
    await until(() => asked.get('failed')?.length === 2);
    asked.get('failed')?.[1]?.(says(0.75));
    expect(await failed).toBe(0.75);
    expect(states).toEqual(['down', 'up']);
    queue.close();
  });
});
