import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type * as S3 from '@aws-sdk/client-s3';
import type { AppConfig } from '../../../platform/config/index.js';
import { DomainError, type DomainErrorOptions } from '../../../platform/errors/index.js';
import { digestsOf, type FileDigests, sha256Of } from './file-digests.js';

/** Access settings of a store. */
export type StoreAccess = Pick<
  AppConfig,
  'ARCHIVE_STORE_ENDPOINT' | 'ARCHIVE_STORE_REGION' | 'ARCHIVE_STORE_ACCESS_KEY_ID' | 'ARCHIVE_STORE_SECRET_ACCESS_KEY'
>;
export type ObjectStoreSettings = StoreAccess & Pick<AppConfig, 'ARCHIVE_STORE'>;

interface StoredObject {
  /** Below the store's prefix. */
  readonly key: string;
  readonly bytes: number;
}

/** Smallest part of an upload, some of which are in memory; larger if a file would have too many of them. */
const PART_BYTES = 8 * 1024 * 1024;
/** S3 allows 10 000. */
const MAX_PARTS = 9_000;
const PARTS_AT_ONCE = 2;
const CONNECT_MS = 5_000;
const ANSWER_MS = 60_000;

/** The content of a store, for error messages. */
type Stored = 'archives' | 'page texts';

/** The error while a store is unavailable. It does not say why. */
export class StoreAwayError extends DomainError {
  constructor(holds: Stored, options: DomainErrorOptions) {
    super('UNAVAILABLE', `the store of ${holds} cannot be reached at the moment`, options);
  }
}

interface Connection {
  readonly s3: typeof S3;
  readonly client: S3.S3Client;
}

/** An S3-compatible object store, below one prefix of a bucket. */
export class ObjectStore {
  private readonly settings: S3.S3ClientConfig;
  private connecting: Promise<Connection> | null = null;
  private readonly bucket: string;
  private readonly prefix: string;

  /**
   * @param address `s3://BUCKET/PREFIX`
   * @param holds its content, for error messages
   */
  constructor(
    address: string,
    access: StoreAccess,
    private readonly holds: Stored = 'archives',
  ) {
    const { ARCHIVE_STORE_ENDPOINT: endpoint, ARCHIVE_STORE_REGION: region } = access;
    const { ARCHIVE_STORE_ACCESS_KEY_ID: accessKeyId, ARCHIVE_STORE_SECRET_ACCESS_KEY: secretAccessKey } = access;
    const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)\/?(.*?)\/*$/.exec(address) ?? [];
    this.bucket = bucket;
    this.prefix = prefix === '' ? '' : `${prefix}/`;
    this.settings = {
      // Other stores than Amazon's have no host name per bucket.
      ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
      ...(region === undefined ? {} : { region }),
      ...(accessKeyId === undefined || secretAccessKey === undefined
        ? {}
        : { credentials: { accessKeyId, secretAccessKey } }),
      // Many stores do not know the checksums that Amazon's takes; uploads are verified here.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
    };
  }

  /** The client is loaded on first use: it takes some 10 MB in every process, and most services have no store. */
  private connected(): Promise<Connection> {
    return (this.connecting ??= import('@aws-sdk/client-s3').then((s3) => ({
      s3,
      client: new s3.S3Client(this.settings),
    })));
  }

  /** All objects below a folder, in the order of their keys. @throws StoreAwayError */
  async list(folder: string): Promise<StoredObject[]> {
    const found: StoredObject[] = [];
    const Prefix = `${this.prefix}${folder}/`;
    await this.reached(async () => {
      const { s3, client } = await this.connected();
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket: this.bucket, Prefix }))
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          found.push({ key: Key.slice(this.prefix.length), bytes: Size });
    });
    return found.sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  /**
   * Chunks of an object, which end early if it is gone.
   *
   * @param to byte after the last one @throws StoreAwayError
   */
  async *read(key: string, from: number, to?: number): AsyncGenerator<Buffer> {
    if (to !== undefined && from >= to) return;
    const Range = `bytes=${from}-${to === undefined ? '' : to - 1}`;
    const body = await this.reached(async () => {
      const { s3, client } = await this.connected();
      try {
        const command = new s3.GetObjectCommand({ Bucket: this.bucket, Key: this.prefix + key, Range });
        const { Body, ContentRange } = await client.send(command);
        if (from > 0 && ContentRange?.startsWith(`bytes ${from}-`) !== true)
          throw new Error('the store does not send ranges of objects');
        return Body as Readable | undefined;
      } catch (error) {
        // There is nothing to send.
        if ([404, 416].includes(statusOf(s3, error))) return undefined;
        throw error;
      }
    });
    if (body === undefined) return;
    // Some stores send more than was requested.
    let left = to === undefined ? Number.POSITIVE_INFINITY : to - from;
    for await (const piece of body as AsyncIterable<Buffer>) {
      yield piece.subarray(0, left);
      left -= piece.length;
      if (left <= 0) return;
    }
  }

  /**
   * Uploads a file and verifies that it is there, byte for byte. Does nothing if it is there already.
   *
   * @throws Error if the store has something else afterwards; the signal's reason
   */
  async put(path: string, key: string, signal: AbortSignal): Promise<void> {
    const { size } = await stat(path);
    const partSize = Math.max(PART_BYTES, Math.ceil(size / MAX_PARTS));
    const digests = await digestsOf(path, partSize, signal);
    if (await this.isThere(key, digests)) return;
    const [{ Upload }, { client }] = await Promise.all([import('@aws-sdk/lib-storage'), this.connected()]);
    signal.throwIfAborted();
    const upload = new Upload({
      client,
      params: { Bucket: this.bucket, Key: this.prefix + key, Body: createReadStream(path) },
      partSize,
      queueSize: PARTS_AT_ONCE,
    });
    const abort = (): void => void upload.abort();
    signal.addEventListener('abort', abort, { once: true });
    try {
      await upload.done();
    } finally {
      signal.removeEventListener('abort', abort);
    }
    if (!(await this.isThere(key, digests))) throw new Error(`${key} in the store is not what was sent`);
  }

  /** Idempotent. @param noted called with the number of objects left, before each @throws StoreAwayError */
  async remove(folder: string, noted?: (left: number) => void): Promise<void> {
    const objects = await this.list(folder);
    for (let left = objects.length; left > 0; left--) {
      noted?.(left);
      await this.removeObject(objects[left - 1].key);
    }
  }

  /** Idempotent. @throws StoreAwayError */
  async removeObject(key: string): Promise<void> {
    await this.reached(async () => {
      const { s3, client } = await this.connected();
      await client.send(new s3.DeleteObjectCommand({ Bucket: this.bucket, Key: this.prefix + key }));
    });
  }

  /**
   * Uploads bytes, replacing an existing object under this key.
   *
   * @throws StoreAwayError
   */
  async putBytes(key: string, bytes: Uint8Array): Promise<void> {
    await this.reached(async () => {
      const { s3, client } = await this.connected();
      await client.send(new s3.PutObjectCommand({ Bucket: this.bucket, Key: this.prefix + key, Body: bytes }));
    });
  }

  private async reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      throw new StoreAwayError(this.holds, { cause });
    }
  }

  /**
   * Whether an object consists of these bytes: by its tag, or, because stores compute tags differently, by reading it.
   */
  private async isThere(key: string, { bytes, tags, sha256 }: FileDigests): Promise<boolean> {
    const { s3, client } = await this.connected();
    let head;
    try {
      head = await client.send(new s3.HeadObjectCommand({ Bucket: this.bucket, Key: this.prefix + key }));
    } catch (error) {
      if (statusOf(s3, error) === 404) return false;
      throw error;
    }
    if (head.ContentLength !== bytes) return false;
    if (tags.includes(head.ETag?.replaceAll('"', '') ?? '')) return true;
    return (await sha256Of(this.read(key, 0, bytes))) === sha256;
  }
}

/** HTTP status of the response behind an error, 0 if there is none. */
const statusOf = ({ S3ServiceException }: typeof S3, error: unknown): number =>
  error instanceof S3ServiceException ? (error.$metadata.httpStatusCode ?? 0) : 0;
