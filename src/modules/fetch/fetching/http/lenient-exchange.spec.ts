import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { LINEAR_MS } from '../../../../../test/support/cpu-time.js';
import { askLeniently } from './lenient-exchange.js';

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n';

/** The answer to one request by a server that sends these pieces, each in a packet of its own. */
async function answerIn(pieces: readonly string[], wanted = 1_000_000) {
  const server: Server = createServer((socket: Socket) => {
    let sent = 0;
    const send = (): void => {
      const piece = pieces[sent++];
      if (piece === undefined || socket.destroyed) return void socket.end();
      socket.write(piece, () => setImmediate(send));
    };
    socket.setNoDelay(true).on('error', () => undefined);
    send();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  try {
    return await askLeniently(
      (_, callback) => {
        const socket = connect(port, '127.0.0.1', () => callback(null, socket));
      },
      { origin: new URL(`http://127.0.0.1:${port}/`), target: '/', headers: {}, wants: () => wanted },
      new AbortController().signal,
    );
  } finally {
    server.close();
  }
}

it.each([
  ['in one piece', ['5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n'], 'hello world', 'whole'],
  ['byte by byte', '5\r\nhello\r\n6\n world\n0\r\n'.split(''), 'hello world', 'whole'],
  ['without line ends after the data', ['5\r\nhello6\r\n world', '0\r\n'], 'hello world', 'whole'],
  ['that break off', ['5\r\nhel'], 'hel', 'whole'],
] as const)('joins chunks %s', async (_, pieces, body, end) => {
  const answer = await answerIn([HEAD, ...pieces]);
  expect([answer.body.toString(), answer.end]).toEqual([body, end]);
});

it('refuses chunks without a size', async () => {
  await expect(answerIn([HEAD, '5\r\nhello\r\n', 'zz\r\n'])).rejects.toMatchObject({ kind: 'decode' });
});

it('reads no chunks of an unwanted body', async () => {
  expect(await answerIn([HEAD, 'zz\r\n'], 0)).toMatchObject({ status: 200, end: 'cut' });
});

it('has a response without a body whole', async () => {
  const answer = await answerIn(['HTTP/1.1 204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n']);
  expect([answer.body.length, answer.end]).toEqual([0, 'whole']);
});

it('ends at the wanted length', async () => {
  const answer = await answerIn([HEAD, '5\r\nhello\r\n', '5\r\nhello\r\n'], 8);
  expect([answer.body.toString(), answer.end]).toEqual(['hello', 'cut']);
});

it('reads many small chunks in linear time', async () => {
  const count = 80_000;
  const pieces = Array.from({ length: count / 200 }, () => '1\r\nx\r\n'.repeat(200));
  const before = process.cpuUsage();
  const { body } = await answerIn([HEAD, ...pieces, '0\r\n\r\n']);
  const { user, system } = process.cpuUsage(before);
  expect(body).toHaveLength(count);
  expect((user + system) / 1_000).toBeLessThan(LINEAR_MS);
});
