import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

/**
 * Gzip members that contain their own length, so that truncation is detected without unpacking the file: an extra field
 * `sl` (RFC 1952 section 2.3.1.1; the name and layout are those of the Internet Archive's tools) with the packed and
 * the unpacked length. Other readers ignore it.
 */

const FIXED_HEADER_BYTES = 10;
const FLAGS_AT = 3;
const EXTRA_FLAG = 0x04;
/** Length of the extra field, name, length of the subfield, two lengths of four bytes. */
const EXTRA_BYTES = 14;
const PACKED_LENGTH_AT = FIXED_HEADER_BYTES + 6;
/** Bytes of a member before its packed data. */
export const HEADER_BYTES = FIXED_HEADER_BYTES + EXTRA_BYTES;
const PREFIX = Buffer.from([0x1f, 0x8b, 0x08, EXTRA_FLAG]);
const FIELD = Buffer.from([EXTRA_BYTES - 2, 0, 0x73, 0x6c, 8, 0]);

const pack = promisify<Buffer, Buffer>(gzip);
const unpack = promisify<Buffer, Buffer>(gunzip);

export async function packMember(bytes: Buffer): Promise<Buffer> {
  const packed = await pack(bytes);
  const extra = Buffer.alloc(EXTRA_BYTES);
  FIELD.copy(extra);
  extra.writeUInt32LE(packed.length + EXTRA_BYTES, 6);
  extra.writeUInt32LE(bytes.length, 10);
  const member = Buffer.concat([packed.subarray(0, FIXED_HEADER_BYTES), extra, packed.subarray(FIXED_HEADER_BYTES)]);
  member[FLAGS_AT] = EXTRA_FLAG;
  return member;
}

/** Length of the member at an offset in bytes, from its header; null if there is no whole member of ours. */
export function memberLength(header: Buffer): number | null {
  if (
    header.length < HEADER_BYTES ||
    !header.subarray(0, PREFIX.length).equals(PREFIX) ||
    !header.subarray(FIXED_HEADER_BYTES, FIXED_HEADER_BYTES + FIELD.length).equals(FIELD)
  )
    return null;
  const length = header.readUInt32LE(PACKED_LENGTH_AT);
  return length < HEADER_BYTES ? null : length;
}

/**
 * The end of the whole members of a possibly truncated file, bytes from its start.
 *
 * @param checkLast whether to unpack the last one: after a power failure a file may have its full length but not all of
 * its bytes
 */
export async function endOfWholeMembers(file: FileHandle, checkLast = false): Promise<number> {
  const { size } = await file.stat();
  const header = Buffer.alloc(HEADER_BYTES);
  let last = 0;
  let at = 0;
  while (at + HEADER_BYTES <= size) {
    await file.read(header, 0, HEADER_BYTES, at);
    const length = memberLength(header);
    if (length === null || at + length > size) break;
    last = at;
    at += length;
  }
  if (!checkLast || at === 0) return at;
  const member = Buffer.alloc(at - last);
  await file.read(member, 0, member.length, last);
  return unpack(member).then(
    () => at,
    () => last,
  );
}
