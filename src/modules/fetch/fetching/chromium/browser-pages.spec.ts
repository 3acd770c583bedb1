import { PassThrough } from 'node:stream';
import { BrowserPages } from './browser-pages.js';
import { CdpConnection } from './cdp.js';

interface Sent {
  readonly id: number;
  readonly method: string;
  readonly params: { readonly targetId?: string; readonly browserContextId?: string; readonly proxyServer?: string };
}

/** A browser that responds to everything, and attaches to each created page. */
function browser(): {
  connection: CdpConnection;
  sent: Sent[];
  tell: (method: string, params: object) => Promise<void>;
} {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const sent: Sent[] = [];
  const say = (message: object): void => void output.write(`${JSON.stringify(message)}\0`);
  let contexts = 0;
  input.on('data', (chunk: Buffer) => {
    for (const text of chunk.toString().split('\0').slice(0, -1)) {
      const message = JSON.parse(text) as Sent;
      sent.push(message);
      const { method, params, id } = message;
      const context = params.browserContextId;
      if (method === 'Target.createTarget') say(attached('page', `session of ${context ?? ''}`, context));
      say({ id, result: method === 'Target.createBrowserContext' ? { browserContextId: `c${++contexts}` } : {} });
    }
  });
  const tell = async (method: string, params: object): Promise<void> => {
    say({ method, params });
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { connection: new CdpConnection(input, output), sent, tell };
}

const attached = (type: string, sessionId: string, browserContextId: string | undefined): object => ({
  method: 'Target.attachedToTarget',
  params: { sessionId, targetInfo: { type, targetId: `target of ${sessionId}`, browserContextId } },
});
const targetsClosed = (sent: readonly Sent[]): unknown[] =>
  sent.filter(({ method }) => method === 'Target.closeTarget').map(({ params }) => params.targetId);

describe('the pages of a browser', () => {
  it('are opened in contexts of their own, each with its proxy', async () => {
    const { connection, sent } = browser();
    const pages = await BrowserPages.of(connection);
    await pages.open(1_001);
    await pages.open(1_002);
    const created = sent.filter(({ method }) => method === 'Target.createBrowserContext');
    expect(created.map(({ params }) => params.proxyServer)).toEqual(['http://127.0.0.1:1001', 'http://127.0.0.1:1002']);
    expect(
      sent.filter(({ method }) => method === 'Target.createTarget').map(({ params }) => params.browserContextId),
    ).toEqual(['c1', 'c2']);
    expect(targetsClosed(sent)).toEqual([]);
  });

  it.each(['page', 'service_worker', 'other'])(
    'are the only ones: a %s that comes by itself is closed',
    async (type) => {
      const { connection, sent, tell } = browser();
      const pages = await BrowserPages.of(connection);
      await pages.open(1_001);
      const { params } = attached(type, 'stranger', 'c1') as { params: object };
      await tell('Target.attachedToTarget', params);
      expect(targetsClosed(sent)).toEqual(['target of stranger']);
    },
  );

  it('tell when they have gone, by themselves or with the browser', async () => {
    const { connection, tell } = browser();
    const pages = await BrowserPages.of(connection);
    const gone: string[] = [];
    for (const name of ['first', 'second']) (await pages.open(1_001)).whenGone(() => gone.push(name));
    await tell('Target.detachedFromTarget', { sessionId: 'session of c1' });
    expect(gone).toEqual(['first']);
    connection.close();
    expect(gone).toEqual(['first', 'second']);
  });
});
