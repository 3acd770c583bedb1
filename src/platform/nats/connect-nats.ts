import { readFileSync } from 'node:fs';
import { connect, credsAuthenticator, type NatsConnection } from '@nats-io/transport-node';
import type { AppConfig } from '../config/index.js';

type NatsRole = 'worker' | 'fetcher' | 'renderer';

export interface NatsOptions {
  /** One or more addresses of NATS, separated by commas. User and password in the first one are used for all. */
  readonly url: string;
  /** File with this process's credentials. */
  readonly credentials?: string;
  /** File with the CA certificates for checking the server's certificate. */
  readonly ca?: string;
  /** Shown by NATS. */
  readonly name: string;
  readonly role: NatsRole;
}

/** Longest wait for an answer from NATS, ms. */
export const NATS_ANSWER_MS = 5_000;
const RECONNECT_MS = 500;

/** Whether a name may be a token of a subject. */
const isToken = (name: string): boolean => /^[\w-]+$/.test(name);

/** The NATS connection options of a process, from its settings. */
export const natsOptions = (
  config: Pick<AppConfig, 'NATS_URL' | 'NATS_CREDENTIALS' | 'NATS_CA'>,
): Pick<NatsOptions, 'url' | 'credentials' | 'ca'> => ({
  url: config.NATS_URL ?? '',
  ...(config.NATS_CREDENTIALS === undefined ? {} : { credentials: config.NATS_CREDENTIALS }),
  ...(config.NATS_CA === undefined ? {} : { ca: config.NATS_CA }),
});

/** Prefix of a process's inboxes: permissions can be limited to a user's inboxes, so that no other user reads them. */
export function inboxPrefixOf({ url, role }: Pick<NatsOptions, 'url' | 'role'>): string {
  const { username } = new URL(url.split(',')[0].trim());
  return `_INBOX.${isToken(username) ? username : role}`;
}

/** Connects, waiting for NATS if it is unavailable, and reconnects without limit. */
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
    // Otherwise each request captures a stack.
    noAsyncTraces: true,
    ...(options.credentials === undefined
      ? {}
      : { authenticator: credsAuthenticator(readFileSync(options.credentials)) }),
    // With such a URL, a server without TLS is refused.
    ...(options.ca === undefined && servers.every(({ protocol }) => protocol !== 'tls:')
      ? {}
      : { tls: options.ca === undefined ? {} : { ca: readFileSync(options.ca, 'utf8') } }),
  });
}
