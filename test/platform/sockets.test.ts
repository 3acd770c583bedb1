import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { isThorough } from '../support/thoroughness.js';
import { type ProbeService, startProbeService } from './probe-service.js';
import { rawAnswer, sendRaw } from './raw-http.js';

const KEYS = ['first-key-0123456789', 'second-key-0123456789'] as const;
const PROTOCOL = 'graphql-transport-ws';
const running: ProbeService[] = [];
const opened: (WebSocket | net.Socket)[] = [];

async function start(env: Record<string, string> = {}): Promise<ProbeService> {
  const service = await startProbeService(env);
  running.push(service);
  return service;
}
afterEach(async () => {
  for (const socket of opened.splice(0)) {
    if (socket instanceof WebSocket) socket.terminate();
    else socket.destroy();
  }
  for (const service of running.splice(0)) await service.stop();
});

const address = (service: ProbeService) => `${service.url.replace('http', 'ws')}/graphql`;
interface Probe {
  readonly socket: WebSocket;
  readonly messages: { type: string; id?: string; payload?: unknown }[];
  readonly closed: Promise<number>;
  /** 101, or the status of the refusal; 0 if the connection was cut. */
  readonly upgrade: Promise<number>;
}
function connect(service: ProbeService, headers: Record<string, string> = {}): Probe {
  const socket = new WebSocket(address(service), PROTOCOL, { headers });
  opened.push(socket);
  const messages: Probe['messages'] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as Probe['messages'][number]));
  const upgrade = new Promise<number>((resolve) => {
    socket.once('open', () => resolve(101));
    socket.once('unexpected-response', (_request, response) => {
      resolve(response.statusCode ?? 0);
      socket.terminate();
    });
    socket.on('error', () => resolve(0));
  });
  return { socket, messages, closed: new Promise((resolve) => socket.once('close', resolve)), upgrade };
}
/** A socket that requests its upgrade and only reads. */
function rawUpgrade(service: ProbeService): net.Socket {
  const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
  opened.push(socket);
  const key = Buffer.alloc(16).toString('base64');
  socket
    .on('error', () => undefined)
    .resume()
    .write(
      `GET /graphql HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${key}\r\nSec-WebSocket-Protocol: ${PROTOCOL}\r\n\r\n`,
    );
  return socket;
}
const say = ({ socket }: Probe, message: object) => socket.send(JSON.stringify(message));
async function until(reached: () => boolean | Promise<boolean>, patienceMs = 45_000): Promise<void> {
  const deadline = Date.now() + patienceMs;
  while (!(await reached())) {
    if (Date.now() > deadline) throw new Error(`not reached in ${patienceMs} ms`);
    await sleep(20);
  }
}
async function initialised(service: ProbeService, payload?: object): Promise<Probe> {
  const probe = connect(service);
  expect(await probe.upgrade).toBe(101);
  say(probe, { type: 'connection_init', payload });
  await until(() => probe.messages.length > 0);
  return probe;
}
const subscribe = (probe: Probe, id: string) =>
  say(probe, { id, type: 'subscribe', payload: { query: 'subscription { told(channel: "news") }' } });
const ask = (probe: Probe, id: string) => say(probe, { id, type: 'subscribe', payload: { query: '{ service }' } });
const completed = (probe: Probe) => probe.messages.some(({ type }) => type === 'complete');
const refusalsOf = (probe: Probe) => probe.messages.filter(({ type }) => type === 'error');
async function answers(service: ProbeService): Promise<number[]> {
  return Promise.all(
    ['/health/live', '/health/ready', '/v1/probe/items', '/graphql?query={service}'].map(async (path) => {
      const response = await fetch(`${service.url}${path}`);
      await response.arrayBuffer();
      return response.status;
    }),
  );
}

describe('sockets that say nothing', () => {
  // More than allowed: 1 000 by default.
  const [most, many] = isThorough ? ['1000', 2_500] : ['200', 500];
  test(`${many} of them lock nobody out, and are closed`, async () => {
    const service = await start({ SOCKET_INIT_SECONDS: '2', SOCKETS_MAX: most });
    let done = false;
    const served: number[][] = [];
    const asking = (async () => {
      while (!done) {
        served.push(await answers(service));
        await sleep(100);
      }
    })();
    const silent: net.Socket[] = [];
    while (silent.length < many) {
      const some = Array.from({ length: 50 }, () => rawUpgrade(service));
      silent.push(...some);
      await Promise.all(
        some.map((socket) => new Promise((resolve) => socket.once('data', resolve).once('close', resolve))),
      );
    }
    const polite = await initialised(service);
    expect(polite.messages[0]?.type).toBe('connection_ack');
    await until(() => silent.every(({ destroyed }) => destroyed), 120_000);
    done = true;
    await asking;
    expect(served.length).toBeGreaterThan(3);
    expect(served.flat().filter((status) => status !== 200)).toEqual([]);
    expect(polite.socket.readyState).toBe(WebSocket.OPEN);
  }, 150_000);

  test('are closed with 4408 when connection_init does not come', async () => {
    const service = await start({ SOCKET_INIT_SECONDS: '1' });
    expect(await connect(service).closed).toBe(4408);
  });

  test('a request to upgrade elsewhere leaves no connection open', async () => {
    const service = await start();
    for (const path of ['/health/live', '/nowhere', '/graphql']) {
      const socket = net.connect(Number(new URL(service.url).port), '127.0.0.1');
      opened.push(socket);
      const ended = new Promise<string>((resolve) => {
        let text = '';
        socket.on('data', (data: Buffer) => (text += data.toString()));
        socket.once('close', () => resolve(text));
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n`);
      expect(await ended).toMatch(/^HTTP\/1\.1 /);
    }
  });

  test('idle HTTP connections make way for new ones', async () => {
    const service = await start({ HTTP_MAX_CONNECTIONS: '20' });
    const idle = Array.from({ length: 60 }, () => net.connect(Number(new URL(service.url).port), '127.0.0.1'));
    opened.push(...idle);
    idle.forEach((socket) => socket.on('error', () => undefined).write('GET / HT'));
    await until(() => idle.filter((socket) => socket.destroyed).length >= 40);
    expect(await answers(service)).toEqual([200, 200, 200, 200]);
  });

  test('half a request gets an error and is closed', async () => {
    const service = await start({ HTTP_HEADERS_SECONDS: '1', REQUEST_TIMEOUT_SECONDS: '1' });
    const begun = (path: string) =>
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 40\r\n\r\n{"name"`;
    const [head, rest, graphql] = await Promise.all(
      ['GET /health/live HTTP/1.1\r\nHost:', begun('/v1/probe'), begun('/graphql')].map(async (bytes) => {
        const { headers, body } = rawAnswer(await sendRaw(service.url, bytes), 408);
        return { type: headers.get('content-type'), ...body };
      }),
    );
    const told = { type: 'urn:gleaner:problem:request-timeout', status: 408, code: 'REQUEST_TIMEOUT' };
    expect(head).toMatchObject(told);
    expect(rest).toMatchObject({ ...told, instance: '/v1/probe' });
    expect(graphql).toMatchObject({
      type: 'application/json; charset=utf-8',
      errors: [{ extensions: { code: 'REQUEST_TIMEOUT' } }],
    });
  });
});

describe('sockets that say who they are', () => {
  test('a client has a maximum, and is refused at once', async () => {
    const service = await start({ SOCKETS_PER_CLIENT: '3' });
    for (let n = 0; n < 3; n++) await initialised(service);
    expect(await connect(service).upgrade).toBe(503);
    expect(await answers(service)).toEqual([200, 200, 200, 200]);
  });

  test('one key cannot take the places of another', async () => {
    const service = await start({
      API_KEYS: KEYS.join(','),
      SOCKETS_MAX: '4',
      SOCKETS_PER_CLIENT: '3',
      SOCKET_OPERATIONS_MAX: '4',
      SOCKET_OPERATIONS_PER_CLIENT: '3',
      SOCKET_OPERATIONS_PER_SOCKET: '2',
    });
    const first = { authorization: `Bearer ${KEYS[0]}` };
    const greedy = await Promise.all([1, 2, 3].map(() => initialised(service, first)));
    const refused = connect(service);
    expect(await refused.upgrade).toBe(101);
    say(refused, { type: 'connection_init', payload: first });
    expect(await refused.closed).toBe(4403);
    const [one, two] = greedy;
    for (const id of ['1', '2', '3']) subscribe(one, id);
    await until(() => refusalsOf(one).length === 1);
    for (const id of ['1', '2']) subscribe(two, id);
    await until(() => refusalsOf(two).length === 1);
    expect(refusalsOf(two)[0]).toMatchObject({
      id: '2',
      payload: [{ message: expect.stringContaining('This client'), extensions: { code: 'UNAVAILABLE' } }],
    });
    const other = await initialised(service, { authorization: `Bearer ${KEYS[1]}` });
    ask(other, '1');
    await until(() => completed(other));
    expect(refusalsOf(other)).toEqual([]);
    // A freed place can be taken again.
    say(one, { id: '1', type: 'complete' });
    let id = 10;
    await until(() => {
      ask(two, String(id++));
      return completed(two);
    });
  });

  test('a socket that gives no key is closed with 4403', async () => {
    const service = await start({ API_KEYS: KEYS.join(',') });
    const probe = connect(service);
    await probe.upgrade;
    say(probe, { type: 'connection_init' });
    expect(await probe.closed).toBe(4403);
  });

  test('a client begins so many operations in a minute', async () => {
    const service = await start({ RATE_LIMIT_PER_MINUTE: '50' });
    const probe = await initialised(service);
    for (let id = 0; id < 60; id++)
      say(probe, { id: String(id), type: 'subscribe', payload: { query: '{ service }' } });
    await until(() => refusalsOf(probe).length === 10);
    expect(refusalsOf(probe)[0]?.payload).toEqual([expect.objectContaining({ extensions: { code: 'RATE_LIMITED' } })]);
  });
});

describe('messages', () => {
  test('too large ones, ones that are none, and another protocol end the socket', async () => {
    const service = await start();
    const large = await initialised(service);
    large.socket.send('x'.repeat(1024 * 1024 + 1));
    expect(await large.closed).toBe(1009);
    const odd = await initialised(service);
    odd.socket.send('{"type":"other"}');
    expect(await odd.closed).toBe(4400);
    const foreign = new WebSocket(address(service), 'graphql-ws');
    opened.push(foreign);
    expect(
      await new Promise((resolve) => foreign.on('error', () => resolve('refused')).once('close', resolve)),
    ).toBeDefined();
  });

  test('hostile operations are refused as over HTTP', async () => {
    const service = await start();
    const client = createClient({ url: address(service), webSocketImpl: WebSocket, retryAttempts: 0 });
    for (const payload of [
      { query: `${'{a'.repeat(5_000)}${'}'.repeat(5_000)}` },
      { query: '{ nothing }' },
      { query: `{ ${'items '.repeat(4_000)} }` },
      { query: 'subscription ($c: String!) { told(channel: $c) }', variables: { c: 'a\0b' } },
    ]) {
      const errors = await client
        .iterate(payload)
        .next()
        .then(
          () => [],
          (thrown: unknown) => thrown,
        );
      expect(errors).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ extensions: expect.objectContaining({ code: 'VALIDATION_FAILED' }) }),
        ]),
      );
    }
    await client.dispose();
    expect(await answers(service)).toEqual([200, 200, 200, 200]);
  });

  test('a peer that reads nothing is cut off', async () => {
    const service = await start();
    const socket = rawUpgrade(service);
    const frame = (message: object) => {
      const payload = Buffer.from(JSON.stringify(message));
      const head =
        payload.length < 126
          ? Buffer.from([0x81, 0x80 | payload.length])
          : Buffer.from([0x81, 0xfe, payload.length >> 8, payload.length & 255]);
      return Buffer.concat([head, Buffer.alloc(4), payload]);
    };
    await new Promise((resolve) => socket.once('data', resolve));
    socket.pause();
    socket.write(frame({ type: 'connection_init' }));
    // Each pong repeats the payload of its ping, until the buffers are full.
    const ping = frame({ type: 'ping', payload: { x: 'y'.repeat(60_000) } });
    await until(async () => {
      for (let n = 0; n < 20; n++) socket.write(ping);
      await sleep(5);
      return socket.destroyed || socket.writableLength > 64 * 1024 * 1024;
    });
    expect(socket.destroyed).toBe(true);
  });
});
