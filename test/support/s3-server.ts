import http from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

interface S3rver {
  configureBuckets(): Promise<unknown>;
  callback(): http.RequestListener;
}
const S3rverServer = createRequire(import.meta.url)('s3rver') as new (options: object) => S3rver;

/** An S3-compatible store on loopback, with one bucket named `bucket`. */
export interface TestStore {
  /** Settings of a service that uses it. */
  readonly settings: {
    readonly ARCHIVE_STORE: string;
    readonly ARCHIVE_STORE_ENDPOINT: string;
    readonly ARCHIVE_STORE_REGION: string;
    readonly ARCHIVE_STORE_ACCESS_KEY_ID: string;
    readonly ARCHIVE_STORE_SECRET_ACCESS_KEY: string;
  };
  /** Methods and paths of all requests so far. */
  readonly requests: string[];
  /** Custom handling of a request, or null; returns true for handled requests. */
  fault: ((request: http.IncomingMessage, response: http.ServerResponse) => boolean) | null;
  close(): Promise<void>;
}

/** @param directory where it keeps its objects */
export async function startStore(directory: string): Promise<TestStore> {
  const s3 = new S3rverServer({ directory, silent: true, configureBuckets: [{ name: 'bucket', configs: [] }] });
  await s3.configureBuckets();
  const answer = s3.callback();
  const requests: string[] = [];
  const server = http.createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${(request.url ?? '').split('?', 1)[0] ?? ''}`);
    if (store.fault?.(request, response) !== true) answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const store: TestStore = {
    settings: {
      ARCHIVE_STORE: 's3://bucket/kept/here',
      ARCHIVE_STORE_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ARCHIVE_STORE_REGION: 'us-east-1',
      // Requests that this server supports.
      ARCHIVE_STORE_ACCESS_KEY_ID: 'S3RVER',
      ARCHIVE_STORE_SECRET_ACCESS_KEY: 'S3RVER',
    },
    requests,
    fault: null,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return store;
}
