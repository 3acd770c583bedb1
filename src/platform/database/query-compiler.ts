import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { setFlagsFromString } from 'node:v8';

const QUOTE = '"';

/**
 * The compiler runs seldom, because each kind of query is planned once and cached; V8 would take 50 MB to optimise its
 * large functions, and the process never returns that memory. Code loaded under these settings is not optimised when
 * hot (the first), nor eagerly (the second, which affects nothing else).
 */
const WITHOUT_OPTIMIZING = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'];
/** Modules loaded later are optimised as usual. */
const AS_USUAL = '--wasm-dynamic-tiering';

/**
 * Prisma's query compiler, for the generated client (`scripts/lean-client.mjs`).
 *
 * @param name the module that exports it as base64 text. Importing the module would keep 9 MB of text for the life of
 * the process.
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
