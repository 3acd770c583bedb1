import type { FetchedPage } from '../../src/engine/ports.js';

export interface ArchivedPageOptions {
  readonly url: string;
  readonly body: string | Buffer;
  /** Epoch ms. */
  readonly fetchedAt: number;
  readonly contentType?: string;
  /** As rendered by a browser. */
  readonly rendered?: string;
}

/** The outcome of a fetch for an archive: one exchange that brought a page. */
export function archivedPage({
  url,
  body,
  fetchedAt,
  contentType = 'text/html; charset=utf-8',
  rendered,
}: ArchivedPageOptions): FetchedPage {
  return {
    kind: 'page',
    finalUrl: url,
    redirects: [],
    httpStatus: 200,
    fetchedAt,
    durationMs: 5,
    bytes: body.length,
    contentType,
    charset: 'utf-8',
    html: rendered ?? body.toString(),
    truncated: false,
    rendered: rendered !== undefined,
    exchanges: [
      {
        url,
        startedAt: fetchedAt - 5,
        ip: null,
        requestHead: `GET / HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`,
        responseHead: `HTTP/1.1 200 OK\r\nContent-Type: ${contentType}\r\n\r\n`,
        body: Buffer.from(body as string),
        truncated: false,
      },
    ],
  };
}
