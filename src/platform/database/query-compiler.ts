import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const QUOTE = '"';

/**
 * Prisma's query compiler, for the generated client (`scripts/lean-client.mjs`).
 *
 * @param name of the module that exports it as a text of base64. Imported, the module would keep 9 MB of text for as long as the process lives.
 */
export async function readQueryCompiler(name: string): Promise<WebAssembly.Module> {
  const file = await readFile(createRequire(import.meta.url).resolve(name));
  const start = file.indexOf(QUOTE) + 1;
  const base64 = file.toString('latin1', start, file.indexOf(QUOTE, start));
  return new WebAssembly.Module(Buffer.from(base64, 'base64'));
}
