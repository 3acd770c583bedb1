import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { disposition, namesTag } from '../../../../platform/api/index.js';
import { DomainError } from '../../../../platform/errors/index.js';

/** Bytes of a file: `from` is the first, `to` the one after the last. */
interface ByteRange {
  readonly from: number;
  readonly to: number;
}

const ONE_RANGE = /^bytes=(\d{0,15})-(\d{0,15})$/;

/**
 * The bytes requested by a `Range` header (RFC 9110, section 14); null without one, or for kinds that may be ignored:
 * other units, several ranges.
 *
 * @throws DomainError RANGE_NOT_SATISFIABLE if it begins after the end
 */
export function rangeOf(header: string | undefined, bytes: number): ByteRange | null {
  const [, first = '', last = ''] = ONE_RANGE.exec(header?.replaceAll(' ', '') ?? '') ?? [];
  if (first === '' && last === '') return null;
  const from = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const to = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < Number(first)) return null;
  if (from < to) return { from, to };
  throw new DomainError('RANGE_NOT_SATISFIABLE', `the file has ${bytes} bytes`, {
    field: 'Range',
    allowed: `bytes from 0 to ${bytes - 1}`,
    details: { bytes },
  });
}

/** A file whose bytes are constant for one tag. */
interface RangedFile {
  readonly bytes: number;
  /** Strong entity tag, with its quotes. */
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  /** @param from first byte; @param to byte after the last one */
  readonly read: (from: number, to: number) => Readable | Promise<Readable>;
}

/**
 * Answers GET and HEAD of a file: complete, or the requested range, under the conditions `If-None-Match` and `If-Range`
 * (RFC 9110, sections 13 and 14).
 *
 * @returns nothing if the client's copy is current
 * @throws DomainError RANGE_NOT_SATISFIABLE, and errors of reading
 */
export async function rangedFile(
  { bytes, tag, type, name, read }: RangedFile,
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<StreamableFile | undefined> {
  const known = headers['if-none-match'];
  if (known !== undefined && namesTag(known, tag, true)) {
    void reply.status(304).header('etag', tag);
    return undefined;
  }
  const condition = headers['if-range'];
  const isRanged = method === 'GET' && (condition === undefined || condition === tag);
  const { from, to } = answered(isRanged ? headers.range : undefined, bytes, reply);
  void reply.header('accept-ranges', 'bytes').header('etag', tag).header('cache-control', 'private, no-cache');
  const isHead = method === 'HEAD';
  // HEAD must also report missing bytes: it reads the first one to check.
  if (isHead && from < to) await buffer(await read(from, from + 1));
  const content = isHead || from === to ? Readable.from([]) : await read(from, to);
  return new StreamableFile(content, { type, disposition: disposition(name), length: to - from });
}

/** Sets the headers, and returns the bytes to send. */
function answered(header: string | undefined, bytes: number, reply: FastifyReply): ByteRange {
  try {
    const range = rangeOf(header, bytes);
    if (range === null) return { from: 0, to: bytes };
    void reply.status(206).header('content-range', `bytes ${range.from}-${range.to - 1}/${bytes}`);
    return range;
  } catch (error) {
    if (error instanceof DomainError) void reply.header('content-range', `bytes */${bytes}`);
    throw error;
  }
}
