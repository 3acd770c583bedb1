import type { FailureKind } from '../../../../domain/fetching/index.js';
import { systemClock } from '../../../../engine/ports.js';
import { FetchFault } from '../fetch-fault.js';
import type { AddressGuard } from '../http/address-guard.js';
import type { GetRequest, HttpClient } from '../http/http-client.js';
import type { RawDocument } from '../outcome.js';
import { HostQueue } from './host-queue.js';
import { RobotsGate } from './robots-gate.js';

const query = { userAgent: 'gleaner', patienceMs: 1_000 };
const never = new AbortController().signal;

function gateWith(get: (request: GetRequest) => Promise<RawDocument>): RobotsGate {
  return new RobotsGate(
    { get } as unknown as HttpClient,
    { checkUrl: () => undefined } as unknown as AddressGuard,
    new HostQueue({ maxConnections: 10, perHostConcurrency: 2, maxWaiting: 100, clock: systemClock }),
    systemClock,
    { recallRobots: () => Promise.resolve(null), keepRobots: () => undefined },
  );
}

/** A gate whose requests all end with one fault and are counted. */
function failingGate(kind: FailureKind) {
  let requests = 0;
  const gate = gateWith(() => {
    requests++;
    return Promise.reject(new FetchFault(kind, `forced: ${kind}`, { retryAfterMs: 1_000 }));
  });
  return { gate, requests: () => requests };
}

it.each(['dns', 'overloaded', 'proxy', 'blocked-address', 'aborted'] as const)(
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

it.each([
  ['dns', 'robots-unreachable', 'robots.txt: its redirect: forced: dns'],
  ['blocked-address', 'blocked-address', 'robots.txt: its redirect: forced: blocked-address'],
] as const)(
  'does not say of a host what is true of the one to which its robots.txt redirects: %s',
  async (kind, told, message) => {
    const headers = new Map([['location', 'http://old.test/robots.txt']]);
    const gate = gateWith(({ url }) =>
      url.startsWith('http://old.test/')
        ? Promise.reject(new FetchFault(kind, `forced: ${kind}`))
        : Promise.resolve({ status: 301, headers, body: Buffer.alloc(0), truncated: false }),
    );
    await expect(gate.check('http://a.test/', query, never)).rejects.toMatchObject({ kind: told, message });
  },
);

it.each([true, false])(
  'reads a robots.txt whose redirect sets a cookie if cookies are kept: %s',
  async (keepsCookies) => {
    const gate = gateWith(({ cookie }) =>
      Promise.resolve(
        cookie === 'seen=1'
          ? { status: 200, headers: new Map(), body: Buffer.from('User-agent: *\nDisallow: /'), truncated: false }
          : {
              status: 302,
              headers: new Map([['location', '/robots.txt']]),
              setCookies: ['seen=1'],
              body: Buffer.alloc(0),
              truncated: false,
            },
      ),
    );
    const check = gate.check('http://a.test/', { ...query, keepsCookies }, never);
    await (keepsCookies
      ? expect(check).rejects.toMatchObject({ kind: 'robots-denied' })
      : expect(check).resolves.toBe(0));
  },
);

it.each([
  ['the same again', ['Disallow: /a', 'Disallow: /a'], 'robots-denied'],
  ['more the second time', ['Disallow: /a', 'Disallow: /ab'], 'robots-unreachable'],
])(
  'reads a robots.txt that is shorter than it says only if it ends at the same place twice: %s',
  async (_, ends, kind) => {
    const bodies = ends.map((end) => Buffer.from(`User-agent: *\n${end}`));
    const gate = gateWith(() =>
      Promise.resolve({
        ...{ status: 200, headers: new Map(), truncated: false, isBroken: true },
        body: bodies.shift() ?? Buffer.alloc(0),
      }),
    );
    await expect(gate.check('http://a.test/a', query, never)).rejects.toMatchObject({ kind });
    expect(bodies).toEqual([]);
  },
);
