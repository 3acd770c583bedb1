import { floodAfter, page, SLOW, type HostileCase } from './hostile-case.js';
import { makeIdentity } from './hostile-certificates.js';
import { GOOD, isGood } from './hostile-http.js';
import { flood } from './hostile-server.js';

/** The only authority that the fetching process trusts, so that each certificate is wrong only in its own way. */
export const TRUSTED = makeIdentity('Fixture Authority', null, { authority: true });
const OTHER = makeIdentity('Another Authority', null, { authority: true });

const { cert, key } = makeIdentity('tls-good.test', TRUSTED);
const signed = (
  name: string,
  by: typeof TRUSTED | null = TRUSTED,
  days?: readonly [number, number],
): { cert: string; key: string } => {
  const made = makeIdentity(`${name}.test`, by, days === undefined ? {} : { days });
  return { cert: made.cert, key: made.key };
};
const refused = (name: string, does: string, tls: HostileCase['tls'], reason: RegExp): HostileCase => ({
  name,
  does,
  tls: tls ?? {},
  serve: page(GOOD),
  ends: 'tls',
  wire: 0,
  also: (report, { requests }) => {
    expect(report.message).toMatch(reason);
    expect(requests).toEqual([]);
  },
  so: 'no request is sent',
});

/** Invalid TLS is refused; no setting overrides this. */
export const TLS: readonly HostileCase[] = [
  {
    name: 'tls-good',
    does: 'a good certificate, for comparison',
    tls: { cert, key },
    serve: page(GOOD),
    ends: 'page',
    also: isGood,
  },
  refused(
    'tls-self-signed',
    'a certificate that it signed itself',
    signed('tls-self-signed', null),
    /self-signed|SELF_SIGNED/,
  ),
  refused(
    'tls-unknown-authority',
    'a certificate of an unknown authority',
    signed('tls-unknown-authority', OTHER),
    /unable to verify|UNABLE_TO/,
  ),
  refused(
    'tls-expired',
    'a certificate that ended yesterday',
    signed('tls-expired', TRUSTED, [-100, -1]),
    /expired|EXPIRED/,
  ),
  refused(
    'tls-not-yet',
    'a certificate that begins tomorrow',
    signed('tls-not-yet', TRUSTED, [1, 100]),
    /not yet valid|NOT_YET_VALID/,
  ),
  refused('tls-wrong-host', 'a good certificate of another host', { cert, key }, /does not match|ALTNAME_INVALID/),
  refused(
    'tls-1-1',
    'TLS 1.1 at most',
    {
      ...signed('tls-1-1'),
      minVersion: 'TLSv1',
      maxVersion: 'TLSv1.1',
      ciphers: 'DEFAULT@SECLEVEL=0',
    },
    /version|protocol|PROTOCOL|alert/,
  ),
  refused(
    'tls-no-certificate',
    'no certificate at all',
    { ciphers: 'aNULL@SECLEVEL=0', maxVersion: 'TLSv1.2' },
    /handshake|alert|cipher/i,
  ),
  {
    name: 'tls-plain',
    does: 'plain HTTP where TLS should be',
    serve: (socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'),
    scheme: 'https',
    ends: 'tls',
    wire: 0,
  },
  {
    name: 'tls-rubbish',
    does: 'rubbish without end where TLS should be',
    serve: (socket) => flood(socket, '\x16\x03\x01\xff\xff'),
    scheme: 'https',
    ends: ['tls', 'reset'],
    wire: 0,
  },
  {
    name: 'tls-silent',
    does: 'accepts and never shakes hands',
    serve: (socket) => void socket.on('data', () => undefined),
    scheme: 'https',
    settings: SLOW,
    ends: 'timeout',
    wire: 0,
  },
  {
    name: 'tls-reset',
    does: 'resets in the handshake',
    serve: (socket) => void socket.once('data', () => socket.resetAndDestroy()),
    scheme: 'https',
    ends: 'reset',
    wire: 0,
  },
  {
    name: 'tls-close',
    does: 'closes in the handshake',
    serve: (socket) => void socket.once('data', () => socket.end()),
    scheme: 'https',
    ends: ['tls', 'reset'],
    wire: 0,
  },
  {
    name: 'tls-on-http',
    does: 'TLS where plain HTTP should be',
    tls: signed('tls-on-http'),
    scheme: 'http',
    serve: page(GOOD),
    ends: ['reset', 'decode'],
    wire: 4_000,
  },
  {
    name: 'tls-endless',
    does: 'a body without end over TLS',
    tls: signed('tls-endless'),
    ends: 'page',
    truncated: true,
    serve: floodAfter('HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n', 'a'.repeat(65_536)),
  },
];
