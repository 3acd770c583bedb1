import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import type { RelevantPageDto, SessionProgressDto } from './dto/stream.dto.js';
import { SessionFeed } from './session-feed.js';
import { firstPart, type News } from './stream-items.js';
import { type Delivery, StreamListener } from './stream-listener.js';
import { START, type StreamPosition } from './stream-position.js';

const FAREWELL: Delivery = { items: [], text: 'farewell' };

/** A session in memory, whose every step has a relevant page. */
class Log {
  steps = 0;
  hasEnded = false;
  isGone = false;
  isAway = false;
  readings = 0;

  /** Reading takes a moment, and returns the log as of its start. */
  async read({ seq, no }: StreamPosition): Promise<News | null> {
    this.readings++;
    const { steps, hasEnded, isGone, isAway } = this;
    const pages = Array.from({ length: steps }, (_, i) => ({ seq: i }) as RelevantPageDto)
      .filter((page) => page.seq > seq)
      .slice(0, 10);
    await turn();
    if (isAway) throw new Error('the database is away');
    if (isGone) return null;
    return {
      ...firstPart({ pages, events: [], piece: 10, last: steps - 1, seq, no }),
      progress: { state: hasEnded ? 'COMPLETED' : 'RUNNING', fetched: steps } as SessionProgressDto,
      progressKey: steps.toString(16).padStart(7, '0') + (hasEnded ? '1' : '0'),
      hasEnded,
    };
  }

  async head(): Promise<StreamPosition> {
    const { steps } = this;
    await turn();
    return { seq: steps - 1, no: 0, progress: '' };
  }
}

describe('a feed', () => {
  let log: Log;
  let feed: SessionFeed;
  let errors: unknown[];
  beforeEach(() => {
    log = new Log();
    errors = [];
    feed = new SessionFeed({
      read: (after) => log.read(after),
      head: () => log.head(),
      onError: (error) => errors.push(error),
    });
  });
  afterEach(() => {
    feed.close();
  });

  const join = (position = START): { listener: StreamListener; texts: string[]; done: Promise<void> } => {
    const listener = new StreamListener(FAREWELL, () => feed.listeners.delete(listener));
    listener.position = position;
    feed.listeners.add(listener);
    void feed.serve(listener);
    const texts: string[] = [];
    const done = (async () => {
      for await (const { text } of listener) texts.push(text);
    })();
    return { listener, texts, done };
  };
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await sleep(5);
  };
  const seqsIn = (texts: readonly string[]): number[] =>
    [...texts.join('').matchAll(/data: \{"seq":(\d+)/g)].map(([, seq]) => Number(seq));
  const upTo = (steps: number): number[] => Array.from({ length: steps }, (_, i) => i);

  it('reads what is new once for all who are at the same place', async () => {
    log.steps = 25;
    const all = Array.from({ length: 50 }, () => join());
    await until(() => all.every(({ listener }) => listener.isLive));
    const before = log.readings;
    log.steps = 28;
    for (let i = 0; i < 50; i++) feed.touch();
    await until(() => all.every(({ texts }) => seqsIn(texts).length >= 28));
    // One for the change, and one for changes that may have happened while the listeners came.
    expect(log.readings - before).toBeLessThanOrEqual(2);
    for (const { texts } of all) expect(seqsIn(texts)).toEqual(upTo(28));
    // The same text object, not a copy for each.
    expect(new Set(all.map(({ texts }) => texts.at(-1))).size).toBe(1);
    log.hasEnded = true;
    feed.touch();
    await Promise.all(all.map(({ done }) => done));
    for (const { texts } of all) expect(texts.at(-1)).toContain('event: end\ndata: {"reason":"completed"}');
    expect(feed.listeners.size).toBe(0);
  });

  it('tells those who come while the log grows each step once', async () => {
    const all: ReturnType<typeof join>[] = [];
    for (let round = 0; round < 60; round++) {
      log.steps += round % 7;
      feed.touch();
      if (round % 3 === 0) all.push(join());
      // Some steps happen during reads.
      if (round % 2 === 0) await turn();
      else await sleep((round % 5) * 10);
    }
    log.hasEnded = true;
    feed.touch();
    await Promise.all(all.map(({ done }) => done));
    for (const { texts } of all) expect(seqsIn(texts)).toEqual(upTo(log.steps));
  });

  it('lets nobody be silent for long, and goes on when a reading fails', async () => {
    const { texts, listener } = join();
    await until(() => listener.isLive && texts.length > 0);
    feed.beat();
    await until(() => texts.includes(': \n\n'));
    log.isAway = true;
    log.steps = 3;
    feed.touch();
    await until(() => errors.length > 0);
    log.isAway = false;
    // Nobody has to touch it again.
    await until(() => seqsIn(texts).length > 0);
    expect(seqsIn(texts)).toEqual(upTo(3));
    expect(listener.isOpen).toBe(true);
  });

  it('ends when the session is gone', async () => {
    const { listener, texts, done } = join();
    await until(() => listener.isLive);
    log.isGone = true;
    feed.touch();
    await done;
    expect(texts.at(-1)).toContain('{"reason":"deleted"}');
  });

  it('goes on for one whose first reading fails: to end would look like the end of the session', async () => {
    log.steps = 3;
    log.isAway = true;
    const { listener, texts } = join();
    await until(() => errors.length > 0);
    log.isAway = false;
    await until(() => !listener.isOpen || seqsIn(texts).length > 0);
    expect(seqsIn(texts)).toEqual(upTo(3));
  });
});
