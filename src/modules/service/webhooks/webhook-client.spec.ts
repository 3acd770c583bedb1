import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { WebhookClient } from './webhook-client.js';

describe('the URL of a webhook', () => {
  const open: WebhookClient[] = [];
  const client = (isPrivateAllowed: boolean): WebhookClient => {
    const made = new WebhookClient({ CRAWL_ALLOW_PRIVATE_NETWORKS: isPrivateAllowed, CRAWL_ALLOWED_PORTS: [] });
    open.push(made);
    return made;
  };
  afterEach(() => Promise.all(open.splice(0).map((made) => made.onModuleDestroy())));

  it('is not asked at addresses that may not be crawled, and redirects to others are not followed', async () => {
    const asked: string[] = [];
    const server = createServer(({ url = '' }, response) => {
      asked.push(url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    try {
      expect(await client(false).request({ url, method: 'POST', body: '{}' })).toMatchObject({
        kind: 'blocked-address',
      });
      expect(asked).toEqual([]);
      expect(await client(true).request({ url, method: 'POST', body: '{}' })).toMatchObject({ status: 307 });
      expect(asked).toEqual(['/hook']);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it.each([
    'http://localhost/',
    'http://10.0.0.1/',
    'http://[fd00::1]/',
    'http://0x7f.1/',
    'ftp://receiver.example/',
    'https://u:p@receiver.example/',
  ])('may not be %s', (url) => {
    expect(client(false).refusalOf(url)).toEqual(expect.any(String));
  });

  it('may be any public one', () => {
    expect(client(false).refusalOf('https://receiver.example/a?b=c')).toBeNull();
  });
});
