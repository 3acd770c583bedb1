import { PassThrough } from 'node:stream';
import { CdpConnection } from './cdp.js';

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly sessionId?: string;
}

function connect(maxMessageBytes?: number): {
  connection: CdpConnection;
  sent: () => Sent[];
  say: (...parts: (string | Buffer)[]) => void;
  end: () => void;
} {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const connection = new CdpConnection(input, output, maxMessageBytes);
  let written = '';
  input.on('data', (chunk: Buffer) => {
    written += chunk.toString();
  });
  return {
    connection,
    sent: () =>
      written
        .split('\0')
        .slice(0, -1)
        .map((text) => JSON.parse(text) as Sent),
    say: (...parts) => {
      for (const part of parts) output.write(part);
    },
    end: () => output.end(),
  };
}
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const message = (value: object): string => `${JSON.stringify(value)}\0`;

describe('a connection to the browser', () => {
  it('gives each question its own answer, whatever pieces they come in', async () => {
    const { connection, sent, say } = connect();
    const page = connection.session('p');
    const answers = [
      connection.browser.send('Browser.getVersion'),
      page.send('Runtime.evaluate', { expression: '1' }),
      page.send('Page.enable'),
    ];
    await turn();
    expect(sent().map(({ method, sessionId }) => [method, sessionId])).toEqual([
      ['Browser.getVersion', undefined],
      ['Runtime.evaluate', 'p'],
      ['Page.enable', 'p'],
    ]);
    const [first, second, third] = sent().map(({ id }) => id);
    // Splits a character of three bytes and a message in two, and sends two messages together.
    const text = Buffer.from(message({ id: second, result: { word: 'a€b' } }) + message({ id: third, result: {} }));
    const cut = text.indexOf(0x82);
    say(
      text.subarray(0, 5),
      text.subarray(5, cut),
      text.subarray(cut),
      message({ id: first, result: { product: 'x' } }),
    );
    expect(await Promise.all(answers)).toEqual([{ product: 'x' }, { word: 'a€b' }, {}]);
  });

  it('hands a refusal on', async () => {
    const { connection, say } = connect();
    const answer = connection.browser.send('Browser.getVersion');
    say(message({ id: 1, error: { message: 'no such page' } }));
    await expect(answer).rejects.toThrow('no such page');
  });

  it('tells events to their session alone', async () => {
    const { connection, say } = connect();
    const heard: string[] = [];
    for (const id of ['p', 'q']) connection.session(id).on('Page.loadEventFired', () => heard.push(id));
    say(
      message({ method: 'Page.loadEventFired', params: {}, sessionId: 'q' }),
      message({ method: 'Page.loadEventFired' }),
    );
    await turn();
    expect(heard).toEqual(['q']);
  });

  it('fails what a page was asked that has gone, and nothing else', async () => {
    const { connection, say } = connect();
    const [gone, there] = [connection.session('p').send('Page.enable'), connection.session('q').send('Page.enable')];
    connection.forget('p');
    await expect(gone).rejects.toThrow('the page has gone');
    say(message({ id: 2, result: {} }));
    expect(await there).toEqual({});
  });

  it.each(['ended', 'closed'])('fails all that was asked when it is %s, and what is asked then', async (how) => {
    const { connection, end } = connect();
    const told: string[] = [];
    connection.whenClosed(() => told.push('before'));
    const asked = connection.session('p').send('Page.enable');
    if (how === 'ended') end();
    else connection.close();
    await expect(asked).rejects.toThrow('the browser has gone');
    await expect(connection.browser.send('Browser.getVersion')).rejects.toThrow('the browser has gone');
    connection.whenClosed(() => told.push('after'));
    expect(connection.isOpen).toBe(false);
    expect(told).toEqual(['before', 'after']);
  });

  it.each([
    ['speaks no JSON', 'no message\0'],
    ['does not come to an end', 'x'.repeat(101)],
  ])('hangs up on a browser that %s', async (_, words) => {
    const { connection, say } = connect(100);
    const answer = connection.browser.send('Browser.getVersion');
    say(words);
    await expect(answer).rejects.toThrow('the browser has gone');
    expect(connection.isOpen).toBe(false);
  });
});
