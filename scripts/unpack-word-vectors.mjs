import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';

/**
 * Unpacks the word vectors into dist, as a block that processes read into shared memory, with their licence beside it.
 */

const blockIn = (root) => join(root, 'dist', 'word-vectors.bin');

/** Whether the block was made from the inputs of the key. */
export const areVectorsUnpacked = (root, stampFile, key) =>
  existsSync(blockIn(root)) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === key;

async function unpack(root, stampFile, key) {
  const { unpackWordVectors } = await import('../dist/domain/learning/packed-word-vectors.js');
  const folder = join(root, 'src', 'modules', 'base', 'word-vectors');
  const block = unpackWordVectors(brotliDecompressSync(readFileSync(join(folder, 'word-vectors.br'))));
  // A killed run must leave neither half a block nor a stamp that claims too much.
  rmSync(stampFile, { force: true });
  const part = `${blockIn(root)}.part`;
  writeFileSync(part, new Uint8Array(block));
  renameSync(part, blockIn(root));
  copyFileSync(join(folder, 'word-vectors.LICENSE'), join(root, 'dist', 'word-vectors.LICENSE'));
  writeFileSync(stampFile, key);
}

// Run by itself as a child of the preparation.
const [, script, ...args] = process.argv;
if (script?.endsWith('unpack-word-vectors.mjs')) await unpack(...args);
