import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

/** Written by the build (`scripts/package-data.mjs`): each file is there as .br and as .gz. */
const FOLDER = new URL('../../../dist/graphiql/', import.meta.url);

export type Coding = 'br' | 'gzip' | 'identity';

/** A file of the page. */
export interface StaticFile {
  readonly type: string;
  readonly etag: string;
  /** Codings that it can be sent in. */
  readonly codings: readonly Coding[];
  read(coding: Coding): Readable | string;
}

const etagOf = (content: string | Buffer): string => `"${createHash('sha1').update(content).digest('base64url')}"`;

const shortFile = (type: string, text: string): StaticFile => ({
  type: `${type}; charset=utf-8`,
  etag: etagOf(text),
  codings: ['identity'],
  read: () => text,
});

async function builtFile(name: string): Promise<StaticFile> {
  const open = (end: string) => createReadStream(new URL(`${name}${end}`, FOLDER));
  return {
    type: `text/${name.endsWith('.css') ? 'css' : 'javascript'}; charset=utf-8`,
    etag: etagOf(await readFile(new URL(`${name}.br`, FOLDER))),
    codings: ['br', 'gzip', 'identity'],
    read: (coding) => {
      if (coding === 'br') return open('.br');
      const packed = open('.gz');
      if (coding === 'gzip') return packed;
      const plain = createGunzip();
      packed.on('error', (error) => plain.destroy(error));
      return packed.pipe(plain);
    },
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

/** The files that the page loads, besides its start. */
const BUILT = ['graphiql.css', 'graphiql.js', 'worker-editor.js', 'worker-json.js', 'worker-graphql.js'];

let files: Promise<ReadonlyMap<string, StaticFile>> | undefined;

async function load(): Promise<ReadonlyMap<string, StaticFile>> {
  const built = await Promise.all(BUILT.map(async (name) => [name, await builtFile(name)] as const));
  return new Map([['', shortFile('text/html', PAGE)], ['start.js', shortFile('text/javascript', START)], ...built]);
}

/**
 * The files of GraphiQL by name; '' is the page itself. Scripts and styles are separate files, so that the page can
 * forbid all others.
 */
export function graphiqlFiles(): Promise<ReadonlyMap<string, StaticFile>> {
  return (files ??= load().catch((error: unknown) => {
    files = undefined;
    throw error;
  }));
}
