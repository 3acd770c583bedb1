import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import { withAnswerLimit } from './answer-limits.js';

test('a connection that undici makes after its only request was given up is closed again', async () => {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new Client(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
    keepAliveTimeout: 600_000,
    keepAliveMaxTimeout: 600_000,
    connect: withAnswerLimit(buildConnector({}), 20),
  });
  try {
    const giveUp = new AbortController();
    const asked = client.request({ path: '/', method: 'GET', signal: giveUp.signal });
    const [first] = (await once(server, 'connection')) as [Socket];
    await once(first, 'data');
    const again = once(server, 'connection') as Promise<[Socket]>;
    giveUp.abort();
    await expect(asked).rejects.toThrow(/abort/i);
    const [second] = await again;
    second.resume();
    if (!second.closed) await once(second, 'close');
    expect(sockets.map(({ bytesRead }) => bytesRead > 0)).toEqual([true, false]);
  } finally {
    await client.destroy();
    server.close();
  }
});
