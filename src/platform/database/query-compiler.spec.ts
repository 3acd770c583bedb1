import { pathToFileURL } from 'node:url';
import { readQueryCompiler } from './query-compiler.js';

describe('readQueryCompiler', () => {
  it("reads Prisma's compiler from the file that the build wrote", async () => {
    const folder = pathToFileURL('dist/platform/database/generated/runtime/');
    const compiler = await readQueryCompiler(new URL('query_compiler_fast_bg.postgresql.wasm', folder));
    expect(WebAssembly.Module.exports(compiler).map(({ name }) => name)).toContain('querycompiler_new');
  });
});
