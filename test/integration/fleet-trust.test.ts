import { readFileSync } from 'node:fs';
import { jetstreamManager } from '@nats-io/jetstream';
import { PLAIN_FETCH, systemClock, type FetchSettings } from '../../src/engine/ports.js';
import { Fleet } from '../../src/modules/fleet/fetcher/fleet.js';
import { runFetcher } from '../../src/modules/fleet/fetcher-process.js';
import { FleetLink } from '../../src/modules/fleet/link/fleet-link.js';
import { REQUESTS, RESULTS } from '../../src/modules/fleet/link/names.js';
import { serveNamedHosts } from '../support/named-hosts.js';
import { NatsServer } from '../support/nats.js';

const PASSWORDS = { NATS_WORKER_PASSWORD: 'of-the-worker', NATS_FETCHER_PASSWORD: 'of-the-fetcher' };
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  hostDelayMs: 0,
  timeoutMs: 20_000,
  maxBytes: 1_000_000,
  maxRedirects: 4,
};

/** The configuration that is given to operators, without its part for JetStream: the test has its own folder. */
const config = Object.entries(PASSWORDS).reduce(
  (text, [name, value]) => text.replaceAll(`$${name}`, value),
  readFileSync('docker/nats.conf', 'utf8').replace(/^jetstream \{[^}]*\}/m, ''),
);

it('a fetcher can do its work with its own password, and nothing else', async () => {
  const nats = await NatsServer.start(config);
  const hosts = await serveNamedHosts();
  const as = (user: string, password: string): string => `nats://${user}:${password}@127.0.0.1:${nats.port}`;
  const warnings: string[] = [];
  const warn = (message: string): void => void warnings.push(message);
  const link = await FleetLink.open({
    url: as('worker', PASSWORDS.NATS_WORKER_PASSWORD),
    name: 'worker',
    provides: true,
    warn,
  });
  const fleet = new Fleet({ link, partitions: 4, clock: systemClock, warn });
  const fetcherUrl = as('fetcher', PASSWORDS.NATS_FETCHER_PASSWORD);
  const fetcher = await runFetcher({
    config: {
      NATS_URL: fetcherUrl,
      FLEET_LEASE_SECONDS: 1,
      FLEET_PARTITIONS: 4,
      WORKER_ID: 'fetcher',
      ROLE: 'fetcher',
      CRAWL_MAX_CONNECTIONS: 8,
    },
    fetching: { allowPrivateNetworks: true, lookup: hosts.lookup },
    warn,
  });
  const session = fleet.session('secret', 1);
  const outcome = await session.fetch({ url: hosts.url('a.test'), settings }, new AbortController().signal);
  expect(outcome).toMatchObject({ kind: 'page' });

  const intruder = await FleetLink.open({ url: fetcherUrl, name: 'intruder', provides: false, warn: () => undefined });
  const { connection } = intruder;
  for (const subject of ['result.*', 'result.secret', 'fleet.store', '>']) {
    const subscription = connection.subscribe(subject);
    await expect(subscription.closed).resolves.toMatchObject({
      message: expect.stringContaining('Permissions Violation'),
    });
  }
  const admin = await jetstreamManager(connection, { checkAPI: false, timeout: 1_000 });
  await expect(admin.streams.purge(REQUESTS)).rejects.toThrow(/permission|timeout/i);
  await expect(admin.streams.delete(RESULTS)).rejects.toThrow(/permission|timeout/i);
  await expect(admin.streams.getMessage(RESULTS, { seq: 1 })).rejects.toThrow(/permission|timeout/i);
  await expect(admin.consumers.add(RESULTS, { durable_name: 'mine', ack_policy: 'explicit' })).rejects.toThrow(
    /permission|timeout/i,
  );
  await expect(intruder.streams.publish('fetch.0.secret', 'x', { timeout: 1_000 })).rejects.toThrow(
    /permission|timeout/i,
  );
  await intruder.close();
  await session.close();
  await fetcher.stop();
  await fleet.close();
  await hosts.close();
  await nats.stop();
});
