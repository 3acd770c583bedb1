/**
 * A receiver of webhooks that fails in many ways: `node flaky-receiver.mjs LOG`, with paths and their secrets in
 * SECRETS (JSON) and a port in PORT (0: any, reported to the parent). Each accepted message is a line of the log,
 * `path id session no`, written before the response, so that it outlives SIGKILL; each fault is a line `! name`.
 */
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';

const [log] = process.argv.slice(2);
const secrets = JSON.parse(process.env.SECRETS);
const SLOW_MS = 3_000;
/** Longer than a delivery waits for a response. */
const SILENT_MS = 20_000;

/** Shares of requests with their treatment. The rest is accepted with 204. */
const FAULTS = [
  [0.1, 'error', (take, response) => response.writeHead(500).end('not now')],
  [0.04, 'cut', (take, response) => response.destroy()],
  [0.04, 'taken, then cut', (take, response) => (take(), response.destroy())],
  [0.03, 'taken, then error', (take, response) => (take(), response.writeHead(500).end('too late'))],
  [0.01, 'Retry-After', (take, response) => response.writeHead(503, { 'retry-after': '1' }).end()],
  [0.01, 'redirect', (take, response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  [0.02, 'slow', (take, response) => sleep(SLOW_MS).then(() => (take(), response.writeHead(204).end()))],
  [0.001, 'silent', (take, response) => sleep(SILENT_MS).then(() => response.destroy())],
];

const server = createServer((request, response) => {
  void text(request)
    .then((body) => {
      const { data } = new Webhook(secrets[request.url]).verify(body, request.headers);
      const line = `${request.url} ${request.headers['webhook-id']} ${data.session ?? '-'} ${data.no ?? '-'}\n`;
      const take = () => appendFileSync(log, line);
      let draw = Math.random();
      for (const [share, name, act] of FAULTS) {
        draw -= share;
        if (draw >= 0) continue;
        appendFileSync(log, `! ${name}\n`);
        return act(take, response);
      }
      take();
      return response.writeHead(204).end();
    })
    .catch((error) => {
      appendFileSync(log, `! not verified: ${error.message}\n`);
      response.writeHead(400).end();
    });
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.send({ port: server.address().port }));
