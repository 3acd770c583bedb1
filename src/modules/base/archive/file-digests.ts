import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** Identifies an uploaded file. */
export interface FileDigests {
  readonly bytes: number;
  /** Entity tags that stores give these bytes: their MD5, or for multipart uploads the MD5 of the parts' MD5s. */
  readonly tags: readonly string[];
  /** Hexadecimal. */
  readonly sha256: string;
}

const READ_BYTES = 256 * 1024;

/** Reads a file once. @param partBytes size of the parts of an upload */
export async function digestsOf(path: string, partBytes: number, signal: AbortSignal): Promise<FileDigests> {
  const [whole, sha256] = [createHash('md5'), createHash('sha256')];
  const parts: Buffer[] = [];
  let part = createHash('md5');
  let partRoom = partBytes;
  let bytes = 0;
  for await (const piece of createReadStream(path, { highWaterMark: READ_BYTES, signal }) as AsyncIterable<Buffer>) {
    whole.update(piece);
    sha256.update(piece);
    bytes += piece.length;
    for (let rest = piece; rest.length > 0;) {
      const taken = rest.subarray(0, partRoom);
      part.update(taken);
      rest = rest.subarray(taken.length);
      partRoom -= taken.length;
      if (partRoom > 0) continue;
      parts.push(part.digest());
      [part, partRoom] = [createHash('md5'), partBytes];
    }
  }
  if (partRoom < partBytes || parts.length === 0) parts.push(part.digest());
  const ofParts = createHash('md5').update(Buffer.concat(parts)).digest('hex');
  return { bytes, tags: [whole.digest('hex'), `${ofParts}-${parts.length}`], sha256: sha256.digest('hex') };
}

export async function sha256Of(pieces: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of pieces) hash.update(piece);
  return hash.digest('hex');
}
