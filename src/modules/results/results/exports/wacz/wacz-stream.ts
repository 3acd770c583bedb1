import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { ArchivePart } from '../../../../base/archive/index.js';
import { ZipNumIndex } from './zipnum.js';

const WACZ_VERSION = '1.1.1';
const INDEX = 'index.cdx.gz';

interface WaczContent {
  readonly title: string;
  readonly created: Date;
  /** WARC files. Those without a size are made while they are read. */
  readonly parts: readonly (Pick<ArchivePart, 'name' | 'read'> & { readonly bytes?: number })[];
  /** The sorted index of the files. Read after them. */
  readonly index: () => AsyncIterable<string>;
  /** Lines of `pages/pages.jsonl`, in order; the first one contains its format. */
  readonly pages: AsyncIterable<object>;
}

interface Resource {
  readonly name: string;
  readonly path: string;
  readonly hash: string;
  readonly bytes: number;
}

/** One file of the package. */
interface Entry {
  readonly path: string;
  /** Called at its turn: its contents may depend on the files before it. */
  readonly bytes: () => AsyncIterable<Buffer> | Iterable<Buffer>;
  /** The size if known in advance: the sent file must match it. */
  readonly size?: number;
  readonly compress?: boolean;
}

/**
 * An archive as WACZ (specs.webrecorder.net/wacz/1.1.1): a ZIP file of the unchanged WARC files, their sorted index,
 * the pages, and a description with the digest of each.
 *
 * It is generated while being sent, and each file is read once. Memory holds a piece of one file. Destroying the stream
 * ends the reading.
 */
export function waczStream({ title, created, parts, index: sorted, pages }: WaczContent): Readable {
  const resources: Resource[] = [];
  const index = new ZipNumIndex(INDEX);
  let datapackage = '';
  const describe = (): Buffer[] => {
    const facts = { profile: 'data-package', wacz_version: WACZ_VERSION, title, created, modified: created };
    datapackage = JSON.stringify({ ...facts, software: 'Gleaner', resources }, null, 2);
    return [Buffer.from(datapackage)];
  };
  const seal = (): Buffer[] => [
    Buffer.from(JSON.stringify({ path: 'datapackage.json', hash: sha256(datapackage) }, null, 2)),
  ];
  const described: Entry[] = [
    ...parts.map((part) => ({
      path: `archive/${part.name}`,
      size: part.bytes,
      bytes: () => part.read(0, part.bytes ?? Number.POSITIVE_INFINITY),
    })),
    { path: `indexes/${INDEX}`, bytes: () => index.blocks(sorted()) },
    { path: 'indexes/index.idx', bytes: () => [Buffer.from(index.text())] },
    { path: 'pages/pages.jsonl', bytes: () => jsonLines(pages), compress: true },
  ];
  const entries: Entry[] = [
    ...described.map((entry) => ({ ...entry, bytes: () => noted(entry, resources) })),
    { path: 'datapackage.json', bytes: describe },
    { path: 'datapackage-digest.json', bytes: seal },
  ];
  return zipStream(entries, created);
}

function zipStream(entries: readonly Entry[], mtime: Date): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  /** The file being read. */
  let current: Readable | null = null;
  for (const { path, bytes, size, compress = false } of entries) {
    const options = { mtime, compress, ...(size === undefined ? {} : { size }) };
    zip.addReadStreamLazy(path, options, (give) => {
      current = Readable.from(bytes(), { objectMode: false });
      if (out.destroyed) current.destroy();
      give(null, current);
    });
  }
  zip.on('error', (error: Error) => out.destroy(error));
  // If the client disconnects, nobody reads on, and files would stay open.
  out.once('close', () => current?.destroy());
  zip.end();
  return out;
}

/** The bytes of a file, which are added to the description once they have been read. */
async function* noted({ path, bytes }: Entry, resources: Resource[]): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes()) {
    hash.update(piece);
    size += piece.length;
    yield piece;
  }
  const name = path.slice(path.lastIndexOf('/') + 1);
  resources.push({ name, path, hash: `sha256:${hash.digest('hex')}`, bytes: size });
}

async function* jsonLines(rows: AsyncIterable<object>): AsyncGenerator<Buffer> {
  for await (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`);
}

const sha256 = (text: string): string => `sha256:${createHash('sha256').update(text).digest('hex')}`;
