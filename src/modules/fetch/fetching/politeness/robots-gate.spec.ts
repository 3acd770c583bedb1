import type { FailureKind } from '../../../../domain/fetching/index.js';
import { systemClock } from '../../../../engine/ports.js';
import { FetchFault } from '../fetch-fault.js';
import type { AddressGuard } from '../http/address-guard.js';
import type { HttpClient } from '../http/http-client.js';
import { HostQueue } from './host-queue.js';
import { RobotsGate } from './robots-gate.js';

const query = { userAgent: 'gleaner', patienceMs: 1_000 };
const never = new AbortController().signal;

/** A gate whose requests all end with one fault and are counted. */
function failingGate(kind: FailureKind) {
  let requests = 0;
  const client = {
    get: () => {
      requests++;
      return Promise.reject(new FetchFault(kind, `forced: ${kind}`, { retryAfterMs: 1_000 }));
    },
  };
  const gate = new RobotsGate(
    client as unknown as HttpClient,
    { checkUrl: () => undefined } as unknown as AddressGuard,
    new HostQueue({ maxConnections: 10, perHostConcurrency: 2, maxWaiting: 100, clock: systemClock }),
    systemClock,
    { recallRobots: () => Promise.resolve(null), keepRobots: () => undefined },
  );
  return { gate, requests: () => requests };
}

it.each(['dns', 'overloaded', 'blocked-address', 'aborted'] as const)(
  'says of robots.txt that it ended as %s, and holds nothing against the host',
  async (kind) => {
    const { gate, requests } = failingGate(kind);
    await expect(gate.check('http://a.test/', query, never)).rejects.toMatchObject({ kind });
    await expect(gate.check('http://a.test/', query, never)).rejects.toMatchObject({ kind });
    expect(requests()).toBe(2);
  },
);

it('leaves a host alone for a while whose robots.txt is out of reach', async () => {
  const { gate, requests } = failingGate('timeout');
  for (let time = 0; time < 2; time++)
    await expect(gate.check('http://a.test/', query, never)).rejects.toMatchObject({ kind: 'robots-unreachable' });
  expect(requests()).toBe(1);
});
