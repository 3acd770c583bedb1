import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import net from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { lingerOnClose } from '../../src/platform/http/lingering-close.js';
import { startService, type TestService } from '../support/service.js';

/** More than the buffers of both ends: such a client is still sending when it gets the response. */
const MUCH_BYTES = 24_000_000;

let service: TestService;
let locked: TestService;
beforeAll(async () => {
  service = await startService({ BODY_LIMIT_BYTES: '2048' });
  locked = await startService({ API_KEYS: 'first-key-0123456789' });
});
afterAll(async () => {
  await service.stop();
  await locked.stop();
});

const connect = async (url: string): Promise<net.Socket> => {
  const { hostname, port } = new URL(url);
  const socket = net.connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  return socket;
};
const head = (path: string, ...headers: readonly string[]): string =>
  [`POST ${path} HTTP/1.1`, 'Host: 127.0.0.1', 'Content-Type: application/json', ...headers, '', ''].join('\r\n');
/** Everything that the other end sends before it closes in order. */
async function readToEnd(socket: net.Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket.setEncoding('utf8')) text += String(chunk);
  return text;
}
const sent = (socket: net.Socket, data: string | Buffer): Promise<void> =>
  new Promise((resolve, reject) => {
    socket.once('error', reject);
    socket.write(data, (error) => {
      socket.off('error', reject);
      return error ? reject(error) : resolve();
    });
  });
/** Sends everything before it reads the response. */
async function sendThenRead(url: string, request: string | Buffer): Promise<string> {
  const socket = await connect(url);
  await sent(socket, request);
  const answer = await readToEnd(socket);
  socket.destroy();
  return answer;
}

describe('a client that is still sending gets its answer', () => {
  const much = 'x'.repeat(MUCH_BYTES);
  const topics = '/v1/topics';

  test.each(['/v1/topics', '/graphql'])('whose body is too long, and fetch says so: %s', async (path) => {
    const body = JSON.stringify({ name: much });
    const response = await fetch(`${service.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(413);
    expect(await response.text()).toContain('PAYLOAD_TOO_LARGE');
  });

  it('whose body is too long and has a Content-Length', async () => {
    const answer = await sendThenRead(service.url, `${head(topics, `Content-Length: ${MUCH_BYTES}`)}${much}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"PAYLOAD_TOO_LARGE"/s);
  });

  it('whose body is too long and has no Content-Length', async () => {
    const chunk = `${(64_000).toString(16)}\r\n${'x'.repeat(64_000)}\r\n`;
    const body = `${chunk.repeat(MUCH_BYTES / 64_000)}0\r\n\r\n`;
    const answer = await sendThenRead(service.url, `${head(topics, 'Transfer-Encoding: chunked')}${body}`);
    expect(answer).toMatch(/^HTTP\/1\.1 413 .*"code":"PAYLOAD_TOO_LARGE"/s);
  });

  it('that wants the connection closed and has no key', async () => {
    const request = `${head(topics, `Content-Length: ${MUCH_BYTES}`, 'Connection: close')}${much}`;
    expect(await sendThenRead(locked.url, request)).toMatch(/^HTTP\/1\.1 401 .*"code":"UNAUTHENTICATED"/s);
  });

  it('that is slow, and may send the rest of what it has announced', async () => {
    const socket = await connect(service.url);
    await sent(socket, head(topics, 'Content-Length: 9000'));
    const answer = readToEnd(socket);
    await once(socket, 'readable');
    for (let part = 0; part < 9; part++) await sent(socket, 'x'.repeat(1_000));
    expect(await answer).toMatch(/^HTTP\/1\.1 413 /);
    socket.destroy();
  });
});

describe('what a refused client may still send', () => {
  const requests: string[] = [];
  const cases = new Map<number, Server>();
  /** Refuses every body before it has arrived. */
  async function refusing(bounds: Parameters<typeof lingerOnClose>[1]): Promise<string> {
    const server = createServer((request, response) => {
      requests.push(request.url ?? '');
      response.writeHead(413, { connection: 'close' }).end('too long');
    });
    lingerOnClose(server, bounds);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as net.AddressInfo;
    cases.set(port, server);
    return `http://127.0.0.1:${port}`;
  }
  const never = 2 ** 31 - 1;
  /** A client that keeps sending after its response. */
  async function refused(url: string): Promise<net.Socket> {
    const socket = await connect(url);
    await sent(socket, head('/first', 'Content-Length: 9000000000'));
    socket.on('error', () => undefined);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 413 /);
    return socket;
  }
  /** Open connections of a server. */
  const connectionsOf = (url: string): Promise<number> =>
    new Promise((resolve, reject) => {
      cases.get(Number(new URL(url).port))?.getConnections((error, count) => (error ? reject(error) : resolve(count)));
    });
  afterAll(() => {
    for (const server of cases.values()) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('has a bound in bytes', async () => {
    const url = await refusing({ bytes: 100_000, silenceMs: never, totalMs: never });
    const socket = await refused(url);
    const piece = Buffer.alloc(50_000);
    await expect(
      (async () => {
        for (;;) await sent(socket, piece);
      })(),
    ).rejects.toThrow();
  });

  it('has a bound in time without a byte', async () => {
    const url = await refusing({ bytes: never, silenceMs: 20, totalMs: never });
    const socket = await refused(url);
    while ((await connectionsOf(url)) > 0) await setImmediate();
    socket.destroy();
  });

  it('has a bound in time as a whole', async () => {
    const url = await refusing({ bytes: never, silenceMs: never, totalMs: 20 });
    const socket = await refused(url);
    await expect(
      (async () => {
        for (;;) {
          await sent(socket, 'x');
          await setImmediate();
        }
      })(),
    ).rejects.toThrow();
  });

  it('ends when the client closes its side', async () => {
    const url = await refusing({ bytes: never, silenceMs: never, totalMs: never });
    const socket = await refused(url);
    socket.end();
    while ((await connectionsOf(url)) > 0) await setImmediate();
  });

  it('is not taken for another request', async () => {
    requests.length = 0;
    const url = await refusing({ bytes: never, silenceMs: never, totalMs: never });
    const socket = await connect(url);
    await sent(socket, head('/first', 'Content-Length: 9'));
    const answer = readToEnd(socket);
    await once(socket, 'readable');
    await sent(socket, `123456789${head('/second', 'Content-Length: 0')}`);
    await answer;
    socket.end();
    while ((await connectionsOf(url)) > 0) await setImmediate();
    expect(requests).toEqual(['/first']);
  });
});
