import { createReadStream, createWriteStream, existsSync, lstatSync, mkdirSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress, createBrotliDecompress } from 'node:zlib';
import { withFolderLock } from '../../../../platform/database/folder-lock.js';
import { reachableByOthers } from '../../../../platform/database/native-postgres.js';

export interface BundledProgram {
  readonly executablePath: string;
  /** Additional environment variables it needs. */
  readonly env: Readonly<Record<string, string>>;
}

/** The package supports only this platform. */
export function isBundleUsable(): boolean {
  return process.platform === 'linux' && process.arch === 'x64';
}

/**
 * Libraries the program needs beside the C library, fonts, and the software renderer; each with the folder that the
 * archive unpacks to.
 */
const ARCHIVES: readonly (readonly [string, string])[] = [
  ['al2023.tar.br', 'al'],
  ['fonts.tar.br', '.'],
  ['swiftshader.tar.br', '.'],
];
/** The largest archive unpacks to a tenth of this. */
const MAX_ARCHIVE_BYTES = 512 * 1024 * 1024;
const decompress = promisify<Buffer, { maxOutputLength: number }, Buffer>(brotliDecompress);

/**
 * The Chromium of the package @sparticuz/chromium, unpacked once into a private folder with its own libraries and
 * fonts.
 *
 * The package itself unpacks to one shared path in /tmp and suggests arguments that disable web security; neither is
 * used. One process at a time unpacks, to a draft folder that is renamed when complete: nobody finds an incomplete
 * browser, and the draft of a killed process goes with the next one.
 */
export async function bundledChromium(cacheDir: string): Promise<BundledProgram> {
  const bin = resolve(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..', 'bin');
  const { version } = JSON.parse(await readFile(join(bin, '..', 'package.json'), 'utf8')) as { version: string };
  const folder = join(homeOfBundle(resolve(cacheDir)), `chromium-${version}`);
  const program: BundledProgram = {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: join(folder, 'al', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  };
  if (!existsSync(program.executablePath)) await unpack(bin, folder);
  // If root starts it, it runs as another user.
  if (process.getuid?.() === 0) await chmod(folder, 0o755);
  return program;
}

/** The folder of the browser; if root owns it, its unprivileged user must be able to reach it. */
function homeOfBundle(cacheDir: string): string {
  if (process.getuid?.() !== 0 || reachableByOthers(cacheDir)) return cacheDir;
  const folder = join(tmpdir(), 'gleaner-chromium-0');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  if (!lstatSync(folder).isDirectory() || lstatSync(folder).uid !== 0)
    throw new Error(`${folder} belongs to somebody else`);
  return folder;
}

async function unpack(bin: string, folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await withFolderLock(`${folder}.lock`, async () => {
    if (existsSync(join(folder, 'chromium'))) return;
    const draft = `${folder}.draft`;
    await rm(draft, { recursive: true, force: true });
    try {
      await unpackTo(draft, bin, folder);
      await rename(draft, folder);
    } catch (error) {
      await rm(draft, { recursive: true, force: true });
      throw error;
    }
  });
}

/** @param folder the name that the draft gets, for the configuration of fonts */
async function unpackTo(draft: string, bin: string, folder: string): Promise<void> {
  await mkdir(draft, { mode: 0o700 });
  await pipeline(
    createReadStream(join(bin, 'chromium.br')),
    createBrotliDecompress(),
    createWriteStream(join(draft, 'chromium'), { mode: 0o755 }),
  );
  for (const [archive, target] of ARCHIVES) {
    await untar(
      await decompress(await readFile(join(bin, archive)), { maxOutputLength: MAX_ARCHIVE_BYTES }),
      join(draft, target),
    );
  }
  await writeFile(
    join(draft, 'fonts.conf'),
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>' +
      `<dir>/usr/share/fonts</dir><dir>${folder}/fonts</dir><cachedir>${folder}/fonts-cache</cachedir></fontconfig>`,
  );
}

const BLOCK = 512;

/** Files and folders of a tar archive; these contain no links or other kinds. */
async function untar(archive: Buffer, folder: string): Promise<void> {
  for (let at = 0; at + BLOCK <= archive.length;) {
    const field = (start: number, end: number): string =>
      archive.toString('utf8', at + start, at + end).replace(/\0[\s\S]*/, '');
    const name = field(0, 100);
    if (name === '') return;
    const size = parseInt(field(124, 136), 8) || 0;
    const kind = field(156, 157);
    const target = resolve(folder, name);
    if (target !== resolve(folder) && !target.startsWith(resolve(folder) + sep))
      throw new Error(`archive entry ${name} leaves its folder`);
    if (kind === '5') await mkdir(target, { recursive: true });
    if (kind === '0' || kind === '') {
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, archive.subarray(at + BLOCK, at + BLOCK + size), { mode: 0o755 });
    }
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
  }
}
