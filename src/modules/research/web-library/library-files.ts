import type { Stats } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isWarcName } from '../recorded-web/index.js';

/** The files of a recorded web of the library. */
export interface LibraryWeb {
  readonly name: string;
  /** A WARC file, or a folder of them. */
  readonly path: string;
  readonly labels: string | null;
  /** Stored size of all files. */
  readonly bytes: number;
  /** Changes whenever a file does. */
  readonly mark: string;
}

const FILE = /^(.+)\.(?:warc(?:\.gz)?|wacz)$/i;
const LABELS = /^(?:(.+)\.)?labels\.tsv(?:\.gz)?$/i;
/** The places of a web's labels in the operator's folder, for errors. */
export const labelFiles = (web: string): string =>
  `a web with labels: ${web}.labels.tsv, or ${web}/labels.tsv for a folder, in RECORDED_WEBS_DIR`;
/** Most entries read of the folder: a library is a handful of webs. */
const MAX_ENTRIES = 1_000;

/**
 * The webs of a folder, by name: `NAME.warc`, `NAME.warc.gz` or `NAME.wacz`, with its labels in `NAME.labels.tsv` or
 * `NAME.labels.tsv.gz`; and folders of WARC files, with their labels in `labels.tsv` or `labels.tsv.gz`. Empty if there
 * is no such folder.
 */
export async function libraryFiles(folder: string): Promise<LibraryWeb[]> {
  const names = await namesIn(folder);
  const labelsOf = new Map(
    names.flatMap((name) => {
      const web = LABELS.exec(name)?.[1];
      return web === undefined ? [] : [[web, join(folder, name)] as const];
    }),
  );
  const found = new Map<string, LibraryWeb>();
  for (const name of names) {
    const path = join(folder, name);
    const file = FILE.exec(name)?.[1];
    const web =
      file === undefined ? await folderWeb(name, path) : await webOf(file, path, [path], labelsOf.get(file) ?? null);
    if (web && !found.has(web.name)) found.set(web.name, web);
  }
  return [...found.values()];
}

async function folderWeb(name: string, path: string): Promise<LibraryWeb | null> {
  if (name.startsWith('.') || !(await stat(path).catch(() => null))?.isDirectory()) return null;
  const names = await namesIn(path);
  const warcs = names.filter(isWarcName);
  const labels = names.find((each) => LABELS.exec(each)?.[0] !== undefined && LABELS.exec(each)?.[1] === undefined);
  if (warcs.length === 0) return null;
  return webOf(
    name,
    path,
    warcs.map((each) => join(path, each)),
    labels === undefined ? null : join(path, labels),
  );
}

async function webOf(
  name: string,
  path: string,
  files: readonly string[],
  labels: string | null,
): Promise<LibraryWeb | null> {
  const all: Stats[] = [];
  for (const file of labels === null ? files : [...files, labels]) {
    const found = await stat(file).catch(() => null);
    if (found?.isFile() !== true) return null;
    all.push(found);
  }
  const bytes = all.reduce((sum, { size }) => sum + size, 0);
  return { name, path, labels, bytes, mark: all.map(({ size, mtimeMs }) => `${size}:${mtimeMs}`).join(' ') };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort().slice(0, MAX_ENTRIES);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
