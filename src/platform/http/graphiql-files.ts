import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
/** Half of the maximum: nine megabytes are compressed once, off the event loop. */
const BROTLI_QUALITY = 6;

export type Coding = 'br' | 'gzip' | 'identity';

/** A file of the page, ready to be sent. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  readonly bytes: Readonly<Record<Coding, Buffer>>;
}

async function fileOf(type: string, text: string): Promise<StaticFile> {
  const identity = Buffer.from(text);
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
    compressGzip(identity),
  ]);
  return {
    type: `${type}; charset=utf-8`,
    etag: `"${createHash('sha1').update(identity).digest('base64url')}"`,
    bytes: { identity, br, gzip: gz },
  };
}

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Gleaner GraphiQL</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/graphiql/graphiql.css">
  </head>
  <body id="body" class="no-focus-outline">
    <noscript>This page needs JavaScript.</noscript>
    <div id="root"></div>
    <script src="/graphiql/graphiql.js"></script>
    <script src="/graphiql/start.js"></script>
  </body>
</html>
`;
/** The editor's content when the page is opened for the first time. */
const FIRST_QUERY = `# The topics of this service and how far their crawls have come. Run it with Ctrl-Enter.
query Topics {
  service
  topics(first: 5) {
    nodes {
      id
      name
    }
    pageInfo {
      endCursor
      hasNextPage
    }
  }
}
`;
const START = `const workers = { editorWorkerService: 'editor', json: 'json', graphql: 'graphql' };
self['MonacoEnvironment'] = { globalAPI: false, getWorkerUrl: (_, label) => '/graphiql/worker-' + workers[label] + '.js' };
YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), ${JSON.stringify({
  endpoint: '/graphql',
  subscriptionsProtocol: 'WS',
  title: 'Gleaner GraphiQL',
  defaultQuery: FIRST_QUERY,
})});
`;

let files: Promise<ReadonlyMap<string, StaticFile>> | undefined;

async function load(): Promise<ReadonlyMap<string, StaticFile>> {
  const { css, editorWorkerService, graphqlWorker, js, jsonWorker } =
    await import('@graphql-yoga/render-graphiql/graphiql');
  const script = 'text/javascript';
  const made = await Promise.all(
    Object.entries({
      '': ['text/html', PAGE],
      'graphiql.css': ['text/css', css],
      'graphiql.js': [script, js],
      'start.js': [script, START],
      'worker-editor.js': [script, editorWorkerService],
      'worker-json.js': [script, jsonWorker],
      'worker-graphql.js': [script, graphqlWorker],
    } satisfies Record<string, readonly [string, string]>).map(
      async ([name, [type, text]]) => [name, await fileOf(type ?? script, text ?? '')] as const,
    ),
  );
  return new Map(made);
}

/**
 * The files of GraphiQL by name; '' is the page itself.
 *
 * Loaded and compressed on first use: 9 MB of code. Scripts and styles are separate files, so that the page can forbid
 * all others.
 */
export function graphiqlFiles(): Promise<ReadonlyMap<string, StaticFile>> {
  return (files ??= load().catch((error: unknown) => {
    files = undefined;
    throw error;
  }));
}
