import { readFile } from 'node:fs/promises';
import { setFlagsFromString } from 'node:v8';

/**
 * The compiler runs seldom, because each kind of query is planned once and cached; V8 would take 50 MB to optimise its
 * large functions, and the process never returns that memory. Code loaded under these settings is not optimised when
 * hot (the first), nor eagerly (the second, which affects nothing else).
 */
const WITHOUT_OPTIMIZING = ['--no-wasm-dynamic-tiering', '--no-wasm-tier-up'];
/** Modules loaded later are optimised as usual. */
const AS_USUAL = '--wasm-dynamic-tiering';

/** Prisma's query compiler, for the generated client (`scripts/lean-client.mjs`). */
export async function readQueryCompiler(file: URL): Promise<WebAssembly.Module> {
  const bytes = await readFile(file);
  for (const flag of WITHOUT_OPTIMIZING) setFlagsFromString(flag);
  try {
    return new WebAssembly.Module(bytes);
  } finally {
    setFlagsFromString(AS_USUAL);
  }
}
