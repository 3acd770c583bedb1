import { type Delivery, StreamListener } from './stream-listener.js';

const FAREWELL: Delivery = { items: [], text: 'farewell' };
const delivery = (text: string): Delivery => ({ items: [], text });

describe('a listener', () => {
  const all = async (listener: StreamListener): Promise<string[]> => {
    const texts: string[] = [];
    for await (const { text } of listener) texts.push(text);
    return texts;
  };

  it('reads what was put in, in order, then the end', async () => {
    let closed = 0;
    const listener = new StreamListener(FAREWELL, () => closed++);
    const reading = all(listener);
    for (const text of ['a', 'b', 'c']) listener.push(delivery(text));
    listener.end();
    listener.push(delivery('late'));
    expect([await reading, closed, listener.isOpen]).toEqual([['a', 'b', 'c'], 1, false]);
  });

  it.each([
    ['too many pieces', Array.from({ length: 65 }, () => 'x')],
    ['too much text', ['x'.repeat(600_000), 'y']],
  ])('that lets %s wait is dropped, and hears only the farewell', async (_, texts) => {
    let dropped = 0;
    const listener = new StreamListener(
      FAREWELL,
      () => undefined,
      () => dropped++,
    );
    for (const text of texts.slice(0, -1)) listener.push(delivery(text));
    expect(listener.isOpen).toBe(true);
    listener.push(delivery(texts.at(-1) ?? ''));
    expect([listener.isOpen, dropped, await all(listener)]).toEqual([false, 1, ['farewell']]);
  });

  it('says when everything was read', async () => {
    const listener = new StreamListener(FAREWELL, () => undefined);
    listener.push(delivery('a'));
    let read = false;
    const waiting = listener.whenRead().then(() => (read = true));
    await listener.next();
    await Promise.resolve();
    expect(read).toBe(false);
    const pending = listener.next();
    await waiting;
    await listener.return();
    expect(await pending).toEqual({ value: undefined, done: true });
    await listener.whenRead();
  });
});
