import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** X.509 certificates created on the spot, valid or wrong in one way (RFC 5280, the parts that TLS libraries check). */

const der = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...parts: readonly Buffer[]): Buffer => der(0x30, ...parts);
const integer = (value: number): Buffer => der(0x02, Buffer.from([value]));
const oid = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const octets = (content: Buffer): Buffer => der(0x04, content);

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const commonName = (name: string): Buffer => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(name)))));
const time = (at: Date): Buffer => der(0x17, Buffer.from(`${at.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));

export interface Identity {
  /** PEM. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
  readonly name: string;
  readonly keyObject: KeyObject;
}

const DAY_MS = 86_400_000;
let serial = 1;

/**
 * A certificate for a host name, or of an authority.
 *
 * @param issuer signs it; without it the certificate signs itself
 * @param days start and end of validity, in days from now
 */
export function makeIdentity(
  name: string,
  issuer: Identity | null,
  { authority = false, days = [-10, 300] as readonly [number, number] } = {},
): Identity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [from, to] = days.map((day) => time(new Date(Date.now() + day * DAY_MS)));
  const extension = (id: string, value: Buffer): Buffer => sequence(oid(id), octets(value));
  const extensions = authority
    ? [
        extension('551d13', sequence(der(0x01, Buffer.from([0xff])))),
        extension('551d0f', der(0x03, Buffer.from([0x01, 0x06]))),
      ]
    : [extension('551d11', sequence(der(0x82, Buffer.from(name))))];
  const body = sequence(
    der(0xa0, integer(2)),
    integer(serial++),
    ECDSA_WITH_SHA256,
    commonName(issuer?.name ?? name),
    sequence(from, to),
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(...extensions)),
  );
  const signature = sign('sha256', body, issuer?.keyObject ?? privateKey);
  const certificate = sequence(body, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const base64 = certificate.toString('base64').replace(/.{64}(?=.)/g, '$&\n');
  return {
    name,
    keyObject: privateKey,
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  };
}
