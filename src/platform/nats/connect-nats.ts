import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { AppConfig } from '../config/index.js';

export type NatsRole = 'worker' | 'fetcher' | 'renderer';

export interface NatsOptions {
  /** One or more addresses of NATS, separated by commas. A user and password may stand in the first one, and hold for all. */
  readonly url: string;
  /** File with the credentials of this process. */
  readonly credentials?: string;
  /** File with the certificates that the server's is checked against. */
  readonly ca?: string;
  /** Shown by NATS. */
  readonly name: string;
  readonly role: NatsRole;
}

/** Longest wait for an answer of NATS, ms. */
export const NATS_ANSWER_MS = 5_000;
const RECONNECT_MS = 500;

/** A name that may stand in a subject. */
const isToken = (name: string): boolean => /^[\w-]+$/.test(name);

/** How a process finds NATS by its settings. */
export const natsOptions = (
  config: Pick<AppConfig, 'NATS_URL' | 'NATS_CREDENTIALS' | 'NATS_CA'>,
): Pick<NatsOptions, 'url' | 'credentials' | 'ca'> => ({
  url: config.NATS_URL ?? '',
  ...(config.NATS_CREDENTIALS === undefined ? {} : { credentials: config.NATS_CREDENTIALS }),
  ...(config.NATS_CA === undefined ? {} : { ca: config.NATS_CA }),
});

/** What the inboxes of a process begin with: permissions can name those of a user, so that nobody else reads what comes there. */
export function inboxPrefixOf({ url, role }: Pick<NatsOptions, 'url' | 'role'>): string {
  const { username } = new URL(url.split(',')[0].trim());
  return `_INBOX.${isToken(username) ? username : role}`;
}

/** A connection that reconnects by itself, for as long as it takes. Waits for NATS if it is not there. */
export function connectNats(options: NatsOptions): Promise<NatsConnection> {
  const servers = options.url.split(',').map((one) => new URL(one.trim()));
  const { username, password } = servers[0];
  return connect({
    servers: servers.map(({ host, protocol }) => `${protocol}//${host}`),
    ...(username === '' ? {} : { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    name: options.name,
    inboxPrefix: inboxPrefixOf(options),
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    reconnectTimeWait: RECONNECT_MS,
    pingInterval: 5_000,
    timeout: NATS_ANSWER_MS,
    ignoreAuthErrorAbort: true,
    // A stack is taken for each request otherwise.
    noAsyncTraces: true,
    ...(options.credentials === undefined
      ? {}
      : { authenticator: credsAuthenticator(readFileSync(options.credentials)) }),
    // Named as such, a server without TLS is refused.
    ...(options.ca === undefined && servers.every(({ protocol }) => protocol !== 'tls:')
      ? {}
      : { tls: options.ca === undefined ? {} : { ca: readFileSync(options.ca, 'utf8') } }),
  });
}
