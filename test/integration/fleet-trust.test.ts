import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jetstreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { PLAIN_FETCH, systemClock, type FetchSettings } from '../../src/engine/ports.js';
import { Fleet } from '../../src/modules/fetch/fleet/fetcher/fleet.js';
import { runFetcher } from '../../src/modules/fetch/fleet/fetcher-process.js';
import { FleetLink, type FleetLinkOptions } from '../../src/modules/fetch/fleet/link/fleet-link.js';
import { RENDERS, REQUESTS, RESULTS } from '../../src/modules/fetch/fleet/link/names.js';
import { RenderStation } from '../../src/modules/fetch/fleet/render/render-station.js';
import { makeIdentity } from '../support/hostile-certificates.js';
import { serveNamedHosts, type NamedHosts } from '../support/named-hosts.js';
import { NatsServer } from '../support/nats.js';

const PASSWORDS = { worker: 'of-the-worker', fetcher: 'of-the-fetcher', renderer: 'of-the-renderer' };
const settings: FetchSettings = {
  ...PLAIN_FETCH,
  userAgent: 'GleanerBot/0.1',
  obeyRobots: true,
  hostDelayMs: 0,
  timeoutMs: 20_000,
  maxBytes: 1_000_000,
  maxRedirects: 4,
};

/** The configuration shipped to operators, without its JetStream part: the test has its own folder. */
const config = Object.entries(PASSWORDS).reduce(
  (text, [role, password]) => text.replaceAll(`$NATS_${role.toUpperCase()}_PASSWORD`, password),
  readFileSync('docker/nats.conf', 'utf8').replace(/^jetstream \{[^}]*\}/m, ''),
);

let folder: string;
let ca: string;
let nats: NatsServer;
let hosts: NamedHosts;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'gleaner-trust-'));
  const authority = makeIdentity('Authority of the fleet', null, { authority: true });
  const server = makeIdentity('localhost', authority);
  const file = (name: string): string => path.join(folder, name);
  ca = file('ca.pem');
  writeFileSync(ca, authority.cert);
  writeFileSync(file('cert.pem'), server.cert);
  writeFileSync(file('key.pem'), server.key);
  nats = await NatsServer.start(`${config}\ntls { cert_file: "${file('cert.pem')}", key_file: "${file('key.pem')}" }`);
  hosts = await serveNamedHosts();
});
afterEach(async () => {
  await hosts.close();
  await nats.stop();
  rmSync(folder, { recursive: true, force: true });
});

const urlOf = (role: FleetLinkOptions['role'], scheme = 'tls'): string =>
  `${scheme}://${role}:${PASSWORDS[role]}@localhost:${nats.port}`;
const open = (role: FleetLinkOptions['role']): Promise<FleetLink> =>
  FleetLink.open({ url: urlOf(role), ca, name: role, role, warn: () => undefined });

const REFUSED = /permission|timeout/i;
async function expectNoListening(connection: NatsConnection, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects)
    await expect(connection.subscribe(subject).closed).resolves.toMatchObject({
      message: expect.stringContaining('Permissions Violation'),
    });
}
async function expectNoControl({ connection, streams }: FleetLink): Promise<void> {
  const admin = await jetstreamManager(connection, { checkAPI: false, timeout: 500 });
  await expect(admin.streams.purge(REQUESTS)).rejects.toThrow(REFUSED);
  await expect(admin.streams.delete(RESULTS)).rejects.toThrow(REFUSED);
  await expect(admin.streams.getMessage(RESULTS, { seq: 1 })).rejects.toThrow(REFUSED);
  const mine = { durable_name: 'mine', ack_policy: 'explicit' } as const;
  await expect(admin.consumers.add(RESULTS, mine)).rejects.toThrow(REFUSED);
  await expect(admin.consumers.add(RENDERS, mine)).rejects.toThrow(REFUSED);
  await expect(streams.publish('fetch.0.plain.secret.1', 'x', { timeout: 500 })).rejects.toThrow(REFUSED);
}

it('each role can do its work with its own password over TLS, and nothing else', async () => {
  const warn = (): void => undefined;
  const link = await open('worker');
  const fleet = new Fleet({ link, partitions: 4, clock: systemClock, warn });
  const start = () =>
    runFetcher({
      config: {
        NATS_URL: urlOf('fetcher'),
        NATS_CA: ca,
        FLEET_LEASE_SECONDS: 3,
        FLEET_PARTITIONS: 4,
        FLEET_RENDERERS: true,
        WORKER_ID: 'fetcher',
        ROLE: 'fetcher',
        CRAWL_MAX_CONNECTIONS: 8,
      },
      fetching: { allowPrivateNetworks: true, lookup: hosts.lookup },
      warn,
    });
  const fetcher = await start();
  const renderer = await open('renderer');
  const station = new RenderStation({
    link: renderer,
    tabs: 1,
    warn,
    renderer: {
      render: async ({ navigate }) => ({
        html: (await navigate(hosts.url('b.test'), []))?.body.toString() ?? '',
        truncated: false,
      }),
      close: () => Promise.resolve(),
    },
  });
  const session = fleet.session('secret', 1);
  const never = new AbortController().signal;
  const rendered = { ...settings, render: 'always' } as const;
  const outcome = await session.fetch({ url: hosts.url('a.test'), settings: rendered }, never);
  expect(outcome).toMatchObject({ kind: 'page', rendered: true, finalUrl: hosts.url('b.test') });

  const asFetcher = await open('fetcher');
  await expectNoListening(asFetcher.connection, [
    'result.*.*',
    'result.secret.1',
    'fleet.store',
    'render.*',
    '_INBOX.renderer.>',
    '_INBOX.worker.>',
    '>',
  ]);
  await expectNoControl(asFetcher);
  await asFetcher.close();

  const asRenderer = await open('renderer');
  await expectNoListening(asRenderer.connection, [
    'result.*.*',
    'fetch.>',
    'fleet.cancel',
    'fleet.store',
    '_INBOX.fetcher.>',
    '>',
  ]);
  await expectNoControl(asRenderer);
  for (const subject of ['result.secret.1', 'render.0', '$KV.GLEANER_LEASES.table'])
    await expect(asRenderer.streams.publish(subject, 'x', { timeout: 500 })).rejects.toThrow(REFUSED);
  await asRenderer.close();

  // Another one continues where it was.
  const plainly = (path: string) => session.fetch({ url: hosts.url('a.test', path), settings }, never);
  expect(await plainly('/one')).toMatchObject({ kind: 'page' });
  await fetcher.stop();
  const heir = await start();
  expect(await plainly('/two')).toMatchObject({ kind: 'page' });

  await session.close();
  await station.close();
  await renderer.close();
  await heir.stop();
  await fleet.close();
});

it('nobody gets in with a wrong password, without TLS, or to a server of another authority', async () => {
  const { connect } = await import('@nats-io/transport-node');
  const tls = { ca: readFileSync(ca, 'utf8') };
  const servers = `localhost:${nats.port}`;
  await expect(connect({ servers, tls, user: 'fetcher', pass: 'guessed' })).rejects.toThrow(/authorization/i);
  await expect(connect({ servers, tls })).rejects.toThrow(/authorization/i);
  // Without the authority anybody could have issued the certificate.
  await expect(
    connect({ servers, tls: {}, user: 'fetcher', pass: PASSWORDS.fetcher, reconnect: false }),
  ).rejects.toThrow();
  const plain = await NatsServer.start();
  await expect(connect({ servers: `localhost:${plain.port}`, tls, reconnect: false })).rejects.toThrow(/tls/i);
  await plain.stop();
});
