import { createHash, randomUUID } from 'node:crypto';

/** One record of a WARC file (ISO 28500:2017, WARC/1.1). */
export interface WarcRecord {
  /** With angle brackets: `<urn:uuid:…>`. */
  readonly id: string;
  readonly type: 'warcinfo' | 'request' | 'response' | 'revisit' | 'metadata' | 'conversion';
  /** Epoch ms. */
  readonly date: number;
  readonly contentType: string;
  /** Further named fields, in order. */
  readonly fields: readonly (readonly [string, string])[];
  readonly block: Buffer;
  /** The part of the block after its HTTP head, which has its own digest. */
  readonly payload?: Buffer;
}

export const recordId = (): string => `<urn:uuid:${randomUUID()}>`;

/** The record with its digests and the trailing blank lines. */
export function recordBytes({ id, type, date, contentType, fields, block, payload }: WarcRecord): Buffer {
  const lines: (readonly [string, string])[] = [
    ['WARC-Type', type],
    ['WARC-Record-ID', id],
    ['WARC-Date', new Date(date).toISOString()],
    ...fields,
    ['WARC-Block-Digest', digest(block)],
    ...(payload === undefined ? [] : [['WARC-Payload-Digest', digest(payload)] as const]),
    ['Content-Type', contentType],
    ['Content-Length', String(block.length)],
  ];
  const head = lines.map(([name, value]) => `${name}: ${oneLine(value)}\r\n`).join('');
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${head}\r\n`), block, Buffer.from('\r\n\r\n')]);
}

/** A block of type application/warc-fields. */
export const fieldsBlock = (fields: readonly (readonly [string, string])[]): Buffer =>
  Buffer.from(fields.map(([name, value]) => `${name}: ${oneLine(value)}\r\n`).join(''));

/** Replaces characters that would end a line, or the text for some readers, by spaces. */
function oneLine(value: string): string {
  return value.replace(/[\0-\x1f\x7f]/g, ' ');
}

/** SHA-1 in base 32, as WARC tools write and compare it: it protects against damage, not against forgery. */
function digest(bytes: Buffer): string {
  return `sha1:${base32(createHash('sha1').update(bytes).digest())}`;
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648 section 6, for whole groups of five bytes: a SHA-1 has four. */
function base32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32[parseInt(five, 2)] ?? '').join('');
}
