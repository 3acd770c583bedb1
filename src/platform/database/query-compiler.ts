import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

const QUOTE = '"';

/**
 * A plan is made once for each kind of query and then kept, so the compiler runs seldom; its functions are so large that optimizing them takes V8 50 MB,
 * which the process never gives back. What is loaded under these settings is not optimized when it is used much (the first), and not at once either (the
 * second, which concerns nothing else).
 */
const WITHOUT_OPTIMIZING = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'];
/** Modules that are loaded later are optimized as usual. */
const AS_USUAL = '--wasm-dynamic-tiering';

/**
 * Prisma's query compiler, for the generated client (`scripts/lean-client.mjs`).
 *
 * @param name of the module that exports it as a text of base64. Imported, the module would keep 9 MB of text for as long as the process lives.
 */
export async function readQueryCompiler(name: string): Promise<WebAssembly.Module> {
  const file = await readFile(createRequire(import.meta.url).resolve(name));
  const start = file.indexOf(QUOTE) + 1;
  const bytes = Buffer.from(file.toString('latin1', start, file.indexOf(QUOTE, start)), 'base64');
  for (const flag of WITHOUT_OPTIMIZING) setFlagsFromString(flag);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString(AS_USUAL);
  }
}
